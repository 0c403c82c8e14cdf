// Proofs that a pair touches (docs/math/exact-proofs.md), the simplest first:
//  1. An instant: at one end of [toi, toi_upper] a point of the gap set is within the separation.
//  2. A crossing, without separation: the plane of three corners passes the origin between the ends,
//     while the foot of the origin stays inside of their triangle.
//  3. The oracle's first time, if it is rational, or a time just after it, as an instant.
//  4. The oracle's first time as a root of a polynomial, with the feature that it touches by: what
//     is zero then is divisible by the polynomial, what is not keeps its sign nearby.
#include "exact/touch_proof.h"

#include <algorithm>
#include <utility>

#include "exact/first_contact.h"
#include "exact/form.h"
#include "exact/proof_numbers.h"
#include "exact/touch_weights.h"

namespace firstcontact::exact {
namespace {

/// Three corners of a polygon with their plane.
constexpr std::array<std::array<int, 3>, 4> kTriangles = {
    {{0, 1, 2}, {0, 2, 3}, {1, 2, 3}, {0, 1, 3}}};

std::size_t triangle_count(int corner_count) {
  return corner_count == 4 ? 4 : corner_count == 3 ? 1 : 0;
}

/// What must hold for the foot of the origin on a feature to lie in it and within the separation:
/// no polynomial of `inside` is negative, one is positive, and `excess` is not positive.
struct FootConditions {
  GapFeature feature = GapFeature::Corner;
  std::vector<int> corners;
  Polynomial excess;
  std::vector<Polynomial> inside;
};

class TouchSearch {
 public:
  TouchSearch(const Query& query, const Request& request, double toi, double toi_upper)
      : query_(query),
        request_(request),
        toi_(toi),
        toi_upper_(toi_upper),
        is_cube_(request.norm == Norm::Linf && split(request.min_separation).mantissa != 0),
        gap_(make_gap(query, request.min_separation, 1, AxisScales::Same)) {}

  std::optional<ContactProof> run() {
    for (const double time : {toi_upper_, toi_})
      if (try_double(time)) return proof_;
    if (gap_.separation.sign() == 0 && toi_ < toi_upper_)
      for (std::size_t i = 0; i < triangle_count(gap_.count); ++i)
        if (try_crossing(kTriangles[i])) return proof_;
    FirstContact found = find_first_contact(query_, request_);
    if (!found.time) return std::nullopt;
    if (try_rational(*found.time) || try_after(*found.time) || try_root(*found.time)) return proof_;
    return std::nullopt;
  }

 private:
  /// At the time numerator / denominator.
  bool try_instant(const Integer& numerator, const Integer& denominator, const ExactNumber& time) {
    RestingGap resting;
    resting.count = gap_.count;
    resting.separation = gap_.separation * denominator;
    for (int i = 0; i < gap_.count; ++i)
      for (int k = 0; k < 3; ++k)
        resting.corner[i][k]
            .add_product(gap_.corner[i][k].coefficient(0), denominator)
            .add_product(gap_.corner[i][k].coefficient(1), numerator);
    const auto weights = touch_weights(resting, request_.norm);
    if (!weights) return false;
    start_proof();
    proof_.from = proof_.to = time;
    proof_.weights.resize(weights->size());
    for (int i = 0; i < gap_.count; ++i)
      proof_.weights[static_cast<std::size_t>(proof_corner(query_.kind, i))] =
          exact_number((*weights)[static_cast<std::size_t>(i)], 0);
    return true;
  }

  bool try_dyadic(const Integer& mantissa, std::int64_t exponent) {
    const ExactNumber time = exact_number(mantissa, exponent);
    if (exponent >= 0) return try_instant(mantissa << exponent, 1, time);
    return try_instant(mantissa, Integer(1) << -exponent, time);
  }

  bool try_double(double time) {
    const SplitDouble parts = split(time);
    return try_dyadic(parts.mantissa, parts.exponent);
  }

