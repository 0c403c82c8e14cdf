// Settles pairs by the plane of their gap set. A vertex and a face, or two edges, can touch only
// when that plane passes through the origin, which happens at most three times unless the pair is
// flat. These times are computed. Between them the plane proves the pair free; at each of them either
// the direction to the nearest point does, for a while before and after, or the pair touches.
//
// Written once, for a single query and for several in the lanes of a SIMD vector: both do the same
// operations in the same order and give the same bits. Method and error bounds:
// docs/math/certified-advance.md.
//
// This file is included inside a namespace, without an include guard, after direction_test-inl.h,
// plane_side-inl.h, nearest_of_patch-inl.h and touches_between-inl.h.

/// What PlaneSettling found out about each lane's pair.
template <class T>
struct SettledLanes {
  /// A SettleEnd as a number.
  T end;
  /// [0, t) is free, and so is t itself unless it is 0.
  T t;
  /// Contact: the first contact lies in [t, upper].
  T upper;
  /// Number of nearest points computed, plus 1 for the plane.
  T checks;
};

template <class Lanes, int kCorners>
class PlaneSettling {
 public:
  using T = typename Lanes::T;
  using M = typename Lanes::M;
  using Vector = Vector3<T>;
  static_assert(kCorners == 3 || kCorners == 4);

  /// `corners` are those at t = 0 and t = 1, and `tolerance` is in their units.
  PlaneSettling(const Lanes& lanes, const CornerLanes<T, kCorners>& corners, const T& tolerance,
                const SettleTask& task)
      : lanes_(lanes),
        c_(corners),
        largest_(Lanes::max(Lanes::max(corners.reach.x, corners.reach.y), corners.reach.z)),
        tolerance_(tolerance),
        task_(task),
        plane_(lanes, corners.start, corners.end, kCorners, largest_),
        zero_(lanes.splat(0)),
        one_(lanes.splat(1)),
        t_max_(lanes.splat(task.t_max)),
        out_{lanes.splat(kOpen), zero_, t_max_, one_} {}

  SettledLanes<T> run() {
    look_at(plane_.may_cross_at_start(), zero_);
    const auto parts = plane_.parts_until(t_max_);
    for (int i = 0; i < 3; ++i) {
      const M crosses = Lanes::both(plane_.crosses(parts, i), open());
      if (Lanes::any(crosses)) look_at(crosses, plane_.crossing(parts, i));
    }
    settle_rest();
    for (int i = 0; i < kMostSteps && Lanes::any(open()); ++i) step_on();
    settle_rest();
    return out_;
  }

 private:
  // Values of SettledLanes::end. A lane that is given up ends as Open.
  static constexpr double kOpen = static_cast<double>(SettleEnd::Open),
                          kFree = static_cast<double>(SettleEnd::Free),
                          kContact = static_cast<double>(SettleEnd::Contact),
                          kNear = static_cast<double>(SettleEnd::Near), kGivenUp = kNear + 1;
  // Number of steps by fixed directions. Flat pairs, which the plane says nothing about, mostly need
  // two or three.
  static constexpr int kMostSteps = kMostFixedSteps;
  // A shorter step than this is no progress, unless it is the last one.
  static constexpr double kPoorStep = 0x1p-45;
  // Distance of the lower and upper bound of a contact's time from its computed time.
  static constexpr double kAroundContact = 0x1p-33;
  // In the time `width / 2` no point of the gap set moves farther than this share of the tolerance:
  // sqrt(3) / 4, rounded up.
  static constexpr double kGapChange = 0.4331;

  M open() const { return Lanes::at_most(out_.end, lanes_.splat(kOpen)); }
  void close(const M& where, double end) {
    out_.end = Lanes::select(where, lanes_.splat(end), out_.end);
  }
  void set_t(const M& where, const T& t) { out_.t = Lanes::select(where, t, out_.t); }

  struct Hull {
    Vector corner[kCorners];
  };
  Hull hull_at(const T& t) const {
    Hull hull;
    const T s = one_ - t;
    for (int i = 0; i < kCorners; ++i) hull.corner[i] = s * c_.start[i] + t * c_.end[i];
    return hull;
  }

  /// A fixed direction: the heights of the corners at t = 0 and t = 1, and what they must exceed.
  struct HeightLanes {
    T start[kCorners], end[kCorners], margin;
  };

  HeightLanes heights(const Vector& n) const {
    HeightLanes h;
    for (int i = 0; i < kCorners; ++i) {
      h.start[i] = dot(n, c_.start[i]);
      h.end[i] = dot(n, c_.end[i]);
    }
    const Vector size = {Lanes::abs(n.x), Lanes::abs(n.y), Lanes::abs(n.z)};
    h.margin = lanes_.splat(kHeightRoundings * kUnitRoundoff) * dot(size, c_.reach) +
               lanes_.splat(kUnderflow);
    return h;
  }

