// The inclusion function of the paper, section 5.2, for many boxes at once.
//
// The gap over a box is bounded by its values at the eight corners. At a fixed time it is affine in
// (u, v), so its bounds are the middle value -+ half_u |B| -+ half_v |C|: the same tightest box
// with far fewer operations. Each lane holds a box. Boxes are sorted by time; while all lanes share
// one time interval, A, B and C are computed once and kept until the interval changes.
//
// The bits are the same everywhere: there are only additions, multiplications, minima and
// comparisons of single lanes, in the order of `gap_box`, never fused.
#include "narrow/published/tight_inclusion_fast_kernel.h"

#include <bit>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/published/tight_inclusion_fast_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace firstcontact::narrow::tight_inclusion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<double, kLanePadding>;
using Vector = hn::Vec<Lanes>;
using Mask = hn::Mask<Lanes>;
/// Lanes hold the axes.
using AxisLanes = hn::CappedTag<double, 4>;
using AxisVector = hn::Vec<AxisLanes>;

/// A, B, C at one time on one axis, and how far the gap extends below and above its middle.
template <class V>
struct Coefficients {
  V a, b, c, below, above;
};

/// (1 - t) at0 + t at1
template <class V>
HWY_INLINE V blend(V s, V t, V at0, V at1) {
  return hn::Add(hn::Mul(s, at0), hn::Mul(t, at1));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE Coefficients<V> coefficients(D d, bool whole_triangle, V half_u, V half_v, V a, V b,
                                        V c) {
  if (whole_triangle) {
    const V zero = hn::Zero(d);
    return {a, b, c, hn::Min(zero, hn::Min(b, c)), hn::Max(zero, hn::Max(b, c))};
  }
  const V radius = hn::Add(hn::Mul(half_u, hn::Abs(b)), hn::Mul(half_v, hn::Abs(c)));
  return {a, b, c, hn::Neg(radius), radius};
}

/// What is common to all boxes of a level.
struct Context {
  const Problem& problem;
  double t_width, half_u, half_v;
  bool whole_triangle;
};

/// The coefficients of one time interval, shared by all lanes.
class SharedInterval {
 public:
  explicit SharedInterval(const Context& context) : context_(context) {}

  HWY_INLINE void move_to(double t) {
    if (t == t_) return;
    t_ = t;
    const double t_right = t + context_.t_width;
    fill(0, t);
    fill(1, t_right < context_.problem.t_limit ? t_right : context_.problem.t_limit);
  }

  HWY_INLINE Coefficients<Vector> at(int end, int axis) const {
    const Lanes d;
    return {hn::Set(d, a_[end][axis]), hn::Set(d, b_[end][axis]), hn::Set(d, c_[end][axis]),
            hn::Set(d, below_[end][axis]), hn::Set(d, above_[end][axis])};
  }

 private:
  HWY_INLINE void fill(int end, double time) {
    const AxisLanes d;
    const Problem& p = context_.problem;
    const AxisVector t = hn::Set(d, time), s = hn::Set(d, 1 - time);
    const AxisVector half_u = hn::Set(d, context_.half_u), half_v = hn::Set(d, context_.half_v);
    for (std::size_t k = 0; k < 4; k += hn::Lanes(d)) {
      const AxisVector a = blend(s, t, hn::LoadU(d, &p.a0[k]), hn::LoadU(d, &p.a1[k]));
      const AxisVector b = blend(s, t, hn::LoadU(d, &p.b0[k]), hn::LoadU(d, &p.b1[k]));
      const AxisVector c = blend(s, t, hn::LoadU(d, &p.c0[k]), hn::LoadU(d, &p.c1[k]));
      const Coefficients<AxisVector> out =
          coefficients(d, context_.whole_triangle, half_u, half_v, a, b, c);
      hn::StoreU(out.a, d, &a_[end][k]);
      hn::StoreU(out.b, d, &b_[end][k]);
      hn::StoreU(out.c, d, &c_[end][k]);
      hn::StoreU(out.below, d, &below_[end][k]);
      hn::StoreU(out.above, d, &above_[end][k]);
    }
  }

  const Context& context_;
  double t_ = -1;
  double a_[2][4], b_[2][4], c_[2][4], below_[2][4], above_[2][4];
};

/// The coefficients where every lane has its own time interval.
class LaneIntervals {
 public:
  HWY_INLINE LaneIntervals(const Context& context, Vector t) : context_(context) {
    const Lanes d;
    t_[0] = t;
    t_[1] = hn::Min(hn::Add(t, hn::Set(d, context.t_width)), hn::Set(d, context.problem.t_limit));
    for (int end = 0; end < 2; ++end) s_[end] = hn::Sub(hn::Set(d, 1.0), t_[end]);
  }

  HWY_INLINE Coefficients<Vector> at(int end, int axis) const {
    const Lanes d;
    const Problem& p = context_.problem;
    const Vector a = blend(s_[end], t_[end], hn::Set(d, p.a0[axis]), hn::Set(d, p.a1[axis]));
    const Vector b = blend(s_[end], t_[end], hn::Set(d, p.b0[axis]), hn::Set(d, p.b1[axis]));
    const Vector c = blend(s_[end], t_[end], hn::Set(d, p.c0[axis]), hn::Set(d, p.c1[axis]));
    return coefficients(d, context_.whole_triangle, hn::Set(d, context_.half_u),
                        hn::Set(d, context_.half_v), a, b, c);
  }

 private:
  const Context& context_;
  Vector t_[2], s_[2];
};

struct Verdict {
  Mask hit, small;
};

/// Checks one axis after the other; stops when no lane may hold a contact.
template <class Intervals>
HWY_INLINE Verdict check_lanes(const Context& context, const Intervals& intervals, Vector u,
                               Vector v, Mask valid) {
  const Lanes d;
  const Vector mid_u = hn::Add(u, hn::Set(d, context.half_u));
  const Vector mid_v = hn::Add(v, hn::Set(d, context.half_v));
  Verdict verdict{valid, valid};
  for (int axis = 0; axis < 3; ++axis) {
    Vector low[2], high[2];
    for (int end = 0; end < 2; ++end) {
      const Coefficients<Vector> f = intervals.at(end, axis);
      // middle = a + (mid_u * b + mid_v * c)
      const Vector middle = context.whole_triangle
                                ? f.a
                                : hn::Add(f.a, hn::Add(hn::Mul(mid_u, f.b), hn::Mul(mid_v, f.c)));
      low[end] = hn::Add(middle, f.below);
      high[end] = hn::Add(middle, f.above);
    }
    const Vector lowest = hn::Min(low[0], low[1]), highest = hn::Max(high[0], high[1]);
    const Vector bound = hn::Set(d, context.problem.contact_bound[axis]);
    const Vector minus_bound = hn::Neg(bound);
    verdict.hit =
        hn::And(verdict.hit, hn::And(hn::Le(lowest, bound), hn::Ge(highest, minus_bound)));
    if (hn::AllFalse(d, verdict.hit)) return {verdict.hit, verdict.hit};
    const Mask narrow = hn::Le(hn::Sub(highest, lowest), hn::Set(d, context.problem.narrow[axis]));
    const Mask inside = hn::And(hn::Ge(lowest, minus_bound), hn::Le(highest, bound));
    verdict.small = hn::And(verdict.small, hn::Or(narrow, inside));
  }
  verdict.small = hn::And(verdict.small, verdict.hit);
  return verdict;
}

/// Bit i is lane i.
HWY_INLINE unsigned bits_of(Mask mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Lanes(), mask, bytes);
  return bytes[0];
}