  bool try_crossing(const std::array<int, 3>& corners) {
    const SplitDouble from = split(toi_), to = split(toi_upper_);
    const std::int64_t bits = -std::min({from.exponent, to.exponent, 0});
    const Integer t0 = Integer(from.mantissa) << (bits + from.exponent);
    const Integer t1 = Integer(to.mantissa) << (bits + to.exponent);
    std::array<VectorForm, 3> corner;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        const Polynomial& x = gap_.corner[corners[i]][k];
        const Integer start = x.coefficient(0) << bits;
        corner[i][k] = {start + x.coefficient(1) * t0, start + x.coefficient(1) * t1};
      }
    std::array<VectorForm, 3> products;
    VectorForm n = {Form(3), Form(3), Form(3)};
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        const VectorForm &a = corner[(i + 1) % 3], &b = corner[(i + 2) % 3];
        products[i][k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
        for (std::size_t l = 0; l < 3; ++l) n[k][l] += products[i][k][l];
      }
    const Form height = dot(n, corner[0]);
    if (height.front().sign() * height.back().sign() >= 0) return false;
    for (const VectorForm& product : products) {
      const Form weight = dot(product, n);
      if (std::any_of(weight.begin(), weight.end(), [](const Integer& c) { return c.sign() <= 0; }))
        return false;
    }
    start_proof();
    proof_.from.number = toi_;
    proof_.to.number = toi_upper_;
    proof_.feature = GapFeature::Plane;
    for (const int i : corners) proof_.corners.push_back(proof_corner(query_.kind, i));
    return true;
  }

  /// The end of a root's cell, in units of time: mantissa * 2^exponent.
  Dyadic cell_end(const Root& root, int end) const {
    const SplitDouble t_max = split(request_.t_max);
    return {(root.cell() + end) * t_max.mantissa, t_max.exponent - root.cell_bits()};
  }

  bool try_rational(Root& root) {
    if (root.is_exact()) {
      const Dyadic time = cell_end(root, 0);
      return try_dyadic(time.mantissa, time.exponent);
    }
    const Polynomial& p = root.polynomial();
    if (p.degree() != 1) return false;
    const SplitDouble t_max = split(request_.t_max);
    Integer numerator = -p.coefficient(0) * t_max.mantissa, denominator = p.coefficient(1);
    if (denominator.sign() < 0) {
      numerator.negate();
      denominator.negate();
    }
    if (t_max.exponent > 0) numerator <<= t_max.exponent;
    if (t_max.exponent < 0) denominator <<= -t_max.exponent;
    const Integer common = greatest_common_divisor(numerator, denominator);
    numerator.divide_exactly(common);
    denominator.divide_exactly(common);
    const ExactNumber time = {0, numerator.to_decimal() + "/" + denominator.to_decimal()};
    return try_instant(numerator, denominator, time);
  }

  /// A contact that lasts has a dyadic time just after its first.
  bool try_after(Root& root) {
    constexpr int kTries = 3;
    for (int i = 0; i < kTries && !root.is_exact(); ++i) {
      root.refine_to(root.cell_bits() + (std::int64_t{16} << i));
      if (root.is_exact()) break;
      const Dyadic after = cell_end(root, 1);
      if (after.round_up() <= toi_upper_ && try_dyadic(after.mantissa, after.exponent)) return true;
    }
    return root.is_exact() && try_rational(root);
  }

  bool try_root(Root& root) {
    Gap gap = make_gap(query_, request_.min_separation, request_.t_max, AxisScales::Same);
    if (!is_cube_) return try_features(root, gap);
    const Integer half_width = std::exchange(gap.separation, Integer());
    for (unsigned signs = 0; signs < 8; ++signs) {
      std::array<int, 3> cube_corner;
      Gap shifted = gap;
      for (int k = 0; k < 3; ++k) {
        cube_corner[k] = signs >> k & 1 ? -1 : 1;
        for (int i = 0; i < gap.count; ++i)
          shifted.corner[i][k] -= Polynomial(cube_corner[k] > 0 ? half_width : -half_width);
      }
      if (!try_features(root, shifted)) continue;
      proof_.cube_corner = cube_corner;
      return true;
    }
    return false;
  }

  bool try_features(Root& root, const Gap& gap) {
    for (const FootConditions& conditions : all_conditions(gap))
      if (try_feature(root, conditions)) return true;
    return false;
  }

