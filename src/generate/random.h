#pragma once
/// Random numbers that are the same on every machine: SplitMix64 (Steele, Lea, Flood: Fast
/// Splittable Pseudorandom Number Generators, 2014), and the few distributions needed here in plain
/// integer arithmetic.
///
/// The order in which function arguments and operands are evaluated is the compiler's choice: draw
/// one number per statement.
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace firstcontact::generate {

/// SplitMix64's output function: a bijection that spreads every input bit over the output.
constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// FNV-1a, 64 bits.
constexpr std::uint64_t hash(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h;
}

class Random {
 public:
  /// A stream of its own for every different list of keys.
  Random(std::initializer_list<std::uint64_t> keys) {
    for (const std::uint64_t key : keys) state_ = mix(state_ + kStep) ^ key;
    state_ = mix(state_ + kStep);
  }

  std::uint64_t next() { return mix(state_ += kStep); }

  /// Uniform in [0, count), count >= 1; bias below count * 2^-32.
  int below(int count) {
    return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(count)) >> 32);
  }
  /// Uniform in [low, high].
  int between(int low, int high) { return low + below(high - low + 1); }
  /// True with probability numerator / denominator.
  bool chance(int numerator, int denominator) { return below(denominator) < numerator; }
  /// +1 or -1.
  int sign() { return (next() >> 63) != 0 ? 1 : -1; }
  /// Uniform in [0, 2^bits), 1 <= bits <= 63.
  std::int64_t integer(int bits) { return static_cast<std::int64_t>(next() >> (64 - bits)); }
  /// Uniform in (-2^bits, 2^bits).
  std::int64_t signed_integer(int bits) {
    const std::int64_t magnitude = integer(bits);
    return sign() * magnitude;
  }
  /// Multiples of 2^-53 in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Multiples of 2^-52 in [-1, 1).
  double symmetric() { return 2 * unit() - 1; }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;
  std::uint64_t state_ = 0;
};

}  // namespace firstcontact::generate
