#pragma once
/// Puts the impacts of a step in order.
#include <firstcontact/step.h>

#include <vector>

namespace firstcontact::step {

/// Impacts as threads found them: a list for each block of candidates that has any.
using ImpactLists = std::vector<std::vector<Impact>>;

/// All impacts in the order of operator<, sorted by up to `threads` threads (0: all). No two of them
/// have the same pair, so the result does not depend on the lists or the threads.
std::vector<Impact> sorted_impacts(const ImpactLists& lists, int threads);

}  // namespace firstcontact::step
