// The point of a triangle or a parallelogram that is nearest to the origin, without branches.
//
// This file is included inside a namespace, without an include guard, after vector3-inl.h.

template <class Lanes>
struct NearestLanes {
  using T = typename Lanes::T;
  using Vector = Vector3<T>;

  /// The foot of the origin on the hull's plane lies inside the hull.
  typename Lanes::M inside;
  /// Normal of the hull's plane.
  Vector normal;
  /// To the nearest point of the sides; if it lies inside a side, made perpendicular to it once more.
  Vector to_sides;
  /// Norm of an actual point of the hull: the foot, or the nearest point of the sides.
  T distance;
};

template <class Lanes>
Vector3<typename Lanes::T> select_vector(const typename Lanes::M& condition,
                                         const Vector3<typename Lanes::T>& a,
                                         const Vector3<typename Lanes::T>& b) {
  return {Lanes::select(condition, a.x, b.x), Lanes::select(condition, a.y, b.y),
          Lanes::select(condition, a.z, b.z)};
}

/// `x` are the 3 or 4 corners of the hull in cyclic order.
template <class Lanes, int kCorners>
NearestLanes<Lanes> nearest_of_patch(const Lanes& lanes, const Vector3<typename Lanes::T>* x) {
  using T = typename Lanes::T;
  using M = typename Lanes::M;
  using V3 = Vector3<T>;
  const T zero = lanes.splat(0), one = lanes.splat(1);
  NearestLanes<Lanes> out;
  const V3 e = x[1] - x[0], f = x[kCorners - 1] - x[0];
  out.normal = cross(e, f);
  const T scale = dot(out.normal, out.normal);
  const T u = Lanes::negative(dot(cross(x[0], f), out.normal)),
          v = Lanes::negative(dot(cross(e, x[0]), out.normal));
  const T farthest = kCorners == 3 ? u + v : Lanes::max(u, v);
  out.inside = Lanes::both(Lanes::both(Lanes::less(zero, scale), Lanes::at_most(farthest, scale)),
                           Lanes::at_most(zero, Lanes::min(u, v)));
  const V3 foot = x[0] + (u / scale) * e + (v / scale) * f;
  V3 point = x[0], side = e;
  T share = zero, squared = zero, side_squared = zero;
  for (int i = 0; i < kCorners; ++i) {
    const V3 along = x[i + 1 < kCorners ? i + 1 : 0] - x[i];
    const T along_squared = dot(along, along);
    // A side without length gives a NaN, which becomes 0.
    const T at = Lanes::negative(dot(x[i], along)) / along_squared;
    const T within = Lanes::if_positive(at, Lanes::min(at, one), zero);
    const V3 here = x[i] + within * along;
    const T squared_here = dot(here, here);
    if (i == 0) {
      point = here, side = along, share = within;
      squared = squared_here, side_squared = along_squared;
      continue;
    }
    const M nearer = Lanes::less(squared_here, squared);
    point = select_vector<Lanes>(nearer, here, point);
    side = select_vector<Lanes>(nearer, along, side);
    share = Lanes::select(nearer, within, share);
    squared = Lanes::select(nearer, squared_here, squared);
    side_squared = Lanes::select(nearer, along_squared, side_squared);
  }
  // A direction computed as the difference of nearly equal points is inaccurate. Made perpendicular
  // to its side, it gives both ends of the side the same height up to rounding.
  const M within_side = Lanes::both(Lanes::less(zero, share), Lanes::less(share, one));
  const T excess = Lanes::select(within_side, dot(point, side) / side_squared, zero);
  out.to_sides = select_vector<Lanes>(within_side, point - excess * side, point);
  out.distance = Lanes::sqrt(Lanes::select(out.inside, dot(foot, foot), squared));
  return out;
}
