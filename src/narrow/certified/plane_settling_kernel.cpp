// Highway compiles this file once for every instruction set and chooses among them at run time.
#include "narrow/certified/plane_settling.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/certified/plane_settling_kernel.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow/certified/error_bounds.h"
#include "narrow/certified/separating_directions.h"

HWY_BEFORE_NAMESPACE();
namespace firstcontact::narrow::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The order matters.
// clang-format off
#include "narrow/vector3-inl.h"
#include "narrow/lane_rows-inl.h"
#include "narrow/certified/simd_lanes-inl.h"
#include "narrow/certified/plane_cubic-inl.h"
#include "narrow/certified/direction_test-inl.h"
#include "narrow/certified/pair_lanes-inl.h"
#include "narrow/certified/plane_side-inl.h"
#include "narrow/certified/nearest_of_patch-inl.h"
#include "narrow/certified/touches_between-inl.h"
#include "narrow/certified/plane_settling-inl.h"
// clang-format on

template <int kCorners, class Pairs>
void settle(const Pairs& pairs, const std::uint32_t* numbers, std::size_t count, double tolerance,
            const SettleTask& task, Settled* settled) {
  const LaneTag d;
  const SimdLanes lanes;
  for (std::size_t begin = 0; begin < count; begin += hn::Lanes(d)) {
    std::uint32_t here[kMaxLanes];
    for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
      here[lane] = numbers[HWY_MIN(begin + lane, count - 1)];
    PointLanes points;
    load_points(pairs, here, points);
    CornerLanes<V, kCorners> corners;
    set_corners(points, corners);
    const V largest = hn::Max(hn::Max(corners.reach.x, corners.reach.y), corners.reach.z);
    const V allowed =
        tolerance < 0 ? hn::Set(d, kRelativeTolerance) * largest : hn::Set(d, tolerance);
    const auto found = PlaneSettling<SimdLanes, kCorners>(lanes, corners, allowed, task).run();
    HWY_ALIGN double ends[kMaxLanes], times[kMaxLanes], uppers[kMaxLanes], checks[kMaxLanes];
    hn::Store(found.end, d, ends);
    hn::Store(found.t, d, times);
    hn::Store(found.upper, d, uppers);
    hn::Store(found.checks, d, checks);
    for (std::size_t lane = 0; lane < HWY_MIN(hn::Lanes(d), count - begin); ++lane)
      settled[begin + lane] = {static_cast<SettleEnd>(static_cast<int>(ends[lane])), times[lane],
                               uppers[lane], static_cast<std::int64_t>(checks[lane])};
  }
}

template <class Pairs>
void settle(const Pairs& pairs, const std::uint32_t* numbers, std::size_t count, double tolerance,
            const SettleTask& task, Settled* settled) {
  if (pairs.edge_edge)
    settle<4>(pairs, numbers, count, tolerance, task, settled);
  else
    settle<3>(pairs, numbers, count, tolerance, task, settled);
}

void settle_in_array(const PairArray& pairs, const std::uint32_t* numbers, std::size_t count,
                     double tolerance, const SettleTask& task, Settled* settled) {
  settle(pairs, numbers, count, tolerance, task, settled);
}
void settle_by_index(const IndexedPairs& pairs, const std::uint32_t* numbers, std::size_t count,
                     double tolerance, const SettleTask& task, Settled* settled) {
  settle(pairs, numbers, count, tolerance, task, settled);
}
void settle_in_columns(const PairTable<double>& pairs, const std::uint32_t* numbers,
                       std::size_t count, double tolerance, const SettleTask& task,
                       Settled* settled) {
  settle(pairs, numbers, count, tolerance, task, settled);
}
void settle_in_float_columns(const PairTable<float>& pairs, const std::uint32_t* numbers,
                             std::size_t count, double tolerance, const SettleTask& task,
                             Settled* settled) {
  settle(pairs, numbers, count, tolerance, task, settled);
}

}  // namespace firstcontact::narrow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firstcontact::narrow {

HWY_EXPORT(settle_in_array);
HWY_EXPORT(settle_by_index);
HWY_EXPORT(settle_in_columns);
HWY_EXPORT(settle_in_float_columns);

void settle_by_plane(const PairArray& pairs, const std::uint32_t* numbers, std::size_t count,
                     double tolerance, const SettleTask& task, Settled* settled) {
  HWY_DYNAMIC_DISPATCH(settle_in_array)(pairs, numbers, count, tolerance, task, settled);
}
void settle_by_plane(const IndexedPairs& pairs, const std::uint32_t* numbers, std::size_t count,
                     double tolerance, const SettleTask& task, Settled* settled) {
  HWY_DYNAMIC_DISPATCH(settle_by_index)(pairs, numbers, count, tolerance, task, settled);
}
void settle_by_plane(const PairTable<double>& pairs, const std::uint32_t* numbers,
                     std::size_t count, double tolerance, const SettleTask& task,
                     Settled* settled) {
  HWY_DYNAMIC_DISPATCH(settle_in_columns)(pairs, numbers, count, tolerance, task, settled);
}
void settle_by_plane(const PairTable<float>& pairs, const std::uint32_t* numbers, std::size_t count,
                     double tolerance, const SettleTask& task, Settled* settled) {
  HWY_DYNAMIC_DISPATCH(settle_in_float_columns)(pairs, numbers, count, tolerance, task, settled);
}

}  // namespace firstcontact::narrow
#endif
