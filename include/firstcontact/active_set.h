#pragma once
/// Contacts as constraints, for solvers that resolve them (active sets, constraint-based response).
#include <firstcontact/step.h>

#include <array>
#include <vector>

namespace firstcontact {

/// The linearised contact `normal · sum_k weights[k] x(vertices[k]) >= 0` (or an offset of the
/// solver's choice): positive while the pair is on the side it came from (Impact::normal says how
/// that is known for pairs that touch at t0). Its gradient with respect to vertex k is weights[k] *
/// normal.
struct ActiveConstraint {
  Impact impact;
  /// Of impact.pair.vertices, 0 beyond point_count: (point on element a) - (point on element b) at
  /// the time of impact.
  std::array<double, 4> weights = {};
  /// normal · sum_k weights[k] x_t1(vertices[k]): how far the full step would be on the right side;
  /// negative where it passes through.
  double gap_t1 = 0;
};

struct ActiveSet : Answer {
  /// In the order of impacts.
  std::vector<ActiveConstraint> constraints;
};

/// All pairs that touch during the step, each with its constraint. To activate constraints early,
/// when pairs are nearer than some offset, give that offset as min_separation.
ActiveSet construct_active_set(StepSolver& solver, const Positions& t0, const Positions& t1,
                               const StepOptions& options = {});
ActiveSet construct_active_set(const Mesh& mesh, const Positions& t0, const Positions& t1,
                               const StepOptions& options = {});

}  // namespace firstcontact
