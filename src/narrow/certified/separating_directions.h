#pragma once
/// The separating directions for one query: DirectionTest<ScalarLanes, corners>.
#include <algorithm>
#include <cmath>

#include "narrow/certified/error_bounds.h"
#include "narrow/vector3.h"

namespace firstcontact::narrow {

/// Seven directions, and as the last test the plane of the hull, which turns as the hull does and
/// is no direction.
inline constexpr int kPlaneTest = 7, kDirections = 8;

/// How far a pair has to stay apart to count as separated: by more than distance + relative * (the
/// largest |component| of its gap corners at t = 0 and t = 1). 0 and 0: plain contact. Finite, not
/// negative.
struct SeparationMargin {
  double distance = 0;    ///< in the units of the corners, rounded up
  bool euclidean = true;  ///< or Chebyshev
  /// kRelativeTolerance here makes the pair clear what is the solver's default tolerance for it.
  double relative = 0;
};

/// Lane operations of a plain double. A SIMD lane type comes with the same set (see
/// batch_kernel.cpp).
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

// The order matters.
// clang-format off
#include "narrow/certified/plane_cubic-inl.h"
#include "narrow/certified/direction_test-inl.h"
// clang-format on

}  // namespace firstcontact::narrow
