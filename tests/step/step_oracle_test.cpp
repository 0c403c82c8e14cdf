/// The step against the exact oracle on every pair of elements of random scenes, found without any
/// broad phase.
#include <firstcontact/solve.h>
#include <firstcontact/step.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "step_scenes.h"

namespace firstcontact::test::step_oracle_test {
namespace {

using Key = std::array<int, 3>;
Key key_of(const ElementPair& pair) { return {static_cast<int>(pair.kind), pair.a, pair.b}; }

struct Counts {
  int pairs = 0, contacts = 0, at_start = 0;
};

/// What the oracle says of all pairs that touch.
std::map<Key, Result> oracle(const Scene& scene, const StepOptions& step, Counts& counts) {
  std::map<Key, Result> contacts;
  for (const ElementPair& pair : all_pairs(scene.mesh, scene.planar)) {
    Options options;
    options.method = Method::Exact;
    options.min_separation = separation_of(scene.mesh, pair, step.min_separation);
    options.norm = step.norm;
    options.t_max = step.t_max;
    options.toi_width = step.toi_width;
    const Result result =
        solve(query_of(pair, scene.positions_t0(), scene.positions_t1()), options);
    ++counts.pairs;
    if (result.status == Status::Free) continue;
    EXPECT_NE(result.status, Status::InvalidInput) << result.message;
    ++counts.contacts;
    counts.at_start += result.starts_in_contact;
    contacts[key_of(pair)] = result;
  }
  return contacts;
}

void expect_sound(const Scene& scene, StepOptions step, Counts& counts) {
  SCOPED_TRACE(scene.name);
  const std::map<Key, Result> expected = oracle(scene, step, counts);
  for (const bool exact : {false, true}) {
    step.exact = exact;
    const StepResult found = impacts(scene.mesh, scene.positions_t0(), scene.positions_t1(), step);
    ASSERT_NE(found.status, Status::InvalidInput) << found.message;
    std::map<Key, Impact> by_pair;
    for (const Impact& impact : found.impacts)
      EXPECT_TRUE(by_pair.emplace(key_of(impact.pair), impact).second) << "listed twice";
    for (const auto& [key, truth] : expected) {
      const auto hit = by_pair.find(key);
      ASSERT_NE(hit, by_pair.end())
          << "missed: kind " << key[0] << ", elements " << key[1] << " and " << key[2];
      EXPECT_LE(hit->second.toi, truth.toi_upper);
      if (exact) {
        EXPECT_GE(hit->second.toi_upper, truth.toi);
        EXPECT_EQ(hit->second.toi == 0 && hit->second.starts_in_contact, truth.starts_in_contact);
      }
    }
    if (exact) {
      EXPECT_EQ(by_pair.size(), expected.size()) << "an impact that is none";
    }
    EXPECT_EQ(found.status, by_pair.empty() ? Status::Free : Status::Contact);
    EXPECT_TRUE(std::is_sorted(found.impacts.begin(), found.impacts.end()));
  }
}

/// Every class of scene at several seeds, scales and places.
template <class Change>
Counts run_all(int seeds, const StepOptions& step, const Change& change) {
  Counts counts;
  for (const SceneClass scene_class : kSceneClasses)
    for (int seed = 0; seed < seeds; ++seed)
      expect_sound(change(make_scene(scene_class, static_cast<std::uint64_t>(seed))), step, counts);
  return counts;
}

TEST(StepOracle, FindsEveryContactAndInExactModeNothingElse) {
  const Counts counts = run_all(12, {}, [](Scene scene) { return scene; });
  EXPECT_GT(counts.contacts, counts.pairs / 25);
  EXPECT_LT(counts.contacts, counts.pairs / 2);
  EXPECT_GT(counts.at_start, counts.contacts / 20);
  EXPECT_LT(counts.at_start, counts.contacts * 4 / 5);
}

TEST(StepOracle, FindsEveryContactAtAnyScaleAndPlace) {
  Counts counts;
  const std::pair<double, double> places[] = {{0x1p-1000, 0}, {0x1p-1070, 0}, {0x1p900, 0},
                                              {0x1p1015, 0},  {1, 1000},      {0x1p-20, 0x1p45}};
  for (const auto& [scale, offset] : places)
    for (const SceneClass scene_class : kSceneClasses) {
      SCOPED_TRACE(testing::Message() << "scale " << scale << ", offset " << offset);
      expect_sound(make_scene(scene_class, 77, scale, offset), {}, counts);
    }
  EXPECT_GT(counts.contacts, counts.pairs / 30);
  EXPECT_LT(counts.contacts, counts.pairs / 2);
}

TEST(StepOracle, FindsEveryContactWithinTheSeparationInBothNorms) {
  for (const Norm norm : {Norm::L2, Norm::Linf}) {
    StepOptions step;
    step.norm = norm;
    step.min_separation = 0.125;
    const Counts counts = run_all(2, step, [](Scene scene) { return scene; });
    EXPECT_GT(counts.contacts, counts.pairs / 10);
    EXPECT_LT(counts.contacts, counts.pairs * 2 / 3);
  }
  StepOptions whole;  // a separation that lattice points have exactly
  whole.min_separation = 1;
  Counts counts;
  for (const std::uint64_t seed : {1, 2, 3})
    expect_sound(make_scene(SceneClass::Lattice, seed), whole, counts);
  EXPECT_LT(counts.contacts, counts.pairs);
}

TEST(StepOracle, FindsEveryContactOfThickElements) {
  for (const Norm norm : {Norm::L2, Norm::Linf}) {
    StepOptions step;
    step.norm = norm;
    step.min_separation = 0.03125;
    const Counts counts =
        run_all(2, step, [](Scene scene) { return with_thickness(scene, 5, 0.1); });
    EXPECT_GT(counts.contacts, counts.pairs / 10);
    EXPECT_LT(counts.contacts, counts.pairs * 2 / 3);
  }
}

TEST(StepOracle, FindsEveryContactOfAShorterStep) {
  for (const double t_max : {0.0, 0.25, 0.5, 0.7}) {
    StepOptions step;
    step.t_max = t_max;
    const Counts counts = run_all(2, step, [](Scene scene) { return scene; });
    EXPECT_GT(counts.contacts, counts.pairs / 100);
    EXPECT_LT(counts.contacts, counts.pairs / 2);
  }
}

/// A pair that touches first at t_max itself is a contact.
TEST(StepOracle, FindsContactAtTheVeryEnd) {
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}}});
  const std::vector<Vec3> t0 = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 1, 1)};
  std::vector<Vec3> t1 = t0;
  t1[3].z() = -1;
  StepOptions step;
  step.exact = true;
  step.t_max = 0.5;
  EXPECT_EQ(impacts(mesh, t0, t1, step).status, Status::Contact);
  step.t_max = std::nextafter(0.5, 0);
  EXPECT_EQ(impacts(mesh, t0, t1, step).status, Status::Free);
}

}  // namespace
}  // namespace firstcontact::test::step_oracle_test
