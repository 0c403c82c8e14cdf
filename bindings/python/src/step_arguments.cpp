#include "step_arguments.h"

namespace firstcontact::python {

StepMesh::Lease::Lease(StepMesh& owner) : owner_(owner) {
  {
    const std::lock_guard lock(owner.mutex_);
    if (!owner.idle_.empty()) {
      solver_ = std::move(owner.idle_.back());
      owner.idle_.pop_back();
    }
  }
  if (!solver_) solver_ = std::make_unique<StepSolver>(owner.mesh_);
}

StepMesh::Lease::~Lease() {
  const std::lock_guard lock(owner_.mutex_);
  owner_.idle_.push_back(std::move(solver_));
}

StepOptions step_options(const py::dict& given) {
  StepOptions options;
  read(given, "min_separation", options.min_separation);
  read(given, "norm", options.norm, {{"l2", Norm::L2}, {"linf", Norm::Linf}});
  read(given, "tolerance", options.tolerance);
  read(given, "t_max", options.t_max);
  read(given, "exact", options.exact);
  read(given, "toi_width", options.toi_width);
  read(given, "broad_phase", options.broad_phase,
       {{"bvh", BroadPhase::Bvh},
        {"sweep-and-prune", BroadPhase::SweepAndPrune},
        {"spatial-hash", BroadPhase::SpatialHash},
        {"brute-force", BroadPhase::BruteForce}});
  read(given, "threads", options.threads);
  if (options.threads < 0) throw std::invalid_argument("threads: must not be negative");
  read(given, "within_objects", options.within_objects);
  read(given, "between_objects", options.between_objects);
  options.rules.left_out = flag_list(given, "left_out");
  options.rules.immobile = flag_list(given, "immobile");
  options.rules.patches = int_list(given, "patches");
  if (const py::object ignored = value_of(given, "ignored"))
    options.rules.ignored = index_rows_of<2>(Array(ignored, "ignored"));
  return options;
}

py::dict answer_fields(const Answer& answer) {
  py::dict out;
  out["status"] = static_cast<int>(answer.status);
  out["toi"] = answer.toi;
  out["toi_upper"] = answer.toi_upper;
  out["checks"] = answer.checks;
  out["starts_in_contact"] = answer.starts_in_contact;
  out["message"] = answer.message;
  return out;
}

py::dict step_fields(const StepResult& result) {
  py::dict out = answer_fields(result);
  out["candidates"] =
      give(std::vector<std::int64_t>(result.candidates.begin(), result.candidates.end()), {5});
  return out;
}

py::dict pair_arrays(std::span<const ElementPair> pairs) {
  const std::size_t n = pairs.size();
  std::vector<std::int8_t> kind(n);
  std::vector<std::int32_t> a(n), b(n), vertices(4 * n);
  for (std::size_t i = 0; i < n; ++i) {
    kind[i] = static_cast<std::int8_t>(pairs[i].kind);
    a[i] = pairs[i].a;
    b[i] = pairs[i].b;
    for (std::size_t k = 0; k < 4; ++k) vertices[4 * i + k] = pairs[i].vertices[k];
  }
  py::dict out;
  out["kind"] = give(std::move(kind), {n});
  out["a"] = give(std::move(a), {n});
  out["b"] = give(std::move(b), {n});
  out["vertices"] = give(std::move(vertices), {n, 4});
  return out;
}

py::dict impact_arrays(std::span<const Impact> impacts) {
  const std::size_t n = impacts.size();
  std::vector<ElementPair> pairs(n);
  std::vector<bool> starts(n);
  std::vector<double> toi(n), toi_upper(n), u(n), v(n), distance(n), weights(4 * n);
  std::vector<double> point_a(3 * n), point_b(3 * n), normal(3 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const Impact& impact = impacts[i];
    pairs[i] = impact.pair;
    starts[i] = impact.starts_in_contact;
    toi[i] = impact.toi;
    toi_upper[i] = impact.toi_upper;
    u[i] = impact.u;
    v[i] = impact.v;
    distance[i] = impact.distance;
    const std::array<double, 4> of_gap = gap_weights(impact.pair.kind, impact.u, impact.v);
    std::copy(of_gap.begin(), of_gap.end(), weights.begin() + static_cast<std::ptrdiff_t>(4 * i));
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<Eigen::Index>(k);
      point_a[3 * i + k] = impact.point_a[axis];
      point_b[3 * i + k] = impact.point_b[axis];
      normal[3 * i + k] = impact.normal[axis];
    }
  }
  py::dict out = pair_arrays(pairs);
  out["toi"] = give(std::move(toi), {n});
  out["toi_upper"] = give(std::move(toi_upper), {n});
  out["starts_in_contact"] = give(std::move(starts), {n});
  out["u"] = give(std::move(u), {n});
  out["v"] = give(std::move(v), {n});
  out["weights"] = give(std::move(weights), {n, 4});
  out["point_a"] = give(std::move(point_a), {n, 3});
  out["point_b"] = give(std::move(point_b), {n, 3});
  out["normal"] = give(std::move(normal), {n, 3});
  out["distance"] = give(std::move(distance), {n});
  return out;
}

Positions positions_of(const Array& array) {
  if (array.dimensions() != 2 || (array.size(1) != 2 && array.size(1) != 3))
    refuse(array.name(), "must have shape (n, 3) or, in the plane, (n, 2)");
  const int dimension = static_cast<int>(array.size(1));
  if (array.scalar() == Scalar::Float64)
    return {array.data<double>(), array.size(0), dimension, array.stride(0), array.stride(1)};
  if (array.scalar() == Scalar::Float32)
    return {array.data<float>(), array.size(0), dimension, array.stride(0), array.stride(1)};
  refuse(array.name(), "must be of float64 or float32");
}

void refuse_invalid(const Answer& answer) {
  if (answer.status == Status::InvalidInput) throw std::invalid_argument(answer.message);
}

}  // namespace firstcontact::python