  struct NearestHeights {
    HeightLanes heights;  // along the direction to the nearest point
    T distance;           // of that point
    M inside;             // the foot of the origin on the hull's plane lies inside the hull
  };
  void find_nearest(const Hull& hull, NearestHeights& out) const {
    const auto at = nearest_of_patch<Lanes, kCorners>(lanes_, hull.corner);
    out.distance = at.distance;
    out.inside = at.inside;
    const T sign = Lanes::if_positive(dot(at.normal, hull.corner[0]), one_, lanes_.splat(-1));
    out.heights = heights(select_vector<Lanes>(at.inside, sign * at.normal, at.to_sides));
  }

  T lowest(const HeightLanes& h, const T& t) const {
    const T s = one_ - t;
    T low = s * h.start[0] + t * h.end[0];
    for (int i = 1; i < kCorners; ++i) low = Lanes::min(low, s * h.start[i] + t * h.end[i]);
    return low;
  }

  /// The time, from `from` towards `limit` (which may be earlier or later), up to which the direction
  /// proves the pair free; `from` if it proves nothing in kTries. Only where it separates at `from`.
  template <int kTries>
  T free_until(const HeightLanes& h, const T& from, const T& limit) const {
    const T s = one_ - from, s_limit = one_ - limit;
    T share = one_;
    for (int i = 0; i < kCorners; ++i) {
      const T now = s * h.start[i] + from * h.end[i], end = s_limit * h.start[i] + limit * h.end[i];
      const T until = (now - h.margin) / (now - end);
      share = Lanes::select(Lanes::at_most(end, h.margin), Lanes::min(share, until), share);
    }
    T reached = from;
    // Shortened, so that the step ends before the crossing it was computed from.
    constexpr double kShrinks[4] = {1 - 0x1p-30, 1 - 0x1p-22, 1 - 0x1p-14, 1 - 0x1p-6};
    for (int i = kTries - 1; i >= 0; --i) {
      const T to = from + (limit - from) * share * lanes_.splat(kShrinks[i]);
      reached = Lanes::select(Lanes::less(h.margin, lowest(h, to)), to, reached);
    }
    return Lanes::select(Lanes::less(h.margin, lowest(h, limit)), limit, reached);
  }

  /// Looks at the hull at time t, where the plane passes through the origin. Where the pair is free
  /// there, moves out_.t beyond t; where it touches, or nearly so, tries to close the lane.
  void look_at(M where, const T& t) {
    const M ahead = Lanes::either(Lanes::less(out_.t, t), Lanes::at_most(t, zero_));
    where = Lanes::both(Lanes::both(where, open()), ahead);
    if (!Lanes::any(where)) return;
    out_.checks = Lanes::select(where, out_.checks + one_, out_.checks);
    NearestHeights nearest;
    find_nearest(hull_at(t), nearest);
    const HeightLanes& h = nearest.heights;
    // After the start the time of a crossing is rounded. So if the origin's foot lies inside the hull,
    // a plane that misses the origin there says nothing.
    const M crossed = Lanes::both(nearest.inside, Lanes::less(zero_, t));
    const M separated = Lanes::but_not(Lanes::less(h.margin, lowest(h, t)), crossed);
    const M passing = Lanes::both(where, separated), touching = Lanes::but_not(where, separated);
    if (Lanes::any(passing)) pass(passing, h, t);
    if (Lanes::any(touching)) touch(touching, nearest.distance, t);
  }

  void pass(const M& where, const HeightLanes& h, const T& t) {
    const T before = free_until<4>(h, t, out_.t);
    const M gap = Lanes::both(where, Lanes::less(out_.t, before));
    const M proven = Lanes::either(Lanes::but_not(where, gap), plane_.clear(gap, out_.t, before));
    set_t(proven, free_until<4>(h, t, t_max_));
    // Without a proof up to here nothing later helps.
    close(Lanes::but_not(where, proven), kGivenUp);
  }

  void touch(const M& where, const T& distance, const T& t) {
    // In this time no component changes by more than half of the tolerance, because none changes
    // faster than 2 * largest. So a pair that touches within it is within tolerance at its start.
    const T width =
        Lanes::min(lanes_.splat(task_.contact_width), tolerance_ / (lanes_.splat(4) * largest_));
    const T half_width = lanes_.splat(0.5) * width;
    const T slack = lanes_.splat(kHullPointRoundings * kUnitRoundoff) * largest_;
    const M near = Lanes::both(
        where,
        Lanes::at_most((distance + slack) + lanes_.splat(kGapChange) * tolerance_, tolerance_));
    if (task_.decide_only) close(near, kNear);
    const T proven = out_.t;
    for (const T& around : {Lanes::min(half_width, lanes_.splat(kAroundContact)), half_width}) {
      const T lower = t - around, upper = Lanes::min(t + around, t_max_);
      M trying = Lanes::both(Lanes::both(where, open()), Lanes::less(proven, lower));
      if (!Lanes::any(trying)) continue;
      trying = plane_.clear(trying, proven, lower);
      const M confirmed =
          Lanes::both(Lanes::both(trying, Lanes::less(lower, upper)),
                      touches_between<Lanes, kCorners>(lanes_, hull_at(lower).corner,
                                                       hull_at(upper).corner, largest_));
      set_t(trying, Lanes::select(confirmed, lower, Lanes::max(out_.t, lower)));
      out_.upper = Lanes::select(confirmed, upper, out_.upper);
      close(confirmed, kContact);
    }
    close(Lanes::both(where, open()), kGivenUp);
  }

