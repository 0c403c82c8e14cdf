// Highway compiles this file once for every instruction set and chooses among them at run time.
#include "narrow/certified/batch_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/certified/batch_kernel.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow/certified/gap_corners.h"

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
// clang-format on

/// The test of the pairs of one call. The axes decide three pairs in four. So first they are tested
/// for all pairs of a block, and then all other directions for those pairs that are left, in full
/// lanes.
template <int kCorners, class Pairs>
class SeparationFinder {
 public:
  SeparationFinder(const Pairs& pairs, double t_max, const SeparationMargin& separation,
                   const double* distances, Separated* separated)
      : pairs_(pairs),
        t_max_(t_max),
        separation_(separation),
        distances_(distances),
        separated_(separated) {}

  void run() {
    for (std::size_t begin = 0; begin < pairs_.count; begin += kPairsPerBlock) {
      const std::size_t end = HWY_MIN(begin + kPairsPerBlock, pairs_.count);
      std::size_t left = 0;
      for (std::size_t i = begin; i < end; i += hn::Lanes(LaneTag()))
        left = test_axes(i, HWY_MIN(hn::Lanes(LaneTag()), end - i), left);
      // Lanes beyond the last pair repeat it.
      for (std::size_t lane = 0; lane < kMaxLanes && left > 0; ++lane)
        left_[left + lane] = left_[left - 1];
      for (std::size_t i = 0; i < left; i += hn::Lanes(LaneTag())) {
        prefetch(pairs_, end + kPairsAhead + i);
        test_others(left_ + i, HWY_MIN(hn::Lanes(LaneTag()), left - i));
      }
    }
  }

 private:
  using Test = DirectionTest<SimdLanes, kCorners>;

  /// Moves `end` from t = 1 to t_max.
  HWY_INLINE void cut_at_t_max(CornerLanes<V, kCorners>& corners) const {
    if (t_max_ == 1) return;
    const LaneTag d;
    for (int i = 0; i < kCorners; ++i)
      corners.end[i] =
          hn::Set(d, 1 - t_max_) * corners.start[i] + hn::Set(d, t_max_) * corners.end[i];
  }

  HWY_INLINE DistanceLanes<SimdLanes> distances_of(const std::uint32_t* numbers,
                                                   const Lanes3& reach) const {
    const LaneTag d;
    V distance = hn::Set(d, separation_.distance);
    if (distances_) {
      HWY_ALIGN double values[kMaxLanes];
      for (std::size_t lane = 0; lane < kMaxLanes; ++lane) values[lane] = distances_[numbers[lane]];
      distance = hn::Load(d, values);
    }
    return DistanceLanes<SimdLanes>::make(SimdLanes(), separation_, distance,
                                          distances_ || separation_.distance > 0, reach);
  }

  /// Tests the axes of the `used` pairs from `begin` on, and appends those that are not separated to
  /// left_, which has `left` entries. Returns its new length.
  HWY_INLINE std::size_t test_axes(std::size_t begin, std::size_t used, std::size_t left) {
    const LaneTag d;
    PointLanes points;
    load_run(pairs_, begin, points);
    CornerLanes<V, kCorners> corners;
    const auto usable = set_corners(points, corners);
    cut_at_t_max(corners);
    const LaneNumbers numbers(begin, pairs_.count);
    const V index =
        Test(SimdLanes(), corners, distances_of(numbers.pair, corners.reach)).first_axis();
    HWY_ALIGN double lanes[kMaxLanes];
    hn::Store(hn::IfThenElse(usable, index, hn::Set(d, kDirections + 1)), d, lanes);
    for (std::size_t lane = 0; lane < used; ++lane) {
      separated_[begin + lane] = state_of(lanes[lane]);
      left_[left] = static_cast<std::uint32_t>(begin + lane);
      left += lanes[lane] == kDirections;
    }
    return left;
  }

  /// Tests all directions but the axes of pairs that are left.
  HWY_INLINE void test_others(const std::uint32_t* numbers, std::size_t used) {
    const LaneTag d;
    PointLanes points;
    load_points(pairs_, numbers, points);
    CornerLanes<V, kCorners> corners;
    set_corners(points, corners);
    cut_at_t_max(corners);
    HWY_ALIGN double lanes[kMaxLanes];
    hn::Store(Test(SimdLanes(), corners, distances_of(numbers, corners.reach)).first_after_axes(),
              d, lanes);
    for (std::size_t lane = 0; lane < used; ++lane)
      separated_[numbers[lane]] = state_of(lanes[lane]);
  }

  static HWY_INLINE Separated state_of(double index) {
    return index < kDirections    ? Separated::Yes
           : index == kDirections ? Separated::No
                                  : Separated::Untested;
  }

  const Pairs& pairs_;
  const double t_max_;
  const SeparationMargin& separation_;
  const double* distances_;
  Separated* separated_;
  std::uint32_t left_[kPairsPerBlock + kMaxLanes];  // pairs that no axis separates
};

template <class Pairs>
void find(const Pairs& pairs, double t_max, const SeparationMargin& separation,
          const double* distances, Separated* separated) {
  if (pairs.edge_edge)
    SeparationFinder<4, Pairs>(pairs, t_max, separation, distances, separated).run();
  else
    SeparationFinder<3, Pairs>(pairs, t_max, separation, distances, separated).run();
}

void find_in_array(const PairArray& pairs, double t_max, const SeparationMargin& separation,
                   const double* distances, Separated* separated) {
  find(pairs, t_max, separation, distances, separated);
}
void find_by_index(const IndexedPairs& pairs, double t_max, const SeparationMargin& separation,
                   const double* distances, Separated* separated) {
  find(pairs, t_max, separation, distances, separated);
}
void find_in_columns(const PairTable<double>& pairs, double t_max,
                     const SeparationMargin& separation, const double* distances,
                     Separated* separated) {
  find(pairs, t_max, separation, distances, separated);
}
void find_in_float_columns(const PairTable<float>& pairs, double t_max,
                           const SeparationMargin& separation, const double* distances,
                           Separated* separated) {
  find(pairs, t_max, separation, distances, separated);
}

}  // namespace firstcontact::narrow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firstcontact::narrow {

HWY_EXPORT(find_in_array);
HWY_EXPORT(find_by_index);
HWY_EXPORT(find_in_columns);
HWY_EXPORT(find_in_float_columns);

void find_separated(const PairArray& pairs, double t_max, const SeparationMargin& separation,
                    const double* distances, Separated* separated) {
  HWY_DYNAMIC_DISPATCH(find_in_array)(pairs, t_max, separation, distances, separated);
}
void find_separated(const IndexedPairs& pairs, double t_max, const SeparationMargin& separation,
                    const double* distances, Separated* separated) {
  HWY_DYNAMIC_DISPATCH(find_by_index)(pairs, t_max, separation, distances, separated);
}
void find_separated(const PairTable<double>& pairs, double t_max,
                    const SeparationMargin& separation, const double* distances,
                    Separated* separated) {
  HWY_DYNAMIC_DISPATCH(find_in_columns)(pairs, t_max, separation, distances, separated);
}
void find_separated(const PairTable<float>& pairs, double t_max, const SeparationMargin& separation,
                    const double* distances, Separated* separated) {
  HWY_DYNAMIC_DISPATCH(find_in_float_columns)(pairs, t_max, separation, distances, separated);
}

}  // namespace firstcontact::narrow
#endif
