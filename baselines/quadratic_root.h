#pragma once
/// Exact signs at the roots of linear and quadratic polynomials with integer coefficients, without
/// a division or a square root.
#include <vector>

#include "exact/polynomial.h"

namespace firstcontact::baselines {

/// A positive multiple of the remainder of a divided by b. Precondition: b is not zero.
exact::Polynomial positive_remainder(exact::Polynomial a, const exact::Polynomial& b);

/// The number (-p1 + side sqrt(p1^2 - 4 p0 p2)) / (2 p2), or -p0 / p1 if p2 is zero.
class QuadraticRoot {
 public:
  /// The sign of a polynomial at this number.
  int sign_of(const exact::Polynomial& polynomial) const;
  /// The sign of this number, and that of 1 minus this number.
  int sign() const { return sign_of(exact::Polynomial(exact::Integer(0), exact::Integer(1))); }
  int sign_to_1() const {
    return sign_of(exact::Polynomial(exact::Integer(1), exact::Integer(-1)));
  }

  /// The real roots of a polynomial of degree 1 or 2, a double one once.
  static std::vector<QuadraticRoot> roots_of(const exact::Polynomial& polynomial);

 private:
  QuadraticRoot(exact::Polynomial polynomial, int side)
      : polynomial_(std::move(polynomial)), side_(side) {}

  exact::Polynomial polynomial_;
  int side_;
};

}  // namespace firstcontact::baselines