  /// Proves the time after the last crossing free, and opens the lanes that were given up.
  void settle_rest() {
    // 0 itself is proven only by the plane.
    const M done = Lanes::both(Lanes::less(zero_, out_.t), Lanes::at_most(t_max_, out_.t));
    const M waiting = open();
    const M proven = Lanes::either(Lanes::both(waiting, done),
                                   plane_.clear(Lanes::but_not(waiting, done), out_.t, t_max_));
    set_t(proven, t_max_);
    close(proven, kFree);
    close(Lanes::less(lanes_.splat(kNear), out_.end), kOpen);
  }

  /// Moves out_.t on along the direction to the nearest point, or along any other one that leads
  /// farther. Where none does and the pair is within tolerance, closes the lane.
  void step_on() {
    const M where = open();
    out_.checks = Lanes::select(where, out_.checks + one_, out_.checks);
    const T slack = lanes_.splat(kHullPointRoundings * kUnitRoundoff) * largest_;
    NearestHeights nearest;
    const Hull hull = hull_at(out_.t);
    find_nearest(hull, nearest);
    const M near = Lanes::both(where, Lanes::at_most(nearest.distance + slack, tolerance_));
    T to = out_.t;
    go_farther(where, nearest.heights, to);
    if (task_.decide_only) {
      close(Lanes::but_not(near, Lanes::at_most(t_max_, to)), kNear);
    } else if (const M stuck = Lanes::both(near, stands(to)); Lanes::any(stuck)) {
      try_all_directions(stuck, hull, to);
      // A pair that is stuck at its start may rest there: that is looked into elsewhere.
      close(Lanes::both(Lanes::both(stuck, stands(to)), Lanes::less(zero_, out_.t)), kNear);
    }
    const M still_open = Lanes::both(where, open());
    close(Lanes::both(still_open, stands(to)), kGivenUp);
    close(Lanes::both(still_open, Lanes::but_not(Lanes::at_most(t_max_, to), stands(to))), kFree);
    set_t(still_open, to);
  }

  /// Where `to` is no progress.
  M stands(const T& to) const {
    return Lanes::both(Lanes::at_most(to, out_.t + lanes_.splat(kPoorStep)),
                       Lanes::either(Lanes::less(to, t_max_), Lanes::at_most(to, out_.t)));
  }

  /// Sets `to` to a later time if the heights prove the pair free from out_.t until then.
  void go_farther(const M& where, const HeightLanes& h, T& to) const {
    const M separated = Lanes::both(where, Lanes::less(h.margin, lowest(h, out_.t)));
    if (!Lanes::any(separated)) return;
    to = Lanes::select(separated, Lanes::max(to, free_until<2>(h, out_.t, t_max_)), to);
  }

  /// v without its component along `side`.
  static Vector across(const Vector& v, const Vector& side) {
    return v - (dot(v, side) / dot(side, side)) * side;
  }

  /// The same along the axes, the normal of the hull at out_.t, and the directions of all its corners
  /// and sides, with the sign that separates more.
  void try_all_directions(const M& where, const Hull& hull, T& to) const {
    const Vector axes[3] = {{one_, zero_, zero_}, {zero_, one_, zero_}, {zero_, zero_, one_}};
    for (const Vector& axis : axes) go_farther(where, heights(upward(axis, hull)), to);
    Vector longest = hull.corner[1] - hull.corner[0];
    for (int i = 0; i < kCorners; ++i) {
      const Vector& from = hull.corner[i];
      go_farther(where, heights(from), to);
      const Vector side = hull.corner[i + 1 < kCorners ? i + 1 : 0] - from;
      go_farther(where, heights(upward(across(from, side), hull)), to);
      longest =
          select_vector<Lanes>(Lanes::less(dot(longest, longest), dot(side, side)), side, longest);
    }
    const Vector normal =
        cross(hull.corner[1] - hull.corner[0], hull.corner[kCorners - 1] - hull.corner[0]);
    go_farther(where, heights(upward(across(normal, longest), hull)), to);
  }

  /// n or -n, whichever gives the lowest corner of the hull more height.
  Vector upward(const Vector& n, const Hull& hull) const {
    T low = dot(n, hull.corner[0]), high = low;
    for (int i = 1; i < kCorners; ++i) {
      const T height = dot(n, hull.corner[i]);
      low = Lanes::min(low, height);
      high = Lanes::max(high, height);
    }
    return Lanes::select(Lanes::at_most(Lanes::negative(high), low), one_, lanes_.splat(-1)) * n;
  }

  const Lanes lanes_;
  const CornerLanes<T, kCorners>& c_;
  const T largest_, tolerance_;
  const SettleTask& task_;
  const PlaneSide<Lanes> plane_;
  const T zero_, one_, t_max_;
  SettledLanes<T> out_;
};
