#include "verify/rational_check.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <utility>
#include <vector>

namespace firstcontact::test {
namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::cpp_rational_backend,
                                               boost::multiprecision::et_off>;
using Vector = std::array<Rational, 3>;

Vector exact(const Vec3& v) { return {Rational(v.x()), Rational(v.y()), Rational(v.z())}; }
Vector blend(const Vector& a, const Vector& b, const Rational& s) {
  Vector r;
  for (int k = 0; k < 3; ++k) r[k] = a[k] + s * (b[k] - a[k]);
  return r;
}
Rational dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Points first, first + 1, … of the one primitive against all of the other.
std::vector<std::pair<int, int>> pairs_of(Kind kind) {
  const int split = kind == Kind::EdgeEdge ? 2 : 1;
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < split; ++a)
    for (int b = split; b < point_count(kind); ++b) pairs.emplace_back(a, b);
  return pairs;
}

/// coefficient > separation * dual norm of n.
bool exceeds(const Rational& coefficient, const Rational& separation, Norm norm, const Vector& n) {
  if (coefficient <= 0) return false;
  if (norm == Norm::L2) return coefficient * coefficient > separation * separation * dot(n, n);
  return coefficient > separation * (abs(n[0]) + abs(n[1]) + abs(n[2]));
}

bool proves(const CertificateSegment& s, const verify::PairProof& proof) {
  const Rational t0(s.t0), t1(s.t1), half(1, 2), separation(proof.separation);
  const Vector n0 = exact(s.n0), n1 = exact(s.n1), n_half = blend(n0, n1, half);
  for (const auto& [a, b] : pairs_of(proof.query.kind)) {
    const auto gap_at = [&, a = a, b = b](const Rational& t) {
      const Vector from = blend(exact(proof.query.t0[b]), exact(proof.query.t1[b]), t);
      const Vector to = blend(exact(proof.query.t0[a]), exact(proof.query.t1[a]), t);
      return Vector{to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    };
    const Rational start = dot(n0, gap_at(t0)), middle = dot(n_half, gap_at((t0 + t1) / 2)),
                   end = dot(n1, gap_at(t1));
    // The quadratic through these three values has this middle Bernstein coefficient.
    const Rational control = 2 * middle - (start + end) / 2;
    for (const Rational& coefficient : {start, control, end})
      for (const Vector& n : {n0, n1})
        if (!exceeds(coefficient, separation, proof.norm, n)) return false;
  }
  return true;
}

}  // namespace

bool is_valid_proof(const verify::PairProof& proof) {
  Rational covered = 0;
  for (const CertificateSegment& s : proof.segments) {
    if (Rational(s.t0) != covered || Rational(s.t1) < covered || !proves(s, proof)) return false;
    covered = Rational(s.t1);
  }
  return !proof.segments.empty() && covered == Rational(proof.t_max);
}

}  // namespace firstcontact::test
