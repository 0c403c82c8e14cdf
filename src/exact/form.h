#pragma once
/// Polynomials over an interval as binary forms, and the directions of a gap's features over it.
///
/// Over an interval with the parameter s in [0, 1], a form of degree n is the sum of
/// c[i] s^i (1 - s)^(n - i). Its coefficients are the Bernstein coefficients times binomials, so
/// they have the same signs, and products of forms are products of polynomials.
#include <firstcontact/exact_proof.h>
#include <firstcontact/options.h>

#include <array>
#include <vector>

#include "exact/integer.h"

namespace firstcontact::exact {

using Form = std::vector<Integer>;
using VectorForm = std::array<Form, 3>;

Form operator*(const Form& a, const Form& b);
/// Precondition: the same degree.
Form operator-(Form a, const Form& b);
Form dot(const VectorForm& a, const VectorForm& b);
/// The same polynomial as a form of that degree. Precondition: not less than its own.
Form raised(Form form, std::size_t degree);

/// The corners of a gap over an interval (forms of degree 1) or at one time (degree 0), and the
/// separation, on a common scale.
struct CornerForms {
  int count = 0;
  std::array<VectorForm, 4> corner;
  Integer separation;
};

/// A direction that may separate.
struct FeatureDirection {
  GapFeature feature = GapFeature::Directions;
  /// Corners in the order of the gap.
  std::array<int, 3> corners = {0, 0, 0};
  /// Directions: this axis, with this sign.
  int axis = 0, sign = 1;
};

/// All directions of which one separates at every time at which the pair is apart
/// (docs/math/exact-proofs.md). `separated`: there is a separation.
std::vector<FeatureDirection> directions_of(int corner_count, bool separated, Norm norm);

/// Whether the direction separates throughout the interval, by the signs of coefficients. If
/// `half_open`, all coefficients but the first may be zero, which proves the interval without its
/// end.
bool separates(const CornerForms& corners, const FeatureDirection& direction, Norm norm,
               bool half_open);

/// The products of the direction with all corners.
std::vector<Form> heights_along(const CornerForms& corners, const FeatureDirection& direction);

}  // namespace firstcontact::exact
