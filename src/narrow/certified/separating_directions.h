#pragma once
/// The direction test for one query: DirectionTest<ScalarLanes, corners>.
#include <algorithm>
#include <cmath>

#include "narrow/certified/error_bounds.h"
#include "narrow/vector3.h"

namespace firstcontact::narrow {

/// The tests are seven directions, and last the plane of the hull, which moves with the hull and is
/// not a direction.
inline constexpr int kPlaneTest = 7, kDirections = 8;

/// A pair counts as separated if it stays farther apart than distance + relative * size, where size
/// is the largest |component| of its gap corners at t = 0 and t = 1. Both are finite and not
/// negative; 0 and 0 mean plain contact.
struct SeparationMargin {
  /// In the units of the corners, rounded up.
  double distance = 0;
  /// Otherwise the Chebyshev norm.
  bool euclidean = true;
  /// With kRelativeTolerance the pair must stay beyond the solver's default tolerance.
  double relative = 0;
};

/// Lane operations of a single double. The SIMD lane type in batch_kernel.cpp has the same ones.
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
