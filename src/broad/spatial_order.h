#pragma once
/// An order in which boxes next to each other lie near each other and have a similar size and
/// shape.
#include <cstdint>
#include <span>
#include <vector>

#include "broad/pair_finder.h"

namespace firstcontact::broad {

/// The boxes' indices in groups of eight (the last of some groups -1, that is unused), each aligned
/// run of 8 groups, 64 groups, … again as compact as can be had fast. The same for any number of
/// threads. At most 64 + 1.2 times as many entries as boxes. Time n log n whatever the boxes.
std::vector<std::int32_t> spatial_order(std::span<const Box> boxes, int threads);

}  // namespace firstcontact::broad
