#pragma once
/// Lane operations of a single double. SimdLanes (simd_lanes-inl.h) has the same ones for SIMD
/// vectors; algorithms that are written for either give the same bits with both.
#include <algorithm>
#include <cmath>

namespace firstcontact::narrow {

struct ScalarLanes {
  using T = double;
  /// Result of a comparison, one per lane.
  using M = bool;
  /// With one lane it pays to stop as soon as that lane is decided.
  static constexpr bool kOneLane = true;

  T splat(double value) const { return value; }
  static T min(T a, T b) { return std::min(a, b); }
  static T max(T a, T b) { return std::max(a, b); }
  static T abs(T a) { return std::abs(a); }
  static T sqrt(T a) { return std::sqrt(a); }
  static T negative(T a) { return -a; }
  static T with_sign_of(T size, T sign) { return std::copysign(size, sign); }
  /// condition > 0 ? a : b
  static T if_positive(T condition, T a, T b) { return condition > 0 ? a : b; }
  static bool all_below(T a, T b) { return a < b; }

  static M less(T a, T b) { return a < b; }
  static M at_most(T a, T b) { return a <= b; }
  static M both(M a, M b) { return a && b; }
  static M either(M a, M b) { return a || b; }
  static M but_not(M a, M b) { return a && !b; }
  static M differ(M a, M b) { return a != b; }
  static bool any(M a) { return a; }
  static T select(M condition, T a, T b) { return condition ? a : b; }
};

}  // namespace firstcontact::narrow
