// Loads pairs into SIMD lanes, one pair per lane, and computes the corners of their gap sets. The
// pairs of the lanes may lie anywhere in their array.
//
// This file is included inside a namespace, without an include guard, by the files that Highway
// compiles once for every instruction set, after simd_lanes-inl.h, lane_rows-inl.h and
// direction_test-inl.h.

using V = SimdLanes::T;
using Lanes3 = Vector3<V>;

/// The points of several pairs.
struct PointLanes {
  Lanes3 start[4], end[4];
};

/// Sets x[0] and x[1] to the two points whose six coordinates begin at rows[lane] + k.
HWY_INLINE void load_two_points(const double* const* rows, std::size_t k, Lanes3* x) {
  load_two(rows, k, x[0].x, x[0].y);
  load_two(rows, k + 2, x[0].z, x[1].x);
  load_two(rows, k + 4, x[1].y, x[1].z);
}

HWY_INLINE void load_points(const double* const* rows, PointLanes& points) {
  load_two_points(rows, 0, points.start);
  load_two_points(rows, 6, points.start + 2);
  load_two_points(rows, 12, points.end);
  load_two_points(rows, 18, points.end + 2);
}

/// The points of the pairs lanes[0], lanes[1] and so on.
HWY_INLINE void load_points(const PairArray& pairs, const std::uint32_t* lanes,
                            PointLanes& points) {
  const double* rows[kMaxLanes];
  for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
    rows[lane] = pairs.first + lanes[lane] * pairs.stride;
  load_points(rows, points);
}

HWY_INLINE void load_points(const IndexedPairs& pairs, const std::uint32_t* lanes,
                            PointLanes& points) {
  load_vertices(pairs.points, pairs.vertices, lanes, points.start, points.end);
}

template <class Real>
HWY_INLINE void load_points(const PairTable<Real>& pairs, const std::uint32_t* lanes,
                            PointLanes& points) {
  double values[kMaxLanes][24];
  const double* rows[kMaxLanes];
  for (std::size_t lane = 0; lane < kMaxLanes; ++lane) {
    for (std::size_t k = 0; k < 24; ++k) values[lane][k] = pairs.value(lanes[lane], k);
    rows[lane] = values[lane];
  }
  load_points(rows, points);
}

HWY_INLINE V load_column(const double* from) { return hn::LoadU(LaneTag(), from); }
HWY_INLINE V load_column(const float* from) {
  const LaneTag d;
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, LaneTag>(), from));
}

HWY_INLINE void prefetch(const PairArray& pairs, std::size_t begin) {
  for (std::size_t i = begin; i < HWY_MIN(begin + kMaxLanes, pairs.count + pairs.following); ++i)
    for (std::size_t k = 0; k < 24; k += kCacheLine)
      hwy::Prefetch(pairs.first + i * pairs.stride + k);
}
HWY_INLINE void prefetch(const IndexedPairs& pairs, std::size_t begin) {
  prefetch_vertices(pairs.points, pairs.vertices, begin, pairs.count);
}

template <class Real>
HWY_INLINE void prefetch(const PairTable<Real>&, std::size_t) {}  // columns are read in order

/// The points of the pairs from `begin` on, which lie next to each other. Lanes beyond the last pair
/// repeat it. Asks for the memory of later pairs.
template <class Pairs>
HWY_INLINE void load_run(const Pairs& pairs, std::size_t begin, PointLanes& points) {
  prefetch(pairs, begin + kPairsAhead);
  load_points(pairs, LaneNumbers(begin, pairs.count).pair, points);
}
template <class Real>
HWY_INLINE void load_run(const PairTable<Real>& pairs, std::size_t begin, PointLanes& points) {
  if (pairs.columns->stride != 1 || begin + kMaxLanes > pairs.count)
    return load_points(pairs, LaneNumbers(begin, pairs.count).pair, points);
  const auto load = [&](std::size_t k) HWY_ATTR {
    return load_column(pairs.columns->column[k] + pairs.begin + begin);
  };
  for (std::size_t i = 0; i < 4; ++i) {
    points.start[i] = {load(3 * i), load(3 * i + 1), load(3 * i + 2)};
    points.end[i] = {load(12 + 3 * i), load(12 + 3 * i + 1), load(12 + 3 * i + 2)};
  }
}

template <int kCorners>
HWY_INLINE void set_corners(const Lanes3 (&x)[4], Lanes3 (&corner)[kCorners]) {
  if constexpr (kCorners == 3) {
    for (int i = 0; i < 3; ++i) corner[i] = x[0] - x[i + 1];
  } else {
    corner[0] = x[0] - x[2];
    corner[1] = x[0] - x[3];
    corner[2] = x[1] - x[3];
    corner[3] = x[1] - x[2];
  }
}

/// Sets the corners at t = 0 and t = 1, and `reach`. Returns the lanes in which every coordinate is
/// finite and no scaling is needed.
template <int kCorners>
HWY_INLINE hn::Mask<LaneTag> set_corners(const PointLanes& points,
                                         CornerLanes<V, kCorners>& corners) {
  set_corners(points.start, corners.start);
  set_corners(points.end, corners.end);
  const LaneTag d;
  const V least = hn::Set(d, kLeastReach);
  V reach[3] = {least, least, least}, sum = hn::Zero(d);
  for (int i = 0; i < kCorners; ++i) {
    for (const Lanes3& c : {corners.start[i], corners.end[i]}) {
      reach[0] = hn::Max(reach[0], hn::Abs(c.x));
      reach[1] = hn::Max(reach[1], hn::Abs(c.y));
      reach[2] = hn::Max(reach[2], hn::Abs(c.z));
      sum = sum + ((c.x + c.y) + c.z);
    }
  }
  corners.reach = {reach[0], reach[1], reach[2]};
  // Max and Min may drop a NaN; the sum keeps it.
  const V largest = hn::Max(hn::Max(reach[0], reach[1]), reach[2]);
  return hn::And(hn::And(hn::Ge(largest, hn::Set(d, kSmallestUnscaled)),
                         hn::Le(largest, hn::Set(d, kLargestUnscaled))),
                 hn::Lt(hn::Abs(sum), hn::Set(d, 0x1p+300)));
}
