// Checks a proof about a pair (docs/formats/certificates.md). Freedom by directions in doubles is
// checked here; other segments, and all before a contact, in exact_segments.cpp; that a pair touches
// in touch.cpp.
//
// On a segment [t0, t1] let n(t) go affinely from n0 to n1. Every corner F_i(t) of the gap set is
// affine too, so the height n(t)·F_i(t) is a quadratic with the Bernstein coefficients
//     n0·F_i(t0),   (n0·F_i(t1) + n1·F_i(t0)) / 2,   n1·F_i(t1),
// and lies between the smallest and the largest of them. The gap set is the hull of the corners. So
// if all coefficients of all corners exceed the separation d times the dual norm of n0 and of n1,
// then for every t in the segment and every gap g at t
//     n(t)·g > d max(|n0|, |n1|) >= d |n(t)|
// (a norm is convex), hence |g| > d: no contact. The dual of the Euclidean norm is itself, that of
// the Chebyshev norm the sum norm.
//
// Steps: take all doubles as integers in common units, one for lengths, one for times, one for
// directions; check that the segments cover [0, t_max]; check the coefficients. The Euclidean
// margin is compared by squares, so no root is ever taken.
#include "verify/verify.h"

#include <algorithm>
#include <array>

#include "verify/exact_segments.h"
#include "verify/pair_claim.h"
#include "verify/touch.h"
#include "verify/units.h"

