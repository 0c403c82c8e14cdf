#pragma once
/// The largest step towards x_t1 that leaves room for the next one: for optimisers that must never
/// pass through a contact.
///
/// A step up to the time of impact itself would leave the pair touching, and every later step would
/// be zero. So every pair keeps a share of the distance it starts with: after the step, in exact
/// arithmetic and after rounding the new positions x_t0 + step * (x_t1 - x_t0) to doubles, no pair
/// is nearer than `kept_distance`, and none has passed through another. A pair none of whose
/// vertices moves cannot get nearer, and limits nothing, even if it touches. Where t0 or t1 is
/// given as floats, the new positions may be rounded to floats.
#include <firstcontact/intersections.h>
#include <firstcontact/step.h>

#include <functional>
#include <optional>
#include <string>

namespace firstcontact {

struct LineSearchOptions {
  /// Separation, tolerance, exact mode, broad phase, filter and so on. `certificate` is not used.
  StepOptions step;

  /// p in (0, 1): every pair keeps at least p * min(its distance at t0, distance_cap), where
  /// distances are what is beyond min_separation and thickness. Halved for a pair where the
  /// arithmetic cannot keep that much but can keep less; see LineSearchResult::ratio.
  double ratio = 0.2;
  /// In scene units, finite and positive. Unset: a tenth of the mesh's median edge length at t0.
  /// Smaller is faster: pairs that stay farther apart than this are never looked at.
  std::optional<double> distance_cap;

  /// Also asks whether the start is free of intersections (intersections.h). Where it is not, the
  /// step is 0 and LineSearchResult::start_intersection says where. Without this, elements that
  /// cross at t0 are not noticed, and the search only keeps what is apart from touching.
  bool check_start = false;

  /// If not empty: E(step). The step is halved until E(step) < E(0).
  std::function<double(double)> energy;
  /// Backtracking gives up below this.
  double min_step = 1e-12;
};

/// Free: nothing limits the step. Contact: `limiting` does. toi is contact_step.
struct LineSearchResult : Answer {
  /// In [0, t_max]. 0 only if t_max is, if check_start found an intersection, if a pair is in
  /// contact at t0 already, or so near (within rounding of its coordinates) that no step can be
  /// proven (then `limiting` says which), or if backtracking gave up.
  double step = 0;
  /// What contacts allow; `step` is smaller where the energy asked for it.
  double contact_step = 0;
  /// The smallest share really used: options.ratio, or smaller.
  double ratio = 0;
  /// With check_start: the first pair of elements that intersect at t0. Then the status is Contact
  /// and `message` names them.
  std::optional<Intersection> start_intersection;
  /// The pair that limits the step; its `toi` is contact_step.
  std::optional<Impact> limiting;
  /// After the step, rounding included, no two elements are nearer to contact than this (at most
  /// half of ratio * distance_cap, because farther pairs are not looked at), other than pairs at
  /// rest. 0 with a step of 0.
  double kept_distance = 0;
  int energy_evaluations = 0;
};

LineSearchResult line_search(StepSolver& solver, const Positions& t0, const Positions& t1,
                             const LineSearchOptions& options = {});
LineSearchResult line_search(const Mesh& mesh, const Positions& t0, const Positions& t1,
                             const LineSearchOptions& options = {});

}  // namespace firstcontact
