// Checks a proof of freedom of two moving bodies (docs/formats/certificates.md).
//
// 1. The claim and the entries are well-formed.
// 2. The entries cover every pair of triangles over [0, t_max]: boxes of (index in order_a, index
//    in order_b, time) cover a box.
// 3. Every entry holds: over its interval the heights along n of its triangles of b are above those
//    of a by more than the separation times |n|. The least heights of b and the least heights of a
//    along −n are polynomials in Bernstein form of one degree; where the sum of their k-th
//    coefficients, less the errors, exceeds the margin for every k, the entry holds. If not, but
//    the claim is not false at either end, the interval is halved, a bounded number of times.
//
// With bodies at rest or on straight paths nothing is rounded and step 3 is exact at both ends of
// an interval, so it always decides. Entries are taken in the order of their intervals, because the
// sines and cosines are the same for equal intervals.
#include "verify/motion_verify.h"

#include <algorithm>
#include <optional>

#include "verify/motion_bodies.h"
#include "verify/motion_form.h"
#include "verify/units.h"

namespace firstcontact::verify {
namespace {

using exact::Integer;

/// Sines and cosines are rounded to this many bits after the point, finer if the times need it.
constexpr std::int64_t kTimeBits = 128;
/// How often an interval may be halved. |angle| <= 1000 takes 9 times before the turn is small
/// enough for the polynomials.
constexpr int kMaxDepth = 32;
/// How many halvings an entry may cost because its bounds do not suffice.
constexpr int kMaxMotionRefinements = 400;
/// The work that a proof may cost: this, and so much for each of its entries, triangles and
/// vertices. The unit is the height of a vertex over a piece of time; a piece costs kPieceWork and
/// kDirectionWork for itself, and heights in numbers of more than kUsualBits bits cost more. What
/// the solver makes stays far below; without it a small file could keep a verifier busy for hours.
constexpr std::int64_t kAllowedWork = 250'000, kAllowedWorkPerItem = 1'000;
constexpr std::int64_t kPieceWork = 90, kDirectionWork = 10, kUsualBits = 512;

constexpr const char* kTooMuchWork =
    "the proof is refused: up to here its turns and ranges of triangles take more work than a "
    "proof of this size may";

std::string fault_of(const RestingMotion& rest) {
  return all_finite(rest.where) ? "" : "a number of its motion is not finite";
}

std::string fault_of(const StraightMotion& straight) {
  return all_finite(straight.from) && all_finite(straight.to)
             ? ""
             : "a number of its motion is not finite";
}

std::string fault_of(const ScrewCoefficients& screw) {
  if (!all_finite(screw.start) || !all_finite(screw.velocity) || !all_finite(screw.bend) ||
      !all_finite(screw.drift) || !is_finite(screw.angle))
    return "a number of its motion is not finite";
  if (compare(screw.angle, kLargestAngle) > 0 || compare(screw.angle, -kLargestAngle) < 0)
    return "its angle is beyond 1000 radians";
  return "";
}

std::string fault_of(const MotionBody& body, const std::vector<std::int32_t>& order) {
  if (std::string fault = fault_of_geometry(body.vertices, body.triangles, order); !fault.empty())
    return fault;
  return std::visit([](const auto& motion) { return fault_of(motion); }, body.motion);
}

/// What is wrong with the form of the proof; empty if nothing.
std::string fault_of_form(const MotionProof& proof) {
  const BodyCertificate& certificate = proof.certificate;
  if (std::string fault = fault_of_separation(certificate.separation); !fault.empty()) return fault;
  if (std::string fault = fault_of_end(certificate.t_max); !fault.empty()) return fault;
  if (std::string fault = fault_of(proof.a, certificate.order_a); !fault.empty())
    return "body a: " + fault;
  if (std::string fault = fault_of(proof.b, certificate.order_b); !fault.empty())
    return "body b: " + fault;
  return fault_of_entries(certificate.entries, certificate.t_max, certificate.order_a.size(),
                          certificate.order_b.size());
}

/// Checks entries in integers.
class Claim {
 public:
  explicit Claim(const MotionProof& proof);

  /// Why the entry does not hold; empty if it does.
  std::string fault_of(const BodyCertificateEntry& entry);

 private:
  struct Weights {
    BodyWeights a, b;
  };

  static MotionUnits units_of(const MotionProof& proof);
  Weights weights(const TimeInterval& interval) const;
  /// The weights of the entry's interval are kept for the next.
  const Weights& weights_of_entry(const TimeInterval& interval);

