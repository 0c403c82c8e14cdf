#pragma once
/// Finds the largest step towards x_t1 that leaves room for the next one. For optimisers that must
/// never pass through a contact.
///
/// A step up to the time of impact itself would leave the pair touching, and every later step would
/// be zero. So every pair keeps a share of the distance it starts with: after the step, in exact
/// arithmetic and after rounding the new positions x_t0 + step * (x_t1 - x_t0) to doubles, no pair
/// is nearer than `kept_distance`, and none has passed through another. A pair none of whose
/// vertices moves cannot get nearer; it does not limit the step, even if it touches. If t0 or t1 is
/// given as floats, the new positions may be rounded to floats.
#include <firstcontact/export.h>
#include <firstcontact/intersections.h>
#include <firstcontact/step.h>

#include <functional>
#include <limits>
#include <optional>
#include <string>

namespace firstcontact {

/// How much of its distance each pair keeps, and what else the step must satisfy.
struct LineSearchOptions {
  /// Separation, tolerance, exact mode, broad phase, filter and so on. `certificate` is not used.
  StepOptions step = {};

  /// In (0, 1): every pair keeps at least ratio * min(its distance at t0, distance_cap). Distances
  /// are measured beyond min_separation and thickness. If the arithmetic cannot keep that much of a
  /// pair's distance, the ratio is halved for this pair; see LineSearchResult::ratio.
  double ratio = 0.2;
  /// A length, finite and positive. Unset: a tenth of the mesh's median edge length at t0. A
  /// smaller cap is faster, because pairs that stay farther apart than this are never looked at.
  std::optional<double> distance_cap = {};

  /// Also checks that nothing intersects at the start (intersections.h). If something does, the
  /// step is 0 and LineSearchResult::start_intersection says where. Without this check, elements
  /// that cross at t0 are not noticed; the search only keeps apart what is apart.
  bool check_start = false;

  /// If set, the energy E(step). The step is halved until E(step) <= E(0), or, if the slope is
  /// known, until E(step) <= E(0) + armijo * step * slope. A step that changes nothing is accepted,
  /// so that an optimiser that has converged pays for two evaluations and not for 41.
  std::function<double(double)> energy = {};
  /// The derivative of the energy with respect to the step at step 0: the gradient times
  /// (x_t1 - x_t0). Finite and not positive.
  std::optional<double> slope = {};
  /// The share of the decrease that the slope promises which a step must bring; in [0, 1).
  double armijo = 1e-4;
  /// E(0), if it is known already. Then it is not evaluated again.
  std::optional<double> energy_at_start = {};
  /// Halving gives up below this step.
  double min_step = 1e-12;
};

/// Free: nothing limits the step. Contact: `limiting` does. toi is contact_step.
struct LineSearchResult : Answer {
  /// The step to take, in [0, t_max]. It is 0 only if t_max is 0, if check_start found an
  /// intersection, if a pair is in contact at t0 or so near (within rounding of its coordinates)
  /// that no step can be proven (`limiting` is that pair), or if halving gave up.
  double step = 0;
  /// The step that contacts allow. `step` is smaller if the energy asked for it.
  double contact_step = 0;
  /// The smallest ratio that was used for a pair: options.ratio, or less.
  double ratio = 0;
  /// With check_start: the first two elements that intersect at t0. Then the status is Contact, and
  /// `message` names them.
  std::optional<Intersection> start_intersection = {};
  /// The pair that limits the step; its `toi` is contact_step.
  std::optional<Impact> limiting = {};
  /// After the step, rounding included, no two elements are nearer to contact than this, except
  /// pairs at rest. At most half of ratio * distance_cap, because farther pairs are not looked at.
  /// 0 if the step is 0.
  double kept_distance = 0;
  /// Number of calls of `energy`.
  int energy_evaluations = 0;
  /// The energy of the step that was accepted. NaN if there is none or no energy was given.
  double energy = std::numeric_limits<double>::quiet_NaN();
};

/// Finds the largest step from t0 towards t1 that is proven free and leaves every pair the room
/// that the options ask for.
FIRSTCONTACT_API LineSearchResult line_search(StepSolver& solver, const Positions& t0,
                                              const Positions& t1,
                                              const LineSearchOptions& options = {});
FIRSTCONTACT_API LineSearchResult line_search(const Mesh& mesh, const Positions& t0,
                                              const Positions& t1,
                                              const LineSearchOptions& options = {});

}  // namespace firstcontact
