#pragma once
/// Numbers in binary mesh files, of either byte order.
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace firstcontact::io {

/// The T whose bytes stand at `bytes`, which need not be aligned.
template <typename T>
T load(const char* bytes, bool reversed) {
  using Bits = std::conditional_t<
      sizeof(T) == 1, std::uint8_t,
      std::conditional_t<sizeof(T) == 2, std::uint16_t,
                         std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
  Bits bits;
  std::memcpy(&bits, bytes, sizeof bits);
  if (reversed) {
    if constexpr (sizeof(T) == 2) bits = __builtin_bswap16(bits);
    if constexpr (sizeof(T) == 4) bits = __builtin_bswap32(bits);
    if constexpr (sizeof(T) == 8) bits = __builtin_bswap64(bits);
  }
  return std::bit_cast<T>(bits);
}

/// The host's bytes must be reversed to be of this order.
constexpr bool is_reversed(std::endian order) { return order != std::endian::native; }

}  // namespace firstcontact::io