namespace firstcontact::verify {
namespace {

using exact::Integer;
using Vector = IntegerVector;

/// Corner = point `first` minus point `second`.
struct CornerDefinition {
  int first, second;
  const char* name;
};

std::vector<CornerDefinition> corner_definitions(Kind kind) {
  switch (kind) {
    case Kind::VertexFace: return {{0, 1, "p - v0"}, {0, 2, "p - v1"}, {0, 3, "p - v2"}};
    case Kind::EdgeEdge:
      return {{0, 2, "ea0 - eb0"}, {0, 3, "ea0 - eb1"}, {1, 2, "ea1 - eb0"}, {1, 3, "ea1 - eb1"}};
    case Kind::PointEdge: return {{0, 1, "p - e0"}, {0, 2, "p - e1"}};
    case Kind::PointPoint: return {{0, 1, "p - q"}};
    case Kind::PointSegment2D: return {{0, 1, "p - s0"}, {0, 2, "p - s1"}};
  }
  return {};
}

bool all_finite(const Vec3& v) { return is_finite(v.x()) && is_finite(v.y()) && is_finite(v.z()); }

/// What is wrong with the claim itself; empty if nothing.
std::string fault_of_claim(const PairProof& proof) {
  const int points = point_count(proof.query.kind);
  if (points == 0) return "kind is not one of the enumerators";
  if (proof.norm != Norm::L2 && proof.norm != Norm::Linf)
    return "norm is not one of the enumerators";
  if (!is_finite(proof.separation) || compare(proof.separation, 0) < 0)
    return "separation must be finite and not negative";
  if (!is_finite(proof.t_max) || compare(proof.t_max, 0) < 0 || compare(proof.t_max, 1) > 0)
    return "t_max must lie in [0, 1]";
  for (int i = 0; i < points; ++i)
    for (const Vec3& point : {proof.query.t0[i], proof.query.t1[i]}) {
      if (!all_finite(point)) return "a coordinate is not finite";
      if (proof.query.kind == Kind::PointSegment2D && compare(point.z(), 0) != 0)
        return "a planar pair has z other than 0";
    }
  return "";
}

std::string segment_name(std::size_t index) { return "segment " + std::to_string(index + 1); }

/// What is wrong with the times of the contact; empty if nothing, or there is none.
std::string fault_of_contact_times(const PairProof& proof) {
  if (!proof.contact) return "";
  const double toi = proof.contact->toi, toi_upper = proof.contact->toi_upper;
  if (!is_finite(toi) || !is_finite(toi_upper)) return "contact: a time is not finite";
  if (compare(toi, 0) < 0 || compare(toi, toi_upper) > 0 || compare(toi_upper, proof.t_max) > 0)
    return "contact: not 0 <= toi <= toi_upper <= t_max";
  return "";
}

/// How many characters all fractions of the proof have.
std::size_t text_of_fractions(const PairProof& proof) {
  std::size_t sum = 0;
  const auto add = [&](const auto& numbers) {
    for (const ExactNumber& number : numbers) sum += number.fraction.size();
  };
  for (const ExactSegment& segment : proof.exact_segments) {
    add(std::array{segment.t0, segment.t1});
    add(segment.n0);
    add(segment.n1);
  }
  if (proof.contact) {
    add(std::array{proof.contact->from, proof.contact->to});
    add(proof.contact->weights);
    add(proof.contact->polynomial);
  }
  return sum;
}

/// The segments of either list.
std::vector<ExactSegment> all_segments(const PairProof& proof) {
  std::vector<ExactSegment> all = proof.exact_segments;
  for (const CertificateSegment& s : proof.segments) {
    ExactSegment& segment = all.emplace_back();
    segment.t0.number = s.t0;
    segment.t1.number = s.t1;
    for (int k = 0; k < 3; ++k) {
      segment.n0[k].number = s.n0[k];
      segment.n1[k].number = s.n1[k];
    }
  }
  return all;
}

/// Why the segments do not cover [0, t_max] in order and without a gap; empty if they do.
std::string fault_of_cover(const PairProof& proof) {
  if (proof.segments.empty()) return "there are no segments";
  for (std::size_t i = 0; i < proof.segments.size(); ++i) {
    const CertificateSegment& s = proof.segments[i];
    if (!is_finite(s.t0) || !is_finite(s.t1)) return segment_name(i) + ": a time is not finite";
    if (!all_finite(s.n0) || !all_finite(s.n1))
      return segment_name(i) + ": a direction is not finite";
    if (i == 0 && compare(s.t0, 0) != 0) return segment_name(i) + " does not start at 0";
    if (i > 0 && compare(s.t0, proof.segments[i - 1].t1) != 0)
      return segment_name(i) + " does not start where the one before ends";
    if (compare(s.t0, s.t1) > 0) return segment_name(i) + " ends before it starts";
  }
  if (compare(proof.segments.back().t1, proof.t_max) != 0)
    return segment_name(proof.segments.size() - 1) + ", the last, does not end at t_max";
  return "";
}

PairClaim claim_of(const PairProof& proof) {
  PairClaim claim;
  claim.norm = proof.norm;
  Unit length;
  length.cover(proof.separation);
  for (int i = 0; i < point_count(proof.query.kind); ++i)
    for (int k = 0; k < 3; ++k) {
      length.cover(proof.query.t0[i][k]);
      length.cover(proof.query.t1[i][k]);
    }
  claim.separation = length.of(proof.separation);
  for (const auto& [first, second, name] : corner_definitions(proof.query.kind)) {
    PairClaim::Corner corner = {{}, {}, name};
    for (int k = 0; k < 3; ++k) {
      corner.t0[k] = length.of(proof.query.t0[first][k]) - length.of(proof.query.t0[second][k]);
      corner.t1[k] = length.of(proof.query.t1[first][k]) - length.of(proof.query.t1[second][k]);
    }
    claim.corners.push_back(std::move(corner));
  }
  return claim;
}

Integer dot(const Vector& a, const Vector& b) {
  Integer sum;
  for (int k = 0; k < 3; ++k) sum.add_product(a[k], b[k]);
  return sum;
}

Integer sum_norm(const Vector& a) { return abs(a[0]) + abs(a[1]) + abs(a[2]); }

Vector vector_in(const Unit& unit, const Vec3& v) {
  return {unit.of(v.x()), unit.of(v.y()), unit.of(v.z())};
}

/// The corner that is `start` at time 0 and `end` at time 1, at `time` of `one`; times `one`.
Vector corner_at(const Vector& start, const Vector& end, const Integer& time, const Integer& one) {
  const Integer rest = one - time;
  Vector at;
  for (int k = 0; k < 3; ++k) at[k].add_product(start[k], rest).add_product(end[k], time);
  return at;
}

/// What a Bernstein coefficient must exceed. Not negative, so squares compare as the numbers do.
struct Margin {
  Integer value;
  bool squared = false;

