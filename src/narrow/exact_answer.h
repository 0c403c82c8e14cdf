#pragma once
/// The exact oracle's answer as an Outcome.
#include <firstcontact/batch.h>

namespace firstcontact::narrow {

/// Preconditions as `exact::decide`. Enclosure at most Options::toi_width wide; a first time that
/// is not 0 gets a positive lower bound if there is a double to express it.
Outcome exact_answer(const Query& query, const Options& options);

}  // namespace firstcontact::narrow
