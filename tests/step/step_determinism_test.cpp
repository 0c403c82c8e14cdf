/// The same bits for every broad phase, number of threads and SIMD width, and from every function
/// that looks for the same thing.
#include <firstcontact/line_search.h>
#include <firstcontact/step.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include "step_scenes.h"
#include "support/simd_targets.h"

namespace firstcontact::test::step_determinism_test {
namespace {

constexpr BroadPhase kBroadPhases[] = {BroadPhase::Bvh, BroadPhase::SweepAndPrune,
                                       BroadPhase::SpatialHash, BroadPhase::BruteForce};

StepOptions with(StepOptions options, BroadPhase broad_phase, int threads) {
  options.broad_phase = broad_phase;
  options.threads = threads;
  return options;
}

/// Digests of all lists that a step gives.
std::vector<std::uint64_t> lists(StepSolver& solver, const Scene& scene,
                                 const StepOptions& options) {
  const Positions t0 = scene.positions_t0(), t1 = scene.positions_t1();
  return {digest(solver.impacts(t0, t1, options)),
          digest(solver.collision_free_step_size(t0, t1, options)),
          digest(solver.initial_contacts(t0, options)),
          digest(solver.count_candidates(t0, t1, options)),
          static_cast<std::uint64_t>(solver.decide_step(t0, t1, options).status)};
}

/// The first of impacts() is what collision_free_step_size finds, to the last bit, and decide_step
/// agrees. Returns their number.
std::size_t expect_earliest_is_first(StepSolver& solver, const Scene& scene,
                                     const StepOptions& options) {
  const Positions t0 = scene.positions_t0(), t1 = scene.positions_t1();
  const StepResult all = solver.impacts(t0, t1, options),
                   earliest = solver.collision_free_step_size(t0, t1, options);
  EXPECT_EQ(earliest.status, all.status);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(earliest.toi), std::bit_cast<std::uint64_t>(all.toi))
      << earliest.toi << " " << all.toi;
  EXPECT_EQ(earliest.earliest.has_value(), all.earliest.has_value());
  if (earliest.earliest && all.earliest) {
    EXPECT_EQ(digest(std::vector<Impact>{*earliest.earliest}),
              digest(std::vector<Impact>{*all.earliest}));
  }
  EXPECT_EQ(solver.decide_step(t0, t1, options).status, all.status);
  return all.impacts.size();
}

/// What a step may be asked, with the tolerances as shares of the scene's size.
std::vector<StepOptions> variants(double scale) {
  std::vector<StepOptions> list(8);
  list[1].exact = true;
  list[2].tolerance = 0.05 * scale;
  list[3].min_separation = 0.02 * scale;
  list[4].min_separation = 0.02 * scale;
  list[4].norm = Norm::Linf;
  list[4].tolerance = 0.2 * scale;
  list[5].t_max = 0.6;
  list[5].tolerance = 0.05 * scale;
  list[6].exact = true;
  list[6].toi_width = 0.125;
  // Here the oracle decides outside exact mode; its time must not be early by more than pruning
  // knows.
  list[7].tolerance = 0;
  list[7].toi_width = 1;
  return list;
}

TEST(StepDeterminism, SmallScenesGiveTheSameBitsInEveryWay) {
  std::size_t hits = 0;
  for (const SceneClass scene_class : kSceneClasses) {
    const Scene scene = make_scene(scene_class, 21);
    for (const StepOptions& options : variants(1)) {
      StepSolver reused(scene.mesh);
      const std::vector<std::uint64_t> expected =
          lists(reused, scene, with(options, BroadPhase::Bvh, 1));
      for (const BroadPhase broad_phase : kBroadPhases)
        for (const int threads : {1, 2, 3, 8}) {
          StepSolver fresh(scene.mesh);
          StepSolver& solver = threads % 2 == 0 ? reused : fresh;
          EXPECT_EQ(lists(solver, scene, with(options, broad_phase, threads)), expected)
              << scene.name;
        }
      hits += expect_earliest_is_first(reused, scene, options);
    }
  }
  EXPECT_GT(hits, 1000u);
}

/// More than 16,384 edges, so that both samples of the search for the earliest contact run.
class LargeStep : public testing::Test {
 protected:
  static void SetUpTestSuite() { scene_ = new Scene(make_large_scene(55, 3)); }
  static void TearDownTestSuite() { delete scene_; }
  static const Scene& scene() { return *scene_; }

