// Highway compiles this file once for every instruction set and chooses among them at run time.
//
// As in separating_planes.cpp, but without branches: the mean gap, the gap of the nearest points at
// t0 and the normals at t0 and at the end are always tried, and no direction is scaled.
#include "narrow/planes/plane_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/planes/plane_kernel.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow/planes/slab_bounds.h"

HWY_BEFORE_NAMESPACE();
namespace firstcontact::narrow::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The order matters.
// clang-format off
#include "narrow/vector3-inl.h"
#include "narrow/lane_rows-inl.h"
// clang-format on

using D = LaneTag;
using V = LaneVector;
using Lanes3 = Vector3<V>;

HWY_INLINE V splat(double value) { return hn::Set(D(), value); }
/// condition > 0 ? a : b
HWY_INLINE V if_positive(V condition, V a, V b) {
  return hn::IfThenElse(hn::Gt(condition, hn::Zero(D())), a, b);
}
HWY_INLINE Lanes3 if_positive(V condition, const Lanes3& a, const Lanes3& b) {
  return {if_positive(condition, a.x, b.x), if_positive(condition, a.y, b.y),
          if_positive(condition, a.z, b.z)};
}
HWY_INLINE V clamp(V x) { return hn::Min(hn::Max(x, hn::Zero(D())), splat(1)); }

/// The pair along one direction: see SlabHeights in separating_planes.cpp.
struct SlabLanes {
  V low_a_start, high_b_start, low_a, high_b, norm, gap;

  HWY_INLINE V approach() const { return (low_a_start - low_a) + (high_b - high_b_start); }
};

/// The pairs from `begin` on, one per lane, relative to their last vertex. Lanes beyond the last
/// pair repeat it. The first kFirst vertices belong to element a.
template <int kFirst>
struct PairLanes {
  Lanes3 start[4], end[4], reach;
  V size;

