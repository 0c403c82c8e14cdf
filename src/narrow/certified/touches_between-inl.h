// Proves that a vertex and a face, or two edges, touch within a short interval
// (docs/math/certified-advance.md, "Confirming a contact"). Let N be any fixed vector. If over all of
// [from, to] the quadratics (F_i x F_j)·N of the hull's sides, in cyclic order, have one strict sign,
// then the line through the origin along N passes strictly inside the hull throughout. If also the
// determinant of three corners changes sign, the hull's plane passes through the origin at some time
// in between, and then the origin is in the hull.
//
// This file is included inside a namespace, without an include guard, after vector3-inl.h.

/// True only if the hull, which is `from` first and `to` later, its corners moving straight,
/// contains the origin at some time in between. `largest` is at least every |component| of a corner
/// at t = 0 and t = 1.
template <class Lanes, int kCorners>
typename Lanes::M touches_between(const Lanes& lanes, const Vector3<typename Lanes::T>* from,
                                  const Vector3<typename Lanes::T>* to,
                                  const typename Lanes::T& largest) {
  using T = typename Lanes::T;
  using M = typename Lanes::M;
  using V3 = Vector3<T>;
  T size = lanes.splat(0);
  for (int i = 0; i < kCorners; ++i)
    for (const V3* x : {from + i, to + i})
      size = Lanes::max(
          size, Lanes::max(Lanes::max(Lanes::abs(x->x), Lanes::abs(x->y)), Lanes::abs(x->z)));
  const T error = lanes.splat(kBlendedRoundings * kUnitRoundoff) * largest;
  size = size + error;
  const T u = lanes.splat(kUnitRoundoff), up = lanes.splat(1 + 0x1p-40),
          underflow = lanes.splat(kUnderflow);
  const T determinant_error =
      (lanes.splat(20) * error * size * size + lanes.splat(40) * u * size * size * size) * up +
      underflow;
  const T at_from = dot(from[0], cross(from[1], from[2])), at_to = dot(to[0], cross(to[1], to[2]));
  const M crosses =
      Lanes::both(Lanes::less(Lanes::min(at_from, at_to), Lanes::negative(determinant_error)),
                  Lanes::less(determinant_error, Lanes::max(at_from, at_to)));
  if (!Lanes::any(crosses)) return crosses;
  const V3 normal = cross(from[1] - from[0], from[kCorners - 1] - from[0]) +
                    cross(to[1] - to[0], to[kCorners - 1] - to[0]);
  const T sum_norm = (Lanes::abs(normal.x) + Lanes::abs(normal.y)) + Lanes::abs(normal.z);
  const T side_error =
      sum_norm * (lanes.splat(5) * error * size + lanes.splat(16) * u * size * size) * up +
      underflow;
  T low = lanes.splat(0), high = low;
  for (int i = 0; i < kCorners; ++i) {
    const int j = i + 1 < kCorners ? i + 1 : 0;
    // Bernstein coefficients of the side's quadratic.
    const T first = dot(cross(from[i], from[j]), normal), last = dot(cross(to[i], to[j]), normal),
            middle = lanes.splat(0.5) *
                     (dot(cross(from[i], to[j]), normal) + dot(cross(to[i], from[j]), normal));
    const T least = Lanes::min(Lanes::min(first, last), middle),
            most = Lanes::max(Lanes::max(first, last), middle);
    low = i == 0 ? least : Lanes::min(low, least);
    high = i == 0 ? most : Lanes::max(high, most);
  }
  const M inside =
      Lanes::either(Lanes::less(side_error, low), Lanes::less(high, Lanes::negative(side_error)));
  return Lanes::both(crosses, inside);
}
