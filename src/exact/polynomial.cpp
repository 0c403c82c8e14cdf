// Integer polynomials of degree at most six.
//
// Bernstein coefficients over an interval come from a Taylor shift to its left end,
// q(s) = p((m + s) / 2^bits) scaled to integers, and from b_j = sum_i C(j, i) / C(n, i) q_i: the
// q_i are multiplied by lcm / C(n, i), then summed along Pascal's triangle. Greatest common
// divisors use the primitive remainder sequence. Degrees are so small that keeping coefficients
// short is cheaper than the bookkeeping of subresultants.
#include "exact/polynomial.h"

#include <algorithm>

namespace firstcontact::exact {

namespace {

/// lcm_k C(n, k) / C(n, i).
constexpr int kBernsteinWeight[Bernstein::kMaxDegree + 1][Bernstein::kMaxDegree + 1] = {
    {1},
    {1, 1},
    {2, 1, 2},
    {3, 1, 1, 3},
    {12, 3, 2, 3, 12},
    {10, 2, 1, 1, 2, 10},
    {60, 10, 4, 3, 4, 10, 60}};

/// In: power coefficients over [0, 1]. Out: Bernstein coefficients.
void power_to_bernstein(Bernstein& q) {
  const int n = q.degree;
  for (int i = 0; i <= n; ++i)
    if (kBernsteinWeight[n][i] != 1) q.b[i] *= kBernsteinWeight[n][i];
  for (int i = 0; i < n; ++i)
    for (int j = n; j > i; --j) q.b[j] += q.b[j - 1];
}

}  // namespace

int Bernstein::variations() const {
  int count = 0, last = 0;
  for (int i = 0; i <= degree; ++i) {
    const int sign = b[i].sign();
    if (sign == 0) continue;
    if (sign * last < 0) ++count;
    last = sign;
  }
  return count;
}

int Bernstein::strict_sign() const {
  const int sign = b[0].sign();
  for (int i = 1; i <= degree; ++i)
    if (b[i].sign() != sign) return 0;
  return sign;
}

bool Bernstein::has_negative() const {
  return std::any_of(b.begin(), b.begin() + degree + 1,
                     [](const Integer& x) { return x.sign() < 0; });
}

Polynomial& Polynomial::set(int i, Integer value) {
  c_[i] = std::move(value);
  size_ = std::max(size_, i + 1);
  return *this;
}

void Polynomial::trim() {
  while (size_ > 0 && c_[size_ - 1].sign() == 0) --size_;
}

Polynomial& Polynomial::operator+=(const Polynomial& b) {
  for (int i = 0; i < b.size_; ++i) c_[i] += b.c_[i];
  size_ = std::max(size_, b.size_);
  trim();
  return *this;
}

Polynomial& Polynomial::operator-=(const Polynomial& b) {
  for (int i = 0; i < b.size_; ++i) c_[i] -= b.c_[i];
  size_ = std::max(size_, b.size_);
  trim();
  return *this;
}

Polynomial& Polynomial::operator*=(const Integer& factor) {
  for (int i = 0; i < size_; ++i) c_[i] *= factor;
  trim();
  return *this;
}

Polynomial& Polynomial::add_product(const Polynomial& a, const Polynomial& b) {
  for (int i = 0; i < a.size_; ++i)
    for (int j = 0; j < b.size_; ++j) c_[i + j].add_product(a.c_[i], b.c_[j]);
  if (a.size_ > 0 && b.size_ > 0) size_ = std::max(size_, a.size_ + b.size_ - 1);
  trim();
  return *this;
}

Polynomial& Polynomial::subtract_product(const Polynomial& a, const Polynomial& b) {
  for (int i = 0; i < a.size_; ++i)
    for (int j = 0; j < b.size_; ++j) c_[i + j].subtract_product(a.c_[i], b.c_[j]);
  if (a.size_ > 0 && b.size_ > 0) size_ = std::max(size_, a.size_ + b.size_ - 1);
  trim();
  return *this;
}

Polynomial& Polynomial::negate() {
  for (int i = 0; i < size_; ++i) c_[i].negate();
  return *this;
}

Polynomial Polynomial::derivative() const {
  Polynomial r;
  for (int i = 1; i < size_; ++i) {
    r.set(i - 1, c_[i]);
    r.c_[i - 1] *= i;
  }
  return r;
}

Integer Polynomial::value_at(const Integer& m, std::int64_t bits) const {
  if (size_ == 0) return 0;
  Integer r = c_[size_ - 1], term;
  for (int i = size_ - 2; i >= 0; --i) {
    r *= m;
    term = c_[i];
    r += term <<= bits * (size_ - 1 - i);
  }
  return r;
}

Bernstein Polynomial::bernstein() const {
  Bernstein q;
  q.degree = std::max(degree(), 0);
  for (int i = 0; i < size_; ++i) q.b[i] = c_[i];
  power_to_bernstein(q);
  return q;
}

Bernstein Polynomial::bernstein_on(const Integer& m, std::int64_t bits) const {
  Bernstein q;
  q.degree = std::max(degree(), 0);
  for (int i = 0; i < size_; ++i) {
    q.b[i] = c_[i];
    if (bits != 0) q.b[i] <<= bits * (size_ - 1 - i);
  }
  if (m.sign() != 0)
    for (int i = 0; i < q.degree; ++i)
      for (int j = q.degree - 1; j >= i; --j) q.b[j].add_product(m, q.b[j + 1]);
  power_to_bernstein(q);
  return q;
}

int Polynomial::sign_at_fraction(const Integer& numerator, const Integer& denominator) const {
  if (size_ == 0) return 0;
  Integer r = c_[size_ - 1], power = 1;
  for (int i = size_ - 2; i >= 0; --i) {
    r *= numerator;
    power *= denominator;
    r.add_product(c_[i], power);
  }
  return r.sign();
}

Polynomial& Polynomial::make_primitive() {
  if (size_ == 0) return *this;
  Integer content = abs(c_[size_ - 1]);
  for (int i = size_ - 2; i >= 0 && content != Integer(1); --i)
    content = greatest_common_divisor(content, c_[i]);
  if (content != Integer(1))
    for (int i = 0; i < size_; ++i) c_[i].divide_exactly(content);
  return *this;
}

/// Replaces this by a multiple of its remainder modulo the divisor.
void Polynomial::reduce_by(const Polynomial& divisor) {
  while (size_ >= divisor.size_) {
    const int shift = size_ - divisor.size_;
    const Integer lead = std::move(c_[size_ - 1]);
    c_[size_ - 1] = 0;
    for (int i = 0; i < size_ - 1; ++i) c_[i] *= divisor.leading();
    for (int i = 0; i < divisor.size_ - 1; ++i) c_[i + shift].subtract_product(lead, divisor.c_[i]);
    trim();
  }
}

Polynomial greatest_common_divisor(Polynomial a, Polynomial b) {
  a.make_primitive();
  b.make_primitive();
  if (a.degree() < b.degree()) std::swap(a, b);
  while (!b.is_zero()) {
    if (b.degree() == 0) return Polynomial(Integer(1));
    a.reduce_by(b);
    a.make_primitive();
    std::swap(a, b);
  }
  return a;
}

Polynomial divide(Polynomial a, const Polynomial& b) {
  Polynomial quotient;
  while (a.size_ >= b.size_) {
    const int shift = a.size_ - b.size_;
    const Integer lead = a.leading();
    quotient *= b.leading();
    quotient.set(shift, lead);
    a *= b.leading();
    for (int i = 0; i < b.size_; ++i) a.c_[i + shift].subtract_product(lead, b.c_[i]);
    a.trim();
  }
  return std::move(quotient.make_primitive());
}

Polynomial square_free_part(const Polynomial& p) {
  const Polynomial common = greatest_common_divisor(p, p.derivative());
  return common.degree() < 1 ? p : divide(p, common);
}

Polynomial dot(const VectorPolynomial& a, const VectorPolynomial& b) {
  Polynomial r;
  for (int k = 0; k < 3; ++k) r.add_product(a[k], b[k]);
  return r;
}

Polynomial cross(const VectorPolynomial& a, const VectorPolynomial& b, int k) {
  const int l = (k + 1) % 3, m = (k + 2) % 3;
  Polynomial r;
  r.add_product(a[l], b[m]);
  r.subtract_product(a[m], b[l]);
  return r;
}

VectorPolynomial cross(const VectorPolynomial& a, const VectorPolynomial& b) {
  return {cross(a, b, 0), cross(a, b, 1), cross(a, b, 2)};
}

VectorPolynomial operator-(VectorPolynomial a, const VectorPolynomial& b) {
  for (int k = 0; k < 3; ++k) a[k] -= b[k];
  return a;
}

VectorPolynomial operator+(VectorPolynomial a, const VectorPolynomial& b) {
  for (int k = 0; k < 3; ++k) a[k] += b[k];
  return a;
}

}  // namespace firstcontact::exact
