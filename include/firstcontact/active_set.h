#pragma once
/// Contacts as linear constraints, for solvers that resolve them.
#include <firstcontact/export.h>
#include <firstcontact/step.h>

#include <array>
#include <vector>

namespace firstcontact {

/// The contact, linearised: normal · sum_k weights[k] x(vertices[k]) >= 0 (or >= an offset of the
/// solver's choice). The left side is positive while the pair is on the side that it came from. Its
/// gradient with respect to vertex k is weights[k] * normal.
struct ActiveConstraint {
  Impact impact;
  /// One weight for each of impact.pair.vertices (0 beyond point_count). They give (point on
  /// element a) - (point on element b) at the time of impact.
  std::array<double, 4> weights = {};
  /// normal · sum_k weights[k] x_t1(vertices[k]): how far the full step would be on the right side.
  /// Negative if it passes through.
  double gap_t1 = 0;
};

/// What `construct_active_set` answers: the impacts of a step as constraints.
struct ActiveSet : Answer {
  /// Sorted like impacts: by time.
  std::vector<ActiveConstraint> constraints;
};

/// Finds all pairs that touch during the step, each with its constraint. To activate constraints
/// early, while pairs are still apart, give the distance as min_separation.
FIRSTCONTACT_API ActiveSet construct_active_set(StepSolver& solver, const Positions& t0,
                                                const Positions& t1,
                                                const StepOptions& options = {});
FIRSTCONTACT_API ActiveSet construct_active_set(const Mesh& mesh, const Positions& t0,
                                                const Positions& t1,
                                                const StepOptions& options = {});

}  // namespace firstcontact
