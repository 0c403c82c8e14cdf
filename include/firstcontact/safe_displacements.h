#pragma once
/// How far each vertex may go on its own.
///
/// `collision_free_step_size` and `line_search` give one step for all vertices: one contact stops
/// everything. Here every vertex gets its own step. Any combination is proven free: if every vertex
/// v goes anywhere on the segment from x_t0 to x_t0 + steps[v] * (x_t1 - x_t0), in any order and
/// at any speed, no pair touches, and no pair gets nearer than `kept_distance`. This holds in exact
/// arithmetic and for new positions that are rounded to doubles (to floats, if t0 or t1 is given as
/// floats).
///
/// For every pair two parallel planes are put between its elements at t0, and no vertex may pass
/// the plane of its element. So a vertex that moves away from or along what is near it is not
/// limited. docs/guide/safe-displacements.md
#include <firstcontact/export.h>
#include <firstcontact/line_search.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace firstcontact {

/// How much of its distance each pair keeps, and for which pairs.
struct SafeDisplacementOptions {
  /// Separation, norm, t_max, broad phase, rules, candidates and so on. `tolerance`, `exact`,
  /// `toi_width` and `certificate` are not used.
  StepOptions step = {};
  /// In (0, 1): every pair keeps at least ratio * min(its distance at t0, distance_cap), as far as
  /// the arithmetic can. Distances are measured beyond min_separation and thickness. With
  /// Norm::Linf, the distance of a pair is the largest one that the tried directions show.
  double ratio = 0.2;
  /// As in LineSearchOptions.
  std::optional<double> distance_cap = {};
};

/// Free: nothing limits any vertex. Contact: some steps are below t_max. toi is the smallest step.
/// starts_in_contact: a pair is in contact at t0, or so near (within rounding of its coordinates)
/// that no step can be proven. Those of its vertices that move have step 0; all others go on.
struct SafeDisplacements : Answer {
  /// One for each vertex, in [0, t_max]; t_max for a vertex at rest. All 0 if the status is
  /// Cancelled or InvalidInput.
  std::vector<double> steps;
  /// After any combination of steps, rounding included, no two elements are nearer to contact than
  /// this, except pairs at rest. At most half of ratio * distance_cap, because farther pairs are
  /// not looked at. 0 if starts_in_contact.
  double kept_distance = 0;
  /// Number of vertices whose step is below t_max.
  std::int64_t limited = 0;
};

/// Finds how far each vertex may go on its own line from t0 to t1. Any combination of displacements
/// up to these is proven free.
FIRSTCONTACT_API SafeDisplacements safe_displacements(StepSolver& solver, const Positions& t0,
                                                      const Positions& t1,
                                                      const SafeDisplacementOptions& options = {});
FIRSTCONTACT_API SafeDisplacements safe_displacements(const Mesh& mesh, const Positions& t0,
                                                      const Positions& t1,
                                                      const SafeDisplacementOptions& options = {});

}  // namespace firstcontact