  HWY_INLINE PairLanes(const PlaneQueries& queries, std::size_t begin) {
    const D d;
    prefetch_vertices(queries.points, queries.vertices, begin + kPairsAhead, queries.count);
    load_vertices(queries.points, queries.vertices, LaneNumbers(begin, queries.count).pair, start,
                  end);
    const Lanes3 origin = start[3];
    reach = {hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    for (int i = 0; i < 4; ++i) {
      start[i] = start[i] - origin;
      end[i] = end[i] - origin;
      reach.x = hn::Max(reach.x, hn::Max(hn::Abs(start[i].x), hn::Abs(end[i].x)));
      reach.y = hn::Max(reach.y, hn::Max(hn::Abs(start[i].y), hn::Abs(end[i].y)));
      reach.z = hn::Max(reach.z, hn::Max(hn::Abs(start[i].z), hn::Abs(end[i].z)));
    }
    size = hn::Max(hn::Max(reach.x, reach.y), reach.z);
  }

  /// 1 in lanes whose size needs no scaling, otherwise 0.
  HWY_INLINE V usable() const {
    return hn::IfThenElse(
        hn::And(hn::Ge(size, splat(kSmallestPair)), hn::Le(size, splat(kLargestPair))), splat(1),
        splat(0));
  }

  HWY_INLINE Lanes3 mean_gap() const {
    Lanes3 a = start[0] + end[0], b = start[3] + end[3];
    for (int i = 1; i < 3; ++i)
      if (i < kFirst)
        a = a + (start[i] + end[i]);
      else
        b = b + (start[i] + end[i]);
    return splat(1.0 / kFirst) * a - splat(1.0 / (4 - kFirst)) * b;
  }

  static HWY_INLINE Lanes3 normal(const Lanes3 (&x)[4]) {
    if constexpr (kFirst == 1)
      return cross(x[2] - x[1], x[3] - x[1]);
    else
      return cross(x[1] - x[0], x[3] - x[2]);
  }

  /// Point of the segment from p to q that is nearest to the origin.
  static HWY_INLINE Lanes3 nearest_on(const Lanes3& p, const Lanes3& q) {
    const Lanes3 along = q - p;
    const V square = dot(along, along);
    const V t = hn::Neg(dot(p, along)) / if_positive(square, square, splat(1));
    return p + clamp(t) * along;
  }

  /// The point of the hull of the gaps at t0 that is nearest to the origin: on one of the sides, or
  /// inside, where the origin's foot on its plane is.
  HWY_INLINE Lanes3 nearest_gap() const {
    constexpr int kCorners = kFirst == 1 ? 3 : 4;
    Lanes3 corner[kCorners];
    if constexpr (kFirst == 1) {
      for (int i = 0; i < 3; ++i) corner[i] = start[0] - start[i + 1];
    } else {
      corner[0] = start[0] - start[2];
      corner[1] = start[0] - start[3];
      corner[2] = start[1] - start[3];
      corner[3] = start[1] - start[2];
    }
    Lanes3 best = nearest_on(corner[kCorners - 1], corner[0]);
    for (int i = 0; i + 1 < kCorners; ++i) {
      const Lanes3 side = nearest_on(corner[i], corner[i + 1]);
      best = if_positive(dot(best, best) - dot(side, side), side, best);
    }
    const Lanes3 along_u = corner[1] - corner[0], along_v = corner[kCorners - 1] - corner[0],
                 n = cross(along_u, along_v);
    const V square = dot(n, n), divisor = if_positive(square, square, splat(1));
    const V u = hn::Neg(dot(cross(corner[0], along_v), n)) / divisor,
            v = hn::Neg(dot(cross(along_u, corner[0]), n)) / divisor;
    const V beyond = kFirst == 1 ? splat(1) - (u + v) : hn::Min(splat(1) - u, splat(1) - v);
    const V inside = hn::Min(hn::Min(u, v), hn::Min(beyond, square));
    const Lanes3 foot = (dot(corner[0], n) / divisor) * n;
    return if_positive(inside, foot, best);
  }

  /// The direction with the sign that puts a above b.
  HWY_INLINE Lanes3 upward(const Lanes3& n) const {
    const V side = dot(n, start[0] - start[kFirst]);
    return if_positive(side, splat(1), splat(-1)) * n;
  }

  HWY_INLINE SlabLanes slab(const Lanes3& n) const {
    SlabLanes h;
    h.low_a_start = dot(n, start[0]);
    h.low_a = dot(n, end[0]);
    h.high_b_start = dot(n, start[3]);
    h.high_b = dot(n, end[3]);
    for (int i = 1; i < 3; ++i) {
      const V at_start = dot(n, start[i]), at_end = dot(n, end[i]);
      if (i < kFirst) {
        h.low_a_start = hn::Min(h.low_a_start, at_start);
        h.low_a = hn::Min(h.low_a, at_end);
      } else {
        h.high_b_start = hn::Max(h.high_b_start, at_start);
        h.high_b = hn::Max(h.high_b, at_end);
      }
    }
    h.low_a = hn::Min(h.low_a, h.low_a_start);
    h.high_b = hn::Max(h.high_b, h.high_b_start);
    const Lanes3 size_of_n = {hn::Abs(n.x), hn::Abs(n.y), hn::Abs(n.z)};
    const V error = splat(kSlabRoundings * arith::kUnitRoundoff) * dot(size_of_n, reach) +
                    splat(kSlabUnderflow);
    h.norm = hn::Sqrt(dot(n, n) + splat(kSlabSquareUnderflow)) * splat(kSlabNormUp);
    h.gap = (h.low_a_start - h.high_b_start) - error;
    return h;
  }
};

/// The values of the pairs from `begin` on; values[0] if all are the same.
HWY_INLINE V load_lanes(const double* values, bool same, std::size_t begin, std::size_t used) {
  if (same) return splat(values[0]);
  const D d;
  const double* from = values + begin;
  HWY_ALIGN double padded[kMaxLanes];
  for (std::size_t lane = 0; lane < kMaxLanes; ++lane) padded[lane] = from[HWY_MIN(lane, used - 1)];
  return hn::Load(d, padded);
}

HWY_INLINE V room_of(const SlabLanes& h, V separation, V kept) {
  return h.gap - (separation + kept) * h.norm * splat(kSlabNormUp);
}

/// Positive if the pair stays apart whatever its vertices do: the room, if the approach fits.
HWY_INLINE V apart(V room, V approach) {
  return hn::IfThenElse(hn::Le(approach, room), room, hn::Zero(D()));
}

template <int kFirst>
void find_far(const PlaneQueries& queries, bool* far_apart) {
  const D d;
  const std::size_t width = hn::Lanes(d);
  for (std::size_t begin = 0; begin < queries.count; begin += width) {
    const std::size_t used = HWY_MIN(width, queries.count - begin);
    const PairLanes<kFirst> pair(queries, begin);
    const V separation = load_lanes(queries.separations, queries.same_room, begin, used),
            least = load_lanes(queries.leasts, queries.same_room, begin, used);
    const V most = hn::Max(splat(queries.ratio * queries.cap), least);
    const SlabLanes h = pair.slab(pair.upward(pair.mean_gap()));
    HWY_ALIGN double flags[kMaxLanes];
    hn::Store(
        if_positive(pair.usable(), apart(room_of(h, separation, most), h.approach()), hn::Zero(d)),
        d, flags);
    for (std::size_t lane = 0; lane < used; ++lane) far_apart[begin + lane] = flags[lane] > 0;
  }
}

template <int kFirst>
void find_all(const PlaneQueries& queries, PairLimits* limits, bool* hard) {
  const D d;
  const std::size_t width = hn::Lanes(d);
  HWY_ALIGN double distances[kMaxLanes], kepts[kMaxLanes], aparts[kMaxLanes], hards[kMaxLanes],
      shares[4][kMaxLanes];
  for (std::size_t begin = 0; begin < queries.count; begin += width) {
    const std::size_t used = HWY_MIN(width, queries.count - begin);
    const PairLanes<kFirst> pair(queries, begin);
    const V separation = load_lanes(queries.separations, queries.same_room, begin, used),
            least = load_lanes(queries.leasts, queries.same_room, begin, used);
    // The nearest gap shows nearly the whole distance, so what is kept follows from it.
    Lanes3 best = pair.upward(pair.nearest_gap());
    SlabLanes slab = pair.slab(best);
    const V distance = slab.gap / slab.norm - separation;
    const V kept = hn::Max(least, splat(queries.ratio) * hn::Min(distance, splat(queries.cap)));
    V room = room_of(slab, separation, kept), approach = slab.approach();
    for (int i = 0; i < 3; ++i) {
      const Lanes3 n = pair.upward(i == 0   ? pair.mean_gap()
                                   : i == 1 ? PairLanes<kFirst>::normal(pair.start)
                                            : PairLanes<kFirst>::normal(pair.end));
      const SlabLanes h = pair.slab(n);
      const V room_here = room_of(h, separation, kept), approach_here = h.approach();
      // room_here / approach_here > room / approach, if room_here is positive.
      const V more = hn::IfThenElse(hn::Gt(room_here, hn::Zero(d)),
                                    room_here * approach - room * approach_here, hn::Zero(d));
      best = if_positive(more, n, best);
      room = if_positive(more, room_here, room);
      approach = if_positive(more, approach_here, approach);
    }
    slab = pair.slab(best);
    const V divisor = if_positive(approach, approach, splat(1));
    const V share_of_a = (slab.low_a_start - slab.low_a) / divisor;
    const V plane_a = slab.low_a_start - share_of_a * room,
            plane_b = slab.high_b_start + (splat(1) - share_of_a) * room;
    for (int i = 0; i < 4; ++i) {
      const V from = dot(best, pair.start[i]), to = dot(best, pair.end[i]);
      const V left = i < kFirst ? from - plane_a : plane_b - from,
              way = i < kFirst ? from - to : to - from;
      const V share = left / if_positive(way, way, splat(1)) * splat(kShareDown);
      hn::Store(if_positive(way - left, clamp(share), splat(1)), d, shares[i]);
    }
    // Easy: no scaling, a gap that rounding does not spoil, and room along some direction.
    const V easy = hn::Min(hn::Min(distance - splat(kSpoiltGap) * pair.size, distance - least),
                           hn::Min(room, pair.usable()));
    hn::Store(if_positive(easy, splat(0), splat(1)), d, hards);
    hn::Store(distance, d, distances);
    hn::Store(kept, d, kepts);
    hn::Store(apart(room, approach), d, aparts);
    for (std::size_t lane = 0; lane < used; ++lane) {
      hard[begin + lane] = hards[lane] > 0;
      PairLimits& out = limits[begin + lane];
      out.room = aparts[lane] > 0 ? PairRoom::Apart : PairRoom::Limited;
      out.distance = distances[lane];
      out.kept = kepts[lane];
      for (int i = 0; i < 4; ++i) out.shares[i] = aparts[lane] > 0 ? 1 : shares[i][lane];
    }
  }
}

void find_far_in_lanes(const PlaneQueries& queries, bool* far_apart) {
  queries.edge_edge ? find_far<2>(queries, far_apart) : find_far<1>(queries, far_apart);
}

void find_all_in_lanes(const PlaneQueries& queries, PairLimits* limits, bool* hard) {
  queries.edge_edge ? find_all<2>(queries, limits, hard) : find_all<1>(queries, limits, hard);
}

}  // namespace firstcontact::narrow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firstcontact::narrow {

HWY_EXPORT(find_far_in_lanes);
HWY_EXPORT(find_all_in_lanes);

void find_far_apart(const PlaneQueries& queries, bool* far_apart) {
  HWY_DYNAMIC_DISPATCH(find_far_in_lanes)(queries, far_apart);
}

void find_planes_of_many(const PlaneQueries& queries, PairLimits* limits, bool* hard) {
  HWY_DYNAMIC_DISPATCH(find_all_in_lanes)(queries, limits, hard);
}

}  // namespace firstcontact::narrow
#endif
