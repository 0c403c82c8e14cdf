#pragma once
/// Natural numbers of any size: just what reading and writing exact fractions needs, and no library
/// behind it.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::io {

class Natural {
 public:
  Natural() = default;
  explicit Natural(std::uint64_t value);

  /// Precondition: decimal digits only. Time grows with the square of the length.
  static Natural from_decimal(std::string_view digits);
  void append_decimal(std::string& out) const;

  bool is_zero() const { return limbs_.empty(); }
  /// Position of the lowest bit that is set. Precondition: not zero.
  std::size_t trailing_zeros() const;
  /// The value modulo 2^64.
  std::uint64_t low_bits() const;

  Natural& operator<<=(std::size_t bits);
  Natural& operator>>=(std::size_t bits);
  friend Natural operator*(const Natural& a, const Natural& b);
  friend bool operator==(const Natural& a, const Natural& b) = default;

 private:
  void multiply_add(std::uint32_t factor, std::uint32_t summand);
  std::uint32_t divide(std::uint32_t divisor);
  void drop_leading_zeros();

  /// Lowest first; the highest is not zero.
  std::vector<std::uint32_t> limbs_;
};

}  // namespace firstcontact::io
