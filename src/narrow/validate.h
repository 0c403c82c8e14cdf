#pragma once
/// Finds invalid queries and options.
#include <firstcontact/options.h>
#include <firstcontact/query.h>

namespace firstcontact::narrow {

/// What is wrong with the options alone, or nullptr. The strings are static.
const char* find_fault(const Options& options);

/// What is wrong with the query or the options, or nullptr.
const char* find_fault(const Query& query, const Options& options);

}  // namespace firstcontact::narrow
