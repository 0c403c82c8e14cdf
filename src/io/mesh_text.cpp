#include "io/mesh_text.h"

#include <algorithm>

#include "io/errors.h"

namespace firstcontact::io {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a decimal number that is out of the range of doubles is too small rather than too large:
/// its value is below 1. Precondition: `number` is a number as std::from_chars reads it.
bool is_below_one(std::string_view number) {
  const std::size_t exponent_at = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, exponent_at);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == mantissa.npos) return true;
  // The value is d.ddd · 10^(power + exponent).
  const auto power =
      static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) - (first < point ? 1 : 0);
  if (exponent_at == number.size()) return power < 0;
  std::string_view digits = number.substr(exponent_at + 1);
  const bool negative = digits.front() == '-';
  if (negative || digits.front() == '+') digits.remove_prefix(1);
  std::int64_t exponent = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec != std::errc())
    return negative;
  return negative ? power < exponent : power < -exponent;
}

}  // namespace

std::string field_name(std::string_view name, std::int64_t number) {
  return number == kNoNumber ? std::string(name) : std::string(name) + " " + std::to_string(number);
}

void LineFields::fail(const std::string& field, const std::string& what) const {
  throw InputError(input_->name(), line_number_, field, what);
}

/// What `real` does not take: a plus sign, numbers so small that zero is the nearest double, and
/// everything that is wrong.
double LineFields::unusual_real(std::string_view field, std::int64_t number) {
  const std::string_view text = word();
  if (text.empty()) fail(field_name(field, number), "is missing, a number is needed");
  std::string_view digits = text;
  if (digits.size() > 1 && digits.front() == '+' && (is_digit(digits[1]) || digits[1] == '.'))
    digits.remove_prefix(1);
  double value = 0.0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::invalid_argument || stop != digits.data() + digits.size())
    fail(field_name(field, number), shown_text(text) + " is not a number");
  const bool spelt_out = digits.find_first_of("0123456789") == digits.npos;
  if (spelt_out) fail(field_name(field, number), shown_text(text) + " is not finite");
  if (error == std::errc() && std::isfinite(value)) return value;
  if (!is_below_one(digits))
    fail(field_name(field, number), shown_text(text) + " is too large for a double");
  return digits.front() == '-' ? -0.0 : 0.0;
}

std::int64_t LineFields::integer(std::string_view field, std::int64_t number) {
  std::int64_t value = 0;
  if (take_digits(value)) return value;
  const std::string_view text = word();
  if (text.empty()) fail(field_name(field, number), "is missing, an integer is needed");
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || stop != text.data() + text.size())
    fail(field_name(field, number), shown_text(text) + " is not an integer");
  if (error != std::errc()) fail(field_name(field, number), shown_text(text) + " is out of range");
  return value;
}

std::uint64_t LineFields::count(std::string_view field, std::int64_t number) {
  const std::int64_t value = integer(field, number);
  if (value < 0) fail(field_name(field, number), std::to_string(value) + " is negative");
  return static_cast<std::uint64_t>(value);
}

void LineFields::expect_end(std::string_view after) {
  if (more()) fail(std::string(after), shown_text(word()) + " is one value too many");
}

bool next_filled_line(MeshInput& input, std::string_view& line) {
  while (input.next_line(line))
    if (LineFields(input, line).more()) return true;
  return false;
}

}  // namespace firstcontact::io
