// First contact of two moving bodies: the space-time search, with pairs of triangles decided by advancing along directions.
//
// Two triangles at an instant: their nearest points give a direction n. Along it the gap is a cubic, from this instant to the end of
// the interval, up to errors that are part of the margin; the pair is free as long as the hull of its Bernstein coefficients
// is positive. Go there, and again. Contact is where the distance at the instant is at most separation + tolerance.
#include "motion/first_contact.h"

#include <firstcontact/moving_bodies.h>

#include <algorithm>
#include <cmath>

#include "arith/float_environment.h"
#include "motion/space_time_search.h"
#include "motion/triangle_distance.h"

namespace firstcontact::motion {
namespace {

/// The errors of an interval's poses must be below this share of the tolerance, or the triangles could never be told apart.
constexpr double kErrorShare = 0.125;
/// Intervals shorter than this are not worth halving, if what is left of the errors is rounding: a share of the bodies' extent.
constexpr double kShortest = 0x1p-45, kRoundingShare = 1e-10;
/// Steps that a pair may take on one interval before it is put off to shorter ones.
constexpr int kStepsPerInterval = 64;

class FirstContactDecider final : public LeafDecider {
 public:
  FirstContactDecider(SpaceTimeSearch::Bodies bodies, const MotionOptions& options, double tolerance, MotionResult& result)
      : bodies_(bodies), separation_(options.min_separation), tolerance_(tolerance), result_(result), horizon_(options.t_max) {}

  void attach(SpaceTimeSearch& search) { search_ = &search; }
  double horizon() const override { return horizon_; }

  bool decide(const SearchInterval& interval, LeafPair& pair) override {
    const double error = interval.a.error(*pair.a) + interval.b.error(*pair.b);
    // Where the tolerance is below what doubles hold, contact is what they cannot tell from it.
    const bool exact_enough =
        error <= kErrorShare * tolerance_ || (interval.t1 - interval.t0 < kShortest &&
                                              error <= kRoundingShare * (interval.a.extent(*pair.a) + interval.b.extent(*pair.b)));
    const Triangle body_a = corners(bodies_.a, *pair.a), body_b = corners(bodies_.b, *pair.b);
    double t = pair.first;
    for (int step = 0; step < kStepsPerInterval; ++step) {
      if (t > std::min(pair.last, horizon_)) return true;
      search_->spend(1);
      const double s = place(interval, t);
      const Triangle a = moved(body_a, interval.a.at(s)), b = moved(body_b, interval.b.at(s));
      const NearestPoints nearest = nearest_points(a, b);
      if (nearest.distance <= separation_ + tolerance_) {
        if (!exact_enough) return later(pair, t);
        return contact(pair, t, nearest);
      }
      const double free_until = advance(interval, pair, body_a, body_b, nearest.n, s, error);
      if (!(free_until > t)) {
        if (!exact_enough) return later(pair, t);
        return contact(pair, t, nearest);  // no direction separates them: they cut through each other
      }
      search_->prove(t, std::min(free_until, pair.last), nearest.n, *pair.a, *pair.b);
      t = free_until;
    }
    return later(pair, t);
  }

 private:
  static Triangle corners(const TriangleBody::Tree& tree, const Node& leaf) {
    return {tree.corner(leaf, 0), tree.corner(leaf, 1), tree.corner(leaf, 2)};
  }
  static Triangle moved(const Triangle& x, const AffineMap& map) { return {map.apply(x[0]), map.apply(x[1]), map.apply(x[2])}; }
  static double place(const SearchInterval& interval, double t) {
    const double width = interval.t1 - interval.t0;
    return width > 0 ? std::clamp((t - interval.t0) / width, 0.0, 1.0) : 0;
  }

  /// The interval is too long: its halves decide, from t on.
  static bool later(LeafPair& pair, double t) {
    pair.first = t;
    return false;
  }

