#include <firstcontact/active_set.h>

namespace firstcontact {
namespace {

std::array<double, 4> weights_of(const Impact& impact) {
  const double u = impact.u, v = impact.v;
  switch (impact.pair.kind) {
    case Kind::VertexFace: return {1, -(1 - u - v), -u, -v};
    case Kind::EdgeEdge: return {1 - u, u, -(1 - v), -v};
    case Kind::PointEdge:
    case Kind::PointSegment2D: return {1, -(1 - u), -u, 0};
    case Kind::PointPoint: return {1, -1, 0, 0};
  }
  return {};
}

}  // namespace

ActiveSet construct_active_set(StepSolver& solver, const Positions& t0, const Positions& t1, const StepOptions& options) {
  StepResult found = solver.impacts(t0, t1, options);
  ActiveSet set;
  set.status = found.status;
  set.message = std::move(found.message);
  set.constraints.reserve(found.impacts.size());
  for (const Impact& impact : found.impacts) {
    ActiveConstraint constraint = {impact, weights_of(impact), 0};
    Vec3 gap = Vec3::Zero();
    for (std::size_t k = 0; k < 4; ++k)
      if (impact.pair.vertices[k] >= 0) gap += constraint.weights[k] * t1[static_cast<std::size_t>(impact.pair.vertices[k])];
    constraint.gap_t1 = impact.normal.dot(gap);
    set.constraints.push_back(constraint);
  }
  return set;
}

ActiveSet construct_active_set(const Mesh& mesh, const Positions& t0, const Positions& t1, const StepOptions& options) {
  StepSolver solver(mesh);
  return construct_active_set(solver, t0, t1, options);
}

}  // namespace firstcontact
