#pragma once
/// The exact oracle's answer as an Outcome.
#include <firstcontact/batch.h>

namespace firstcontact::narrow {

/// The enclosure [toi, toi_upper] is at most Options::toi_width wide. If the first contact is not
/// at 0, toi is positive, unless no positive double is small enough. Preconditions as
/// `exact::decide`.
Outcome exact_answer(const Query& query, const Options& options);

}  // namespace firstcontact::narrow
