// TCCD: tight conservative inequalities in Bernstein form, in floating point.
//
// Z. Wang, M. Tang, R. Tong, D. Manocha: TightCCD: Efficient and Robust Continuous Collision
// Detection using Tight Error Bounds (2015); after Tang, Tong, Wang, Manocha: Fast and Exact
// Continuous Collision Detection with Bernstein Sign Classification (2014). Written from their
// description in Wang et al. 2021; the bounds and their derivation are ours (bernstein_motion.h),
// and so is the exact form of steps 3 to 5.
//
// Steps; every comparison allows for a forward error bound:
//  1. Compute the Bernstein coefficients k of the cubic f, which is zero when the four points are
//     coplanar. If all have one sign, the pair is free.
//  2. If all are within the error bound, report contact: the primitives move in one plane, and the
//     cubic decides nothing.
//  3. For each side of the face (each end of each edge) compute the quartic l, which is negative
//     when the point is beyond it. Subtracting a multiple of f does not change l at the roots of f:
//     l = s f + 4 t (1 - t) r, where s is the line from l(0) / f(0) to l(1) / f(1), leaves a
//     quadratic r with the sign of l at every root in (0, 1).
//  4. If l or r has only negative coefficients, the pair is free.
//  5. If r changes its sign once, cut there. If f has no root in the part where r is not negative,
//     the pair is free.
//  6. Otherwise report contact.
//
// Known to go wrong: any motion in one plane is a contact, near or far. False positives cannot be
// controlled: two roots of f that fail different inequalities, an r that rises and falls again, and
// everything within the error bounds. It gives no time of impact.
//
// Observed: no miss on the 4,884 sample queries, on a tenth of the candidates of the cloth-on-ball
// step, and on 50,000 generated ones of 26 classes, subnormal and largest doubles included. False
// positives: samples 138 of 1,835 vertex-face and 90 of 3,049 edge-edge queries (published code on
// a larger selection: 384 of 3,085 and 295 of 4,194), cloth 3.3 % and 2.7 % of the candidates,
// where the published code has 1.9 % and 1.6 %: it must cut closer than step 5; how, the
// descriptions we have do not say. Of the forms tried, l alone gives about 17 % positives on the
// cloth, l and r 8.7 % and 8.2 %, with step 5 4.4 % and 4.5 %; a further cut at the turning point
// of f gains 0.2 % and is left out. Every generated query of the classes coplanar, collinear-edges,
// parallel-edges and degenerate-gap is a positive, also where nothing touches.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "bernstein_motion.h"
#include "methods.h"

namespace firstcontact::baselines {
namespace {

using bernstein::kRoundoff;
using bernstein::kUnderflow;
using Cubic = std::array<double, 4>;
using Quadratic = std::array<double, 3>;
using Quartic = std::array<double, 5>;

template <std::size_t kCount>
bool all_above(const std::array<double, kCount>& values, double bound) {
  return std::all_of(values.begin(), values.end(), [=](double x) { return x > bound; });
}
template <std::size_t kCount>
bool all_below(const std::array<double, kCount>& values, double bound) {
  return std::all_of(values.begin(), values.end(), [=](double x) { return x < bound; });
}
template <std::size_t kCount>
double largest(const std::array<double, kCount>& values) {
  double most = 0;
  for (const double x : values) most = std::max(most, std::abs(x));
  return most;
}

/// Bernstein coefficients over [0, t] of the polynomial with these over [0, 1] (de Casteljau). Adds
/// at most 3 roundings of the largest coefficient a round.
template <std::size_t kCount>
std::array<double, kCount> first_part(std::array<double, kCount> b, double t) {
  for (std::size_t i = 1; i < kCount; ++i)
    for (std::size_t j = kCount - 1; j >= i; --j) b[j] = (1 - t) * b[j - 1] + t * b[j];
  return b;
}

/// Step 5: whether r is negative on one part of [0, 1] and f has no root in the other. It uses
/// twice the bounds: cutting adds 9 roundings to k, whose size is at most 6 XYZ, and 6 to r, and
/// both are less than the bounds themselves.
bool roots_avoid(Cubic k, Quadratic r, double cubic_bound, double r_bound) {
  if (r[0] < 0) {  // the same with time running backwards
    std::reverse(k.begin(), k.end());
    std::reverse(r.begin(), r.end());
  }
  if (!(r[0] > 0 && r[2] < -8 * r_bound)) return false;
  // Where r = -4 r_bound, by the form of the quadratic formula that does not cancel. It need not be
  // accurate.
  const double c = r[0] + 4 * r_bound, b = r[1] - r[0], a = r[0] - 2 * r[1] + r[2];
  const double root = std::sqrt(b * b - a * c), solution = b < 0 ? c / (root - b) : -(b + root) / a;
  if (!(solution > 0 && solution < 1)) return false;
  const double rest = 1 - solution, t = 1 - rest;  // 1 - t == rest exactly
  std::reverse(r.begin(), r.end());
  if (!all_below(first_part(r, rest), -2 * r_bound)) return false;
  const Cubic part = first_part(k, t);
  return all_above(part, 2 * cubic_bound) || all_below(part, -2 * cubic_bound);
}

/// Steps 3 to 5: whether l is negative at every root of f in [0, 1].
bool negative_at_roots(const Cubic& k, const Quartic& l, const bernstein::FormBounds& bounds) {
  if (all_below(l, -bounds.side)) return true;
  if (!(std::abs(k[0]) > bounds.coplanar && std::abs(k[3]) > bounds.coplanar)) return false;
  // r times k0 k3, so that nothing is divided.
  const double ends = k[0] * k[3];
  Quadratic r = {l[1] * ends - 0.25 * (l[4] * k[0] * k[0] + 3 * l[0] * k[3] * k[1]),
                 0.75 * (l[2] * ends - 0.5 * (l[4] * k[0] * k[1] + l[0] * k[3] * k[2])),
                 l[3] * ends - 0.25 * (3 * l[4] * k[0] * k[2] + l[0] * k[3] * k[3])};
  // Products l k k whose weights add up to 2: twice the errors of the factors to first order, and
  // less than 8 roundings of each.
  const double size_k = largest(k), size_l = largest(l);
  const double r_bound = 2.5 * (bounds.side * size_k + 2 * size_l * bounds.coplanar) * size_k +
                         32 * kRoundoff * size_l * size_k * size_k +
                         kUnderflow * (1 + size_k + size_l);
  if (ends < 0)
    for (double& x : r) x = -x;
  return all_below(r, -r_bound) || roots_avoid(k, r, bounds.coplanar, r_bound);
}

/// False if there is provably no contact; true if there may be one.
bool may_touch(const Query& query) {
  const bernstein::FormBounds bounds = bernstein::form_bounds(query);
  const bernstein::Forms<double> forms = bernstein::forms<double>(query);
  const Cubic& k = forms.coplanar;
  if (all_above(k, bounds.coplanar) || all_below(k, -bounds.coplanar)) return false;
  if (largest(k) <= bounds.coplanar) return true;
  for (std::size_t i = 0; i < forms.side_count; ++i)
    if (negative_at_roots(k, forms.sides[i], bounds)) return false;
  return true;
}

Answer solve_tccd(const Query& query, const Settings&) {
  Answer answer;
  answer.checks = 1;
  answer.contact = may_touch(query);
  return answer;
}

}  // namespace

Method tccd() {
  return {.name = "tccd",
          .title = "TightCCD",
          .reference = "Wang, Tang, Tong, Manocha 2015",
          .tolerance_meaning = "",
          .claims_no_misses = true,
          .solve = solve_tccd};
}

}  // namespace firstcontact::baselines
