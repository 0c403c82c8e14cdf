// Lane operations of SIMD vectors, as ScalarLanes (scalar_lanes.h) has them for a single double.
//
// This file is included inside a namespace, without an include guard, by the files that Highway
// compiles once for every instruction set, after lane_rows-inl.h.

/// No fused multiply-add anywhere: it would round differently from the scalar code.
struct SimdLanes {
  using D = LaneTag;
  using T = LaneVector;
  using M = hn::Mask<D>;
  static constexpr bool kOneLane = false;

  T splat(double value) const { return hn::Set(D(), value); }
  static T min(T a, T b) { return hn::Min(a, b); }
  static T max(T a, T b) { return hn::Max(a, b); }
  static T abs(T a) { return hn::Abs(a); }
  static T sqrt(T a) { return hn::Sqrt(a); }
  static T negative(T a) { return hn::Neg(a); }
  static T with_sign_of(T size, T sign) { return hn::CopySign(size, sign); }
  static T if_positive(T condition, T a, T b) {
    return hn::IfThenElse(hn::Gt(condition, hn::Zero(D())), a, b);
  }
  static bool all_below(T a, T b) { return hn::AllTrue(D(), hn::Lt(a, b)); }

  static M less(T a, T b) { return hn::Lt(a, b); }
  static M at_most(T a, T b) { return hn::Le(a, b); }
  static M both(M a, M b) { return hn::And(a, b); }
  static M either(M a, M b) { return hn::Or(a, b); }
  static M but_not(M a, M b) { return hn::AndNot(b, a); }
  static M differ(M a, M b) { return hn::Xor(a, b); }
  static bool any(M a) { return !hn::AllFalse(D(), a); }
  static T select(M condition, T a, T b) { return hn::IfThenElse(condition, a, b); }
};
