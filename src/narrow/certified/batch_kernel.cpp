// Highway compiles this file once for every instruction set and chooses among them at run time.
#include "narrow/certified/batch_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/certified/batch_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow/certified/gap_corners.h"

HWY_BEFORE_NAMESPACE();
namespace firstcontact::narrow::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Lane operations for DirectionTest. No fused multiply-add anywhere: it would round differently
/// from the scalar code.
struct SimdLanes {
  using D = hn::ScalableTag<double>;
  using T = hn::Vec<D>;
  T splat(double value) const { return hn::Set(D(), value); }
  static T min(T a, T b) { return hn::Min(a, b); }
  static T max(T a, T b) { return hn::Max(a, b); }
  static T abs(T a) { return hn::Abs(a); }
  static T sqrt(T a) { return hn::Sqrt(a); }
  static T negative(T a) { return hn::Neg(a); }
  static T if_positive(T condition, T a, T b) {
    return hn::IfThenElse(hn::Gt(condition, hn::Zero(D())), a, b);
  }
  static bool all_below(T a, T b) { return hn::AllTrue(D(), hn::Lt(a, b)); }
};

// The order matters.
// clang-format off
#include "narrow/vector3-inl.h"
#include "narrow/certified/plane_cubic-inl.h"
#include "narrow/certified/direction_test-inl.h"
// clang-format on

using V = SimdLanes::T;
using Lanes3 = Vector3<V>;

using Offsets = hn::Vec<hn::RebindToSigned<SimdLanes::D>>;
constexpr std::size_t kMaxLanes = hn::MaxLanes(SimdLanes::D());

HWY_INLINE Lanes3 gather(const double* from, Offsets offsets) {
  const SimdLanes::D d;
  return {hn::GatherIndex(d, from, offsets), hn::GatherIndex(d, from + 1, offsets),
          hn::GatherIndex(d, from + 2, offsets)};
}

/// The points of the pairs from `begin` to begin + used - 1, one pair per lane. Lanes beyond those
/// repeat the last pair.
class PointsOfArray {
 public:
  PointsOfArray(const PairArray& pairs, std::size_t begin, std::size_t used)
      : first_(pairs.first + begin * pairs.stride) {
    HWY_ALIGN std::int64_t offset[kMaxLanes];
    for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
      offset[lane] = static_cast<std::int64_t>(std::min(lane, used - 1) * pairs.stride);
    offsets_ = hn::Load(hn::RebindToSigned<SimdLanes::D>(), offset);
  }
  Lanes3 point(int instant, int index) const {
    return gather(first_ + 12 * instant + 3 * index, offsets_);
  }

 private:
  const double* first_;
  Offsets offsets_;
};

/// The same for pairs given by the indices of their vertices.
class PointsByIndex {
 public:
  PointsByIndex(const IndexedPairs& pairs, std::size_t begin, std::size_t used)
      : points_(pairs.points) {
    HWY_ALIGN std::int64_t offset[4][kMaxLanes];
    for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
      for (int i = 0; i < 4; ++i)
        offset[i][lane] = 6 * std::int64_t{pairs.vertices[begin + std::min(lane, used - 1)][i]};
    for (int i = 0; i < 4; ++i)
      offsets_[i] = hn::Load(hn::RebindToSigned<SimdLanes::D>(), offset[i]);
  }
  Lanes3 point(int instant, int index) const {
    return gather(points_ + 3 * instant, offsets_[index]);
  }

 private:
  const double* points_;
  Offsets offsets_[4];
};

template <int kCorners, class Points>
HWY_INLINE void load_corners(const Points& points, int instant, Lanes3 (&corner)[kCorners]) {
  Lanes3 x[4];
  for (int i = 0; i < 4; ++i) x[i] = points.point(instant, i);
  if constexpr (kCorners == 3) {
    for (int i = 0; i < 3; ++i) corner[i] = x[0] - x[i + 1];
  } else {
    corner[0] = x[0] - x[2];
    corner[1] = x[0] - x[3];
    corner[2] = x[1] - x[3];
    corner[3] = x[1] - x[2];
  }
}

/// Sets `reach`. Returns the lanes in which every coordinate is finite and no scaling is needed.
template <int kCorners>
HWY_INLINE hn::Mask<SimdLanes::D> measure(CornerLanes<V, kCorners>& corners) {
  const SimdLanes::D d;
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

HWY_INLINE V load_some(const double* from, std::size_t count) {
  const SimdLanes::D d;
  if (count == hn::Lanes(d)) return hn::LoadU(d, from);
  HWY_ALIGN double padded[kMaxLanes] = {};
  std::copy(from, from + count, padded);
  return hn::Load(d, padded);
}

template <class Points, int kCorners, class Pairs>
void find(const Pairs& pairs, double t_max, const SeparationMargin& separation,
          const double* distances, Separated* separated) {
  const SimdLanes lanes;
  const SimdLanes::D d;
  const std::size_t width = hn::Lanes(d);
  HWY_ALIGN double index[kMaxLanes];
  for (std::size_t begin = 0; begin < pairs.count; begin += width) {
    const std::size_t used = std::min(width, pairs.count - begin);
    const Points points(pairs, begin, used);
    CornerLanes<V, kCorners> corners;
    load_corners<kCorners>(points, 0, corners.start);
    load_corners<kCorners>(points, 1, corners.end);
    const auto usable = measure(corners);
    if (t_max != 1)
      for (int i = 0; i < kCorners; ++i)
        corners.end[i] =
            hn::Set(d, 1 - t_max) * corners.start[i] + hn::Set(d, t_max) * corners.end[i];
    const V distance =
        distances ? load_some(distances + begin, used) : hn::Set(d, separation.distance);
    const auto to_clear = DistanceLanes<SimdLanes>::make(
        lanes, separation, distance, distances || separation.distance > 0, corners.reach);
    const V first_index = DirectionTest<SimdLanes, kCorners>(lanes, corners, to_clear).first();
    hn::Store(hn::IfThenElse(usable, first_index, hn::Set(d, kDirections + 1)), d, index);
    for (std::size_t lane = 0; lane < used; ++lane)
      separated[begin + lane] = index[lane] < kDirections    ? Separated::Yes
                                : index[lane] == kDirections ? Separated::No
                                                             : Separated::Untested;
  }
}

void find_in_array(const PairArray& pairs, double t_max, const SeparationMargin& separation,
                   const double* distances, Separated* separated) {
  pairs.edge_edge ? find<PointsOfArray, 4>(pairs, t_max, separation, distances, separated)
                  : find<PointsOfArray, 3>(pairs, t_max, separation, distances, separated);
}

void find_by_index(const IndexedPairs& pairs, double t_max, const SeparationMargin& separation,
                   const double* distances, Separated* separated) {
  pairs.edge_edge ? find<PointsByIndex, 4>(pairs, t_max, separation, distances, separated)
                  : find<PointsByIndex, 3>(pairs, t_max, separation, distances, separated);
}

}  // namespace firstcontact::narrow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firstcontact::narrow {

HWY_EXPORT(find_in_array);
HWY_EXPORT(find_by_index);

void find_separated(const PairArray& pairs, double t_max, const SeparationMargin& separation,
                    const double* distances, Separated* separated) {
  HWY_DYNAMIC_DISPATCH(find_in_array)(pairs, t_max, separation, distances, separated);
}

void find_separated(const IndexedPairs& pairs, double t_max, const SeparationMargin& separation,
                    const double* distances, Separated* separated) {
  HWY_DYNAMIC_DISPATCH(find_by_index)(pairs, t_max, separation, distances, separated);
}

}  // namespace firstcontact::narrow
#endif
