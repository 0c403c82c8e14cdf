#pragma once
/// Polynomials in one variable with integer coefficients, of the low degrees that the oracle needs.
#include <array>
#include <cstdint>

#include "exact/integer.h"

namespace firstcontact::exact {

/// Bernstein coefficients of a polynomial over one interval, times a common positive factor.
/// The first and the last are its values at the interval's ends (times that factor).
struct Bernstein {
  static constexpr int kMaxDegree = 6;
  int degree = 0;
  std::array<Integer, kMaxDegree + 1> b;

  /// Number of sign changes in the sequence without its zeros. By Descartes' rule it is an upper
  /// bound of the number of roots in the open interval, counted with multiplicity, and has the same
  /// parity.
  int variations() const;
  /// +1 or -1 if every coefficient has that strict sign, otherwise 0. Then the polynomial has this
  /// sign on the closed interval.
  int strict_sign() const;
  bool has_negative() const;
};

/// The sum of coefficient(i) * t^i. The zero polynomial has degree -1.
class Polynomial {
 public:
  static constexpr int kMaxDegree = Bernstein::kMaxDegree;

  Polynomial() = default;
  explicit Polynomial(Integer constant) { set(0, std::move(constant)).trim(); }
  /// at_0 + t * slope.
  Polynomial(Integer at_0, Integer slope) {
    set(0, std::move(at_0)).set(1, std::move(slope)).trim();
  }

  int degree() const { return size_ - 1; }
  bool is_zero() const { return size_ == 0; }
  const Integer& coefficient(int i) const { return c_[i]; }
  const Integer& leading() const { return c_[size_ - 1]; }

  Polynomial& operator+=(const Polynomial& b);
  Polynomial& operator-=(const Polynomial& b);
  Polynomial& operator*=(const Integer& factor);
  /// Precondition: the product's degree is at most kMaxDegree.
  Polynomial& add_product(const Polynomial& a, const Polynomial& b);
  Polynomial& subtract_product(const Polynomial& a, const Polynomial& b);
  Polynomial& negate();
  Polynomial derivative() const;

  /// p(m / 2^bits) * 2^(bits * degree).
  Integer value_at(const Integer& m, std::int64_t bits) const;
  /// Over [m / 2^bits, (m + 1) / 2^bits].
  Bernstein bernstein_on(const Integer& m, std::int64_t bits) const;
  /// Over [0, 1].
  Bernstein bernstein() const;
  /// Sign at numerator / denominator. Precondition: denominator > 0.
  int sign_at_fraction(const Integer& numerator, const Integer& denominator) const;

  /// Divides by the greatest common divisor of the coefficients.
  Polynomial& make_primitive();
  /// Greatest common divisor over the rationals, primitive; zero if both are zero.
  friend Polynomial greatest_common_divisor(Polynomial a, Polynomial b);
  /// A primitive positive or negative multiple of a / b. Precondition: b divides a over the
  /// rationals, neither is zero.
  friend Polynomial divide(Polynomial a, const Polynomial& b);
  /// Same roots as p, all simple. Precondition: p is not zero.
  friend Polynomial square_free_part(const Polynomial& p);

 private:
  Polynomial& set(int i, Integer value);
  void trim();
  void reduce_by(const Polynomial& divisor);

  int size_ = 0;  // coefficients at and beyond size_ are zero
  std::array<Integer, kMaxDegree + 1> c_;
};

inline Polynomial operator+(Polynomial a, const Polynomial& b) { return std::move(a += b); }
inline Polynomial operator-(Polynomial a, const Polynomial& b) { return std::move(a -= b); }
inline Polynomial operator-(Polynomial a) { return std::move(a.negate()); }
inline Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial r;
  return std::move(r.add_product(a, b));
}

/// Three polynomials: a moving vector.
using VectorPolynomial = std::array<Polynomial, 3>;

Polynomial dot(const VectorPolynomial& a, const VectorPolynomial& b);
/// Component k of a x b.
Polynomial cross(const VectorPolynomial& a, const VectorPolynomial& b, int k);
VectorPolynomial cross(const VectorPolynomial& a, const VectorPolynomial& b);
VectorPolynomial operator-(VectorPolynomial a, const VectorPolynomial& b);
VectorPolynomial operator+(VectorPolynomial a, const VectorPolynomial& b);

}  // namespace firstcontact::exact
