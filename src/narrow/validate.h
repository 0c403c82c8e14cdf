#pragma once
/// Refuses what no method could answer.
#include <firstcontact/options.h>
#include <firstcontact/query.h>

namespace firstcontact::narrow {

/// What is wrong with the options alone, or nullptr. The strings live for ever.
const char* find_fault(const Options& options);

/// What is wrong with the query or the options together, or nullptr.
const char* find_fault(const Query& query, const Options& options);

}  // namespace firstcontact::narrow
