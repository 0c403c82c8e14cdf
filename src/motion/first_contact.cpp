// First contact of two moving bodies: the space-time search, with pairs of triangles decided by
// advancing along directions.
#include "motion/first_contact.h"

#include <firstcontact/moving_bodies.h>

#include <algorithm>

#include "arith/float_environment.h"
#include "geometry/point_in_solid.h"
#include "motion/leaf_advance.h"
#include "motion/two_body_search.h"

namespace firstcontact::motion {
namespace {

class FirstContactDecider final : public LeafDecider {
 public:
  FirstContactDecider(TwoBodies bodies, const BodyOptions& options, double tolerance,
                      BodyResult& result)
      : bodies_(bodies),
        separation_(options.min_separation),
        tolerance_(tolerance),
        result_(result),
        horizon_(options.t_max) {}

  void attach(TwoBodySearch& search) { search_ = &search; }
  double horizon() const override { return horizon_; }

  LeafDecision decide(const SearchInterval& interval, LeafPair& pair) override {
    const LeafMotion motion = {interval.t0, interval.t1, interval.a, interval.b,  bodies_.a,
                               bodies_.b,   *pair.a,     *pair.b,    separation_, tolerance_};
    Proofs proofs(*search_, pair);
    const LeafAnswer answer =
        advance_leaves(motion, pair.first, std::min(pair.last, horizon_), &proofs);
    search_->spend(answer.steps);
    pair.first = answer.time;
    if (answer.outcome == LeafAnswer::Outcome::Contact) contact(pair, answer);
    return answer.outcome == LeafAnswer::Outcome::TooLong ? LeafDecision::TooLong
                                                          : LeafDecision::Decided;
  }

 private:
  class Proofs final : public LeafProofs {
   public:
    Proofs(TwoBodySearch& search, const LeafPair& pair) : search_(search), pair_(pair) {}
    void apart(double t0, double t1, const Vec3& n) override {
      search_.prove(t0, t1, n, *pair_.a, *pair_.b);
    }

   private:
    TwoBodySearch& search_;
    const LeafPair& pair_;
  };

  void contact(const LeafPair& pair, const LeafAnswer& answer) {
    if (!(answer.time < horizon_ || result_.triangle_a < 0)) return;
    result_.triangle_a = bodies_.a.order[pair.a->begin];
    result_.triangle_b = bodies_.b.order[pair.b->begin];
    result_.point_a = answer.nearest.a;
    result_.point_b = answer.nearest.b;
    result_.distance = answer.nearest.distance;
    const double length = norm(answer.nearest.n);
    result_.normal =
        length > answer.error ? Vec3(Vec3::Zero() - answer.nearest.n / length) : Vec3::Zero();
    result_.tolerance = std::max(tolerance_, answer.nearest.distance + answer.error - separation_);
    result_.toi = horizon_ = answer.time;
  }

  TwoBodies bodies_;
  double separation_, tolerance_;
  BodyResult& result_;
  double horizon_;
  TwoBodySearch* search_ = nullptr;
};

/// Whether one body lies in the other one at the start. Precondition: the surfaces do not touch
/// there.
bool starts_inside(const TwoBodies& bodies, BodyResult& result) {
  if (!bodies.a.solid.has_solid && !bodies.b.solid.has_solid) return false;
  const AffineMap at_a = bodies.motion_a.over(0, 0).pose[0],
                  at_b = bodies.motion_b.over(0, 0).pose[0];
  const auto nested = geometry::find_nested(bodies.a, at_a, true, bodies.b, at_b, true);
  if (!nested) return false;
  result.triangle_a = nested->triangle_a;
  result.triangle_b = nested->triangle_b;
  result.point_a = nested->nearest.a;
  result.point_b = nested->nearest.b;
  result.distance = result.toi = 0;
  result.starts_inside = true;
  return true;
}

}  // namespace

double motion_scale(const geometry::BodyTree& a, const geometry::BodyTree& b) {
  return std::max(a.nodes[0].radius, b.nodes[0].radius);
}

BodyResult find_first_contact(const geometry::BodyTree& a, const Motion& motion_a,
                              const geometry::BodyTree& b, const Motion& motion_b,
                              const BodyOptions& options) {
  BodyResult result;
  result.tolerance = options.tolerance.value_or(kRelativeMotionTolerance * motion_scale(a, b));
  BodyCertificate* certificate = options.certificate ? &result.certificate : nullptr;
  if (certificate) *certificate = {options.min_separation, options.t_max, a.order, b.order, {}};
  const TwoBodies bodies = {a, motion_a, b, motion_b};
  FirstContactDecider decider(bodies, options, result.tolerance, result);
  TwoBodySearch search(bodies, options.min_separation, options.max_checks, certificate);
  decider.attach(search);
  // The start is searched by itself: bodies that touch from the beginning would be hard to decide
  // over an interval.
  SearchEnd end = search.run(0, 0, decider);
  const bool at_start = result.triangle_a >= 0 || (end == SearchEnd::Complete && options.insides &&
                                                   starts_inside(bodies, result));
  if (end == SearchEnd::Complete && !at_start) {
    if (certificate) certificate->entries.clear();
    end = search.run(0, options.t_max, decider);
  }
  result.checks = search.checks();
  if (end == SearchEnd::InvalidMotion) {
    BodyResult refused;
    refused.message =
        "a motion's control poses are not finite or too large, or their errors are not bounds";
    return refused;
  }
  result.toi_upper = options.t_max;
  if (end != SearchEnd::Complete) {
    result.status = Status::Undecided;
    result.toi = std::min(search.reached(), decider.horizon());
  } else if (result.triangle_a >= 0) {
    result.status = Status::Contact;
    result.starts_in_contact = at_start;
  } else {
    result.status = Status::Free;
    result.toi = options.t_max;
  }
  if (result.status != Status::Free) result.certificate = {};
  return result;
}

}  // namespace firstcontact::motion
