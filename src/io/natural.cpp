#include "io/natural.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace firstcontact::io {
namespace {

constexpr std::size_t kLimbBits = 32;
/// Decimal digits handled at a time: as many as fit a limb.
constexpr std::size_t kChunkDigits = 9;
constexpr std::uint32_t kChunk = 1'000'000'000;

std::uint32_t low(std::uint64_t wide) { return static_cast<std::uint32_t>(wide); }
std::uint32_t high(std::uint64_t wide) { return static_cast<std::uint32_t>(wide >> kLimbBits); }

}  // namespace

Natural::Natural(std::uint64_t value) : limbs_{low(value), high(value)} { drop_leading_zeros(); }

Natural Natural::from_decimal(std::string_view digits) {
  Natural out;
  while (!digits.empty()) {
    const std::size_t count = (digits.size() - 1) % kChunkDigits + 1;
    std::uint32_t chunk = 0;
    std::from_chars(digits.data(), digits.data() + count, chunk);
    out.multiply_add(kChunk, chunk);
    digits.remove_prefix(count);
  }
  return out;
}

void Natural::append_decimal(std::string& out) const {
  Natural rest = *this;
  std::string reversed;
  while (!rest.is_zero()) {
    std::uint32_t chunk = rest.divide(kChunk);
    for (std::size_t i = 0; i < kChunkDigits; ++i, chunk /= 10)
      reversed += static_cast<char>('0' + chunk % 10);
  }
  while (!reversed.empty() && reversed.back() == '0') reversed.pop_back();
  if (reversed.empty()) reversed += '0';
  out.append(reversed.rbegin(), reversed.rend());
}

std::size_t Natural::trailing_zeros() const {
  std::size_t limb = 0;
  while (limbs_[limb] == 0) ++limb;
  return limb * kLimbBits + static_cast<std::size_t>(std::countr_zero(limbs_[limb]));
}

std::uint64_t Natural::low_bits() const {
  const std::uint64_t first = !limbs_.empty() ? limbs_[0] : 0;
  const std::uint64_t second = limbs_.size() > 1 ? limbs_[1] : 0;
  return second << kLimbBits | first;
}

Natural& Natural::operator<<=(std::size_t bits) {
  if (is_zero()) return *this;
  multiply_add(std::uint32_t{1} << bits % kLimbBits, 0);
  limbs_.insert(limbs_.begin(), bits / kLimbBits, 0);
  return *this;
}

Natural& Natural::operator>>=(std::size_t bits) {
  limbs_.erase(limbs_.begin(), limbs_.begin() + static_cast<std::ptrdiff_t>(
                                                    std::min(bits / kLimbBits, limbs_.size())));
  std::uint64_t window = 0;
  for (std::size_t i = limbs_.size(); i-- > 0;) {
    window = window << kLimbBits | limbs_[i];
    limbs_[i] = low(window >> bits % kLimbBits);
  }
  drop_leading_zeros();
  return *this;
}

Natural operator*(const Natural& a, const Natural& b) {
  Natural out;
  out.limbs_.assign(a.limbs_.size() + b.limbs_.size(), 0);
  for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < b.limbs_.size(); ++j) {
      // At most (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1.
      carry += std::uint64_t{a.limbs_[i]} * b.limbs_[j] + out.limbs_[i + j];
      out.limbs_[i + j] = low(carry);
      carry = high(carry);
    }
    out.limbs_[i + b.limbs_.size()] = low(carry);
  }
  out.drop_leading_zeros();
  return out;
}

/// *this = *this * factor + summand.
void Natural::multiply_add(std::uint32_t factor, std::uint32_t summand) {
  std::uint64_t carry = summand;
  for (std::uint32_t& limb : limbs_) {
    carry += std::uint64_t{limb} * factor;
    limb = low(carry);
    carry = high(carry);
  }
  if (carry != 0) limbs_.push_back(low(carry));
}

/// *this = floor(*this / divisor); gives the remainder.
std::uint32_t Natural::divide(std::uint32_t divisor) {
  std::uint64_t remainder = 0;
  for (std::size_t i = limbs_.size(); i-- > 0;) {
    remainder = remainder << kLimbBits | limbs_[i];
    limbs_[i] = low(remainder / divisor);
    remainder %= divisor;
  }
  drop_leading_zeros();
  return low(remainder);
}

void Natural::drop_leading_zeros() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

}  // namespace firstcontact::io
