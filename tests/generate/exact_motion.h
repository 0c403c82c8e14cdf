#pragma once
/// Rational polynomials of a query's motion, for testing what the generator promises; shares
/// nothing with the oracle.
#include <firstcontact/query.h>

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <vector>

namespace firstcontact::test {

using Rational = boost::multiprecision::cpp_rational;
/// Coefficients, lowest degree first, the last one not zero; empty: identically zero.
using Polynomial = std::vector<Rational>;
using PolynomialVector = std::array<Polynomial, 3>;

Polynomial operator+(const Polynomial& a, const Polynomial& b);
Polynomial operator-(const Polynomial& a, const Polynomial& b);
Polynomial operator*(const Polynomial& a, const Polynomial& b);
Polynomial derivative(const Polynomial& a);
Rational value(const Polynomial& a, const Rational& t);
Polynomial greatest_common_divisor(Polynomial a, Polynomial b);
/// Number of different roots in the half-open (from, to]; the polynomial must not be identically
/// zero.
int count_roots(const Polynomial& a, const Rational& from, const Rational& to);

PolynomialVector operator-(const PolynomialVector& a, const PolynomialVector& b);
PolynomialVector cross(const PolynomialVector& a, const PolynomialVector& b);
Polynomial dot(const PolynomialVector& a, const PolynomialVector& b);
bool is_zero(const PolynomialVector& a);
/// Is there a t in [0, 1] at which all components vanish?
bool vanishes_somewhere(const PolynomialVector& a);

/// The four points as functions of t.
std::array<PolynomialVector, 4> trajectories(const Query& query);
/// Whose vanishing means that the four points are coplanar: (x1 - x0) x (x2 - x0) . (x3 - x0). Up
/// to sign the determinant of the gap.
Polynomial coplanarity(const Query& query);

}  // namespace firstcontact::test
