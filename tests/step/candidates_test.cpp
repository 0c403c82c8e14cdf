/// Kept candidates never change an answer, whether they cover the motion or not, and are used where
/// they do.
#include <firstcontact/active_set.h>
#include <firstcontact/candidates.h>
#include <firstcontact/line_search.h>
#include <gtest/gtest.h>

#include <cstring>

#include "step/kept_pairs.h"
#include "step_scenes.h"

namespace firstcontact::test::candidates_test {
namespace {

double largest_motion(const Scene& scene) {
  double largest = 0;
  for (std::size_t i = 0; i < scene.t0.size(); ++i)
    largest = std::max(largest, (scene.t1[i] - scene.t0[i]).lpNorm<Eigen::Infinity>());
  return largest;
}

std::uint64_t bits(double x) {
  std::uint64_t out;
  std::memcpy(&out, &x, sizeof out);
  return out;
}

/// What all functions answer, in digests.
std::vector<std::uint64_t> answers(StepSolver& solver, const Scene& scene,
                                   const StepOptions& options) {
  const Positions t0 = scene.positions_t0(), t1 = scene.positions_t1();
  std::vector<std::uint64_t> out = {digest(solver.decide_step(t0, t1, options)),
                                    digest(solver.collision_free_step_size(t0, t1, options)),
                                    digest(solver.impacts(t0, t1, options)),
                                    digest(solver.initial_contacts(t0, options)),
                                    digest(solver.count_candidates(t0, t1, options))};
  for (const ElementPair& pair : solver.candidates(t0, t1, options).pairs) {
    out.push_back(static_cast<std::uint64_t>(pair.kind));
    out.push_back(static_cast<std::uint64_t>(pair.a));
    out.push_back(static_cast<std::uint64_t>(pair.b));
  }
  std::vector<Impact> streamed;
  solver.stream_impacts(t0, t1, options, [&](std::span<const Impact> block) {
    streamed.insert(streamed.end(), block.begin(), block.end());
  });
  std::sort(streamed.begin(), streamed.end());
  out.push_back(digest(streamed));
  for (const ActiveConstraint& constraint :
       construct_active_set(solver, t0, t1, options).constraints)
    out.push_back(bits(constraint.gap_t1));
  LineSearchOptions search;
  search.step = options;
  search.distance_cap = 0.05;
  const LineSearchResult found = line_search(solver, t0, t1, search);
  out.insert(out.end(), {bits(found.step), bits(found.kept_distance), bits(found.ratio),
                         static_cast<std::uint64_t>(found.checks),
                         found.limiting ? digest({*found.limiting}) : 0});
  return out;
}

TEST(Candidates, NeverChangeAnAnswer) {
  int covered = 0, uncovered = 0;
  for (const SceneClass scene_class : kSceneClasses)
    for (int variant = 0; variant < 5; ++variant) {
      const Scene plain = make_scene(scene_class, 40 + variant);
      const Scene scene = variant == 1 ? with_thickness(plain, 2, 0.02) : plain;
      StepOptions options;
      options.threads = 1 + variant % 2;
      if (variant == 1) options.min_separation = 0.01;
      if (variant == 2) {
        options.t_max = 0.5;
        options.exact = true;
      }
      if (variant == 3) {
        options.rules.immobile.resize(scene.mesh.vertex_count());
        for (std::size_t i = 0; i < scene.mesh.vertex_count() / 2; ++i)
          options.rules.immobile[i] = true;
      }
      if (variant == 4) options.filter = [](const ElementPair& p) { return (p.a + p.b) % 3 > 0; };
      StepSolver solver(scene.mesh);
      const std::vector<std::uint64_t> expected = answers(solver, scene, options);
      for (const double reach : {1.0, 0.25}) {
        StepOptions before = options;
        before.filter = nullptr;
        const Candidates kept(solver, scene.positions_t0(), 0.06, reach * largest_motion(scene),
                              before);
        ASSERT_EQ(kept.answer().status, Status::Undecided) << kept.answer().message;
        (kept.covers(solver, scene.positions_t0(), scene.positions_t1(), options) ? covered
                                                                                  : uncovered)++;
        options.candidates = &kept;
        EXPECT_EQ(answers(solver, scene, options), expected) << scene.name << " " << variant;
        options.candidates = nullptr;
      }
    }
  EXPECT_EQ(covered + uncovered, 70);
  EXPECT_GE(covered, 35);
  EXPECT_GT(uncovered, 10);
}

TEST(Candidates, OfALargeSceneGiveTheSameSamplesAndSteps) {
  const Scene scene = make_large_scene(24, 3);
  StepSolver solver(scene.mesh);
  const Candidates kept(solver, scene.t0, 0, largest_motion(scene));
  StepOptions options;
  const StepResult expected = solver.collision_free_step_size(scene.t0, scene.t1, options);
  ASSERT_EQ(expected.status, Status::Contact);
  ASSERT_TRUE(kept.covers(solver, scene.t0, scene.t1));
  options.candidates = &kept;
  EXPECT_EQ(digest(solver.collision_free_step_size(scene.t0, scene.t1, options)), digest(expected));
}

/// A point above a face; it falls by 1.
struct Fall {
  Mesh mesh{MeshDescription{.vertex_count = 4, .faces = {{0, 1, 2}}, .objects = {0, 0, 0, 1}}};
  std::vector<Vec3> t0 = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 0.5}}, t1 = t0;
  Fall() { t1[3].z() = -0.5; }
};