  /// 0 if `multiple` * margin < coefficient, else what is wrong with the coefficient.
  const char* fault_of(const Integer& coefficient, std::int64_t multiple) const {
    if (coefficient.sign() <= 0) return coefficient.sign() < 0 ? "is negative" : "is zero";
    Integer bound = value;
    bound *= squared ? multiple * multiple : multiple;
    return (squared ? coefficient * coefficient : coefficient) > bound
               ? nullptr
               : "does not exceed the separation times the norm of the direction";
  }
};

/// Why the directions of this segment do not prove it free; empty if they do.
std::string fault_of_segment(const PairClaim& claim, const CertificateSegment& segment) {
  Unit time, direction;
  for (const double t : {segment.t0, segment.t1, 1.0}) time.cover(t);
  for (const Vec3& n : {segment.n0, segment.n1})
    for (int k = 0; k < 3; ++k) direction.cover(n[k]);
  const Integer one = time.of(1), t0 = time.of(segment.t0), t1 = time.of(segment.t1);
  const Vector n0 = vector_in(direction, segment.n0), n1 = vector_in(direction, segment.n1);

  Margin margin;
  if (claim.separation.sign() > 0) {
    const Integer distance = claim.separation * one;
    margin.squared = claim.norm == Norm::L2;
    margin.value = margin.squared ? distance * distance * std::max(dot(n0, n0), dot(n1, n1))
                                  : distance * std::max(sum_norm(n0), sum_norm(n1));
  }
  for (std::size_t i = 0; i < claim.corners.size(); ++i) {
    const PairClaim::Corner& corner = claim.corners[i];
    const Vector start = corner_at(corner.t0, corner.t1, t0, one),
                 end = corner_at(corner.t0, corner.t1, t1, one);
    const auto fault = [&](const char* coefficient, const char* what) {
      return "corner " + std::to_string(i + 1) + " (" + corner.name + "): the " + coefficient +
             " coefficient of its height " + what;
    };
    if (const char* what = margin.fault_of(dot(n0, start), 1)) return fault("first", what);
    if (const char* what = margin.fault_of(dot(n0, end) + dot(n1, start), 2))
      return fault("middle", what);
    if (const char* what = margin.fault_of(dot(n1, end), 1)) return fault("last", what);
  }
  return "";
}

}  // namespace

Verdict verify(const PairProof& proof) {
  if (std::string fault = fault_of_claim(proof); !fault.empty()) return {false, fault};
  if (std::string fault = fault_of_contact_times(proof); !fault.empty()) return {false, fault};
  if (!proof.segments.empty() && !proof.exact_segments.empty())
    return {false, "there are two lists of segments"};
  if (text_of_fractions(proof) > ExactProofLimits::kAllText)
    return {false, "its fractions have more than " + std::to_string(ExactProofLimits::kAllText) +
                       " characters together"};
  const PairClaim claim = claim_of(proof);
  if (proof.contact) {
    const double toi = proof.contact->toi;
    const std::vector<ExactSegment> segments = all_segments(proof);
    // Nothing comes before a contact at 0.
    if (!segments.empty() || compare(toi, 0) != 0)
      if (std::string fault = fault_of_exact_segments(claim, segments, fraction_of(toi), false);
          !fault.empty())
        return {false, fault};
    if (std::string fault = fault_of_touch(claim, *proof.contact); !fault.empty())
      return {false, fault};
    return {true, ""};
  }
  if (!proof.exact_segments.empty()) {
    const std::string fault =
        fault_of_exact_segments(claim, proof.exact_segments, fraction_of(proof.t_max), true);
    return {fault.empty(), fault};
  }
  if (std::string fault = fault_of_cover(proof); !fault.empty()) return {false, fault};
  for (std::size_t i = 0; i < proof.segments.size(); ++i)
    if (const std::string fault = fault_of_segment(claim, proof.segments[i]); !fault.empty())
      return {false, segment_name(i) + ", " + fault};
  return {true, ""};
}

}  // namespace firstcontact::verify
