// The plane of the gap set of a vertex-face or edge-edge pair. While it does not pass through the
// origin, the pair does not touch. With a corner F and two sides e, f that span the hull, it passes
// through the origin when the cubic F·(e x f) is zero. The Bernstein coefficients of this cubic
// over an interval come from the corners at both ends; if all have one sign beyond their error, the
// interval is free. The error bound is derived in docs/math/certified-advance.md.
//
// This file is included inside a namespace, without an include guard, after vector3-inl.h.

template <class Lanes>
struct PlaneCubic {
  using T = typename Lanes::T;
  using Vector = Vector3<T>;

  T coefficient[4];  // three times the Bernstein coefficients
  T error;           // error of each coefficient
  Vector normal[3];  // Bernstein coefficients of e x f, the middle one doubled
  T largest_side;    // largest |component| of e and f at both ends, plus their error

  /// `start` and `end` are the 3 or 4 corners in cyclic order at both ends; `largest` is at least
  /// each of their |components|.
  static PlaneCubic make(const Lanes& lanes, const Vector* start, const Vector* end, int count,
                         T largest) {
    const Vector e0 = start[1] - start[0], f0 = start[count - 1] - start[0];
    const Vector e1 = end[1] - end[0], f1 = end[count - 1] - end[0];
    PlaneCubic out;
    out.normal[0] = cross(e0, f0);
    out.normal[1] = cross(e0, f1) + cross(e1, f0);
    out.normal[2] = cross(e1, f1);
    const T three = lanes.splat(3);
    out.coefficient[0] = three * dot(start[0], out.normal[0]);
    out.coefficient[1] = dot(end[0], out.normal[0]) + dot(start[0], out.normal[1]);
    out.coefficient[2] = dot(end[0], out.normal[1]) + dot(start[0], out.normal[2]);
    out.coefficient[3] = three * dot(end[0], out.normal[2]);
    const T side = Lanes::max(Lanes::max(size(e0), size(f0)), Lanes::max(size(e1), size(f1)));
    out.largest_side = side + lanes.splat(kSideRoundings * kUnitRoundoff) * largest;
    out.error = (lanes.splat(kUnitRoundoff) * largest) *
                (out.largest_side * (lanes.splat(kPlaneSideRoundings) * out.largest_side +
                                     lanes.splat(kPlaneRoundings) * largest));
    return out;
  }

 private:
  static T size(const Vector& v) {
    return Lanes::max(Lanes::max(Lanes::abs(v.x), Lanes::abs(v.y)), Lanes::abs(v.z));
  }
};
