#include "quadratic_root.h"

namespace firstcontact::baselines {

using exact::Integer;
using exact::Polynomial;

namespace {

/// t^n.
Polynomial power(int n) {
  Polynomial r(Integer(1));
  for (int i = 0; i < n; ++i) r = r * Polynomial(Integer(0), Integer(1));
  return r;
}

Integer discriminant(const Polynomial& p) {
  return p.coefficient(1) * p.coefficient(1) - ((p.coefficient(0) * p.coefficient(2)) << 2);
}

/// Sign of a + b sqrt(d), d >= 0.
int sign_with_root(const Integer& a, const Integer& b, const Integer& d) {
  const int sa = a.sign(), sb = d.sign() == 0 ? 0 : b.sign();
  if (sa == sb || sb == 0) return sa;
  if (sa == 0) return sb;
  return sa * (a * a - b * b * d).sign();  // opposite signs: the larger square decides
}

}  // namespace

Polynomial positive_remainder(Polynomial a, const Polynomial& b) {
  while (!a.is_zero() && a.degree() >= b.degree()) {
    Polynomial term = power(a.degree() - b.degree());
    term *= b.leading().sign() > 0 ? a.leading() : -a.leading();
    a *= abs(b.leading());
    a.subtract_product(term, b);
  }
  return a;
}

int QuadraticRoot::sign_of(const Polynomial& polynomial) const {
  const Polynomial rest = positive_remainder(polynomial, polynomial_);
  if (rest.degree() < 1) return rest.coefficient(0).sign();  // also if polynomial_ is linear
  // The sign of r1 t + r0 at t = (-p1 + side sqrt(D)) / (2 p2).
  const Integer &r0 = rest.coefficient(0), &r1 = rest.coefficient(1),
                &p2 = polynomial_.coefficient(2);
  const Integer a = ((r0 * p2) << 1) - r1 * polynomial_.coefficient(1);
  return p2.sign() * sign_with_root(a, r1 * Integer(side_), discriminant(polynomial_));
}

std::vector<QuadraticRoot> QuadraticRoot::roots_of(const Polynomial& polynomial) {
  if (polynomial.degree() == 1) return {QuadraticRoot(polynomial, 0)};
  const int d = discriminant(polynomial).sign();
  if (d < 0) return {};
  if (d == 0) return {QuadraticRoot(polynomial, 0)};
  return {QuadraticRoot(polynomial, -1), QuadraticRoot(polynomial, 1)};
}

}  // namespace firstcontact::baselines
