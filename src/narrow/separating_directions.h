#pragma once
/// The separating directions for one query: DirectionTest<ScalarLanes, corners>.
#include <algorithm>
#include <cmath>

#include "narrow/error_bounds.h"
#include "narrow/vector3.h"

namespace firstcontact::narrow {

inline constexpr int kDirections = 7;

/// Separation in the units of the corners, rounded up; 0 for plain contact.
struct SeparationMargin {
  double distance = 0;
  bool euclidean = true;  // or Chebyshev
};

/// Lane operations of a plain double. A SIMD lane type comes with the same set (see batch_kernel.cpp).
struct ScalarLanes {
  using T = double;
  T splat(double value) const { return value; }
  static T min(T a, T b) { return std::min(a, b); }
  static T max(T a, T b) { return std::max(a, b); }
  static T abs(T a) { return std::abs(a); }
  static T sqrt(T a) { return std::sqrt(a); }
  static T negative(T a) { return -a; }
  /// condition > 0 ? a : b
  static T if_positive(T condition, T a, T b) { return condition > 0 ? a : b; }
  static bool all_below(T a, T b) { return a < b; }
};

#include "narrow/direction_test-inl.h"

}  // namespace firstcontact::narrow
