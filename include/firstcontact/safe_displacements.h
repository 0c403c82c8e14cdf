#pragma once
/// How far each vertex may go on its own.
///
/// `collision_free_step_size` and `line_search` give one step for all vertices: one contact stops
/// everything. Here every vertex gets its own step. Any combination is proven free: if every vertex
/// v goes anywhere on the segment from x_t0 to x_t0 + steps[v] * (x_t1 - x_t0), in any order and
/// at any speed, no pair touches.
#include <firstcontact/line_search.h>

#include <vector>

namespace firstcontact {

struct SafeDisplacementOptions {
  /// As in LineSearchOptions.
  StepOptions step = {};
  double ratio = 0.2;
  std::optional<double> distance_cap = {};
};

/// Free: nothing limits any vertex. Contact: some steps are below 1.
struct SafeDisplacements : Answer {
  /// One for each vertex, in [0, 1].
  std::vector<double> steps;
  /// As in LineSearchResult.
  double kept_distance = 0;
  /// Number of vertices that are limited.
  std::int64_t limited = 0;
};

SafeDisplacements safe_displacements(StepSolver& solver, const Positions& t0, const Positions& t1,
                                     const SafeDisplacementOptions& options = {});

}  // namespace firstcontact
