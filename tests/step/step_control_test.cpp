/// Cancellation, progress, callbacks that throw, and the floating-point environment of the host.
#include <firstcontact/line_search.h>
#include <firstcontact/step.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "step_scenes.h"
#include "support/float_settings.h"

namespace firstcontact::test::step_control_test {
namespace {

using Function = StepResult (StepSolver::*)(const Positions&, const Positions&, const StepOptions&);
constexpr Function kFunctions[] = {&StepSolver::impacts, &StepSolver::collision_free_step_size,
                                   &StepSolver::decide_step, &StepSolver::count_candidates};

void expect_cancelled(const StepResult& result) {
  EXPECT_EQ(result.status, Status::Cancelled);
  EXPECT_EQ(result.toi, 0);
  EXPECT_FALSE(result.earliest);
  EXPECT_TRUE(result.impacts.empty());
  EXPECT_EQ(result.candidate_count(), 0);
}

TEST(StepControl, AStopRequestedBeforeCancelsEveryFunction) {
  const Scene scene = make_scene(SceneClass::Sheet, 4);
  StepSolver solver(scene.mesh);
  std::stop_source source;
  source.request_stop();
  StepOptions options;
  options.stop = source.get_token();
  bool asked = false;
  options.certificate = [&](const ElementPair&, const Result&) { asked = true; };
  for (const Function function : kFunctions)
    expect_cancelled((solver.*function)(scene.t0, scene.t1, options));
  expect_cancelled(solver.initial_contacts(scene.t0, options));
  LineSearchOptions line;
  line.step = options;
  const LineSearchResult search = line_search(solver, scene.t0, scene.t1, line);
  EXPECT_EQ(search.status, Status::Cancelled);
  EXPECT_EQ(search.step, 0);
  EXPECT_FALSE(asked);
  options.stop = {};
  EXPECT_EQ(digest(solver.impacts(scene.t0, scene.t1)),
            digest(impacts(scene.mesh, scene.t0, scene.t1)));
}

TEST(StepControl, AStopRequestedDuringTheStepEndsIt) {
  const Scene scene = make_large_scene(40, 1);
  StepSolver solver(scene.mesh);
  const std::int64_t all = solver.count_candidates(scene.t0, scene.t1).candidate_count();
  for (const int threads : {1, 2})
    for (const Function function : {&StepSolver::impacts, &StepSolver::collision_free_step_size,
                                    &StepSolver::count_candidates}) {
      std::stop_source source;
      std::atomic<std::int64_t> seen = 0;
      StepOptions options;
      options.threads = threads;
      options.stop = source.get_token();
      options.filter = [&](const ElementPair&) {
        if (++seen == 100) source.request_stop();
        return true;
      };
      expect_cancelled((solver.*function)(scene.t0, scene.t1, options));
      EXPECT_LT(seen, all / 2);
    }
}

TEST(StepControl, ProgressNeverFallsAndEndsAtOne) {
  const Scene scene =
      make_large_scene(95, 2);  // large enough for the samples of the earliest contact
  StepSolver solver(scene.mesh);
  for (const BroadPhase broad_phase :
       {BroadPhase::Bvh, BroadPhase::SweepAndPrune, BroadPhase::SpatialHash})
    for (const Function function :
         {&StepSolver::impacts, &StepSolver::collision_free_step_size, &StepSolver::decide_step}) {
      std::vector<double> shares;
      std::atomic<int> inside = 0;
      StepOptions options;
      options.threads = 3;
      options.broad_phase = broad_phase;
      options.progress = [&](double share) {
        EXPECT_EQ(++inside, 1) << "called twice at the same time";
        shares.push_back(share);
        --inside;
      };
      (solver.*function)(scene.t0, scene.t1, options);
      ASSERT_FALSE(shares.empty());
      EXPECT_GE(shares.front(), 0);
      EXPECT_EQ(shares.back(), 1);
      EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    }
}

TEST(StepControl, AnExceptionOfACallbackArrivesAndTheSolverStaysUsable) {
  const Scene scene = make_scene(SceneClass::Sheet, 5);
  StepSolver solver(scene.mesh);
  const std::uint64_t expected = digest(impacts(scene.mesh, scene.t0, scene.t1));
  for (const BroadPhase broad_phase : {BroadPhase::Bvh, BroadPhase::SweepAndPrune,
                                       BroadPhase::SpatialHash, BroadPhase::BruteForce})
    for (const int threads : {1, 2}) {
      StepOptions options;
      options.broad_phase = broad_phase;
      options.threads = threads;
      options.filter = [](const ElementPair& pair) -> bool {
        throw std::runtime_error("pair " + std::to_string(pair.a));
      };
      EXPECT_THROW(solver.impacts(scene.t0, scene.t1, options), std::runtime_error);
      EXPECT_THROW(solver.collision_free_step_size(scene.t0, scene.t1, options),
                   std::runtime_error);
      options.filter = nullptr;
      EXPECT_EQ(digest(solver.impacts(scene.t0, scene.t1, options)), expected);
    }
}

/// Rounding upwards for its lifetime.
struct RoundUp {
  RoundUp() { std::fesetround(FE_UPWARD); }
  ~RoundUp() { std::fesetround(FE_TONEAREST); }
};

struct Answers {
  std::uint64_t all, earliest, near;
  double step;

  friend bool operator==(const Answers&, const Answers&) = default;
};

Answers ask(const Scene& scene, int threads) {
  StepSolver solver(scene.mesh);
  StepOptions options;
  options.threads = threads;
  LineSearchOptions line;
  line.step.threads = threads;
  const Positions t0 = scene.positions_t0(), t1 = scene.positions_t1();
  return {digest(solver.impacts(t0, t1, options)),
          digest(solver.collision_free_step_size(t0, t1, options)),
          digest(solver.initial_contacts(t0, options)), line_search(solver, t0, t1, line).step};
}

TEST(StepControl, TheFloatingPointEnvironmentOfTheHostNeitherMattersNorChanges) {
  for (const SceneClass scene_class : kSceneClasses)
    for (const double scale : {1.0, 0x1p-1040}) {
      const Scene scene = make_scene(scene_class, 6, scale);
      for (const int threads : {1, 2}) {
        const Answers usual = ask(scene, threads);
        Answers up, flushed;
        {
          const RoundUp rounding;
          up = ask(scene, threads);
          EXPECT_FALSE(rounds_to_nearest());
        }
        EXPECT_EQ(up, usual) << scene.name;
        if (!can_flush_to_zero()) continue;
        {
          const FlushToZero flush;
          flushed = ask(scene, threads);
          EXPECT_TRUE(underflows_to_zero());
        }
        EXPECT_EQ(flushed, usual) << scene.name;
      }
    }
}

}  // namespace
}  // namespace firstcontact::test::step_control_test
