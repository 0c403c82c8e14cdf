// A whole mesh step against just reading its stored candidates, in one run: take the ratios, not
// the times.
//
// Scenes: a generated cloth step, and the published cloth-on-ball step if FIRSTCONTACT_DATA is set.
// Every contender runs several times, interleaved, and its fastest run counts. Answers are checked:
// the whole step must find what the stored candidates give, the same for every mode and number of
// threads, and a sample must agree with the oracle; anything else ends the program with 1.
//
//   step_bench [--repeats N] [--generated-only]
#include <firstcontact/batch.h>
#include <firstcontact/solve.h>
#include <firstcontact/step.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "../pairs/stored_pairs.h"
#include "common/duration_histogram.h"
#include "common/table.h"
#include "generate/cloth_step.h"
#include "io/mesh_file.h"
#include "parallel/parallel.h"
#include "step/pair_stream.h"

namespace firstcontact::apps {
namespace {

constexpr std::size_t kOracleEvery = 1009;
constexpr std::size_t kChunk = 4096;

bool failed = false;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  fmt::print(stderr, "WRONG: {}\n", what);
  failed = true;
}

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
struct Stored {
  std::vector<VertexFace> vertex_face;
  std::vector<EdgeEdge> edge_edge;
};

Stored store_candidates(const Scene& scene) {
  Stored stored;
  step::VertexTable motion;
  step::load(scene.mesh, scene.t0, scene.t1, motion);
  step::PairStream stream(scene.mesh);
  StepOptions options;
  options.threads = 1;
  stream.run(motion, {}, options, [&](const step::CandidateBlock& block) {
    for (std::size_t i = 0; i < block.count; ++i) {
      const Query q = step::query_of(motion, block.kind, block.vertices[i]);
      if (q.kind == Kind::VertexFace)
        stored.vertex_face.push_back(
            {q.t0[0], q.t0[1], q.t0[2], q.t0[3], q.t1[0], q.t1[1], q.t1[2], q.t1[3]});
      else
        stored.edge_edge.push_back(
            {q.t0[0], q.t0[1], q.t0[2], q.t0[3], q.t1[0], q.t1[1], q.t1[2], q.t1[3]});
    }
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

struct Contender {
  std::string name;
  double limit;  ///< what is asked of it, in the unit of its row; 0: nothing
  std::function<void()> run;
  double seconds = 1e300;
};

void time_all(std::vector<Contender>& contenders, int repeats) {
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (Contender& c : contenders) {
      const std::int64_t start = now_ns();
      c.run();
      c.seconds = std::min(c.seconds, seconds_since(start));
    }
}

void bench(const Scene& scene, int repeats) {
  const Stored stored = store_candidates(scene);
  const std::size_t vertex_face = stored.vertex_face.size(), edge_edge = stored.edge_edge.size();
  fmt::print("{}: {} faces, {} vertex-face and {} edge-edge candidates\n", scene.name,
             grouped(static_cast<long long>(scene.mesh.faces().size())),
             grouped(static_cast<long long>(vertex_face)),
             grouped(static_cast<long long>(edge_edge)));

  Options plain, exact;
  exact.exact = true;
  StepOptions one, two, one_exact;
  one.threads = one_exact.threads = 1;
  two.threads = 2;
  one_exact.exact = true;
  std::vector<Outcome> vf, ee, vf_exact, ee_exact, vf_two, ee_two;
  StepResult broad, all, all_exact, all_two, safe, safe_exact, safe_two;
  StepSolver kept(scene.mesh);
  volatile double sink = 0;
  const auto fresh = [&] { return StepSolver(scene.mesh); };
  std::vector<Contender> c = {
      {"reading the stored candidates", 0,
       [&] {
         sink = bench::sum_of_coordinates(stored.vertex_face) +
                bench::sum_of_coordinates(stored.edge_edge);
       }},
      {"narrow phase, vertex-face (of its own reading)", 4.5,
       [&] { solve_stored(stored.vertex_face, plain, 1, vf); }},
      {"narrow phase, edge-edge (of its own reading)", 4.5,
       [&] { solve_stored(stored.edge_edge, plain, 1, ee); }},
      {"narrow phase, both", 4.5, [] {}},
      {"narrow phase, both, exact", 0,
       [&] {
         solve_stored(stored.vertex_face, exact, 1, vf_exact);
         solve_stored(stored.edge_edge, exact, 1, ee_exact);
       }},
      {"broad phase, hierarchy built", 5,
       [&] { broad = fresh().count_candidates(scene.t0, scene.t1, one); }},
      {"broad phase, hierarchy refitted", 0,
       [&] { broad = kept.count_candidates(scene.t0, scene.t1, one); }},
      {"all impacts", 9, [&] { all = fresh().impacts(scene.t0, scene.t1, one); }},
      {"all impacts, exact", 0,
       [&] { all_exact = fresh().impacts(scene.t0, scene.t1, one_exact); }},
      {"safe step size", 0,
       [&] { safe = fresh().collision_free_step_size(scene.t0, scene.t1, one); }},
      {"safe step size, exact", 0,
       [&] { safe_exact = fresh().collision_free_step_size(scene.t0, scene.t1, one_exact); }},
      {"narrow phase, both, 2 threads", 0,
       [&] {
         solve_stored(stored.vertex_face, plain, 2, vf_two);
         solve_stored(stored.edge_edge, plain, 2, ee_two);
       }},
      {"all impacts, 2 threads", 0, [&] { all_two = fresh().impacts(scene.t0, scene.t1, two); }},
      {"safe step size, 2 threads", 0,
       [&] { safe_two = fresh().collision_free_step_size(scene.t0, scene.t1, two); }},
  };
  time_all(c, repeats);
  c[3].seconds = c[1].seconds + c[2].seconds;
  const double unit = c[0].seconds, pairs = static_cast<double>(vertex_face + edge_edge);
  c[1].seconds *= pairs / static_cast<double>(vertex_face);
  c[2].seconds *= pairs / static_cast<double>(edge_edge);

  Table table({{"one thread unless said", Table::Align::Left}, {"times reading"}, {"asked"}});
  for (const Contender& row : c)
    table.add_row({row.name, fmt::format("{:.2f}", row.seconds / unit),
                   row.limit > 0 ? fmt::format("{}", row.limit) : ""});
  fmt::print("{}", table.to_string());
  fmt::print(
      "reading {:.1f} ns a candidate; exact / default {:.2f} (asked 1.5); safe step / all impacts "
      "{:.3f} (asked 0.5)\n",
      unit / pairs * 1e9, c[8].seconds / c[7].seconds, c[9].seconds / c[7].seconds);
  fmt::print(
      "2 threads: narrow phase {:.2f} times faster (asked 1.6), all impacts {:.2f} (asked 1.4)\n",
      c[3].seconds / c[11].seconds, c[7].seconds / c[12].seconds);
  fmt::print("{} impacts, {} exactly; first at {:.6g} ({:.6g} exactly)\n\n",
             grouped(static_cast<long long>(all.impacts.size())),
             grouped(static_cast<long long>(all_exact.impacts.size())), safe.toi, safe_exact.toi);

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
  check_sample("vertex-face", stored.vertex_face, vf_exact);
  check_sample("edge-edge", stored.edge_edge, ee_exact);
}

}  // namespace
}  // namespace firstcontact::apps

int main(int argc, char** argv) {
  using namespace firstcontact::apps;
  int repeats = 5;
  bool generated_only = false;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--repeats") && i + 1 < argc)
      repeats = std::max(1, std::atoi(argv[++i]));
    else if (!std::strcmp(argv[i], "--generated-only"))
      generated_only = true;
    else {
      fmt::print(stderr, "usage: step_bench [--repeats N] [--generated-only]\n");
      return 2;
    }
  }
  try {
    const char* data = std::getenv("FIRSTCONTACT_DATA");
    if (!data && !generated_only)
      fmt::print("FIRSTCONTACT_DATA is not set: the cloth-on-ball step is skipped.\n");
    if (data && !generated_only) bench(cloth_on_ball(data), repeats);
    bench(generated_cloth(), repeats);
  } catch (const std::exception& error) {
    fmt::print(stderr, "step_bench: {}\n", error.what());
    return 2;
  }
  return failed ? 1 : 0;
}
