// The direction test: seven directions, and the plane of the hull, which together prove most pairs
// free, tested without branches. Written once, for a single query and for several in the lanes of a
// SIMD vector: both do the same operations in the same order and give the same bits.
//
// The directions are the three axes, the mean of all corners, the hull's normal at the start and at
// the end, and the sum of both normals. Each is tried with both signs over the whole of [0, t_max]:
// see docs/math/certified-advance.md.
//
// This file is included inside a namespace, without an include guard, after vector3-inl.h and
// plane_cubic-inl.h.

/// Corners at t = 0 and at t_max, in units that need no scaling. `reach` is that of the corners at
/// t = 0 and t = 1 (GapCorners::reach).
template <class T, int kCorners>
struct CornerLanes {
  Vector3<T> start[kCorners], end[kCorners];
  Vector3<T> reach;
};

/// The distance beyond which each lane's pair must stay.
template <class Lanes>
struct DistanceLanes {
  using T = typename Lanes::T;
  T distance;
  bool any;  // false: all distances are 0
  bool euclidean;

  /// Sets the distance to distance + relative * (largest component of `reach`), rounded up. The
  /// arguments `distance` and `any` are without the relative part.
  static DistanceLanes make(const Lanes& lanes, const SeparationMargin& separation, T distance,
                            bool any, const Vector3<T>& reach) {
    if (!(separation.relative > 0)) return {distance, any, separation.euclidean};
    const T largest = Lanes::max(Lanes::max(reach.x, reach.y), reach.z);
    const T sum = distance + lanes.splat(separation.relative) * largest;
    return {sum * lanes.splat(kRoundUp), true, separation.euclidean};
  }
};

template <class Lanes, int kCorners>
class DirectionTest {
 public:
  using T = typename Lanes::T;
  using Vector = Vector3<T>;

  DirectionTest(const Lanes& lanes, const CornerLanes<T, kCorners>& corners,
                const DistanceLanes<Lanes>& separation)
      : lanes_(lanes), c_(corners), separation_(separation) {}

  /// Index of the first test that proves the lane's pair free; kDirections if none does.
  T first() const {
    const T index = first_axis();
    return Lanes::all_below(index, lanes_.splat(kDirections)) ? index : first_after_axes();
  }

  /// The same of the axes alone, the cheapest tests, which decide three pairs in four.
  T first_axis() const {
    const T none = lanes_.splat(kDirections);
    T index = earlier(none, 0, axis_clearance<&Vector::x>());
    if (kStopEarly && Lanes::all_below(index, none)) return index;
    index = earlier(index, 1, axis_clearance<&Vector::y>());
    if (kStopEarly && Lanes::all_below(index, none)) return index;
    return earlier(index, 2, axis_clearance<&Vector::z>());
  }

  /// The same of all other tests, for lanes in which no axis separates.
  T first_after_axes() const {
    const T none = lanes_.splat(kDirections);
    T index = earlier(none, 3, clearance(mean()));
    if constexpr (kCorners >= 3) {
      if (Lanes::all_below(index, none)) return index;
      const T largest = Lanes::max(Lanes::max(c_.reach.x, c_.reach.y), c_.reach.z);
      const auto plane = PlaneCubic<Lanes>::make(lanes_, c_.start, c_.end, kCorners, largest);
      index = earlier(index, 4, clearance(plane.normal[0]));
      if (kStopEarly && Lanes::all_below(index, none)) return index;
      index = earlier(index, 5, clearance(plane.normal[2]));
      if (kStopEarly && Lanes::all_below(index, none)) return index;
      index = earlier(index, 6, clearance(plane.normal[0] + plane.normal[2]));
      index = earlier(index, kPlaneTest, plane_clearance(plane, largest));
    }
    return index;
  }

  /// The direction with this index, with the sign that gives the corners positive heights.
  Vector direction(int index) const {
    const T zero = lanes_.splat(0), one = lanes_.splat(1);
    Vector n = {zero, zero, zero};
    switch (index) {
      case 0: n.x = one; break;
      case 1: n.y = one; break;
      case 2: n.z = one; break;
      case 3: n = mean(); break;
      default:
        if constexpr (kCorners >= 3)
          n = index == 4   ? normal(c_.start)
              : index == 5 ? normal(c_.end)
                           : normal(c_.start) + normal(c_.end);
    }
    const T side = dot(n, c_.start[0]);
    const T sign = Lanes::if_positive(side, one, lanes_.splat(-1));
    return sign * n;
  }

