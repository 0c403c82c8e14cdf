// Seven directions that between them prove most pairs free, tested without branching. Written once for one query and for several
// in the lanes of a SIMD vector: the same operations in the same order, so the same bits.
//
// Directions: the three axes, the mean of all corners, the hull's normal at the start, at the end, and the sum of both. Each is
// tried with both signs over the whole of [0, t_max]: see docs/math/certified-advance.md.
//
// Included inside a namespace, without a guard, as vector3-inl.h is and after it.

/// Corners at t = 0 and at t_max, in units that need no scaling, and the reach of the corners at t = 0 and t = 1.
template <class T, int kCorners>
struct CornerLanes {
  Vector3<T> start[kCorners], end[kCorners];
  Vector3<T> reach;
};

template <class Lanes, int kCorners>
class DirectionTest {
 public:
  using T = typename Lanes::T;
  using Vector = Vector3<T>;

  DirectionTest(const Lanes& lanes, const CornerLanes<T, kCorners>& corners, const SeparationMargin& separation)
      : lanes_(lanes), c_(corners), separation_(separation), distance_(lanes.splat(separation.distance)) {}

  /// Index of the first direction that proves the lane's pair free; kDirections where none does.
  T first() const {
    const T none = lanes_.splat(kDirections);
    T index = earlier(none, 0, axis_clearance<&Vector::x>());
    index = earlier(index, 1, axis_clearance<&Vector::y>());
    index = earlier(index, 2, axis_clearance<&Vector::z>());
    if (Lanes::all_below(index, none)) return index;
    index = earlier(index, 3, clearance(mean()));
    if constexpr (kCorners >= 3) {
      if (Lanes::all_below(index, none)) return index;
      const Vector normal_start = normal(c_.start), normal_end = normal(c_.end);
      index = earlier(index, 4, clearance(normal_start));
      index = earlier(index, 5, clearance(normal_end));
      index = earlier(index, 6, clearance(normal_start + normal_end));
    }
    return index;
  }

  /// The direction of that index, with the sign that has the corners in front.
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
          n = index == 4 ? normal(c_.start) : index == 5 ? normal(c_.end) : normal(c_.start) + normal(c_.end);
    }
    const T side = dot(n, c_.start[0]);
    const T sign = Lanes::if_positive(side, one, lanes_.splat(-1));
    return sign * n;
  }

 private:
  /// `index`, or k where that is smaller and its clearance is positive.
  T earlier(T index, int k, T clearance_of_k) const {
    return Lanes::if_positive(clearance_of_k, Lanes::min(index, lanes_.splat(k)), index);
  }

  template <T Vector::*kAxis>
  T axis_clearance() const {
    T low = c_.start[0].*kAxis, high = low;
    for (int i = 0; i < kCorners; ++i) {
      low = Lanes::min(low, Lanes::min(c_.start[i].*kAxis, c_.end[i].*kAxis));
      high = Lanes::max(high, Lanes::max(c_.start[i].*kAxis, c_.end[i].*kAxis));
    }
    T margin = lanes_.splat(kHeightRoundings * kUnitRoundoff) * (c_.reach.*kAxis) + lanes_.splat(kUnderflow);
    if (separation_.distance > 0) margin = (margin + distance_) * lanes_.splat(kRoundUp);
    return Lanes::max(low, Lanes::negative(high)) - margin;
  }

  /// How far n (or its opposite) clears every corner at both ends, less its margin.
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
    T margin = lanes_.splat(kHeightRoundings * kUnitRoundoff) * dot(size, c_.reach) + lanes_.splat(kUnderflow);
    if (separation_.distance > 0) {
      const T norm = separation_.euclidean ? Lanes::sqrt(dot(n, n) + lanes_.splat(kSquareUnderflow)) : (size.x + size.y) + size.z;
      margin = (margin + distance_ * norm) * lanes_.splat(kRoundUp);
    }
    return Lanes::max(low, Lanes::negative(high)) - margin;
  }

  Vector mean() const {
    Vector sum = c_.start[0] + c_.end[0];
    for (int i = 1; i < kCorners; ++i) sum = sum + (c_.start[i] + c_.end[i]);
    return sum;
  }

  static Vector normal(const Vector (&corner)[kCorners]) { return cross(corner[1] - corner[0], corner[kCorners - 1] - corner[0]); }

  const Lanes& lanes_;
  const CornerLanes<T, kCorners>& c_;
  const SeparationMargin& separation_;
  T distance_;
};
