// Every built-in scene, simulated for a few steps by both responses. An exact test that shares
// nothing with the library counts what crosses.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/exact_crossings.h"
#include "sim/simulation.h"
#include "simulate/scene_reader.h"

namespace firstcontact::apps::simulated_scenes_test {
namespace {

constexpr int kSize = 150, kSteps = 8;

std::int64_t count_crossings(const sim::Simulation& simulation) {
  const PointMatrix x = simulation.surface_positions();
  const Mesh& mesh = simulation.surface();
  std::vector<std::array<double, 3>> points;
  for (Eigen::Index i = 0; i < x.rows(); ++i) points.push_back({x(i, 0), x(i, 1), x(i, 2)});
  const auto is_tested = [&](int a, int b) {  // obstacles may touch themselves
    const int object = mesh.object_of(mesh.faces()[a][0]);
    return object != mesh.object_of(mesh.faces()[b][0]) ||
           simulation.scene().bodies[object].kind != sim::BodyKind::Obstacle;
  };
  return tests::count_crossings(points, {mesh.faces().begin(), mesh.faces().end()}, is_tested);
}

class SimulatedScene : public testing::TestWithParam<std::tuple<std::string, sim::Response>> {};

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const SceneSummary& scene : built_in_summaries()) all.push_back(scene.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Scenes, SimulatedScene,
                         testing::Combine(testing::ValuesIn(names()),
                                          testing::Values(sim::Response::LineSearch,
                                                          sim::Response::ActiveSet)),
                         [](const auto& tested) {
                           std::string name = std::get<0>(tested.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name + (std::get<1>(tested.param) == sim::Response::LineSearch
                                              ? "_line_search"
                                              : "_active_set");
                         });

TEST_P(SimulatedScene, HasNoIntersectionInAnyStep) {
  SceneChanges changes;
  changes.size = kSize;
  changes.response = std::get<1>(GetParam());
  sim::Simulation simulation(read_scene(std::get<0>(GetParam()), changes));
  ASSERT_EQ(simulation.fault(), "");
  ASSERT_EQ(count_crossings(simulation), 0);
  for (int step = 0; step < kSteps; ++step) {
    const sim::StepReport report = simulation.advance();
    ASSERT_EQ(report.stopped, "");
    ASSERT_EQ(count_crossings(simulation), 0) << step;
    ASSERT_GT(report.smallest_distance, 0) << step;
  }
}

// Bodies at rest on edges: there implicit Euler alone gains energy.
TEST(SimulatedScenes, GainNoEnergy) {
  for (const char* name : {"cliff", "crack", "hole"}) {
    SceneChanges changes;
    changes.size = kSize;
    changes.response = sim::Response::LineSearch;
    sim::Simulation simulation(read_scene(name, changes));
    ASSERT_EQ(simulation.fault(), "");
    double energy = simulation.report().total_energy();
    for (int step = 0; step < 100; ++step) {
      const double after = simulation.advance().total_energy();
      ASSERT_LE(after, energy + 1e-12 * std::abs(energy)) << name << ", step " << step;
      energy = after;
    }
  }
}

TEST(SimulatedScenes, AreTwelve) { EXPECT_EQ(names().size(), 12u); }

}  // namespace
}  // namespace firstcontact::apps::simulated_scenes_test
