// Compares a whole mesh step with just reading its stored candidates, in one run. Take the ratios of
// steps to each other: those to reading belong to one processor and its memory.
//
// Scenes: a generated cloth step, and the published cloth-on-ball step if FIRSTCONTACT_DATA is set.
// Every contender runs several times, interleaved, and its fastest run counts. Answers are checked:
// the whole step must find what the stored candidates give, the same for every mode and number of
// threads, and a sample must agree with the oracle; anything else ends the program with 1.
//
//   step_bench [--repeats N] [--generated-only]
#include <firstcontact/batch.h>
#include <firstcontact/safe_displacements.h>
#include <firstcontact/solve.h>
#include <firstcontact/step.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "../common/harness.h"
#include "../pairs/stored_pairs.h"
#include "common/table.h"
#include "generate/cloth_step.h"
#include "io/mesh_file.h"
#include "parallel/parallel.h"
#include "step/pair_stream.h"

namespace firstcontact::bench {
namespace {

constexpr std::size_t kOracleEvery = 1009;
constexpr std::size_t kChunk = 4096;

using apps::grouped;
using apps::Table;

struct Scene {
  std::string name;
  Mesh mesh;
  std::vector<Vec3> t0, t1;
};

Scene generated_cloth() {
  generate::Step step = generate::make_cloth_step();
  Mesh mesh({.vertex_count = step.vertices_t0.size(), .faces = step.faces});
  return {"generated cloth", std::move(mesh), step.vertices_t0, step.vertices_t1};
}

Scene cloth_on_ball(const std::string& folder) {
  const io::MeshData t0 = io::read_mesh(folder + "/meshes/cloth_ball92.ply"),
                     t1 = io::read_mesh(folder + "/meshes/cloth_ball93.ply");
  Mesh mesh({.vertex_count = t0.vertices.size(), .faces = t0.faces});
  return {"cloth on ball", std::move(mesh), t0.vertices, t1.vertices};
}

/// All candidates, as a broad phase would hand them to a narrow phase that wants them stored.
StoredPairs store_candidates(const Scene& scene) {
  StoredPairs stored;
  step::VertexTable motion;
  step::load(scene.mesh, scene.t0, scene.t1, motion);
  step::PairStream stream(scene.mesh);
  StepOptions options;
  options.threads = 1;
  stream.run(motion, {}, options, [&](const step::CandidateBlock& block) {
    for (std::size_t i = 0; i < block.count; ++i)
      stored.add(step::query_of(motion, block.kind, block.vertices[i]));
    return true;
  });
  return stored;
}

template <class Pair>
void solve_stored(const std::vector<Pair>& pairs, const Options& options, int threads,
                  std::vector<Outcome>& answers) {
  answers.resize(pairs.size());
  parallel::parallel_for(pairs.size(), kChunk, threads, [&](std::size_t begin, std::size_t end) {
    solve_batch(std::span(pairs).subspan(begin, end - begin), options,
                std::span(answers).subspan(begin, end - begin));
  });
}

std::int64_t count_positive(const std::vector<Outcome>& answers) {
  return std::count_if(answers.begin(), answers.end(), [](const Outcome& o) { return !o.free(); });
}

template <class Pair>
void check_sample(const std::string& name, const std::vector<Pair>& pairs,
                  const std::vector<Outcome>& exact) {
  Options oracle;
  oracle.method = Method::Exact;
  for (std::size_t i = 0; i < pairs.size(); i += kOracleEvery)
    expect(!solve(pairs[i], oracle).free() == !exact[i].free(),
           fmt::format("{}: candidate {} against the oracle", name, i));
}

/// Whether the motion is free if every second vertex takes its step and the others stay.
bool is_free(const Scene& scene, const SafeDisplacements& displacements) {
  std::vector<Vec3> end = scene.t0;
  for (std::size_t i = 0; i < end.size(); i += 2)
    end[i] += displacements.steps[i] * (scene.t1[i] - scene.t0[i]);
  StepOptions exact;
  exact.exact = true;
  return decide_step(scene.mesh, scene.t0, end, exact).free();
}

void bench_scene(const Scene& scene, int repeats) {
  const StoredPairs stored = store_candidates(scene);
  const std::size_t vertex_face = stored.vertex_face.size(), edge_edge = stored.edge_edge.size();
  fmt::print("{}: {} faces, {} vertex-face and {} edge-edge candidates\n", scene.name,
             grouped(scene.mesh.faces().size()), grouped(vertex_face), grouped(edge_edge));

  Options plain, exact;
  exact.exact = true;
  StepOptions one, two, one_exact;
  one.threads = one_exact.threads = 1;
  two.threads = 2;
  one_exact.exact = true;
  std::vector<Outcome> vf, ee, vf_exact, ee_exact, vf_two, ee_two;
  StepResult broad, all, all_exact, all_two, safe, safe_exact, safe_two;
  SafeDisplacements displacements, displacements_two;
  SafeDisplacementOptions displacement_options, displacement_options_two;
  displacement_options.step = one;
  displacement_options_two.step = two;
  StepSolver kept(scene.mesh);
  volatile double sink = 0;
  const auto fresh = [&] { return StepSolver(scene.mesh); };
  std::vector<Contender> c = {
      {"reading the stored candidates",
       [&] {
         sink = sum_of_coordinates(stored.vertex_face) + sum_of_coordinates(stored.edge_edge);
       }},
      {"narrow phase, vertex-face (of its own reading)",
       [&] { solve_stored(stored.vertex_face, plain, 1, vf); }},
      {"narrow phase, edge-edge (of its own reading)",
       [&] { solve_stored(stored.edge_edge, plain, 1, ee); }},
      {"narrow phase, both", [] {}},
      {"narrow phase, both, exact",
       [&] {
         solve_stored(stored.vertex_face, exact, 1, vf_exact);
         solve_stored(stored.edge_edge, exact, 1, ee_exact);
       }},
      {"broad phase, hierarchy built",
       [&] { broad = fresh().count_candidates(scene.t0, scene.t1, one); }},
      {"broad phase, hierarchy refitted",
       [&] { broad = kept.count_candidates(scene.t0, scene.t1, one); }},
      {"all impacts", [&] { all = fresh().impacts(scene.t0, scene.t1, one); }},
      {"all impacts, exact", [&] { all_exact = fresh().impacts(scene.t0, scene.t1, one_exact); }},
      {"safe step size", [&] { safe = fresh().collision_free_step_size(scene.t0, scene.t1, one); }},
      {"safe step size, exact",
       [&] { safe_exact = fresh().collision_free_step_size(scene.t0, scene.t1, one_exact); }},
      {"narrow phase, both, 2 threads",
       [&] {
         solve_stored(stored.vertex_face, plain, 2, vf_two);
         solve_stored(stored.edge_edge, plain, 2, ee_two);
       }},
      {"all impacts, 2 threads", [&] { all_two = fresh().impacts(scene.t0, scene.t1, two); }},
      {"safe step size, 2 threads",
       [&] { safe_two = fresh().collision_free_step_size(scene.t0, scene.t1, two); }},
      {"safe displacements",
       [&] {
         StepSolver solver = fresh();
         displacements = safe_displacements(solver, scene.t0, scene.t1, displacement_options);
       }},
      {"safe displacements, 2 threads",
       [&] {
         StepSolver solver = fresh();
         displacements_two =
             safe_displacements(solver, scene.t0, scene.t1, displacement_options_two);
       }},
  };
  time_all(c, repeats, Clock::Wall);
  c[3].seconds = c[1].seconds + c[2].seconds;
  const double unit = c[0].seconds, pairs = static_cast<double>(vertex_face + edge_edge);
  c[1].seconds *= pairs / static_cast<double>(vertex_face);
  c[2].seconds *= pairs / static_cast<double>(edge_edge);

  Table table({{"one thread unless said", Table::Align::Left}, {"ms"}, {"times reading"}});
  for (const Contender& contender : c)
    table.add_row({contender.name, fmt::format("{:.0f}", contender.seconds * 1e3),
                   fmt::format("{:.2f}", contender.seconds / unit)});
  fmt::print("{}", table.to_string());
  fmt::print(
      "reading {:.1f} ns a candidate; exact / default {:.2f} (asked 1.5); safe step / all impacts "
      "{:.3f} (asked 0.5)\n",
      unit / pairs * 1e9, c[8].seconds / c[7].seconds, c[9].seconds / c[7].seconds);
  fmt::print(
      "2 threads (asked 1.8): narrow phase {:.2f} times faster, all impacts {:.2f}, safe step "
      "{:.2f}\n",
      c[3].seconds / c[11].seconds, c[7].seconds / c[12].seconds, c[9].seconds / c[13].seconds);
  fmt::print("safe displacements / safe step {:.2f} (asked 1.5); {} of {} vertices limited\n",
             c[14].seconds / c[9].seconds, grouped(displacements.limited),
             grouped(displacements.steps.size()));
  fmt::print("{} impacts, {} exactly; first at {:.6g} ({:.6g} exactly)\n\n",
             grouped(all.impacts.size()), grouped(all_exact.impacts.size()), safe.toi,
             safe_exact.toi);

  const auto found = [](const StepResult& r) {
    return static_cast<std::int64_t>(r.impacts.size());
  };
  expect(broad.candidates == all.candidates &&
             broad.candidate_count() == static_cast<std::int64_t>(pairs),
         "candidates differ");
  expect(found(all) == count_positive(vf) + count_positive(ee),
         "impacts differ from the stored candidates'");
  expect(found(all_exact) == count_positive(vf_exact) + count_positive(ee_exact),
         "exact impacts differ from the stored candidates'");
  expect(found(all_exact) > 0 && found(all) >= found(all_exact),
         "exact mode finds more than the default");
  expect(all.earliest && safe.earliest && safe.toi == all.toi &&
             safe.earliest->pair == all.earliest->pair,
         "the safe step differs");
  expect(safe_exact.earliest && safe_exact.toi == all_exact.toi, "the exact safe step differs");
  expect(safe_two.toi == safe.toi && found(all_two) == found(all), "two threads differ from one");
  for (std::size_t i = 0; i < std::min(all.impacts.size(), all_two.impacts.size()); ++i)
    expect(all.impacts[i].pair == all_two.impacts[i].pair &&
               all.impacts[i].toi == all_two.impacts[i].toi,
           "an impact depends on threads");
  expect(displacements.steps == displacements_two.steps, "safe displacements depend on threads");
  expect(is_free(scene, displacements), "safe displacements are not free");
  check_sample("vertex-face", stored.vertex_face, vf_exact);
  check_sample("edge-edge", stored.edge_edge, ee_exact);
}

void run(Arguments& arguments) {
  const int repeats = static_cast<int>(arguments.number("--repeats", 5, 1));
  const bool generated_only = arguments.flag("--generated-only");
  arguments.finish();
  print_machine();
  if (!generated_only)
    if (const std::string data = data_folder("the cloth-on-ball step is"); !data.empty())
      bench_scene(cloth_on_ball(data), repeats);
  bench_scene(generated_cloth(), repeats);
}

}  // namespace
}  // namespace firstcontact::bench

int main(int argc, char** argv) {
  using namespace firstcontact::bench;
  return run_benchmark(argc, argv, "step_bench [--repeats N] [--generated-only]", run);
}
