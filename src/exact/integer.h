#pragma once
/// Integers of any length: a thin wrapper of GMP, or of Boost's cpp_int if there is no GMP
/// (FIRSTCONTACT_INTEGERS_BOOST).
///
/// Both give the same values; only their speed differs. Only src/exact, and code that builds on it
/// privately, includes this header. Shift counts are not negative. If memory runs out, GMP ends the
/// program and Boost throws std::bad_alloc.
#include <compare>
#include <cstdint>
#include <string>
#include <utility>

#ifdef FIRSTCONTACT_INTEGERS_BOOST
#include <boost/multiprecision/cpp_int.hpp>
#else
#include <gmp.h>
#endif

namespace firstcontact::exact {

#ifdef FIRSTCONTACT_INTEGERS_BOOST

class Integer {
 public:
  Integer() = default;
  Integer(std::int64_t value) : v_(value) {}

  int sign() const { return v_.sign(); }
  /// Number of bits of |this|; 0 for zero.
  std::int64_t bit_length() const {
    return v_.is_zero() ? 0 : static_cast<std::int64_t>(msb(magnitude())) + 1;
  }
  /// Largest k such that 2^k divides this; 0 for zero.
  std::int64_t trailing_zeros() const {
    return v_.is_zero() ? 0 : static_cast<std::int64_t>(lsb(magnitude()));
  }
  /// Precondition: it fits.
  std::int64_t to_int64() const { return v_.convert_to<std::int64_t>(); }
  std::string to_decimal() const { return v_.str(); }
  /// Precondition: decimal digits and nothing else, at least one.
  static Integer from_decimal(const std::string& digits) {
    // A leading zero would make the rest octal.
    const std::size_t first = digits.find_first_not_of('0');
    Integer r;
    if (first != std::string::npos) r.v_ = Number(digits.substr(first));
    return r;
  }

  Integer& operator+=(const Integer& b) {
    v_ += b.v_;
    return *this;
  }
  Integer& operator-=(const Integer& b) {
    v_ -= b.v_;
    return *this;
  }
  Integer& operator*=(const Integer& b) {
    v_ *= b.v_;
    return *this;
  }
  Integer& operator*=(std::int64_t b) {
    v_ *= b;
    return *this;
  }
  Integer& operator<<=(std::int64_t bits) {
    v_ <<= bits;
    return *this;
  }
  /// Rounds toward zero.
  Integer& operator>>=(std::int64_t bits) {
    const bool negative = v_.sign() < 0;
    if (negative) v_ = -v_;
    v_ >>= bits;
    if (negative) v_ = -v_;
    return *this;
  }
  Integer& add_product(const Integer& a, const Integer& b) {
    v_ += a.v_ * b.v_;
    return *this;
  }
  Integer& subtract_product(const Integer& a, const Integer& b) {
    v_ -= a.v_ * b.v_;
    return *this;
  }
  Integer& negate() {
    v_.backend().negate();
    return *this;
  }
  /// Quotient rounded toward zero. Precondition: b is not zero.
  Integer& operator/=(const Integer& b) {
    v_ /= b.v_;
    return *this;
  }
  /// Precondition: b is not zero and divides this.
  Integer& divide_exactly(const Integer& b) { return *this /= b; }

  friend Integer greatest_common_divisor(const Integer& a, const Integer& b) {
    Integer r;
    r.v_ = gcd(a.v_, b.v_);
    return r;
  }
  friend bool operator==(const Integer& a, const Integer& b) { return a.v_ == b.v_; }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    return a.v_.compare(b.v_) <=> 0;
  }

 private:
  using Number = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                               boost::multiprecision::et_on>;
  Number magnitude() const { return v_.sign() < 0 ? Number(-v_) : v_; }
  Number v_;
};

#else

class Integer {
 public:
  Integer() { mpz_init(v_); }
  Integer(std::int64_t value) { mpz_init_set_si(v_, value); }
  Integer(const Integer& b) { mpz_init_set(v_, b.v_); }
  Integer(Integer&& b) noexcept {
    v_[0] = b.v_[0];
    mpz_init(b.v_);
  }
  Integer& operator=(const Integer& b) {
    mpz_set(v_, b.v_);
    return *this;
  }
  Integer& operator=(Integer&& b) noexcept {
    mpz_swap(v_, b.v_);
    return *this;
  }
  ~Integer() {
    if (v_->_mp_alloc != 0) mpz_clear(v_);
  }

