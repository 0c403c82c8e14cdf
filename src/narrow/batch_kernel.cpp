// Highway compiles this file once for every instruction set and chooses among them at run time.
#include "narrow/batch_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/batch_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow/gap_corners.h"

HWY_BEFORE_NAMESPACE();
namespace firstcontact::narrow::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Lane operations for DirectionTest. No fused multiply-add anywhere: it would round differently from the scalar code.
struct SimdLanes {
  using D = hn::ScalableTag<double>;
  using T = hn::Vec<D>;
  T splat(double value) const { return hn::Set(D(), value); }
  static T min(T a, T b) { return hn::Min(a, b); }
  static T max(T a, T b) { return hn::Max(a, b); }
  static T abs(T a) { return hn::Abs(a); }
  static T sqrt(T a) { return hn::Sqrt(a); }
  static T negative(T a) { return hn::Neg(a); }
  static T if_positive(T condition, T a, T b) { return hn::IfThenElse(hn::Gt(condition, hn::Zero(D())), a, b); }
  static bool all_below(T a, T b) { return hn::AllTrue(D(), hn::Lt(a, b)); }
};

// The order matters.
// clang-format off
#include "narrow/vector3-inl.h"
#include "narrow/direction_test-inl.h"
// clang-format on

using V = SimdLanes::T;
using Lanes3 = Vector3<V>;

/// Point `index` (0 to 7) of the lanes' pairs.
template <class Offsets>
HWY_INLINE Lanes3 load_point(const double* first, Offsets offsets, int index) {
  const SimdLanes::D d;
  const double* at = first + 3 * index;
  return {hn::GatherIndex(d, at, offsets), hn::GatherIndex(d, at + 1, offsets), hn::GatherIndex(d, at + 2, offsets)};
}

template <int kCorners, class Offsets>
HWY_INLINE void load_corners(const double* first, Offsets offsets, int instant, Lanes3 (&corner)[kCorners]) {
  Lanes3 x[4];
  for (int i = 0; i < 4; ++i) x[i] = load_point(first, offsets, 4 * instant + i);
  if constexpr (kCorners == 3) {
    for (int i = 0; i < 3; ++i) corner[i] = x[0] - x[i + 1];
  } else {
    corner[0] = x[0] - x[2];
    corner[1] = x[0] - x[3];
    corner[2] = x[1] - x[3];
    corner[3] = x[1] - x[2];
  }
}

template <int kCorners>
void find(const PairArray& pairs, double t_max, const SeparationMargin& separation, Separated* separated) {
  const SimdLanes lanes;
  const SimdLanes::D d;
  const hn::RebindToSigned<SimdLanes::D> di;
  const std::size_t width = hn::Lanes(d);
  HWY_ALIGN std::int64_t offset[hn::MaxLanes(SimdLanes::D())];
  HWY_ALIGN double index[hn::MaxLanes(SimdLanes::D())];
  for (std::size_t begin = 0; begin < pairs.count; begin += width) {
    const std::size_t used = std::min(width, pairs.count - begin);
    if (begin == 0 || used < width)
      for (std::size_t lane = 0; lane < width; ++lane)
        offset[lane] = static_cast<std::int64_t>(std::min(lane, used - 1) * pairs.stride);
    const auto offsets = hn::Load(di, offset);
    const double* first = pairs.first + begin * pairs.stride;

    CornerLanes<V, kCorners> corners;
    load_corners<kCorners>(first, offsets, 0, corners.start);
    load_corners<kCorners>(first, offsets, 1, corners.end);
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
    if (t_max != 1)
      for (int i = 0; i < kCorners; ++i)
        corners.end[i] = hn::Set(d, 1 - t_max) * corners.start[i] + hn::Set(d, t_max) * corners.end[i];

    // Max and Min may drop a NaN; the sum keeps it.
    const V largest = hn::Max(hn::Max(reach[0], reach[1]), reach[2]);
    const auto usable =
        hn::And(hn::And(hn::Ge(largest, hn::Set(d, kSmallestUnscaled)), hn::Le(largest, hn::Set(d, kLargestUnscaled))),
                hn::Lt(hn::Abs(sum), hn::Set(d, 0x1p+300)));
    const V first_index = DirectionTest<SimdLanes, kCorners>(lanes, corners, separation).first();
    hn::Store(hn::IfThenElse(usable, first_index, hn::Set(d, kDirections + 1)), d, index);
    for (std::size_t lane = 0; lane < used; ++lane)
      separated[begin + lane] = index[lane] < kDirections    ? Separated::Yes
                                : index[lane] == kDirections ? Separated::No
                                                             : Separated::Untested;
  }
}

void find_separated(const PairArray& pairs, double t_max, const SeparationMargin& separation, Separated* separated) {
  pairs.edge_edge ? find<4>(pairs, t_max, separation, separated) : find<3>(pairs, t_max, separation, separated);
}

}  // namespace firstcontact::narrow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firstcontact::narrow {

HWY_EXPORT(find_separated);

void find_separated(const PairArray& pairs, double t_max, const SeparationMargin& separation, Separated* separated) {
  HWY_DYNAMIC_DISPATCH(find_separated)(pairs, t_max, separation, separated);
}

}  // namespace firstcontact::narrow
#endif
