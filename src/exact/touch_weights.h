#pragma once
/// A point of a resting gap set within the separation.
#include <firstcontact/options.h>

#include <array>
#include <optional>
#include <vector>

#include "exact/integer.h"

namespace firstcontact::exact {

/// The corners of a gap at one time, and the separation, on a common scale.
struct RestingGap {
  int count = 0;
  std::array<std::array<Integer, 3>, 4> corner;
  Integer separation;
};

/// Weights of the corners, not negative and not all zero, whose mean is within the separation;
/// nothing if the gap set is farther than that. Short ones if there is room.
std::optional<std::vector<Integer>> touch_weights(const RestingGap& gap, Norm norm);

}  // namespace firstcontact::exact
