#include "io/shown_text.h"

#include <cstdlib>

namespace firstcontact::io {

std::string shown_text(std::string_view text) {
  constexpr std::size_t kShown = 40;
  constexpr char kHex[] = "0123456789abcdef";
  std::string out = "'";
  for (const char c : text.substr(0, kShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  out += '\'';
  if (text.size() > kShown) out += "... (" + std::to_string(text.size()) + " characters)";
  return out;
}

std::string in_quotes(const std::string& name) {
  constexpr std::size_t kShown = 100;
  return "'" + (name.size() > kShown ? name.substr(0, kShown) + "..." : name) + "'";
}

std::string grouped_digits(long long value) {
  std::string digits = std::to_string(std::llabs(value));
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(static_cast<std::size_t>(i), ",");
  return (value < 0 ? "-" : "") + digits;
}

}  // namespace firstcontact::io