 private:
  static constexpr bool kStopEarly = Lanes::kOneLane;

  /// The smaller of `index` and k in lanes where the clearance of k is positive; otherwise `index`.
  T earlier(T index, int k, T clearance_of_k) const {
    return Lanes::if_positive(clearance_of_k, Lanes::min(index, lanes_.splat(k)), index);
  }

  /// The margin of a height plus the distance. A lane whose distance is 0 keeps the bits of its
  /// margin.
  T with_distance(T margin, T scaled_distance) const {
    return Lanes::if_positive(separation_.distance,
                              (margin + scaled_distance) * lanes_.splat(kRoundUp), margin);
  }

  template <T Vector::*kAxis>
  T axis_clearance() const {
    T low = c_.start[0].*kAxis, high = low;
    for (int i = 0; i < kCorners; ++i) {
      low = Lanes::min(low, Lanes::min(c_.start[i].*kAxis, c_.end[i].*kAxis));
      high = Lanes::max(high, Lanes::max(c_.start[i].*kAxis, c_.end[i].*kAxis));
    }
    T margin = lanes_.splat(kHeightRoundings * kUnitRoundoff) * (c_.reach.*kAxis) +
               lanes_.splat(kUnderflow);
    if (separation_.any) margin = with_distance(margin, separation_.distance);
    return Lanes::max(low, Lanes::negative(high)) - margin;
  }

  /// The smallest height of any corner along n or -n at both ends, minus its margin.
  T clearance(const Vector& n) const {
    T low = dot(n, c_.start[0]), high = low;
    for (int i = 0; i < kCorners; ++i) {
      if (i > 0) {
        const T start = dot(n, c_.start[i]);
        low = Lanes::min(low, start);
        high = Lanes::max(high, start);
      }
      const T end = dot(n, c_.end[i]);
      low = Lanes::min(low, end);
      high = Lanes::max(high, end);
    }
    const Vector size = {Lanes::abs(n.x), Lanes::abs(n.y), Lanes::abs(n.z)};
    T margin = lanes_.splat(kHeightRoundings * kUnitRoundoff) * dot(size, c_.reach) +
               lanes_.splat(kUnderflow);
    if (separation_.any) margin = with_distance(margin, separation_.distance * norm(n));
    return Lanes::max(low, Lanes::negative(high)) - margin;
  }

  /// How far the plane of the hull stays from the origin over the whole interval, minus its margin;
  /// three times that, in the units of F·(e x f).
  T plane_clearance(const PlaneCubic<Lanes>& plane, const T& largest) const {
    const T(&c)[4] = plane.coefficient;
    const T low = Lanes::min(Lanes::min(c[0], c[1]), Lanes::min(c[2], c[3]));
    const T high = Lanes::max(Lanes::max(c[0], c[1]), Lanes::max(c[2], c[3]));
    T margin = plane.error;
    if (separation_.any) {
      // No normal is longer than the longest of the Bernstein coefficients.
      const T half = lanes_.splat(0.5), three = lanes_.splat(3);
      const T longest = Lanes::max(Lanes::max(norm(plane.normal[0]), half * norm(plane.normal[1])),
                                   norm(plane.normal[2]));
      const T error = plane.largest_side *
                      (lanes_.splat(kNormalRoundings * kUnitRoundoff) * largest +
                       lanes_.splat(kNormalSideRoundings * kUnitRoundoff) * plane.largest_side);
      margin = with_distance(margin, separation_.distance * (three * longest + three * error));
    }
    return Lanes::max(low, Lanes::negative(high)) - margin;
  }

  /// Length of n in the dual norm. kRoundUp covers its rounding.
  T norm(const Vector& n) const {
    if (separation_.euclidean) return Lanes::sqrt(dot(n, n) + lanes_.splat(kSquareUnderflow));
    return (Lanes::abs(n.x) + Lanes::abs(n.y)) + Lanes::abs(n.z);
  }

  Vector mean() const {
    Vector sum = c_.start[0] + c_.end[0];
    for (int i = 1; i < kCorners; ++i) sum = sum + (c_.start[i] + c_.end[i]);
    return sum;
  }

  static Vector normal(const Vector (&corner)[kCorners]) {
    return cross(corner[1] - corner[0], corner[kCorners - 1] - corner[0]);
  }

  const Lanes& lanes_;
  const CornerLanes<T, kCorners>& c_;
  const DistanceLanes<Lanes> separation_;
};