  int sign() const { return mpz_sgn(v_); }
  /// Number of bits of |this|; 0 for zero.
  std::int64_t bit_length() const {
    return sign() == 0 ? 0 : static_cast<std::int64_t>(mpz_sizeinbase(v_, 2));
  }
  /// Largest k such that 2^k divides this; 0 for zero.
  std::int64_t trailing_zeros() const {
    return sign() == 0 ? 0 : static_cast<std::int64_t>(mpz_scan1(v_, 0));
  }
  /// Precondition: it fits.
  std::int64_t to_int64() const { return mpz_get_si(v_); }
  std::string to_decimal() const {
    std::string text(mpz_sizeinbase(v_, 10) + 2, '\0');  // a sign and the end
    mpz_get_str(text.data(), 10, v_);
    text.resize(text.find('\0'));
    return text;
  }
  /// Precondition: decimal digits and nothing else, at least one.
  static Integer from_decimal(const std::string& digits) {
    Integer r;
    mpz_set_str(r.v_, digits.c_str(), 10);
    return r;
  }

  Integer& operator+=(const Integer& b) {
    mpz_add(v_, v_, b.v_);
    return *this;
  }
  Integer& operator-=(const Integer& b) {
    mpz_sub(v_, v_, b.v_);
    return *this;
  }
  Integer& operator*=(const Integer& b) {
    mpz_mul(v_, v_, b.v_);
    return *this;
  }
  Integer& operator*=(std::int64_t b) {
    mpz_mul_si(v_, v_, b);
    return *this;
  }
  Integer& operator<<=(std::int64_t bits) {
    mpz_mul_2exp(v_, v_, static_cast<mp_bitcnt_t>(bits));
    return *this;
  }
  /// Rounds toward zero.
  Integer& operator>>=(std::int64_t bits) {
    mpz_tdiv_q_2exp(v_, v_, static_cast<mp_bitcnt_t>(bits));
    return *this;
  }
  Integer& add_product(const Integer& a, const Integer& b) {
    mpz_addmul(v_, a.v_, b.v_);
    return *this;
  }
  Integer& subtract_product(const Integer& a, const Integer& b) {
    mpz_submul(v_, a.v_, b.v_);
    return *this;
  }
  Integer& negate() {
    mpz_neg(v_, v_);
    return *this;
  }
  /// Quotient rounded toward zero. Precondition: b is not zero.
  Integer& operator/=(const Integer& b) {
    mpz_tdiv_q(v_, v_, b.v_);
    return *this;
  }
  /// Precondition: b is not zero and divides this.
  Integer& divide_exactly(const Integer& b) {
    mpz_divexact(v_, v_, b.v_);
    return *this;
  }

  friend Integer greatest_common_divisor(const Integer& a, const Integer& b) {
    Integer r;
    mpz_gcd(r.v_, a.v_, b.v_);
    return r;
  }
  friend bool operator==(const Integer& a, const Integer& b) { return mpz_cmp(a.v_, b.v_) == 0; }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    return mpz_cmp(a.v_, b.v_) <=> 0;
  }

 private:
  static_assert(sizeof(long) == sizeof(std::int64_t),
                "GMP's *_si functions take a long; use the Boost integers here");
  mpz_t v_;
};

#endif

inline Integer operator+(Integer a, const Integer& b) { return std::move(a += b); }
inline Integer operator-(Integer a, const Integer& b) { return std::move(a -= b); }
inline Integer operator-(Integer a) { return std::move(a.negate()); }
inline Integer operator<<(Integer a, std::int64_t bits) { return std::move(a <<= bits); }
inline Integer operator>>(Integer a, std::int64_t bits) { return std::move(a >>= bits); }
inline Integer operator/(Integer a, const Integer& b) { return std::move(a /= b); }
inline Integer operator*(const Integer& a, const Integer& b) {
  Integer r;
  return std::move(r.add_product(a, b));
}
inline Integer abs(Integer a) { return a.sign() < 0 ? std::move(a.negate()) : std::move(a); }

/// value = mantissa * 2^exponent exactly, mantissa odd (0 * 2^0 for zero). Bit operations only.
/// Precondition: finite.
struct SplitDouble {
  std::int64_t mantissa = 0;
  int exponent = 0;
};
SplitDouble split(double value);

}  // namespace firstcontact::exact
