// Meshes at one instant: what intersects, what is near, and potentials on what is near.
#include "module.h"
#include "step_arguments.h"

namespace firstcontact::python {
namespace {

py::dict find_intersections(StepMesh& mesh, const py::object& x, const py::dict& given,
                            const py::object& progress) {
  const Array array(x, "x");
  const Positions positions = positions_of(array);
  IntersectionOptions options;
  std::int64_t listed = -1;
  read(given, "max_listed", listed);
  if (value_of(given, "max_listed") && listed < 0) refuse("max_listed", "must not be negative");
  if (listed >= 0) options.max_listed = static_cast<std::size_t>(listed);
  read(given, "only_whether", options.only_whether);
  const IntersectionResult result =
      run_step(mesh.mesh(), step_options(given), progress, [&](const StepOptions& step) {
        IntersectionOptions watched = options;
        watched.step = step;
        return intersections(mesh.mesh(), positions, watched);
      });
  refuse_invalid(result);
  const std::size_t n = result.intersections.size();
  std::vector<std::int8_t> kind(n);
  std::vector<std::int32_t> a(n), b(n);
  std::vector<bool> neighbours(n);
  for (std::size_t i = 0; i < n; ++i) {
    kind[i] = static_cast<std::int8_t>(result.intersections[i].kind);
    a[i] = result.intersections[i].a;
    b[i] = result.intersections[i].b;
    neighbours[i] = result.intersections[i].neighbours;
  }
  py::dict out = answer_fields(result);
  out["kind"] = give(std::move(kind), {n});
  out["a"] = give(std::move(a), {n});
  out["b"] = give(std::move(b), {n});
  out["neighbours"] = give(std::move(neighbours), {n});
  out["count"] = result.count();
  return out;
}

NearPairs find_near_pairs(StepMesh& mesh, const py::object& x, double distance,
                          const py::dict& given, const py::object& progress) {
  const Array array(x, "x");
  const Positions positions = positions_of(array);
  NearPairOptions options;
  read(given, "weights", options.weights, {{"one", PairWeights::One}, {"area", PairWeights::Area}});
  std::optional<Array> rest;
  if (const py::object found = value_of(given, "rest")) {
    rest.emplace(found, "rest");
    options.rest = positions_of(*rest);
  }
  NearPairs result =
      run_step(mesh.mesh(), step_options(given), progress, [&](const StepOptions& step) {
        NearPairOptions watched = options;
        watched.step = step;
        const StepMesh::Lease solver(mesh);
        return near_pairs(*solver, positions, distance, watched);
      });
  refuse_invalid(result);
  return result;
}

py::dict near_pair_arrays(const NearPairs& near) {
  const std::size_t n = near.pairs.size();
  std::vector<std::int8_t> kind(n);
  std::vector<std::int32_t> vertices(4 * n), count(n);
  std::vector<double> distance(n), required(n), weight(n);
  for (std::size_t i = 0; i < n; ++i) {
    const NearPair& pair = near.pairs[i];
    kind[i] = static_cast<std::int8_t>(pair.kind);
    for (std::size_t k = 0; k < 4; ++k) vertices[4 * i + k] = pair.vertices[k];
    distance[i] = pair.distance;
    required[i] = pair.required_distance;
    weight[i] = pair.weight;
    count[i] = pair.count;
  }
  py::dict out = answer_fields(near);
  out["kind"] = give(std::move(kind), {n});
  out["vertices"] = give(std::move(vertices), {n, 4});
  out["distance"] = give(std::move(distance), {n});
  out["required_distance"] = give(std::move(required), {n});
  out["weight"] = give(std::move(weight), {n});
  out["count"] = give(std::move(count), {n});
  out["smallest_distance"] = near.smallest_distance;
  return out;
}

Barrier barrier_of(const py::dict& given) {
  Barrier barrier;
  read(given, "activation_distance", barrier.activation_distance);
  read(given, "stiffness", barrier.stiffness);
  for (const auto& [name, value] : {std::pair("activation_distance", barrier.activation_distance),
                                    std::pair("stiffness", barrier.stiffness)})
    if (!(value > 0 && std::isfinite(value))) refuse(name, "must be positive and finite");
  return barrier;
}

int threads_of(const py::dict& given) {
  int threads = 0;
  read(given, "threads", threads);
  if (threads < 0) refuse("threads", "must not be negative");
  return threads;
}

/// Refuses positions that lack a vertex of the pairs.
template <class Pair>
void require_vertices(const std::vector<Pair>& pairs, const Array& array) {
  int last = -1;
  for (const Pair& pair : pairs)
    last = std::max(last, *std::max_element(pair.vertices.begin(), pair.vertices.end()));
  if (last >= 0 && static_cast<std::size_t>(last) >= array.size(0))
    refuse(array.name(), "has " + std::to_string(array.size(0)) +
                             " vertices, but the pairs name vertex " + std::to_string(last));
}

double energy_of(const NearPairs& near, const py::object& x, const py::dict& given) {
  const Array array(x, "x");
  const Positions positions = positions_of(array);
  require_vertices(near.pairs, array);
  const Barrier barrier = barrier_of(given);
  const int threads = threads_of(given);
  const WithoutGil release;
  return barrier_energy(near, positions, barrier, threads);
}

/// Rows of vertices and of 12 x 12 matrices.
py::tuple blocks_of(const std::vector<PairBlock>& blocks) {
  std::vector<std::int32_t> vertices;
  std::vector<double> hessian;
  vertices.reserve(4 * blocks.size());
  hessian.reserve(144 * blocks.size());
  for (const PairBlock& block : blocks) {
    vertices.insert(vertices.end(), block.vertices.begin(), block.vertices.end());
    for (Eigen::Index row = 0; row < 12; ++row)
      for (Eigen::Index column = 0; column < 12; ++column)
        hessian.push_back(block.hessian(row, column));
  }
  return py::make_tuple(give(std::move(vertices), {blocks.size(), 4}),
                        give(std::move(hessian), {blocks.size(), 12, 12}));
}

py::object gradient_rows(const PointMatrix& matrix) {
  const std::vector<double> numbers(matrix.data(), matrix.data() + matrix.size());
  return give(numbers, {static_cast<std::size_t>(matrix.rows()), 3});
}

py::tuple terms_of(const NearPairs& near, const py::object& x, const py::dict& given) {
  const Array array(x, "x");
  const Positions positions = positions_of(array);
  require_vertices(near.pairs, array);
  const Barrier barrier = barrier_of(given);
  const int threads = threads_of(given);
  bool project = true;
  read(given, "project", project);
  const BarrierTerms terms = [&] {
    const WithoutGil release;
    return barrier_terms(near, positions, barrier, project, threads);
  }();
  const py::tuple blocks = blocks_of(terms.hessian);
  return py::make_tuple(terms.energy, gradient_rows(terms.gradient), blocks[0], blocks[1]);
}

/// The pairs of `lag_friction`.
struct FrictionPairs {
  std::vector<FrictionPair> pairs;
};

FrictionPairs lagged_friction(const NearPairs& near, const py::object& x, const py::dict& given) {
  const Array array(x, "x");
  const Positions positions = positions_of(array);
  require_vertices(near.pairs, array);
  const Barrier barrier = barrier_of(given);
  const WithoutGil release;
  return {lag_friction(near, positions, barrier)};
}

py::tuple friction_terms(const FrictionPairs& lagged, const py::object& start, const py::object& x,
                         const py::dict& given) {
  const Array from(start, "start"), to(x, "x");
  const Positions t0 = positions_of(from), t1 = positions_of(to);
  require_vertices(lagged.pairs, from);
  require_vertices(lagged.pairs, to);
  if (t0.count() != t1.count()) refuse("x", "must have as many vertices as start");
  Friction friction;
  read(given, "coefficient", friction.coefficient);
  read(given, "stick_distance", friction.stick_distance);
  if (!(friction.coefficient >= 0 && std::isfinite(friction.coefficient)))
    refuse("coefficient", "must be finite and not negative");
  if (!(friction.stick_distance > 0 && std::isfinite(friction.stick_distance)))
    refuse("stick_distance", "must be positive and finite");
  double energy = 0;
  PointMatrix gradient = PointMatrix::Zero(static_cast<Eigen::Index>(t1.count()), 3);
  std::vector<PairBlock> hessian;
  {
    const WithoutGil release;
    energy = friction_energy(lagged.pairs, t0, t1, friction);
    add_friction_gradient(lagged.pairs, t0, t1, friction, gradient);
    hessian = friction_hessian(lagged.pairs, t0, t1, friction);
  }
  const py::tuple blocks = blocks_of(hessian);
  return py::make_tuple(energy, gradient_rows(gradient), blocks[0], blocks[1]);
}

py::object normal_forces(const FrictionPairs& lagged) {
  std::vector<double> forces;
  for (const FrictionPair& pair : lagged.pairs) forces.push_back(pair.normal_force);
  const std::size_t n = forces.size();
  return give(std::move(forces), {n});
}

}  // namespace

void bind_mesh_instants(py::module_& m) {
  m.def("intersections", &find_intersections, py::arg("mesh"), py::arg("x"), py::arg("options"),
        py::arg("progress"));
  py::class_<NearPairs>(m, "NearPairs")
      .def("arrays", &near_pair_arrays)
      .def("barrier_energy", &energy_of, py::arg("x"), py::arg("barrier"))
      .def("barrier_terms", &terms_of, py::arg("x"), py::arg("barrier"))
      .def("lag_friction", &lagged_friction, py::arg("x"), py::arg("barrier"));
  m.def("near_pairs", &find_near_pairs, py::arg("mesh"), py::arg("x"), py::arg("distance"),
        py::arg("options"), py::arg("progress"));
  py::class_<FrictionPairs>(m, "FrictionPairs")
      .def("normal_forces", &normal_forces)
      .def("terms", &friction_terms, py::arg("start"), py::arg("x"), py::arg("friction"));
}

}  // namespace firstcontact::python
