#pragma once
/// The rational numbers of a proof, and their order.
#include <firstcontact/exact_proof.h>

#include <cstddef>
#include <optional>

#include "exact/integer.h"

namespace firstcontact::verify {

/// numerator / denominator; the denominator is positive.
struct Fraction {
  exact::Integer numerator;
  exact::Integer denominator = 1;
};

/// The most digits of a time or a direction, and of any other number. They bound the time that a
/// line can take; proofs that the solver finds for doubles of all exponents have fewer.
inline constexpr std::size_t kMostTimeDigits = 4'000, kMostDigits = 20'000;

/// Nothing if the double is not finite, or the text is not of the form -12 or -12/34 with a
/// denominator other than 0 and at most so many digits in all.
std::optional<Fraction> fraction_of(const ExactNumber& number, std::size_t most_digits);
/// Precondition: finite.
Fraction fraction_of(double number);

/// Negative, zero or positive as a is less than, equal to or greater than b.
int compare(const Fraction& a, const Fraction& b);

exact::Integer least_common_multiple(const exact::Integer& a, const exact::Integer& b);

}  // namespace firstcontact::verify
