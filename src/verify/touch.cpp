// Checks proofs of contact (docs/formats/certificates.md).
//
// Instant: at a rational time a mean of corners, which is a point of the gap set, is within the
// separation.
//
// Otherwise a polynomial p has different signs at the ends of [from, to], so it has a root between.
// Whatever is divisible by p is zero there, and whatever has coefficients of one sign over [from, to]
// has that sign. So it is shown that at the root the feature's weights w are not negative, one is
// positive, and the excess is not positive:
//     corner      w = 1                                          |F_i|^2 - d^2
//     side        w_i = F_j·(F_j - F_i), w_j = F_i·(F_i - F_j)   |F_i x F_j|^2 - d^2 |F_j - F_i|^2
//     plane       w_i = (F_j x F_k)·N, and so on in turn         (F_i·N)^2 - d^2 |N|^2
// with N = (F_j - F_i) x (F_k - F_i). The mean of the feature's corners with these weights is the
// foot of the origin, whose squared distance is excess / (the sum of the weights) + d^2.
// The separation in the Chebyshev norm: a corner of the cube takes the place of the origin, and 0
// that of d.
#include "verify/touch.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "verify/interval_forms.h"

namespace firstcontact::verify {
namespace {

using exact::Integer;
using Limits = ExactProofLimits;

/// Degrees of polynomials that first times of contact are roots of go up to 6.
constexpr std::size_t kMostCoefficients = 9;

std::string fault_of_instant(const PairClaim& claim, const ContactProof& proof,
                             const Fraction& time) {
  const std::size_t count = claim.corners.size();
  if (proof.weights.size() != count) return "the weights are not as many as the corners";
  const GapForms gap = gap_over(claim, time, time);
  Integer common = 1;
  std::vector<Fraction> weights;
  for (const ExactNumber& number : proof.weights) {
    const std::optional<Fraction> weight = fraction_of(number, Limits::kNumberText);
    if (!weight) return "a weight " + not_a_fraction(Limits::kNumberText);
    if (weight->numerator.sign() < 0) return "a weight is negative";
    common = least_common_multiple(common, weight->denominator);
    weights.push_back(*weight);
  }
  Integer sum;
  IntegerVector mean;
  for (std::size_t i = 0; i < count; ++i) {
    Integer factor = common;
    const Integer weight = weights[i].numerator * factor.divide_exactly(weights[i].denominator);
    sum += weight;
    for (int k = 0; k < 3; ++k) mean[k].add_product(weight, gap.corners[i][k][0]);
  }
  if (sum.sign() == 0) return "all weights are zero";
  const Integer limit = sum * gap.separation;
  bool within = true;
  if (claim.norm == Norm::Linf) {
    for (const Integer& x : mean) within = within && abs(x) <= limit;
  } else {
    Integer squared;
    for (const Integer& x : mean) squared.add_product(x, x);
    within = squared <= limit * limit;
  }
  return within ? "" : "the mean of the corners is not within the separation";
}

/// What must hold at the time of the touch.
struct Foot {
  std::vector<IntervalForm> weights;  ///< none is negative, one is positive
  IntervalForm excess;                ///< is not positive
  IntervalForm height;                ///< of a plane
};

Foot foot_of(const GapForms& gap, const ContactProof& proof) {
  const auto corner = [&](std::size_t i) -> const VectorForm& {
    return gap.corners[static_cast<std::size_t>(proof.corners[i])];
  };
  const Integer squared_separation = gap.separation * gap.separation;
  const auto excess = [&](const IntervalForm& squared, const IntervalForm& factor) {
    return subtract(squared, raise(multiply(factor, squared_separation), squared.size() - 1));
  };
  const VectorForm& a = corner(0);
  if (proof.feature == GapFeature::Corner)
    return {{IntervalForm{1}}, excess(dot(a, a), IntervalForm{1}), {}};
  const VectorForm& b = corner(1);
  const VectorForm e = subtract(b, a);
  if (proof.feature == GapFeature::Side) {
    const VectorForm product = cross(a, b);
    return {{dot(b, e), dot(a, subtract(a, b))}, excess(dot(product, product), dot(e, e)), {}};
  }
  const VectorForm& c = corner(2);
  const VectorForm n = cross(e, subtract(c, a));
  Foot foot;
  foot.weights = {dot(cross(b, c), n), dot(cross(c, a), n), dot(cross(a, b), n)};
  foot.height = dot(a, n);
  foot.excess = excess(multiply(foot.height, foot.height), dot(n, n));
  return foot;
}

/// The polynomial of the proof over the interval; nothing if it cannot be read.
std::optional<IntervalForm> polynomial_over(const GapForms& gap, const ContactProof& proof) {
  Integer common = 1;
  std::vector<Fraction> coefficients;
  for (const ExactNumber& number : proof.polynomial) {
    const std::optional<Fraction> c = fraction_of(number, Limits::kNumberText);
    if (!c) return std::nullopt;
    common = least_common_multiple(common, c->denominator);
    coefficients.push_back(*c);
  }
  // Divisibility is by the polynomial of its true degree.
  while (coefficients.size() > 1 && coefficients.back().numerator.sign() == 0)
    coefficients.pop_back();
  // Horner's rule for the form: t is time / one, where time goes from t0 to t1.
  const IntervalForm time = {gap.t0, gap.t1}, one = {gap.one, gap.one};
  IntervalForm r = {Integer()}, power = {Integer(1)};
  for (std::size_t k = coefficients.size(); k-- > 0;) {
    Integer factor = common;
    const Integer c =
        coefficients[k].numerator * factor.divide_exactly(coefficients[k].denominator);
    r = add(k + 1 == coefficients.size() ? std::move(r) : multiply(r, time), multiply(power, c));
    power = multiply(power, one);
  }
  return r;
}

std::string fault_of_root(const PairClaim& claim, const ContactProof& proof, const Fraction& from,
                          const Fraction& to) {
  if (proof.feature != GapFeature::Corner && proof.feature != GapFeature::Side &&
      proof.feature != GapFeature::Plane)
    return "the feature is neither a corner nor a side nor a plane";
  if (std::string fault = fault_of_corners(proof.feature, proof.corners, claim.corners.size());
      !fault.empty())
    return fault;
  GapForms gap = gap_over(claim, from, to);
  if (claim.norm == Norm::Linf && gap.separation.sign() > 0) {
    for (const int sign : proof.cube_corner)
      if (sign != 1 && sign != -1) return "the corner of the cube is not named by three signs";
    for (VectorForm& corner : gap.corners)
      for (int k = 0; k < 3; ++k)
        for (Integer& c : corner[k])
          c -= proof.cube_corner[k] > 0 ? gap.separation : -gap.separation;
    gap.separation = 0;
  } else if (proof.cube_corner != std::array{0, 0, 0}) {
    return "a corner of the cube is named, but there is no separation in linf";
  }
  const Foot foot = foot_of(gap, proof);
  IntervalForm p = foot.height;
  if (!proof.polynomial.empty()) {
    if (proof.polynomial.size() > kMostCoefficients) return "the polynomial has too high a degree";
    std::optional<IntervalForm> given = polynomial_over(gap, proof);
    if (!given) return "a coefficient of the polynomial " + not_a_fraction(Limits::kNumberText);
    p = std::move(*given);
  } else if (proof.feature != GapFeature::Plane || gap.separation.sign() > 0) {
    return "only the height of a plane, without separation, takes the place of a polynomial";
  }
  if (p.front().sign() * p.back().sign() >= 0)
    return "the polynomial does not change its sign between the two times";
  bool positive = false;
  for (const IntervalForm& weight : foot.weights) {
    if (is_positive(weight))
      positive = true;
    else if (!is_divisible(weight, p))
      return "a weight is neither positive throughout nor divisible by the polynomial";
  }
  if (!positive) return "no weight is positive";
  if (!is_negative(foot.excess) && !is_divisible(foot.excess, p))
    return "the excess is neither negative throughout nor divisible by the polynomial";
  return "";
}

}  // namespace

std::string fault_of_touch(const PairClaim& claim, const ContactProof& proof) {
  const std::optional<Fraction> from = fraction_of(proof.from, Limits::kTimeText),
                                to = fraction_of(proof.to, Limits::kTimeText);
  if (!from || !to) return "contact: a time " + not_a_fraction(Limits::kTimeText);
  if (compare(*from, fraction_of(proof.toi)) < 0 || compare(*to, fraction_of(proof.toi_upper)) > 0)
    return "contact: its times are not within [toi, toi_upper]";
  if (compare(*from, *to) > 0) return "contact: it ends before it starts";
  std::string fault;
  if (!proof.is_instant())
    fault = fault_of_root(claim, proof, *from, *to);
  else if (compare(*from, *to) != 0)
    fault = "weights are of one time only";
  else
    fault = fault_of_instant(claim, proof, *from);
  return fault.empty() ? "" : "contact: " + fault;
}

}  // namespace firstcontact::verify
