#include "verify/interval_forms.h"

#include <algorithm>

namespace firstcontact::verify {

using exact::Integer;

namespace {

/// Number of corners that the feature is named by.
std::size_t corners_named(GapFeature feature) {
  switch (feature) {
    case GapFeature::Directions: return 0;
    case GapFeature::Corner: return 1;
    case GapFeature::Plane: return 3;
    case GapFeature::Side:
    case GapFeature::SideX:
    case GapFeature::SideY:
    case GapFeature::SideZ: break;
  }
  return 2;
}

}  // namespace

IntervalForm multiply(const IntervalForm& a, const IntervalForm& b) {
  IntervalForm r(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) r[i + j].add_product(a[i], b[j]);
  return r;
}

IntervalForm add(IntervalForm a, const IntervalForm& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

IntervalForm subtract(IntervalForm a, const IntervalForm& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}

IntervalForm multiply(IntervalForm a, const Integer& factor) {
  for (Integer& c : a) c *= factor;
  return a;
}

VectorForm subtract(const VectorForm& a, const VectorForm& b) {
  return {subtract(a[0], b[0]), subtract(a[1], b[1]), subtract(a[2], b[2])};
}

IntervalForm dot(const VectorForm& a, const VectorForm& b) {
  return add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]));
}

VectorForm cross(const VectorForm& a, const VectorForm& b) {
  VectorForm r;
  for (int k = 0; k < 3; ++k) {
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    r[k] = subtract(multiply(a[l], b[m]), multiply(a[m], b[l]));
  }
  return r;
}

IntervalForm raise(IntervalForm form, std::size_t degree) {
  const IntervalForm one = {1, 1};  // s + (1 - s)
  while (form.size() <= degree) form = multiply(form, one);
  return form;
}

bool is_positive(const IntervalForm& form) {
  return std::all_of(form.begin(), form.end(), [](const Integer& c) { return c.sign() > 0; });
}

bool is_negative(const IntervalForm& form) {
  return std::all_of(form.begin(), form.end(), [](const Integer& c) { return c.sign() < 0; });
}

bool is_positive_before_end(const IntervalForm& form) {
  return form.front().sign() > 0 &&
         std::all_of(form.begin(), form.end(), [](const Integer& c) { return c.sign() >= 0; });
}

// With z = s / (1 - s) a form is a polynomial in z. The remainder is multiplied by the divisor's
// leading coefficient instead of divided.
bool is_divisible(IntervalForm form, const IntervalForm& divisor) {
  while (!form.empty()) {
    const Integer lead = std::move(form.back());
    form.pop_back();
    if (lead.sign() == 0) continue;
    if (form.size() + 1 < divisor.size()) return false;
    const std::size_t shift = form.size() + 1 - divisor.size();
    for (Integer& c : form) c *= divisor.back();
    for (std::size_t i = 0; i + 1 < divisor.size(); ++i)
      form[i + shift].subtract_product(lead, divisor[i]);
  }
  return true;
}

GapForms gap_over(const PairClaim& claim, const Fraction& t0, const Fraction& t1) {
  GapForms r;
  r.one = least_common_multiple(t0.denominator, t1.denominator);
  const auto in_units = [&](const Fraction& t) {
    Integer factor = r.one;
    return t.numerator * factor.divide_exactly(t.denominator);
  };
  r.t0 = in_units(t0);
  r.t1 = in_units(t1);
  r.separation = claim.separation * r.one;
  for (const PairClaim::Corner& corner : claim.corners) {
    VectorForm& form = r.corners.emplace_back();
    for (int k = 0; k < 3; ++k) {
      const Integer start = corner.t0[k] * r.one, step = corner.t1[k] - corner.t0[k];
      form[k] = {start + step * r.t0, start + step * r.t1};
    }
  }
  return r;
}

std::string fault_of_corners(GapFeature feature, const std::vector<int>& corners,
                             std::size_t corner_count) {
  const int value = static_cast<int>(feature);
  if (value < static_cast<int>(GapFeature::Directions) ||
      value > static_cast<int>(GapFeature::SideZ))
    return "feature is not one of the enumerators";
  if (corners.size() != corners_named(feature)) return "the feature has another number of corners";
  for (const int corner : corners)
    if (corner < 0 || static_cast<std::size_t>(corner) >= corner_count)
      return "there is no corner " + std::to_string(corner);
  return "";
}

}  // namespace firstcontact::verify
