#include "io/shown_text.h"

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

}  // namespace firstcontact::io
