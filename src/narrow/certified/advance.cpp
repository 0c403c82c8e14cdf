// Certified advance (docs/math/certified-advance.md).
//
// At a fixed time the gap set is convex, so only time needs to be split. One step from time t:
//  1. Take the direction n to the nearest point of the gap set at t. Any n gives a valid proof, so
//     it need not be accurate.
//  2. With n fixed the heights n·F_i are affine in time. The pair is free up to the first time at
//     which a height falls to its margin.
//  3. Try to go farther with a direction that moves from n to the nearest direction n' at a later
//     time. Then the heights are quadratic, and the pair is free if all their Bernstein
//     coefficients exceed the margin. The stride doubles on success and is quartered on failure.
// Only the heights need an error bound. Without step 3 a rotating tangential contact would take
// about tolerance^-1/2 steps.
//
// Within tolerance the loop first tries to prove that the pair touches just ahead. If that fails it
// continues for a while, because many pairs that only come near can still be proven free.
#include "narrow/certified/advance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "narrow/certified/confirm_contact.h"
#include "narrow/certified/error_bounds.h"
#include "narrow/certified/nearest_direction.h"

namespace firstcontact::narrow {
namespace {

// Number of steps within tolerance that try to prove the rest of the motion free.
constexpr int kGraceSteps = 48, kGraceStepsToDecide = 4;
// After this many steps the exact oracle is cheaper: the loop never arrives at a contact that is
// exactly tangential.
constexpr int kMostSteps = 200;
// Number of first steps that try no moving direction: most queries need no more steps.
constexpr int kFixedOnlySteps = 1;
// Shortens a step, so that it ends before the crossing it was computed from.
constexpr double kStepShrink = 1 - 0x1p-30;
// Within tolerance, a shorter step than this makes the loop look for a better direction.
constexpr double kPoorStep = 0x1p-30;
// One step goes at most this share of the time to a predicted contact.
constexpr double kShareOfApproach = 1 - 0x1p-5;
// A contact is looked for up to this many times the predicted time ahead; without a prediction, up
// to kLastAhead.
constexpr double kAheadOfArrival = 2, kLastAhead = 0x1p-31;
// A moving direction is tried only if it may go this many times as far as the fixed one.
constexpr double kWorthMoving = 1.25;

/// Predicts from the last two distances when the distance will be zero.
class Approach {
 public:
  void note(double t, double distance) {
    previous_t_ = t_;
    previous_distance_ = distance_;
    t_ = t;
    distance_ = distance;
  }
  /// Infinite if the pair does not come nearer.
  double time_left() const {
    const double speed = (previous_distance_ - distance_) / (t_ - previous_t_);
    return speed > 0 && distance_ > 0 ? distance_ / speed : std::numeric_limits<double>::infinity();
  }

 private:
  double t_ = 0, distance_ = 0, previous_t_ = 0, previous_distance_ = 0;
};

Vector normalised(const Vector& n) {
  const double length = std::sqrt(dot(n, n));
  return length > 0 ? (1 / length) * n : n;
}

class Advancer {
 public:
  explicit Advancer(const AdvanceTask& task)
      : task_(task),
        corners_(*task.corners),
        check_(*task.corners, task.separation, task.norm),
        t_(task.start),
        stride_(task.t_max) {}

  AdvanceOutcome run();

 private:
  /// A direction, its heights and the margin that they must exceed.
  struct Candidate {
    Vector n;
    Heights heights;
    double margin;
    void set(const SegmentCheck& check, const Vector& direction) {
      n = normalised(direction);
      heights = check.heights(n);
      margin = check.margin(n);
    }
  };

  std::int64_t budget_left() const { return task_.max_checks - out_.checks; }
  bool cube() const { return task_.separation > 0 && task_.norm == Norm::Linf; }
  Nearest look(double t);
  bool choose_direction(Candidate& chosen, double& fixed_end);
  double fixed_step(const Candidate& chosen) const { return free_until(chosen, t_, task_.t_max); }
  double free_until(const Candidate& chosen, double from, double limit) const;
  bool move_on(const Candidate& chosen, double fixed_end);
  bool contact_ahead(double ahead);
  void accept(double to, const Vector& n0, const Vector& n1);
  AdvanceOutcome finish(AdvanceEnd end);
  AdvanceOutcome give_up();

