#pragma once
/// A hash of numbers, bit by bit.
#include <bit>
#include <cstdint>

namespace firstcontact::test {

/// FNV-1a over 64-bit words.
struct Hash {
  std::uint64_t value = 0xcbf29ce484222325u;
  void add(std::uint64_t word) { value = (value ^ word) * 0x100000001b3u; }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
};

}  // namespace firstcontact::test