  static std::vector<FootConditions> all_conditions(const Gap& gap) {
    std::vector<FootConditions> all;
    Polynomial squared_separation(gap.separation * gap.separation);
    for (int i = 0; i < gap.count; ++i)
      all.push_back({GapFeature::Corner,
                     {i},
                     dot(gap.corner[i], gap.corner[i]) - squared_separation,
                     {Polynomial(Integer(1))}});
    for (int i = 0; i < gap.side_count(); ++i) {
      const VectorPolynomial &a = gap.corner[i], &b = gap.corner[gap.next(i)];
      const VectorPolynomial e = b - a, product = cross(a, b);
      all.push_back({GapFeature::Side,
                     {i, gap.next(i)},
                     dot(product, product) - squared_separation * dot(e, e),
                     {dot(b, e), -dot(a, e)}});
    }
    for (std::size_t t = 0; t < triangle_count(gap.count); ++t) {
      const auto [i, j, k] = kTriangles[t];
      const VectorPolynomial &a = gap.corner[i], &b = gap.corner[j], &c = gap.corner[k];
      const VectorPolynomial n = cross(b - a, c - a);
      const Polynomial height = dot(a, n);
      all.push_back({GapFeature::Plane,
                     {i, j, k},
                     height * height - squared_separation * dot(n, n),
                     {dot(cross(b, c), n), dot(cross(c, a), n), dot(cross(a, b), n)}});
    }
    return all;
  }

  bool try_feature(Root& root, const FootConditions& conditions) {
    std::vector<const Polynomial*> strict;
    const int excess = root.sign_of(conditions.excess);
    if (excess > 0) return false;
    if (excess < 0) strict.push_back(&conditions.excess);
    bool positive = false;
    for (const Polynomial& p : conditions.inside) {
      const int sign = root.sign_of(p);
      if (sign < 0) return false;
      if (sign == 0) continue;
      positive = true;
      strict.push_back(&p);
    }
    if (!positive) return false;
    const auto is_narrow = [&] {
      return cell_end(root, 0).round_down() >= toi_ && cell_end(root, 1).round_up() <= toi_upper_ &&
             std::all_of(strict.begin(), strict.end(), [&](const Polynomial* p) {
               return p->bernstein_on(root.cell(), root.cell_bits()).strict_sign() != 0;
             });
    };
    while (!root.is_exact() && !is_narrow()) root.refine();
    if (root.is_exact() || root.polynomial().degree() == 1) return try_rational(root);
    start_proof();
    const Dyadic from = cell_end(root, 0), to = cell_end(root, 1);
    proof_.from = exact_number(from.mantissa, from.exponent);
    proof_.to = exact_number(to.mantissa, to.exponent);
    proof_.feature = conditions.feature;
    for (const int i : conditions.corners) proof_.corners.push_back(proof_corner(query_.kind, i));
    proof_.polynomial = in_time(root.polynomial());
    return true;
  }

  /// p(s) as a polynomial in t = s * t_max: with t_max = m 2^-e its coefficients are
  /// c_k 2^(e k) m^(degree - k).
  std::vector<ExactNumber> in_time(Polynomial p) const {
    p.make_primitive();
    const SplitDouble t_max = split(request_.t_max);
    std::vector<ExactNumber> all(static_cast<std::size_t>(p.degree()) + 1);
    Integer power = 1;
    for (int k = p.degree(); k >= 0; --k, power *= t_max.mantissa)
      all[static_cast<std::size_t>(k)] =
          exact_number(p.coefficient(k) * power << -std::int64_t{t_max.exponent} * k, 0);
    return all;
  }

  void start_proof() {
    proof_ = {};
    proof_.toi = toi_;
    proof_.toi_upper = toi_upper_;
  }

  const Query& query_;
  const Request& request_;
  double toi_, toi_upper_;
  bool is_cube_;
  Gap gap_;  // in units of time: the window is [0, 1]
  ContactProof proof_;
};

}  // namespace

std::optional<ContactProof> prove_touch(const Query& query, const Request& request, double toi,
                                        double toi_upper) {
  return TouchSearch(query, request, toi, toi_upper).run();
}

}  // namespace firstcontact::exact