  const AdvanceTask& task_;
  const GapCorners& corners_;
  const SegmentCheck check_;
  AdvanceOutcome out_;
  double t_;
  Nearest now_;        // nearest point at t_
  bool near_ = false;  // whether the pair is within tolerance at t_
  int grace_ = 0;      // number of steps taken within tolerance
  double stride_;      // length of the next step with a moving direction
  Approach approach_;
};

Nearest Advancer::look(double t) {
  ++out_.checks;
  const Hull hull = hull_at(corners_, t);
  return cube() ? cube_direction(hull) : nearest_direction(hull);
}

/// Takes the nearest direction if it separates at t_ and allows a step; otherwise, of the
/// directions of all features, the one that allows the longest step. Sets fixed_end to the end of
/// that step. Returns false if no direction separates.
bool Advancer::choose_direction(Candidate& chosen, double& fixed_end) {
  chosen.set(check_, now_.direction);
  const bool separates = check_.lowest(chosen.heights, t_) > chosen.margin;
  if (separates) fixed_end = fixed_step(chosen);
  if (cube() || budget_left() < 1 || (separates && !(near_ && fixed_end - t_ < kPoorStep)))
    return separates;
  ++out_.checks;
  Vector directions[kMostDirections];
  const int count = feature_directions(hull_at(corners_, t_), directions);
  bool found = separates;
  for (int i = 0; i < count; ++i) {
    Candidate other;
    other.set(check_, directions[i]);
    if (!(check_.lowest(other.heights, t_) > other.margin)) continue;
    const double end = fixed_step(other);
    if (found && end <= fixed_end) continue;
    found = true;
    chosen = other;
    fixed_end = end;
  }
  return found;
}

/// The time, from `from` towards `limit` (which may be earlier or later), up to which the fixed
/// direction proves the pair free; `from` if it proves nothing. Precondition: it separates at
/// `from`.
double Advancer::free_until(const Candidate& chosen, double from, double limit) const {
  const Heights& h = chosen.heights;
  if (check_.lowest(h, limit) > chosen.margin) return limit;
  double share = 1;
  for (int i = 0; i < corners_.count; ++i) {
    const double now = (1 - from) * h.t0[i] + from * h.t1[i],
                 end = (1 - limit) * h.t0[i] + limit * h.t1[i];
    if (end <= chosen.margin) share = std::min(share, (now - chosen.margin) / (now - end));
  }
  for (double shrink = kStepShrink; shrink > 0.5; shrink = 1 - 256 * (1 - shrink)) {
    const double to = from + (limit - from) * share * shrink;
    if (to == from) return from;
    if (check_.lowest(h, to) > chosen.margin) return to;
  }
  return from;
}

/// Tries to go beyond fixed_end with a direction that moves to the nearest direction at a later
/// time.
bool Advancer::move_on(const Candidate& chosen, double fixed_end) {
  const double step =
      std::min(std::max(stride_, 2 * (fixed_end - t_)), kShareOfApproach * approach_.time_left());
  if (!(step > kWorthMoving * (fixed_end - t_)) || budget_left() < 1) return false;
  const double later = std::min(t_ + step, task_.t_max);
  if (!(later > t_)) return false;
  const Nearest ahead = look(later);
  const Vector n = normalised(ahead.direction);
  if (!check_.proves_moving(t_, chosen.n, chosen.heights, later, n)) {
    stride_ = (later - t_) / 4;
    return false;
  }
  stride_ = 2 * (later - t_);
  accept(later, chosen.n, n);
  now_ = ahead;
  return true;
}

/// Tries to prove a contact in [t_, t_ + ahead]. The proof needs certain signs at its start, so it
/// begins a little before t_.
bool Advancer::contact_ahead(double ahead) {
  const double upper = std::min(t_ + ahead, task_.t_max);
  if (!(t_ > 0 && upper > t_)) return false;
  const double from = std::max(0.0, t_ - ahead / 4);
  if (!confirm_contact(corners_, task_.planar, task_.separation_down, task_.norm, from, upper))
    return false;
  out_.upper = upper;
  return true;
}

void Advancer::accept(double to, const Vector& n0, const Vector& n1) {
  if (task_.segments) task_.segments->push_back({t_, to, n0, n1});
  t_ = to;
}

AdvanceOutcome Advancer::finish(AdvanceEnd end) {
  out_.end = end;
  out_.t = t_;
  return out_;
}

/// Ends the advance where no direction proves anything beyond t_.
AdvanceOutcome Advancer::give_up() {
  // A pair that touches within this time is within tolerance at t_, because no component of a gap
  // changes faster than 2 * largest.
  const double honest = near_ ? kLastAhead : task_.tolerance / (4 * corners_.largest);
  if (contact_ahead(std::min({kLastAhead, honest, task_.contact_width})))
    return finish(AdvanceEnd::Contact);
  return finish(near_ ? AdvanceEnd::Near : AdvanceEnd::Stalled);
}

AdvanceOutcome Advancer::run() {
  if (budget_left() < 1) return finish(AdvanceEnd::Exhausted);
  const double slack = kHullPointRoundings * kUnitRoundoff * corners_.largest;
  now_ = look(t_);
  for (int step = 0;; ++step) {
    approach_.note(t_, now_.distance - task_.separation);
    near_ = now_.distance + slack <= task_.separation + task_.tolerance;
    if (near_) {
      const double ahead = kAheadOfArrival * approach_.time_left();
      if (ahead <= task_.contact_width && contact_ahead(ahead)) return finish(AdvanceEnd::Contact);
      if (++grace_ > (task_.decide_only ? kGraceStepsToDecide : kGraceSteps)) return give_up();
    }
    Candidate chosen;
    double fixed_end = t_;
    if (step >= kMostSteps || !choose_direction(chosen, fixed_end)) return give_up();
    if (fixed_end >= task_.t_max) {
      accept(task_.t_max, chosen.n, chosen.n);
      return finish(AdvanceEnd::Free);
    }
    if (step >= kFixedOnlySteps && move_on(chosen, fixed_end)) {
      if (t_ >= task_.t_max) return finish(AdvanceEnd::Free);
      continue;
    }
    if (fixed_end <= t_) return give_up();
    if (budget_left() < 1) return finish(near_ ? AdvanceEnd::Near : AdvanceEnd::Exhausted);
    accept(fixed_end, chosen.n, chosen.n);
    now_ = look(t_);
  }
}

}  // namespace

AdvanceOutcome advance(const AdvanceTask& task) { return Advancer(task).run(); }

}  // namespace firstcontact::narrow