  const BodyCertificate& certificate_;
  MotionUnits units_;
  IntegerBody a_, b_;
  int degree_;
  Unit times_;
  std::int64_t bits_ = 0;
  Integer margin_;  ///< separation in units of maps × points × 2^-bits
  std::int64_t work_left_ = 0, work_factor_ = 1;
  std::optional<TimeInterval> last_interval_;
  Weights last_weights_;
};

MotionUnits Claim::units_of(const MotionProof& proof) {
  MotionUnits units;
  units.maps.cover(proof.certificate.separation);
  for (const MotionBody* body : {&proof.a, &proof.b}) units.cover(*body);
  return units;
}

Claim::Claim(const MotionProof& proof)
    : certificate_(proof.certificate),
      units_(units_of(proof)),
      a_(proof.a, units_),
      b_(proof.b, units_),
      degree_(a_.turns() || b_.turns() ? kTurningDegree : 1) {
  times_.cover(1);
  for (const BodyCertificateEntry& entry : certificate_.entries)
    for (const double time : {entry.t0, entry.t1}) times_.cover(time);
  bits_ = std::max(kTimeBits, times_.of(1).bit_length() - 1 + kMaxDepth);
  margin_ = units_.maps.of(certificate_.separation) * units_.points.of(1) << bits_;
  work_factor_ = 1 + (bits_ + std::max(a_.bit_length(), b_.bit_length())) / kUsualBits;
  std::size_t items = certificate_.entries.size();
  for (const MotionBody* body : {&proof.a, &proof.b})
    items += body->vertices.size() + body->triangles.size();
  work_left_ = kAllowedWork + kAllowedWorkPerItem * static_cast<std::int64_t>(items);
}

Claim::Weights Claim::weights(const TimeInterval& interval) const {
  return {a_.weights(interval, degree_), b_.weights(interval, degree_)};
}

const Claim::Weights& Claim::weights_of_entry(const TimeInterval& interval) {
  if (!last_interval_ || last_interval_->begin != interval.begin ||
      last_interval_->end != interval.end) {
    last_weights_ = weights(interval);
    last_interval_ = interval;
  }
  return last_weights_;
}

std::string Claim::fault_of(const BodyCertificateEntry& entry) {
  Unit unit;
  for (int k = 0; k < 3; ++k) unit.cover(entry.n[k]);
  std::array<Integer, 3> n, opposite;
  Integer square;
  for (int k = 0; k < 3; ++k) {
    n[k] = unit.of(entry.n[k]);
    opposite[k] = -n[k];
    square.add_product(n[k], n[k]);
  }
  const Integer square_margin = margin_ * margin_ * square;
  const auto exceeds_margin = [&](const Integer& gap) {
    return gap.sign() > 0 && gap * gap > square_margin;
  };

  const auto range = [](const std::vector<std::int32_t>& order, std::int32_t begin,
                        std::int32_t end) {
    return std::span(order).subspan(static_cast<std::size_t>(begin),
                                    static_cast<std::size_t>(end - begin));
  };
  const std::span<const int> vertices_a =
      a_.vertices_of(range(certificate_.order_a, entry.a_begin, entry.a_end));
  const std::span<const int> vertices_b =
      b_.vertices_of(range(certificate_.order_b, entry.b_begin, entry.b_end));
  const IntegerBody::Direction direction_a = a_.direction(opposite), direction_b = b_.direction(n);

  const std::int64_t scale = bits_ - (times_.of(1).bit_length() - 1);
  struct Piece {
    TimeInterval interval;
    int depth;
  };
  std::vector<Piece> pieces = {
      {{times_.of(entry.t0) << scale, times_.of(entry.t1) << scale, bits_}, 0}};
  int refinements = 0;
  while (!pieces.empty()) {
    const auto [interval, depth] = std::move(pieces.back());
    pieces.pop_back();
    --work_left_;
    if ((!a_.turns() || turns_little(a_.angle(), interval)) &&
        (!b_.turns() || turns_little(b_.angle(), interval))) {
      work_left_ -=
          kPieceWork + work_factor_ * (kDirectionWork + static_cast<std::int64_t>(
                                                            vertices_a.size() + vertices_b.size()));
      if (work_left_ < 0) return kTooMuchWork;
      const Weights own = depth > 0 ? weights(interval) : Weights();
      const Weights& w = depth > 0 ? own : weights_of_entry(interval);
      const LeastHeights a = a_.least_heights(direction_a, w.a, bits_, vertices_a);
      const LeastHeights b = b_.least_heights(direction_b, w.b, bits_, vertices_b);
      const Integer error = a.error + b.error;
      const auto gap = [&](std::size_t k) { return a.coefficients[k] + b.coefficients[k]; };
      const std::size_t last = a.coefficients.size() - 1;
      if (!exceeds_margin(gap(0) + error) || !exceeds_margin(gap(last) + error))
        return "its direction does not keep the triangles apart";
      bool holds = true;
      for (std::size_t k = 0; holds && k <= last; ++k) holds = exceeds_margin(gap(k) - error);
      if (holds) continue;
      if (++refinements > kMaxMotionRefinements || depth == kMaxDepth)
        return "its direction leaves too little room to see that it keeps the triangles apart";
    }
    const Integer middle = (interval.begin + interval.end) >> 1;
    pieces.push_back({{middle, interval.end, bits_}, depth + 1});
    pieces.push_back({{interval.begin, middle, bits_}, depth + 1});
  }
  return "";
}

}  // namespace

Verdict verify(const MotionProof& proof) {
  if (std::string fault = fault_of_form(proof); !fault.empty()) return {false, fault};
  const BodyCertificate& certificate = proof.certificate;
  if (std::string fault = fault_of_cover(certificate.entries, certificate.t_max,
                                         certificate.order_a, certificate.order_b);
      !fault.empty())
    return {false, fault};
  Claim claim(proof);
  for (const std::size_t i : by_interval(certificate.entries))
    if (const std::string fault = claim.fault_of(certificate.entries[i]); !fault.empty())
      return {false, entry_name(i) + ": " + fault};
  return {true, ""};
}

}  // namespace firstcontact::verify
