#pragma once
/// The rational numbers of a proof, and their order.
#include <firstcontact/exact_proof.h>

#include <cstddef>
#include <optional>
#include <string>

#include "exact/integer.h"

namespace firstcontact::verify {

/// numerator / denominator; the denominator is positive.
struct Fraction {
  exact::Integer numerator;
  exact::Integer denominator = 1;
};

/// Nothing if the double is not finite, or the text is not of the form -12 or -12/34 with a
/// denominator other than 0 and at most so many characters.
std::optional<Fraction> fraction_of(const ExactNumber& number, std::size_t most_text);

/// "is not a fraction of at most 20000 characters".
std::string not_a_fraction(std::size_t most_text);
/// Precondition: finite.
Fraction fraction_of(double number);

/// Negative, zero or positive as a is less than, equal to or greater than b.
int compare(const Fraction& a, const Fraction& b);

exact::Integer least_common_multiple(const exact::Integer& a, const exact::Integer& b);

}  // namespace firstcontact::verify
