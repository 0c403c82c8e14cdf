#include "verify/fraction.h"

#include <algorithm>
#include <string_view>

#include "verify/units.h"

namespace firstcontact::verify {
namespace {

bool are_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Fraction fraction_of(double number) {
  if (compare(number, 0) == 0) return {};
  Unit unit;
  unit.cover(number);
  Fraction r = {unit.of(number), 1};
  if (unit.exponent() > 0) r.numerator <<= unit.exponent();
  if (unit.exponent() < 0) r.denominator <<= -unit.exponent();
  return r;
}

std::optional<Fraction> fraction_of(const ExactNumber& number, std::size_t most_text) {
  if (number.fraction.empty()) {
    if (!is_finite(number.number)) return std::nullopt;
    return fraction_of(number.number);
  }
  std::string_view text = number.fraction;
  if (text.size() > most_text) return std::nullopt;
  const bool negative = text.front() == '-';
  if (negative) text.remove_prefix(1);
  const std::size_t slash = text.find('/');
  const std::string_view numerator = text.substr(0, slash);
  if (!are_digits(numerator)) return std::nullopt;
  Fraction r;
  r.numerator = exact::Integer::from_decimal(std::string(numerator));
  if (negative) r.numerator.negate();
  if (slash == std::string_view::npos) return r;
  const std::string_view denominator = text.substr(slash + 1);
  if (!are_digits(denominator)) return std::nullopt;
  r.denominator = exact::Integer::from_decimal(std::string(denominator));
  if (r.denominator.sign() == 0) return std::nullopt;
  return r;
}

std::string not_a_fraction(std::size_t most_text) {
  return "is not a fraction of at most " + std::to_string(most_text) + " characters";
}

int compare(const Fraction& a, const Fraction& b) {
  const auto order = a.numerator * b.denominator <=> b.numerator * a.denominator;
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

exact::Integer least_common_multiple(const exact::Integer& a, const exact::Integer& b) {
  exact::Integer r = a;
  r.divide_exactly(greatest_common_divisor(a, b));
  return r * b;
}

}  // namespace firstcontact::verify
