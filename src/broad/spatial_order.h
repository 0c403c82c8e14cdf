#pragma once
/// An order of boxes in which neighbours lie near each other and have similar sizes and shapes.
#include <cstdint>
#include <span>
#include <vector>

#include "broad/pair_finder.h"

namespace firstcontact::broad {

/// The indices of the boxes in groups of eight; some groups end with -1, which means unused. Each
/// group is compact, and so is each aligned run of 8 groups, of 64 groups, and so on. The order
/// does not depend on the number of threads. There are at most 64 + 1.2 times as many entries as
/// boxes. Takes n log n time for any boxes.
std::vector<std::int32_t> spatial_order(std::span<const Box> boxes, int threads);

}  // namespace firstcontact::broad
