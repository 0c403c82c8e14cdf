#pragma once
/// Polynomials over an interval of time, by their coefficients c_i in the sum of
/// c_i s^i (1 - s)^(n - i), where s goes from 0 to 1 over the interval.
///
/// These are the Bernstein coefficients times binomials: they have the same signs, the first and the
/// last are the values at the ends, and products are those of polynomials.
#include <firstcontact/exact_proof.h>

#include <array>
#include <string>
#include <vector>

#include "verify/fraction.h"
#include "verify/pair_claim.h"

namespace firstcontact::verify {

using IntervalForm = std::vector<exact::Integer>;
using VectorForm = std::array<IntervalForm, 3>;

IntervalForm multiply(const IntervalForm& a, const IntervalForm& b);
/// Precondition: the same degree.
IntervalForm add(IntervalForm a, const IntervalForm& b);
IntervalForm subtract(IntervalForm a, const IntervalForm& b);
IntervalForm multiply(IntervalForm a, const exact::Integer& factor);
VectorForm subtract(const VectorForm& a, const VectorForm& b);
IntervalForm dot(const VectorForm& a, const VectorForm& b);
VectorForm cross(const VectorForm& a, const VectorForm& b);
/// The same polynomial with the coefficients of a higher degree.
IntervalForm raise(IntervalForm form, std::size_t degree);

/// All coefficients are above (below) zero. So is the polynomial on the closed interval.
bool is_positive(const IntervalForm& form);
bool is_negative(const IntervalForm& form);
/// The first coefficient is above zero, the others are not below. So the polynomial is above zero
/// on the interval without its end.
bool is_positive_before_end(const IntervalForm& form);
/// Whether the form is a multiple of the divisor. Precondition: the divisor's first and last
/// coefficients are not zero.
bool is_divisible(IntervalForm form, const IntervalForm& divisor);

/// The corners and the separation of a claim over an interval of time, in a common unit.
struct GapForms {
  std::vector<VectorForm> corners;
  exact::Integer separation;
  /// Times at the ends, and the time 1, in a common unit.
  exact::Integer t0, t1, one;
};
GapForms gap_over(const PairClaim& claim, const Fraction& t0, const Fraction& t1);

/// What is wrong with the numbers of the corners; empty if nothing.
std::string fault_of_corners(GapFeature feature, const std::vector<int>& corners,
                             std::size_t corner_count);

}  // namespace firstcontact::verify