CheckedBoxes check_boxes(const Problem& problem, const Level& level, double* HWY_RESTRICT t,
                         double* HWY_RESTRICT u, double* HWY_RESTRICT v, std::size_t count) {
  const Lanes d;
  const std::size_t lanes = hn::Lanes(d);
  const bool whole_triangle =
      problem.triangle && level.halvings[kU] == 0 && level.halvings[kV] == 0;
  const Context context{problem, level.width[kTime], level.width[kU] / 2, level.width[kV] / 2,
                        whole_triangle};
  SharedInterval shared(context);
  std::size_t survivors = 0;
  for (std::size_t i = 0; i < count; i += lanes) {
    const std::size_t used = count - i < lanes ? count - i : lanes;
    const Mask valid = hn::FirstN(d, used);
    const Vector t_left = hn::LoadU(d, t + i), u_left = hn::LoadU(d, u + i),
                 v_left = hn::LoadU(d, v + i);
    Verdict verdict;
    if (t[i] == t[i + used - 1]) {
      shared.move_to(t[i]);
      verdict = check_lanes(context, shared, u_left, v_left, valid);
    } else {
      verdict = check_lanes(context, LaneIntervals(context, t_left), u_left, v_left, valid);
    }
    unsigned hits = bits_of(verdict.hit);
    const unsigned small = bits_of(verdict.small);
    // Keep only boxes before the first narrow one.
    if (small != 0) hits &= (small & (0u - small)) - 1;
    // Boxes move to the front, in order: never to an index that was not read yet. (Highway's
    // Compress is slow on some targets.)
    for (; hits != 0; hits &= hits - 1, ++survivors) {
      const std::size_t from = i + static_cast<std::size_t>(std::countr_zero(hits));
      t[survivors] = t[from];
      u[survivors] = u[from];
      v[survivors] = v[from];
    }
    if (small != 0) {
      const std::size_t first = i + static_cast<std::size_t>(std::countr_zero(small));
      return {survivors, first, {t[first], u[first], v[first]}};
    }
  }
  return {survivors, count, {0, 0, 0}};
}

}  // namespace firstcontact::narrow::tight_inclusion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firstcontact::narrow::tight_inclusion {

HWY_EXPORT(check_boxes);

CheckedBoxes check_boxes(const Problem& problem, const Level& level, double* t, double* u,
                         double* v, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(check_boxes)(problem, level, t, u, v, count);
}

}  // namespace firstcontact::narrow::tight_inclusion
#endif