 private:
  static inline Scene* scene_ = nullptr;
};

TEST_F(LargeStep, HasManyElements) { EXPECT_GT(scene().mesh.edges().size(), 16384u); }

TEST_F(LargeStep, GivesTheSameBitsForEveryBroadPhaseAndNumberOfThreads) {
  StepOptions coarse;
  coarse.tolerance = 0.05;  // of an edge
  StepSolver reused(scene().mesh);
  const std::vector<std::uint64_t> expected =
      lists(reused, scene(), with(coarse, BroadPhase::Bvh, 1));
  for (const BroadPhase broad_phase :
       {BroadPhase::Bvh, BroadPhase::SweepAndPrune, BroadPhase::SpatialHash})
    for (const int threads : {1, 3, 8})
      EXPECT_EQ(lists(reused, scene(), with(coarse, broad_phase, threads)), expected);
  StepSolver fresh(scene().mesh);
  EXPECT_EQ(lists(fresh, scene(), with(coarse, BroadPhase::SpatialHash, 3)), expected);
}

TEST_F(LargeStep, GivesTheSameBitsOnEveryInstructionSet) {
  std::vector<std::uint64_t> expected;
  for (const std::int64_t name : targets()) {
    const Target target(name);
    StepSolver solver(scene().mesh);
    const std::vector<std::uint64_t> found = lists(solver, scene(), {});
    if (expected.empty()) expected = found;
    EXPECT_EQ(found, expected) << hwy::TargetName(name);
  }
  ASSERT_FALSE(expected.empty());
}

TEST_F(LargeStep, SafeStepIsTheFirstImpactWhateverTheTolerance) {
  StepSolver solver(scene().mesh);
  for (const StepOptions& options : variants(1))
    for (const int threads : {1, 3}) {
      const std::size_t hits =
          expect_earliest_is_first(solver, scene(), with(options, BroadPhase::Bvh, threads));
      EXPECT_GT(hits, 50u);
      EXPECT_LT(hits, scene().mesh.element_count());
    }
}

TEST_F(LargeStep, LooksAtFewerCandidatesForTheSafeStep) {
  StepSolver solver(scene().mesh);
  const StepResult all = solver.impacts(scene().t0, scene().t1),
                   earliest = solver.collision_free_step_size(scene().t0, scene().t1);
  EXPECT_LT(earliest.candidate_count(), all.candidate_count());
}

TEST_F(LargeStep, LineSearchGivesTheSameBitsInEveryWay) {
  StepSolver solver(scene().mesh);
  for (const bool exact : {false, true}) {
    LineSearchOptions options;
    options.step = with({}, BroadPhase::Bvh, 1);
    options.step.exact = exact;
    const LineSearchResult expected = line_search(solver, scene().t0, scene().t1, options);
    EXPECT_EQ(expected.status, Status::Contact);
    EXPECT_GT(expected.step, 0);
    for (const BroadPhase broad_phase :
         {BroadPhase::Bvh, BroadPhase::SweepAndPrune, BroadPhase::SpatialHash})
      for (const int threads : {1, 2, 8}) {
        options.step.broad_phase = broad_phase;
        options.step.threads = threads;
        const LineSearchResult found = line_search(solver, scene().t0, scene().t1, options);
        EXPECT_EQ(found.status, expected.status);
        EXPECT_EQ(found.step, expected.step);
        EXPECT_EQ(found.ratio, expected.ratio);
        EXPECT_EQ(found.kept_distance, expected.kept_distance);
        ASSERT_TRUE(found.limiting);
        EXPECT_EQ(digest(std::vector<Impact>{*found.limiting}),
                  digest(std::vector<Impact>{*expected.limiting}));
      }
  }
}

/// Many impacts at exactly the same time: the tie goes to the first by kind and elements.
TEST(StepDeterminism, TiesAreBrokenByTheOrderOfImpacts) {
  Scene scene = make_large_scene(55, 4);
  for (std::size_t i = 0; i < scene.t0.size(); ++i) {
    const bool upper = i >= scene.t0.size() / 2;
    scene.t0[i] = {std::round(scene.t0[i].x()), std::round(scene.t0[i].y()), upper ? 1.0 : 0.0};
    scene.t1[i] = scene.t0[i] - Vec3(0, 0, upper ? 2 : 0);
  }
  StepSolver solver(scene.mesh);
  for (const bool exact : {false, true})
    for (const int threads : {1, 8}) {
      StepOptions options;
      options.exact = exact;
      options.threads = threads;
      options.filter = [](const ElementPair& pair) { return pair.a % 64 == 0; };
      EXPECT_GT(expect_earliest_is_first(solver, scene, options), 500u);
    }
}

}  // namespace
}  // namespace firstcontact::test::step_determinism_test
