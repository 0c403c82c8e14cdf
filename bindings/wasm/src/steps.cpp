// Steps of meshes.
#include <firstcontact/mesh_step.h>
#include <firstcontact/proof.h>

#include <algorithm>

#include "handles.h"
#include "proof/line_source.h"
#include "scratch_files.h"
#include "values.h"

namespace firstcontact::wasm {
namespace {

struct StepMesh {
  MeshDescription description;
  int dimension = 3;
  StepSolver solver;
};

Handles<StepMesh>& meshes() {
  static Handles<StepMesh> all;
  return all;
}

template <std::size_t kSize>
std::vector<std::array<int, kSize>> tuples(std::span<const std::int32_t> numbers,
                                           const char* name) {
  if (numbers.size() % kSize != 0)
    throw std::invalid_argument(std::string(name) + ": must be " + std::to_string(kSize) +
                                " indices each");
  std::vector<std::array<int, kSize>> out(numbers.size() / kSize);
  for (std::size_t i = 0; i < numbers.size(); ++i) out[i / kSize][i % kSize] = numbers[i];
  return out;
}

void create_mesh(Call& call) {
  MeshDescription mesh;
  double count = 0, dimension = 3;
  read(call.in, "vertexCount", count);
  read(call.in, "dimension", dimension);
  if (!(count >= 0 && count <= 2147483647.0))
    throw std::invalid_argument("vertexCount: must be a number of vertices");
  if (dimension != 2 && dimension != 3) throw std::invalid_argument("dimension: must be 2 or 3");
  mesh.vertex_count = static_cast<std::size_t>(count);
  mesh.faces = tuples<3>(call.integers("faces"), "faces");
  mesh.edges = tuples<2>(call.integers("edges"), "edges");
  const std::span<const std::int32_t> objects = call.integers("objects");
  mesh.objects.assign(objects.begin(), objects.end());
  const std::span<const double> thickness = call.doubles("thickness");
  mesh.thickness.assign(thickness.begin(), thickness.end());
  auto made = std::make_unique<StepMesh>(
      StepMesh{mesh, static_cast<int>(dimension), StepSolver(Mesh(mesh))});
  const Mesh& checked = made->solver.mesh();
  std::vector<std::int32_t> edges;
  for (const Edge& edge : checked.edges()) edges.insert(edges.end(), {edge[0], edge[1]});
  call.out["fault"] = checked.fault();
  call.give("edges", std::span<const std::int32_t>(edges));
  call.out["handle"] = meshes().add(std::move(made));
}

void dispose_mesh(Call& call) { meshes().remove(call); }

/// Coordinates of one instant, as doubles or floats.
Positions positions(const Call& call, const char* name, int dimension) {
  const std::string flag = std::string(name) + "Single";
  const auto size = static_cast<std::size_t>(dimension);
  const auto check = [&](std::size_t count) {
    if (count % size != 0)
      throw std::invalid_argument(std::string(name) + ": must be " + std::to_string(dimension) +
                                  " coordinates a vertex");
  };
  bool single = false;
  read(call.in, flag.c_str(), single);
  if (single) {
    const std::span<const float> values = call.floats(name);
    check(values.size());
    return {values.data(), values.size() / size, dimension, dimension};
  }
  const std::span<const double> values = call.doubles(name);
  check(values.size());
  return {values.data(), values.size() / size, dimension, dimension};
}

std::vector<bool> marks(const Json& list, const char* name) {
  std::vector<bool> out;
  if (list.is_null()) return out;
  for (const Json& mark : list) out.push_back(to_number(mark, name) != 0);
  return out;
}

StepOptions step_options(const Json& in, std::stop_source& stop) {
  StepOptions options;
  read(in, "minSeparation", options.min_separation);
  read(in, "norm", options.norm, norm_names());
  read(in, "tolerance", options.tolerance);
  read(in, "tMax", options.t_max);
  read(in, "exact", options.exact);
  read(in, "toiWidth", options.toi_width);
  read<BroadPhase>(in, "broadPhase", options.broad_phase,
                   {{"Bvh", BroadPhase::Bvh},
                    {"SweepAndPrune", BroadPhase::SweepAndPrune},
                    {"SpatialHash", BroadPhase::SpatialHash},
                    {"BruteForce", BroadPhase::BruteForce}});
  read(in, "withinObjects", options.within_objects);
  read(in, "betweenObjects", options.between_objects);
  const Json& rules = part(in, "rules");
  options.rules.left_out = marks(field(rules, "leftOut"), "rules.leftOut");
  options.rules.immobile = marks(field(rules, "immobile"), "rules.immobile");
  for (const Json& patch : field(rules, "patches"))
    options.rules.patches.push_back(to_integer(patch, "rules.patches"));
  for (const Json& pair : field(rules, "ignored")) {
    if (!pair.is_array() || pair.size() != 2)
      throw std::invalid_argument("rules.ignored: must be pairs of patches");
    options.rules.ignored.push_back(
        {to_integer(pair[0], "rules.ignored"), to_integer(pair[1], "rules.ignored")});
  }
  bool progress = false;
  read(in, "progress", progress);
  if (progress) {
    options.stop = stop.get_token();
    options.progress = [&stop](double share) {
      if (!report_progress(share)) stop.request_stop();
    };
  }
  options.threads = 1;
  return options;
}

void add_pair(const ElementPair& pair, std::vector<double>& row) {
  row.push_back(static_cast<double>(pair.kind));
  row.push_back(pair.a);
  row.push_back(pair.b);
  for (const int vertex : pair.vertices) row.push_back(vertex);
}

/// The pair (7), toi, toi_upper, starts_in_contact, u, v, point_a, point_b, normal, distance.
void add_impact(const Impact& impact, std::vector<double>& row) {
  add_pair(impact.pair, row);
  row.insert(row.end(), {impact.toi, impact.toi_upper, impact.starts_in_contact ? 1.0 : 0.0,
                         impact.u, impact.v});
  for (const Vec3* v : {&impact.point_a, &impact.point_b, &impact.normal})
    row.insert(row.end(), {v->x(), v->y(), v->z()});
  row.push_back(impact.distance);
}

void step(Call& call) {
  StepMesh& mesh = meshes().of(call);
  std::stop_source stop;
  const StepOptions options = step_options(part(call.in, "options"), stop);
  const std::string operation = to_text(field(call.in, "operation"), "operation");
  const Positions t0 = positions(call, "t0", mesh.dimension);
  StepResult result;
  if (operation == "initialContacts") {
    result = mesh.solver.initial_contacts(t0, options);
  } else {
    const Positions t1 = positions(call, "t1", mesh.dimension);
    if (operation == "decideStep")
      result = mesh.solver.decide_step(t0, t1, options);
    else if (operation == "collisionFreeStepSize")
      result = mesh.solver.collision_free_step_size(t0, t1, options);
    else
      result = mesh.solver.impacts(t0, t1, options);
  }
  put_answer(result, call.out);
  call.out["candidates"] = result.candidates;
  std::vector<double> earliest, impacts;
  if (result.earliest) add_impact(*result.earliest, earliest);
  for (const Impact& impact : result.impacts) add_impact(impact, impacts);
  call.give("earliest", std::span<const double>(earliest));
  call.give("impacts", std::span<const double>(impacts));
}

void candidates(Call& call) {
  StepMesh& mesh = meshes().of(call);
  std::stop_source stop;
  const CandidateList list = mesh.solver.candidates(positions(call, "t0", mesh.dimension),
                                                    positions(call, "t1", mesh.dimension),
                                                    step_options(part(call.in, "options"), stop));
  put_answer(list, call.out);
  std::vector<double> rows;
  for (const ElementPair& pair : list.pairs) add_pair(pair, rows);
  call.give("pairs", std::span<const double>(rows));
}

void find_intersections(Call& call) {
  StepMesh& mesh = meshes().of(call);
  std::stop_source stop;
  const Json& in = part(call.in, "options");
  IntersectionOptions options;
  options.step = step_options(part(in, "step"), stop);
  double most = -1;
  read(in, "maxListed", most);
  if (most >= 0 && most < 4294967295.0) options.max_listed = static_cast<std::size_t>(most);
  read(in, "onlyWhether", options.only_whether);
  const IntersectionResult result =
      intersections(mesh.solver.mesh(), positions(call, "positions", mesh.dimension), options);
  put_answer(result, call.out);
  call.out["count"] = result.count();
  std::vector<std::int32_t> rows;
  for (const Intersection& i : result.intersections)
    rows.insert(rows.end(), {static_cast<std::int32_t>(i.kind), i.a, i.b, i.neighbours ? 1 : 0});
  call.give("intersections", std::span<const std::int32_t>(rows));
}

void find_near_pairs(Call& call) {
  StepMesh& mesh = meshes().of(call);
  std::stop_source stop;
  const Json& in = part(call.in, "options");
  NearPairOptions options;
  options.step = step_options(part(in, "step"), stop);
  read<PairWeights>(in, "weights", options.weights,
                    {{"One", PairWeights::One}, {"Area", PairWeights::Area}});
  if (!field(call.in, "rest").is_null()) options.rest = positions(call, "rest", mesh.dimension);
  double distance = 0;
  read(call.in, "distance", distance);
  const NearPairs near =
      near_pairs(mesh.solver, positions(call, "positions", mesh.dimension), distance, options);
  put_answer(near, call.out);
  call.out["smallestDistance"] = number(near.smallest_distance);
  std::vector<double> rows;
  for (const NearPair& pair : near.pairs) {
    rows.push_back(static_cast<double>(pair.kind));
    for (const int vertex : pair.vertices) rows.push_back(vertex);
    rows.insert(rows.end(), {pair.distance, pair.required_distance, pair.weight,
                             static_cast<double>(pair.count), pair.parallel_threshold});
  }
  call.give("pairs", std::span<const double>(rows));
}

/// How many vertices each object has. Objects must be numbered one after the other for a claim.
std::vector<std::int32_t> object_sizes(const MeshDescription& mesh) {
  if (mesh.objects.empty()) return {static_cast<std::int32_t>(mesh.vertex_count)};
  std::vector<std::int32_t> sizes;
  for (std::size_t i = 0; i < mesh.objects.size(); ++i) {
    if (i == 0 || mesh.objects[i] != mesh.objects[i - 1]) sizes.push_back(0);
    ++sizes.back();
  }
  return sizes;
}

void prove_step(Call& call) {
  StepMesh& mesh = meshes().of(call);
  std::stop_source stop;
  const StepOptions options = step_options(part(call.in, "options"), stop);
  const Positions t0 = positions(call, "t0", mesh.dimension),
                  t1 = positions(call, "t1", mesh.dimension);
  const StepResult result = mesh.solver.decide_step(t0, t1, options);
  put_answer(result, call.out);
  std::string text;
  proof::StepProofCount count;
  if (result.free()) {
    proof::Writer writer([&](std::string_view line) { text += line; });
    count = writer.write_step(mesh.solver, t0, t1, options, 0, object_sizes(mesh.description));
    writer.close();
  }
  call.out["text"] = text;
  call.out["without"] = count.without;
}

std::vector<Vec3> points(const Positions& from) {
  std::vector<Vec3> out(from.count());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = from[i];
  return out;
}

void verify_step(Call& call) {
  StepMesh& mesh = meshes().of(call);
  ScratchFolder folder;
  proof::LineSource lines(folder.add("proof.jsonl", call.bytes("text")));
  std::optional<proof::StepClaim> claim;
  std::vector<proof::StepPairProof> pairs;
  for (std::string text; lines.next(text);) {
    proof::Line line = proof::parse_line(text, lines.path(), lines.number());
    if (const auto* step = std::get_if<proof::StepClaim>(&line); step != nullptr && !claim)
      claim = *step;
    else if (auto* pair = std::get_if<proof::StepPairProof>(&line); pair != nullptr && claim)
      pairs.push_back(std::move(*pair));
    else
      throw std::invalid_argument("proof.jsonl:" + std::to_string(lines.number()) +
                                  ": one step and the proofs of its pairs are expected");
  }
  if (!claim) throw std::invalid_argument("proof.jsonl: there is no step");
  const proof::Verdict verdict =
      proof::verify(mesh.description, points(positions(call, "t0", mesh.dimension)),
                    points(positions(call, "t1", mesh.dimension)), *claim, pairs);
  call.out = {{"proven", verdict.proven}, {"reason", verdict.reason}};
}

}  // namespace

void add_step_functions(FunctionTable& table) {
  table["createMesh"] = create_mesh;
  table["disposeMesh"] = dispose_mesh;
  table["step"] = step;
  table["candidates"] = candidates;
  table["intersections"] = find_intersections;
  table["nearPairs"] = find_near_pairs;
  table["proveStep"] = prove_step;
  table["verifyStep"] = verify_step;
}

}  // namespace firstcontact::wasm
