#include "generate/exact_motion.h"

#include <algorithm>

namespace firstcontact::test {
namespace {

Polynomial trimmed(Polynomial a) {
  while (!a.empty() && a.back() == 0) a.pop_back();
  return a;
}

Polynomial remainder(Polynomial a, const Polynomial& b) {
  while (a.size() >= b.size()) {
    const Rational factor = a.back() / b.back();
    const std::size_t shift = a.size() - b.size();
    for (std::size_t i = 0; i < b.size(); ++i) a[i + shift] -= factor * b[i];
    a.pop_back();
    a = trimmed(std::move(a));
  }
  return a;
}

int sign_changes(const std::vector<Polynomial>& chain, const Rational& t) {
  int changes = 0, last = 0;
  for (const Polynomial& p : chain) {
    const int sign = value(p, t).sign();
    if (sign != 0 && last != 0 && sign != last) ++changes;
    if (sign != 0) last = sign;
  }
  return changes;
}

}  // namespace

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial sum(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < a.size(); ++i) sum[i] += a[i];
  for (std::size_t i = 0; i < b.size(); ++i) sum[i] += b[i];
  return trimmed(std::move(sum));
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  return a + b * Polynomial{Rational(-1)};
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  if (a.empty() || b.empty()) return {};
  Polynomial product(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
  }
  return product;
}

Polynomial derivative(const Polynomial& a) {
  Polynomial d;
  for (std::size_t i = 1; i < a.size(); ++i) d.push_back(a[i] * static_cast<int>(i));
  return d;
}

Rational value(const Polynomial& a, const Rational& t) {
  Rational sum = 0;
  for (auto c = a.rbegin(); c != a.rend(); ++c) sum = sum * t + *c;
  return sum;
}

Polynomial greatest_common_divisor(Polynomial a, Polynomial b) {
  while (!b.empty()) {
    Polynomial r = remainder(std::move(a), b);
    a = std::move(b);
    b = std::move(r);
  }
  return a;
}

int count_roots(const Polynomial& a, const Rational& from, const Rational& to) {
  std::vector<Polynomial> chain = {a, derivative(a)};
  while (!chain.back().empty())
    chain.push_back(remainder(chain[chain.size() - 2], chain.back()) * Polynomial{Rational(-1)});
  return sign_changes(chain, from) - sign_changes(chain, to);
}

PolynomialVector operator-(const PolynomialVector& a, const PolynomialVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

PolynomialVector cross(const PolynomialVector& a, const PolynomialVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Polynomial dot(const PolynomialVector& a, const PolynomialVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

bool is_zero(const PolynomialVector& a) {
  return std::all_of(a.begin(), a.end(), [](const Polynomial& p) { return p.empty(); });
}

bool vanishes_somewhere(const PolynomialVector& a) {
  if (is_zero(a)) return true;
  const Polynomial common = greatest_common_divisor(greatest_common_divisor(a[0], a[1]), a[2]);
  return value(common, 0) == 0 || count_roots(common, 0, 1) > 0;
}

std::array<PolynomialVector, 4> trajectories(const Query& query) {
  std::array<PolynomialVector, 4> points;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<Eigen::Index>(k);
      const Rational start(query.t0[i][axis]), end(query.t1[i][axis]);
      points[i][k] = trimmed({start, end - start});
    }
  }
  return points;
}

Polynomial coplanarity(const Query& query) {
  const auto x = trajectories(query);
  return dot(cross(x[1] - x[0], x[2] - x[0]), x[3] - x[0]);
}

}  // namespace firstcontact::test
