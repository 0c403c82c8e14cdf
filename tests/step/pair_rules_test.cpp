/// Rules exclude the pairs that they name, in every function of a step, as a filter with the same
/// meaning does.
#include <firstcontact/active_set.h>
#include <firstcontact/line_search.h>
#include <gtest/gtest.h>

#include <random>

#include "step_scenes.h"

namespace firstcontact::test::pair_rules_test {
namespace {

/// What pair_rules.h says, word by word.
bool is_admitted(const Mesh& mesh, const PairRules& rules, const ElementPair& pair) {
  const int count = point_count(pair.kind), second = pair.kind == Kind::EdgeEdge ? 2 : 1;
  bool all_immobile = true;
  for (int i = 0; i < count; ++i) {
    const int vertex = pair.vertices[i];
    if (!rules.left_out.empty() && rules.left_out[vertex]) return false;
    all_immobile = all_immobile && !rules.immobile.empty() && rules.immobile[vertex];
  }
  if (all_immobile) return false;
  const auto patch = [&](int vertex) {
    return rules.patches.empty() ? mesh.object_of(vertex) : rules.patches[vertex];
  };
  const int a = patch(pair.vertices[0]), b = patch(pair.vertices[second]);
  for (const std::array<int, 2>& ignored : rules.ignored)
    if ((ignored[0] == a && ignored[1] == b) || (ignored[0] == b && ignored[1] == a)) return false;
  return true;
}

PairRules random_rules(std::size_t vertices, std::uint64_t seed, int variant) {
  std::mt19937_64 random(seed);
  PairRules rules;
  const auto marks = [&](int one_in) {
    std::vector<bool> table(vertices);
    for (std::size_t i = 0; i < vertices; ++i) table[i] = random() % one_in == 0;
    return table;
  };
  if (variant % 2 == 0) rules.left_out = marks(10);
  if (variant != 1) rules.immobile = marks(2);
  if (variant > 0) {
    rules.patches.resize(vertices);
    for (int& patch : rules.patches) patch = static_cast<int>(random() % 4) * 1000 - 1500;
    rules.ignored = {{-1500, -1500}, {500, -500}, {77, 1500}, {1500, 1500}};
  }
  return rules;
}

TEST(PairRules, EveryFunctionTestsWhatAFilterWithTheSameMeaningAdmits) {
  int impacts_left = 0, impacts_dropped = 0;
  for (const SceneClass scene_class : kSceneClasses)
    for (int variant = 0; variant < 3; ++variant) {
      const Scene scene = make_scene(scene_class, 20 + variant);
      const Positions t0 = scene.positions_t0(), t1 = scene.positions_t1();
      StepOptions ruled, filtered;
      ruled.rules = random_rules(scene.mesh.vertex_count(), 5 + variant, variant);
      filtered.filter = [&](const ElementPair& pair) {
        return is_admitted(scene.mesh, ruled.rules, pair);
      };
      StepSolver solver(scene.mesh);
      const StepResult all = solver.impacts(t0, t1);
      const StepResult left = solver.impacts(t0, t1, ruled);
      impacts_left += static_cast<int>(left.impacts.size());
      impacts_dropped += static_cast<int>(all.impacts.size() - left.impacts.size());
      EXPECT_EQ(digest(left), digest(solver.impacts(t0, t1, filtered))) << scene.name;
      EXPECT_EQ(digest(solver.decide_step(t0, t1, ruled)),
                digest(solver.decide_step(t0, t1, filtered)));
      EXPECT_EQ(digest(solver.collision_free_step_size(t0, t1, ruled)),
                digest(solver.collision_free_step_size(t0, t1, filtered)));
      EXPECT_EQ(digest(solver.initial_contacts(t0, ruled)),
                digest(solver.initial_contacts(t0, filtered)));
      EXPECT_EQ(digest(solver.count_candidates(t0, t1, ruled)),
                digest(solver.count_candidates(t0, t1, filtered)));
      EXPECT_EQ(solver.candidates(t0, t1, ruled).pairs, solver.candidates(t0, t1, filtered).pairs);
      std::vector<Impact> streamed;
      solver.stream_impacts(t0, t1, ruled, [&](std::span<const Impact> block) {
        streamed.insert(streamed.end(), block.begin(), block.end());
      });
      std::sort(streamed.begin(), streamed.end());
      EXPECT_EQ(digest(streamed), digest(left.impacts));
      EXPECT_EQ(construct_active_set(solver, t0, t1, ruled).constraints.size(),
                left.impacts.size());
      LineSearchOptions ruled_search, filtered_search;
      ruled_search.step = ruled;
      filtered_search.step = filtered;
      EXPECT_EQ(line_search(solver, t0, t1, ruled_search).step,
                line_search(solver, t0, t1, filtered_search).step);
      IntersectionOptions ruled_rest, filtered_rest;
      ruled_rest.step = ruled;
      filtered_rest.step = filtered;
      EXPECT_EQ(intersections(scene.mesh, t0, ruled_rest).intersections,
                intersections(scene.mesh, t0, filtered_rest).intersections);
    }
  EXPECT_GT(impacts_left, 100);
  EXPECT_GT(impacts_dropped, 100);
}

TEST(PairRules, CandidatesAreAllPairsWhoseBoxesOverlapAndThatTheRulesAdmit) {
  for (const SceneClass scene_class : kSceneClasses) {
    const Scene scene = make_scene(scene_class, 3);
    StepOptions options;
    options.min_separation = 1000;  // all boxes overlap
    options.rules = random_rules(scene.mesh.vertex_count(), 9, 2);
    std::vector<ElementPair> expected;
    for (const ElementPair& pair : all_pairs(scene.mesh, scene.planar))
      if (is_admitted(scene.mesh, options.rules, pair)) expected.push_back(pair);
    StepSolver solver(scene.mesh);
    const CandidateList list =
        solver.candidates(scene.positions_t0(), scene.positions_t1(), options);
    EXPECT_EQ(list.status, Status::Undecided);
    EXPECT_EQ(list.pairs, expected) << scene.name;
    EXPECT_EQ(list.checks, static_cast<std::int64_t>(expected.size()));
    std::vector<ElementPair> streamed;
    const StepResult result =
        solver.stream_candidates(scene.positions_t0(), scene.positions_t1(), options,
                                 [&](std::span<const ElementPair> pairs) {
                                   streamed.insert(streamed.end(), pairs.begin(), pairs.end());
                                 });
    std::sort(streamed.begin(), streamed.end());
    EXPECT_EQ(streamed, expected);
    EXPECT_EQ(result.candidate_count(), list.checks);
    std::stop_source stop;
    stop.request_stop();
    options.stop = stop.get_token();
    const CandidateList cancelled =
        solver.candidates(scene.positions_t0(), scene.positions_t1(), options);
    EXPECT_EQ(cancelled.status, Status::Cancelled);
    EXPECT_TRUE(cancelled.pairs.empty());
  }
}

TEST(PairRules, WithoutPatchesObjectsArePatches) {
  const Mesh mesh({.vertex_count = 4, .objects = {1, 1, 2, 2}});
  const std::vector<Vec3> x(4, Vec3::Zero());
  StepOptions options;
  options.rules.ignored = {{1, 1}};
  EXPECT_EQ(StepSolver(mesh).candidates(x, x, options).pairs.size(), 5u);
  options.rules.ignored = {{2, 1}};
  EXPECT_EQ(StepSolver(mesh).candidates(x, x, options).pairs.size(), 2u);
}

TEST(PairRules, TablesOfTheWrongSizeAreBadInput) {
  const Scene scene = make_scene(SceneClass::Soup, 1);
  const Positions t0 = scene.positions_t0(), t1 = scene.positions_t1();
  const std::size_t wrong = scene.mesh.vertex_count() - 1;
  for (int table = 0; table < 3; ++table) {
    LineSearchOptions search;
    PairRules& rules = search.step.rules;
    if (table == 0) rules.left_out.resize(wrong);
    if (table == 1) rules.immobile.resize(wrong);
    if (table == 2) rules.patches.resize(wrong);
    const StepOptions& options = search.step;
    StepSolver solver(scene.mesh);
    IntersectionOptions rest;
    rest.step = options;
    for (const Answer& answer : std::initializer_list<Answer>{
             solver.decide_step(t0, t1, options), solver.collision_free_step_size(t0, t1, options),
             solver.impacts(t0, t1, options), solver.initial_contacts(t0, options),
             solver.count_candidates(t0, t1, options), solver.candidates(t0, t1, options),
             construct_active_set(solver, t0, t1, options), line_search(solver, t0, t1, search),
             intersections(scene.mesh, t0, rest)}) {
      EXPECT_EQ(answer.status, Status::InvalidInput);
      EXPECT_NE(answer.message.find("rules."), std::string::npos) << answer.message;
    }
  }
}

}  // namespace
}  // namespace firstcontact::test::pair_rules_test
