// Whole simulations of small scenes, checked by an exact test of intersections that shares nothing
// with the library, by energy and momentum, and bit by bit.
#include "sim/simulation.h"

#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <cstring>

#include "sim/exact_crossings.h"
#include "sim/small_scenes.h"

namespace firstcontact::simulation_test {
namespace {

using sim::Response;
using sim::Simulation;
using sim::StepReport;

std::int64_t crossings(const Simulation& simulation) {
  const PointMatrix x = simulation.surface_positions();
  const Mesh& mesh = simulation.collision_mesh().mesh();
  std::vector<std::array<double, 3>> points;
  for (Eigen::Index i = 0; i < x.rows(); ++i) points.push_back({x(i, 0), x(i, 1), x(i, 2)});
  return tests::count_crossings(points, {mesh.faces().begin(), mesh.faces().end()},
                                [](int, int) { return true; });
}

bool same_bits(const PointMatrix& a, const PointMatrix& b) {
  return a.rows() == b.rows() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

class BothResponses : public testing::TestWithParam<Response> {};
INSTANTIATE_TEST_SUITE_P(Simulation, BothResponses,
                         testing::Values(Response::LineSearch, Response::ActiveSet),
                         [](const auto& tested) {
                           return tested.param == Response::LineSearch ? "LineSearch" : "ActiveSet";
                         });

TEST_P(BothResponses, ABoxThatFallsOnAFloorComesToRestOnIt) {
  Simulation simulation(tests::falling_box(GetParam()));
  ASSERT_EQ(simulation.fault(), "");
  double energy = simulation.report().total_energy(), smallest = 1;
  std::int64_t contacts = 0;
  for (int step = 0; step < 60; ++step) {
    const StepReport report = simulation.advance();
    ASSERT_EQ(report.stopped, "");
    EXPECT_TRUE(report.converged) << step;
    ASSERT_EQ(crossings(simulation), 0) << step;
    EXPECT_LE(report.total_energy(), energy + 1e-6 * std::abs(energy)) << step;
    energy = report.total_energy();
    smallest = std::min(smallest, report.smallest_distance);
    contacts += report.contacts;
  }
  EXPECT_GT(contacts, 20);
  EXPECT_GT(smallest, 0);
  EXPECT_LT(simulation.state().velocities.topRows(27).rowwise().norm().maxCoeff(), 0.05);
  EXPECT_NEAR(simulation.surface_positions().topRows(26).col(2).minCoeff(), 0, 0.004);
}

TEST_P(BothResponses, MomentumIsKeptWhereNothingActsFromOutside) {
  Simulation simulation(tests::colliding_boxes(GetParam()));
  ASSERT_EQ(simulation.fault(), "");
  const Vec3 before = simulation.report().momentum;
  std::int64_t contacts = 0;
  for (int step = 0; step < 30; ++step) {
    const StepReport report = simulation.advance();
    ASSERT_EQ(report.stopped, "");
    ASSERT_EQ(crossings(simulation), 0) << step;
    contacts += report.contacts;
    EXPECT_LT((report.momentum - before).norm(), 2e-3 * before.norm()) << step;
  }
  EXPECT_GT(contacts, 0);
}

TEST_P(BothResponses, AnyNumberOfThreadsGivesTheSameBits) {
  sim::Scene scene = tests::colliding_boxes(GetParam());
  scene.settings.threads = 1;
  Simulation one(scene);
  scene.settings.threads = 3;
  Simulation three(scene);
  for (int step = 0; step < 12; ++step) {
    one.advance();
    three.advance();
    ASSERT_TRUE(same_bits(one.state().positions, three.state().positions)) << step;
  }
}

TEST_P(BothResponses, AStateGoesOnWithTheSameBits) {
  Simulation whole(tests::colliding_boxes(GetParam()));
  for (int step = 0; step < 6; ++step) whole.advance();
  Simulation later(tests::colliding_boxes(GetParam()));
  later.set_state(whole.state());
  for (int step = 0; step < 8; ++step) {
    whole.advance();
    later.advance();
    ASSERT_TRUE(same_bits(whole.state().positions, later.state().positions)) << step;
    ASSERT_TRUE(same_bits(whole.state().velocities, later.state().velocities)) << step;
  }
}

/// Solve of a method that misses every contact.
Outcome miss(const Query&, double, double t_max) {
  Outcome outcome;
  outcome.status = Status::Free;
  outcome.toi = t_max;
  return outcome;
}

TEST(SimulationTest, AMethodThatMissesLetsBodiesPassThroughAndTheExactTestSeesIt) {
  Simulation simulation(tests::colliding_boxes(Response::ActiveSet), {"misses", true, true, miss});
  std::int64_t found = 0;
  for (int step = 0; step < 12; ++step) {
    simulation.advance();
    found += crossings(simulation);
  }
  EXPECT_GT(found, 0);
}

TEST(SimulationTest, AStartWithIntersectionsNamesTheBodies) {
  sim::Scene scene = tests::falling_box(Response::LineSearch);
  scene.bodies[0].start.col(2).array() -= 0.1;
  const std::string fault = Simulation(scene).fault();
  EXPECT_NE(fault.find("intersect at the start"), fault.npos) << fault;
  EXPECT_NE(fault.find("of box and face"), fault.npos) << fault;
  EXPECT_NE(fault.find("of floor"), fault.npos) << fault;
}

TEST(SimulationTest, AnInvertedStartNamesTheElement) {
  sim::Scene scene = tests::falling_box(Response::LineSearch);
  scene.bodies[0].start.col(0) *= -1;
  const std::string fault = Simulation(scene).fault();
  EXPECT_EQ(fault, "box: tetrahedron 0 is inverted or flat at the start");
}

TEST(SimulationTest, BadSettingsAreNamed) {
  sim::Scene scene = tests::falling_box(Response::LineSearch);
  scene.settings.time_step = 0;
  EXPECT_EQ(Simulation(scene).fault(), "time_step must be positive and finite");
  scene = tests::falling_box(Response::LineSearch);
  scene.settings.friction = -1;
  EXPECT_EQ(Simulation(scene).fault(), "friction must not be negative");
  scene.bodies.clear();
  scene.settings.friction = 0;
  EXPECT_EQ(Simulation(scene).fault(), "there are no bodies");
}

TEST(SimulationTest, ScriptedObstaclesPushBodiesAndArrive) {
  sim::Scene scene = tests::falling_box(Response::LineSearch);
  sim::Script script;
  script.vertices = {0, 1, 2, 3};
  script.velocity = {0, 0, 0.5};
  scene.bodies[1].scripts = {script};
  Simulation simulation(scene);
  ASSERT_EQ(simulation.fault(), "");
  for (int step = 0; step < 20; ++step) {
    ASSERT_EQ(simulation.advance().stopped, "");
    ASSERT_EQ(crossings(simulation), 0) << step;
  }
  const Eigen::Index floor = simulation.state().positions.rows() - 4;
  EXPECT_NEAR(simulation.state().positions(floor, 2), 0.1, 1e-12);
  EXPECT_GT(simulation.state().positions.topRows(floor).col(2).minCoeff(), 0.1);
}

TEST(SimulationTest, ScriptsThatCannotBeFollowedStopWithAReason) {
  sim::Scene scene = tests::falling_box(Response::LineSearch);
  scene.bodies.push_back(tests::make_floor(1, 0.5));
  scene.bodies[2].name = "lid";
  sim::Script script;
  script.vertices = {0, 1, 2, 3};
  script.velocity = {0, 0, -2};
  scene.bodies[2].scripts = {script};
  Simulation simulation(scene);
  ASSERT_EQ(simulation.fault(), "");
  std::string stopped;
  for (int step = 0; step < 40 && stopped.empty(); ++step) {
    stopped = simulation.advance().stopped;
    ASSERT_EQ(crossings(simulation), 0) << step;
  }
  EXPECT_EQ(stopped.rfind("step ", 0), 0u) << stopped;
  EXPECT_NE(stopped.find("lid"), stopped.npos) << stopped;
}

TEST(SimulationTest, FrictionHoldsABoxOnASlope) {
  const auto way = [](double friction) {
    sim::Scene scene = tests::falling_box(Response::LineSearch);
    scene.bodies[0].start.col(2).array() -= 0.0195;
    scene.gravity = {2, 0, -9.6};  // a slope of 12 degrees
    scene.settings.friction = friction;
    scene.settings.barrier_distance = 1e-3;
    Simulation simulation(scene);
    const double before = simulation.state().positions.topRows(27).col(0).mean();
    for (int step = 0; step < 40; ++step) simulation.advance();
    return simulation.state().positions.topRows(27).col(0).mean() - before;
  };
  EXPECT_LT(way(0.6), 0.02);
  EXPECT_GT(way(0), 0.1);
}

/// Solve of a method that takes what is nearer than 1e-4 for touching.
Outcome coarse(const Query& query, double, double t_max) {
  Options options;
  options.min_separation = 1e-4;
  options.t_max = t_max;
  return solve(query, options);
}

TEST(SimulationTest, ALineSearchWithoutRoomGetsStuck) {
  sim::Scene scene = tests::falling_box(Response::LineSearch);
  scene.settings.leave_room = false;
  scene.settings.barrier_distance = 5e-5;
  Simulation simulation(scene, {"coarse", false, true, coarse});
  std::string stopped;
  for (int step = 0; step < 20 && stopped.empty(); ++step) stopped = simulation.advance().stopped;
  EXPECT_NE(stopped.find("no step is free: "), stopped.npos) << stopped;
  EXPECT_NE(stopped.find("of box"), stopped.npos) << stopped;
}

TEST(SimulationTest, ClothOnABoxKeepsItsDistance) {
  sim::Scene scene;
  scene.bodies = {tests::make_cloth({0, 0, 0.23}, 0.6, 8),
                  tests::make_box("box", {-0.1, -0.1, 0}, 0.2, 1)};
  sim::Script still;
  for (int i = 0; i < 8; ++i) still.vertices.push_back(i);
  scene.bodies[1].scripts = {still};
  Simulation simulation(scene);
  ASSERT_EQ(simulation.fault(), "");
  std::int64_t contacts = 0;
  for (int step = 0; step < 25; ++step) {
    const StepReport report = simulation.advance();
    ASSERT_EQ(report.stopped, "");
    ASSERT_EQ(crossings(simulation), 0) << step;
    contacts += report.contacts;
  }
  EXPECT_GT(contacts, 0);
}

}  // namespace
}  // namespace firstcontact::simulation_test
