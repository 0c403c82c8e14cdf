// The walking mannequin: a whole step, proven, beside one discrete check of the same scene by FCL.
#include <fmt/format.h>

#include <numeric>

#include "articulated_bench.h"
#include "common/table.h"
#include "fcl_scene.h"
#include "scene_queries.h"

namespace firstcontact::bench {
namespace {

constexpr double kAskedRatio = 10, kAskedPairs = 2;

}  // namespace

nlohmann::json bench_walk_against_fcl(const ArticulatedPlan& plan) {
  const PreparedScene walk = prepare(generate::walking_mannequin(), plan.quick ? 6 : 1);
  fmt::print(
      "\nWalking mannequin: {} steps of two frames, {} more begin in contact and are left out\n",
      walk.queries.size(), walk.begin_in_contact);
  const SceneRun ours = run_method(walk, SceneMethod::Certified, plan.repeats);
  const SceneRun published = run_method(walk, SceneMethod::Advancement, plan.repeats);
  const Timings certified = ours.timings(), advancement = published.timings();
  const double pairs = published.mean(&SceneCounts::after_temporal);
  for (const auto& [name, t] :
       {std::pair("certified", &certified), std::pair("published method", &advancement)})
    fmt::print("{}: {} µs a step, {} a free one, {} a colliding one\n", name,
               apps::microseconds(1e6 * t->all), apps::microseconds(1e6 * t->free),
               apps::microseconds(1e6 * t->contact));
  fmt::print("temporal culling leaves {:.2f} pairs on average (asked: under {})\n", pairs,
             kAskedPairs);
  expect(pairs < kAskedPairs, "temporal culling leaves too many pairs");
  nlohmann::json report = {{"steps", walk.queries.size()},
                           {"certified_seconds", certified.all},
                           {"published_seconds", advancement.all},
                           {"pairs_after_temporal_culling", pairs}};
  const std::unique_ptr<FclScene> fcl = make_fcl_scene(walk.scene);
  if (!fcl) {
    fmt::print(
        "FCL was not found when this program was built: nothing to compare with (Debian: "
        "libfcl-dev).\n");
    return report;
  }
  std::vector<std::vector<Pose>> poses(walk.queries.size());
  std::vector<char> touching(walk.queries.size());
  std::vector<SceneResult> results(walk.queries.size());
  const std::vector<std::function<void(std::size_t)>> runs = {
      [&](std::size_t i) { poses[i] = frame_poses(walk.scene, walk.queries[i].q_t0); },
      [&](std::size_t i) { touching[i] = fcl->collides(poses[i]); },
      [&](std::size_t i) {
        results[i] = first_contact(walk.scene, walk.queries[i].q_t0, walk.queries[i].q_t1);
      }};
  std::vector<std::size_t> all(walk.queries.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::vector<double> seconds = time_items(runs, all, plan.repeats);
  for (const std::size_t i : all) {
    expect(!touching[i],
           fmt::format("step {}: FCL finds the first frame in contact, and we call it free", i));
    expect(results[i].status == ours.results[i].status && results[i].toi == ours.results[i].toi,
           fmt::format("step {}: asked again, the answer differs", i));
  }
  const double count = static_cast<double>(all.size()), forward = seconds[0] / count,
               check = seconds[1] / count, whole = seconds[2] / count;
  fmt::print("one discrete check of a first frame by FCL: {} µs, and {} for the links' poses\n",
             apps::microseconds(1e6 * check), apps::microseconds(1e6 * forward));
  fmt::print("a whole step costs {:.2f} checks, {:.2f} without the poses (asked: under {})\n",
             whole / (check + forward), whole / check, kAskedRatio);
  report["fcl_check_seconds"] = check;
  report["poses_seconds"] = forward;
  return report;
}

}  // namespace firstcontact::bench