// If the list were not used, taking pairs out of it would change nothing.
TEST(Candidates, TakeThePlaceOfTheBroadPhaseWhereTheyCover) {
  const Fall fall;
  StepSolver solver(fall.mesh);
  const Candidates kept(solver, fall.t0, 0, 1);
  ASSERT_EQ(kept.pairs().size(), 1u);
  auto& list = const_cast<step::KeptPairs&>(*step::kept_pairs_of(kept));
  list.pairs.clear();
  list.first = {};
  StepOptions options;
  options.candidates = &kept;
  EXPECT_TRUE(solver.decide_step(fall.t0, fall.t1, options).free());
  // Now something that they do not cover: the broad phase must run.
  std::vector<Vec3> farther = fall.t1;
  farther[3].z() = -0.75;
  EXPECT_EQ(solver.decide_step(fall.t0, farther, options).status, Status::Contact);
  options.min_separation = 0.01;
  EXPECT_EQ(solver.decide_step(fall.t0, fall.t1, options).status, Status::Contact);
  options.min_separation = 0;
  StepSolver other(fall.mesh);
  EXPECT_EQ(other.decide_step(fall.t0, fall.t1, options).status, Status::Contact);
  EXPECT_FALSE(kept.covers(other, fall.t0, fall.t1));
  EXPECT_TRUE(kept.covers(solver, fall.t0, fall.t1));
}

TEST(Candidates, CoverOnlyWhatTheirRulesAndObjectsAdmitted) {
  const Fall fall;
  StepSolver solver(fall.mesh);
  StepOptions narrow, wide;
  narrow.between_objects = false;
  const Candidates by_object(solver, fall.t0, 0, 1, narrow);
  EXPECT_TRUE(by_object.pairs().empty());
  EXPECT_TRUE(by_object.covers(solver, fall.t0, fall.t1, narrow));
  EXPECT_FALSE(by_object.covers(solver, fall.t0, fall.t1, wide));
  narrow = {};
  narrow.rules.ignored = {{0, 1}};
  const Candidates by_rule(solver, fall.t0, 0, 1, narrow), all(solver, fall.t0, 0, 1, wide);
  EXPECT_TRUE(by_rule.pairs().empty());
  EXPECT_TRUE(by_rule.covers(solver, fall.t0, fall.t1, narrow));
  EXPECT_FALSE(by_rule.covers(solver, fall.t0, fall.t1, wide));
  EXPECT_TRUE(all.covers(solver, fall.t0, fall.t1, narrow));
  wide.candidates = &by_rule;
  EXPECT_EQ(solver.decide_step(fall.t0, fall.t1, wide).status, Status::Contact);
  narrow.candidates = &all;
  EXPECT_TRUE(solver.decide_step(fall.t0, fall.t1, narrow).free());
}

TEST(Candidates, OfBadInputCoverNothing) {
  const Fall fall;
  StepSolver solver(fall.mesh);
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  std::vector<Vec3> spoilt = fall.t0;
  spoilt[1].x() = nan;
  StepOptions bad;
  bad.rules.left_out.resize(3);
  for (const Candidates& kept :
       {Candidates(solver, spoilt, 0, 1), Candidates(solver, fall.t0, nan, 1),
        Candidates(solver, fall.t0, -1, 1), Candidates(solver, fall.t0, 0, infinity),
        Candidates(solver, fall.t0, 0, -1), Candidates(solver, fall.t0, 1e308, 1e308),
        Candidates(solver, fall.t0, 0, 1, bad)}) {
    EXPECT_EQ(kept.answer().status, Status::InvalidInput);
    EXPECT_FALSE(kept.answer().message.empty());
    EXPECT_TRUE(kept.pairs().empty());
    EXPECT_FALSE(kept.covers(solver, fall.t0, fall.t1));
    StepOptions options;
    options.candidates = &kept;
    EXPECT_EQ(solver.decide_step(fall.t0, fall.t1, options).status, Status::Contact);
  }
  std::stop_source stop;
  stop.request_stop();
  StepOptions cancelled;
  cancelled.stop = stop.get_token();
  EXPECT_EQ(Candidates(solver, fall.t0, 0, 1, cancelled).answer().status, Status::Cancelled);
  EXPECT_FALSE(Candidates(solver, fall.t0, 0, 1).covers(solver, fall.t0, spoilt));
}

}  // namespace
}  // namespace firstcontact::test::candidates_test
