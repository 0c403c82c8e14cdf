// from_chars and to_chars of floating-point numbers, over strtod (which rounds correctly here and
// knows no locale) and the shortest digits of fmt.
#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>

namespace std {
namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }

/// The end of the longest number that std::from_chars reads in its general format, or `first`.
const char* end_of_number(const char* first, const char* last) {
  const char* at = first;
  if (at != last && *at == '-') ++at;
  const auto word = [&](const char* letters) {
    const char* from = at;
    for (; *letters != 0; ++letters, ++from)
      if (from == last || tolower(static_cast<unsigned char>(*from)) != *letters)
        return static_cast<const char*>(nullptr);
    return from;
  };
  if (const char* end = word("infinity")) return end;
  if (const char* end = word("inf")) return end;
  if (const char* end = word("nan")) return end;
  const char* const whole = at;
  while (at != last && digit(*at)) ++at;
  bool any = at != whole;
  if (at != last && *at == '.') {
    const char* const fraction = at + 1;
    const char* end = fraction;
    while (end != last && digit(*end)) ++end;
    if (end != fraction || any) at = end;
    any = any || end != fraction;
  }
  if (!any) return first;
  if (at != last && (*at == 'e' || *at == 'E')) {
    const char* exponent = at + 1;
    if (exponent != last && (*exponent == '+' || *exponent == '-')) ++exponent;
    const char* end = exponent;
    while (end != last && digit(*end)) ++end;
    if (end != exponent) at = end;
  }
  return at;
}

template <class Number>
from_chars_result read(const char* first, const char* last, Number& value) {
  const char* const end = end_of_number(first, last);
  if (end == first) return {first, errc::invalid_argument};
  const string text(first, end);
  Number read = 0;
  if constexpr (is_same_v<Number, double>)
    read = strtod(text.c_str(), nullptr);
  else
    read = strtof(text.c_str(), nullptr);
  // Beyond the range of the type, `value` stays as it is.
  const bool named = text.find_first_of("nN") != text.npos;
  const bool digits =
      text.substr(0, text.find_first_of("eE")).find_first_of("123456789") != text.npos;
  if (!named && (isinf(read) || (read == 0 && digits))) return {end, errc::result_out_of_range};
  value = read;
  return {end, errc{}};
}

}  // namespace

from_chars_result from_chars(const char* first, const char* last, double& value) {
  return read(first, last, value);
}

from_chars_result from_chars(const char* first, const char* last, float& value) {
  return read(first, last, value);
}

/// The shorter of the fixed and the scientific form of the shortest digits; fixed if both have the
/// same length.
to_chars_result to_chars(char* first, char* last, double value) {
  string text;
  if (isnan(value)) {
    text = signbit(value) ? "-nan" : "nan";
  } else if (isinf(value)) {
    text = value < 0 ? "-inf" : "inf";
  } else {
    const string sign = signbit(value) ? "-" : "";
    string digits = "0";
    int exponent = 0;  // of the first digit
    if (value != 0) {
      const auto decimal = fmt::detail::dragonbox::to_decimal(abs(value));
      digits = fmt::to_string(decimal.significand);
      exponent = decimal.exponent + static_cast<int>(digits.size()) - 1;
      while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
    }
    const int count = static_cast<int>(digits.size());
    string scientific = digits.substr(0, 1);
    if (count > 1) scientific += "." + digits.substr(1);
    scientific += fmt::format("e{}{:02}", exponent < 0 ? '-' : '+', abs(exponent));
    string fixed;
    if (exponent < 0)
      fixed = "0." + string(static_cast<size_t>(-exponent - 1), '0') + digits;
    else if (exponent > 30)
      fixed = string(scientific.size() + 1, ' ');  // longer in any case
    else if (exponent + 1 >= count)
      fixed = fmt::format("{:.0f}", abs(value));  // all digits of the integer that it is
    else
      fixed = digits.substr(0, static_cast<size_t>(exponent) + 1) + "." +
              digits.substr(static_cast<size_t>(exponent) + 1);
    text = sign + (fixed.size() <= scientific.size() ? fixed : scientific);
  }
  if (static_cast<size_t>(last - first) < text.size()) return {last, errc::value_too_large};
  copy(text.begin(), text.end(), first);
  return {first + text.size(), errc{}};
}

}  // namespace std