  bool contact(const LeafPair& pair, double t, const NearestPoints& nearest) {
    if (t < horizon_ || result_.triangle_a < 0) {
      result_.triangle_a = bodies_.a.order[static_cast<std::size_t>(pair.a->begin)];
      result_.triangle_b = bodies_.b.order[static_cast<std::size_t>(pair.b->begin)];
      result_.point_a = nearest.a, result_.point_b = nearest.b, result_.distance = nearest.distance;
      result_.toi = horizon_ = t;
    }
    return true;
  }

  /// Coefficients on [s, 1] of the polynomial with these on [0, 1].
  static void keep_right(double s, Heights& c) {
    for (std::size_t level = 1; level < 4; ++level)
      for (std::size_t k = 0; k + level < 4; ++k) c[k] = (1 - s) * c[k] + s * c[k + 1];
  }

  /// Proven free along n from the place s of the interval to the time returned; beyond the end of the interval if to its end.
  double advance(const SearchInterval& interval, const LeafPair& pair, const Triangle& a, const Triangle& b, const Vec3& n,
                 double s, double error) const {
    Heights gap, highest;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      Heights low, high;
      interval.b.height(b[corner], n, low), interval.a.height(a[corner], n, high);
      keep_right(s, low), keep_right(s, high);
      for (std::size_t k = 0; k < 4; ++k) {
        gap[k] = corner == 0 ? low[k] : std::min(gap[k], low[k]);
        highest[k] = corner == 0 ? high[k] : std::max(highest[k], high[k]);
      }
    }
    const double margin = (error + separation_) * (1 + 0x1p-40);
    for (std::size_t k = 0; k < 4; ++k) gap[k] = (gap[k] - highest[k]) - margin;
    const Window window = where_not_positive(gap);
    if (window.empty()) return std::nextafter(std::max(interval.t1, pair.last), 2);
    const double width = interval.t1 - interval.t0;
    return interval.t0 + (s + window.first * (1 - s)) * width - 0x1p-50;
  }

  SpaceTimeSearch::Bodies bodies_;
  double separation_, tolerance_;
  MotionResult& result_;
  double horizon_;
  SpaceTimeSearch* search_ = nullptr;
};

}  // namespace

double motion_scale(const TriangleBody::Tree& a, const TriangleBody::Tree& b) {
  return std::max(a.nodes[0].radius, b.nodes[0].radius);
}

MotionResult find_first_contact(const TriangleBody::Tree& a, const Motion& motion_a, const TriangleBody::Tree& b,
                                const Motion& motion_b, const MotionOptions& options) {
  MotionResult result;
  result.tolerance = options.tolerance.value_or(kRelativeMotionTolerance * motion_scale(a, b));
  MotionCertificate* certificate = options.certificate ? &result.certificate : nullptr;
  if (certificate) *certificate = {options.min_separation, options.t_max, a.order, b.order, {}};
  const SpaceTimeSearch::Bodies bodies = {a, motion_a, b, motion_b};
  FirstContactDecider decider(bodies, options, result.tolerance, result);
  SpaceTimeSearch search(bodies, options.min_separation, options.max_checks, certificate);
  decider.attach(search);
  // The start by itself: bodies that touch from the beginning would be hard to decide over an interval.
  bool complete = search.run(0, 0, decider);
  if (complete && result.triangle_a < 0) {
    if (certificate) certificate->entries.clear();
    complete = search.run(0, options.t_max, decider);
  }
  result.checks = search.checks();
  if (search.bad_motion()) {
    MotionResult refused;
    refused.message = "a motion's control poses are not finite or too large, or their errors are not bounds";
    return refused;
  }
  if (!complete) {
    result.status = MotionStatus::Undecided;
    result.toi = std::min(search.reached(), decider.horizon());
  } else if (result.triangle_a >= 0) {
    result.status = MotionStatus::Contact;
  } else {
    result.status = MotionStatus::Free;
    result.toi = options.t_max;
  }
  if (result.status != MotionStatus::Free) result.certificate = {};
  return result;
}

}  // namespace firstcontact::motion
