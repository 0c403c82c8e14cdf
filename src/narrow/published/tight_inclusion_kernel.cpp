// The inclusion function of the paper, section 5.2: computes the gap at the eight corners of a box
// in the lanes of one or more vectors, one axis after the other, and stops at the first axis that
// excludes a contact. Highway compiles this file once for every instruction set.
#include "narrow/published/tight_inclusion_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/published/tight_inclusion_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace firstcontact::narrow::tight_inclusion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<double, 8>;
constexpr std::size_t kCorners = 8;

BoxAnswer check_corners(const Problem& problem, const Level& level, double t, double u, double v) {
  const Lanes d;
  const double t1 = std::min(t + level.width[kTime], problem.t_limit), u1 = u + level.width[kU],
               v1 = v + level.width[kV];
  HWY_ALIGN const double corner_t[kCorners] = {t, t, t, t, t1, t1, t1, t1};
  HWY_ALIGN const double corner_u[kCorners] = {u, u, u1, u1, u, u, u1, u1};
  HWY_ALIGN const double corner_v[kCorners] = {v, v1, v, v1, v, v1, v, v1};
  bool small = true;
  for (int axis = 0; axis < 3; ++axis) {
    auto low = hn::Set(d, 0.0), high = low;
    for (std::size_t i = 0; i < kCorners; i += hn::Lanes(d)) {
      const auto time = hn::Load(d, corner_t + i), rest = hn::Sub(hn::Set(d, 1.0), time);
      // (1 - t) x0 + t x1, never fused.
      const auto a = hn::Add(hn::Mul(rest, hn::Set(d, problem.a0[axis])),
                             hn::Mul(time, hn::Set(d, problem.a1[axis])));
      const auto b = hn::Add(hn::Mul(rest, hn::Set(d, problem.b0[axis])),
                             hn::Mul(time, hn::Set(d, problem.b1[axis])));
      const auto c = hn::Add(hn::Mul(rest, hn::Set(d, problem.c0[axis])),
                             hn::Mul(time, hn::Set(d, problem.c1[axis])));
      const auto gap = hn::Add(
          a, hn::Add(hn::Mul(hn::Load(d, corner_u + i), b), hn::Mul(hn::Load(d, corner_v + i), c)));
      low = i == 0 ? gap : hn::Min(low, gap);
      high = i == 0 ? gap : hn::Max(high, gap);
    }
    const double least = hn::GetLane(hn::MinOfLanes(d, low)),
                 most = hn::GetLane(hn::MaxOfLanes(d, high));
    if (least > problem.contact_bound[axis] || most < -problem.contact_bound[axis])
      return BoxAnswer::Free;
    // A box that is narrow or within the separation need not be split further on this axis.
    const bool inside =
        least >= -problem.contact_bound[axis] && most <= problem.contact_bound[axis];
    small = small && (inside || most - least <= problem.narrow[axis]);
  }
  return small ? BoxAnswer::Small : BoxAnswer::Wide;
}

}  // namespace firstcontact::narrow::tight_inclusion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firstcontact::narrow::tight_inclusion {

HWY_EXPORT(check_corners);

BoxAnswer check_corners(const Problem& problem, const Level& level, double t, double u, double v) {
  return HWY_DYNAMIC_DISPATCH(check_corners)(problem, level, t, u, v);
}

}  // namespace firstcontact::narrow::tight_inclusion
#endif
