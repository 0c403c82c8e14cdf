#pragma once
/// Numbers in binary files: little-endian, whatever the machine.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace firstcontact::apps {

inline void append_word(std::string& out, std::uint64_t word, int bytes = 8) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(word >> (8 * i) & 0xff);
}
inline void append_double(std::string& out, double value) {
  append_word(out, std::bit_cast<std::uint64_t>(value));
}
inline void append_float(std::string& out, float value) {
  append_word(out, std::bit_cast<std::uint32_t>(value), 4);
}

/// Precondition: `bytes` has that many from `at` on.
inline std::uint64_t word_at(std::string_view bytes, std::size_t at, int count = 8) {
  std::uint64_t word = 0;
  for (int i = 0; i < count; ++i)
    word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return word;
}
inline double double_at(std::string_view bytes, std::size_t at) {
  return std::bit_cast<double>(word_at(bytes, at));
}
inline float float_at(std::string_view bytes, std::size_t at) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(word_at(bytes, at, 4)));
}

/// Written as a number; tells other readers whether their words are the file's.
inline constexpr std::uint64_t kByteOrderWord = 0x01020304;

}  // namespace firstcontact::apps
