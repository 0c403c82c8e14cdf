// First contact without separation: the first time at which the origin lies in the hull of the
// moving corners. Candidates and proofs: docs/math/exact-oracle.md, "Without separation".
//
// 1. Triangle or parallelogram: contact needs f = F_0 . (F_1 x F_2) = 0. If f is not identically
//    zero, the candidates are its roots in [0, 1]. At a root the origin lies in the hull's plane,
//    and the cross products of the sides decide whether it lies in the hull.
// 2. Otherwise (flat motion, segment, point): the candidates are time 0 and the roots at which the
//    origin lies on a side or a corner.
#include <algorithm>

#include "exact/first_contact.h"
#include "exact/root_finder.h"

namespace firstcontact::exact {

namespace {

/// The cross product F_i x F_(i+1) of side i, by components, computed when first used.
class SideCrosses {
 public:
  explicit SideCrosses(const Gap& gap) : gap_(gap) {}

  const Polynomial& component(int side, int axis) {
    std::optional<Polynomial>& slot = value_[side][axis];
    if (!slot) slot = cross(gap_.corner[side], gap_.corner[gap_.next(side)], axis);
    return *slot;
  }

 private:
  const Gap& gap_;
  std::array<std::array<std::optional<Polynomial>, 3>, 4> value_;
};

/// Whether the origin is on the side. Precondition: the cross product of the side's ends is zero at
/// that time.
bool between_ends(const Gap& gap, int side, Root& time) {
  return time.sign_of(dot(gap.corner[side], gap.corner[gap.next(side)])) <= 0;
}

/// Whether the origin is in the polygon. Precondition: three or more corners, and f is zero at that
/// time.
///
/// Project along one axis. If the cross products of the sides have both signs there, the origin is
/// outside. If they have one sign and are not all zero, the projection is one to one and the origin
/// is inside. If all are zero, another axis decides. If they are zero for every axis, all corners
/// lie on one line through the origin.
bool in_polygon(const Gap& gap, SideCrosses& crosses, Root& time) {
  for (int axis = 0; axis < 3; ++axis) {
    bool positive = false, negative = false;
    for (int side = 0; side < gap.count && !(positive && negative); ++side) {
      const int sign = time.sign_of(crosses.component(side, axis));
      positive = positive || sign > 0;
      negative = negative || sign < 0;
    }
    if (positive && negative) return false;
    if (positive || negative) return true;
  }
  for (int side = 0; side < gap.count; ++side)
    if (between_ends(gap, side, time)) return true;
  return false;
}

/// Whether the origin is on the side, without a precondition.
bool on_side(const Gap& gap, SideCrosses& crosses, int side, Root& time) {
  for (int axis = 0; axis < 3; ++axis)
    if (time.sign_of(crosses.component(side, axis)) != 0) return false;
  return between_ends(gap, side, time);
}

/// The polynomial whose roots are the common roots of three; zero if all are zero, a constant if
/// there is none in [0, 1].
Polynomial common_roots(const Polynomial& a, const Polynomial& b, const Polynomial& c) {
  for (const Polynomial* p : {&a, &b, &c})
    if (!p->is_zero() && p->bernstein().strict_sign() != 0) return Polynomial(Integer(1));
  Polynomial r;
  for (const Polynomial* p : {&a, &b, &c}) {
    if (p->is_zero()) continue;
    r = r.is_zero() ? *p : greatest_common_divisor(r, *p);
  }
  return r;
}

bool in_hull(const Gap& gap, SideCrosses& crosses, Root& time) {
  if (gap.count >= 3) return in_polygon(gap, crosses, time);
  if (gap.count == 2) return on_side(gap, crosses, 0, time);
  return std::all_of(gap.corner[0].begin(), gap.corner[0].end(),
                     [&](const Polynomial& x) { return time.sign_of(x) == 0; });
}

/// The first contact of a flat motion: f is identically zero, or there is no f.
FirstContact first_flat_contact(const Gap& gap, SideCrosses& crosses) {
  FirstContact result;
  Root start(0, 0);
  ++result.candidates;
  if (in_hull(gap, crosses, start)) {
    result.time = std::move(start);
    return result;
  }
  for (int i = 0; i < gap.count; ++i) {
    const Polynomial zeros = common_roots(gap.corner[i][0], gap.corner[i][1], gap.corner[i][2]);
    RootFinder roots(zeros);
    if (std::optional<Root> time = roots.next()) {
      ++result.candidates;
      keep_earlier(result.time, std::move(*time));
    }
  }
  for (int side = 0; side < gap.side_count(); ++side) {
    const Polynomial zeros = common_roots(crosses.component(side, 0), crosses.component(side, 1),
                                          crosses.component(side, 2));
    if (zeros.is_zero()) continue;
    RootFinder roots(zeros);
    while (std::optional<Root> time = roots.next()) {
      ++result.candidates;
      if (!between_ends(gap, side, *time)) continue;
      keep_earlier(result.time, std::move(*time));
      break;
    }
  }
  return result;
}

}  // namespace

FirstContact first_contact_with_origin(const Gap& gap) {
  SideCrosses crosses(gap);
  Polynomial f;
  if (gap.count >= 3)
    for (int k = 0; k < 3; ++k)
      if (!gap.corner[0][k].is_zero()) f.add_product(gap.corner[0][k], crosses.component(1, k));
  if (f.is_zero()) return first_flat_contact(gap, crosses);
  FirstContact result;
  RootFinder roots(std::move(f));
  while (std::optional<Root> time = roots.next()) {
    ++result.candidates;
    if (!in_polygon(gap, crosses, *time)) continue;
    result.time = std::move(time);
    break;
  }
  return result;
}

}  // namespace firstcontact::exact
