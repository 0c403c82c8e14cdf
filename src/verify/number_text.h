#pragma once
/// Numbers in messages.
#include <array>
#include <charconv>
#include <string>

namespace firstcontact::verify {

/// The shortest text that gives the number back.
inline std::string number_text(double value) {
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace firstcontact::verify
