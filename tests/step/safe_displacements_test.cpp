/// Any combination of safe displacements is free, by the exact oracle on every pair of elements, and
/// nothing is limited without need.
#include <firstcontact/candidates.h>
#include <firstcontact/safe_displacements.h>
#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "generate/cloth_step.h"
#include "step_scenes.h"
#include "support/simd_targets.h"

namespace firstcontact::test::safe_displacements_test {
namespace {

using Points = std::vector<Vec3>;

/// Every vertex goes its own share of its step, rounded as a user's program rounds it.
Points advanced(const Scene& scene, const std::vector<double>& steps,
                const std::vector<double>& shares) {
  Points x = scene.t0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int k = 0; k < 3; ++k)
      x[i][k] = scene.t0[i][k] + shares[i] * steps[i] * (scene.t1[i][k] - scene.t0[i][k]);
  return x;
}

bool exactly_free(const Query& query, double separation, Norm norm, double t_max = 1) {
  Options options;
  options.method = Method::Exact;
  options.min_separation = separation;
  options.norm = norm;
  options.t_max = t_max;
  return solve(query, options).status == Status::Free;
}

/// From one combination of shares straight to another one.
struct Ways {
  std::vector<double> from, to;
};

/// Shares that are 0, 1 or anything, so that single vertices run ahead of the others.
Ways random_ways(std::size_t count, std::mt19937_64& random) {
  const auto share = [&] {
    const auto choice = random() % 3;
    return choice < 2 ? static_cast<double>(choice) : static_cast<double>(random() >> 11) * 0x1p-53;
  };
  Ways ways;
  for (std::size_t i = 0; i < count; ++i) {
    ways.from.push_back(share());
    ways.to.push_back(share());
  }
  return ways;
}

struct Checked {
  int pairs = 0, touching = 0;
};

/// No pair that is apart at t0 comes nearer than its separation and kept_distance on the way.
Checked expect_free(const Scene& scene, const StepOptions& step, const SafeDisplacements& safe,
                    const Ways& ways) {
  Checked checked;
  const Points from = advanced(scene, safe.steps, ways.from),
               to = advanced(scene, safe.steps, ways.to);
  Scene moved = scene;
  moved.t0 = from;
  moved.t1 = to;
  for (const ElementPair& pair : all_pairs(scene.mesh, scene.planar)) {
    bool moves = false;
    for (int i = 0; i < point_count(pair.kind); ++i)
      moves = moves || scene.t0[pair.vertices[i]] != scene.t1[pair.vertices[i]];
    if (!moves) continue;
    const double separation = separation_of(scene.mesh, pair, step.min_separation);
    const Query start = query_of(pair, scene.positions_t0(), scene.positions_t1());
    if (!exactly_free(start, separation, step.norm, 0)) {
      EXPECT_TRUE(safe.starts_in_contact);
      for (int i = 0; i < point_count(pair.kind); ++i)
        if (const int v = pair.vertices[i]; scene.t0[v] != scene.t1[v]) {
          EXPECT_EQ(safe.steps[v], 0);
        }
      ++checked.touching;
      continue;
    }
    ++checked.pairs;
    const Query query = query_of(pair, moved.positions_t0(), moved.positions_t1());
    EXPECT_TRUE(exactly_free(query, separation + 0.999999 * safe.kept_distance, step.norm))
        << scene.name << ", kind " << static_cast<int>(pair.kind);
  }
  return checked;
}

TEST(SafeDisplacements, AnyCombinationIsFreeByTheOracle) {
  std::mt19937_64 random(14);
  int scenes = 0, limited_scenes = 0, stopped = 0;
  Checked all;
  std::int64_t vertices = 0, limited = 0, whole = 0;
  for (const SceneClass scene_class : kSceneClasses)
    for (int variant = 0; variant < 6; ++variant) {
      const double offset = variant == 4 ? 1000 : 0;
      const Scene plain = make_scene(scene_class, 60 + variant, 1, offset);
      const Scene scene = variant == 2 ? with_thickness(plain, 3, 0.01) : plain;
      SafeDisplacementOptions options;
      options.distance_cap = 0.05;
      if (variant == 1) options.step.min_separation = 0.01;
      if (variant == 2) options.ratio = 0.6;
      if (variant == 3) {
        options.step.norm = Norm::Linf;
        options.step.min_separation = 0.005;
      }
      if (variant == 5) options.step.t_max = 0.4;
      const SafeDisplacements safe =
          safe_displacements(scene.mesh, scene.positions_t0(), scene.positions_t1(), options);
      ASSERT_EQ(safe.steps.size(), scene.t0.size()) << safe.message;
      ++scenes;
      limited_scenes += safe.status == Status::Contact;
      stopped += safe.starts_in_contact;
      limited += safe.limited;
      vertices += static_cast<std::int64_t>(safe.steps.size());
      double smallest = options.step.t_max;
      for (const double step : safe.steps) {
        EXPECT_GE(step, 0);
        EXPECT_LE(step, options.step.t_max);
        smallest = std::min(smallest, step);
        whole += step == options.step.t_max;
      }
      EXPECT_EQ(safe.toi, smallest);
      EXPECT_EQ(safe.status == Status::Free, safe.limited == 0);
      for (int i = 0; i < 2; ++i) {
        const Checked checked =
            expect_free(scene, options.step, safe, random_ways(scene.t0.size(), random));
        all.pairs += checked.pairs;
        all.touching += checked.touching;
      }
    }
  EXPECT_GT(limited_scenes, scenes * 2 / 3);
  EXPECT_GT(stopped, 3);
  EXPECT_LT(stopped, scenes * 2 / 3);
  EXPECT_GT(all.pairs, 10000);
  EXPECT_GT(limited, vertices / 10);
  EXPECT_GT(whole, vertices / 10);
}

/// A point above a face, and its way through it.
struct Drop {
  Mesh mesh{MeshDescription{.vertex_count = 4, .faces = {{0, 1, 2}}}};
  Points t0, t1;

  explicit Drop(double height, double scale = 1, double offset = 0) {
    t0 = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 1, height)};
    t1 = t0;
    t1[3].z() = -height;
    for (Points* points : {&t0, &t1})
      for (Vec3& x : *points) x = scale * (x + Vec3(offset, offset, 0));
  }
};

TEST(SafeDisplacements, AVertexStopsWhereItsShareIsLeft) {
  Drop drop(1);
  SafeDisplacementOptions options;
  options.distance_cap = 10;
  const SafeDisplacements alone = safe_displacements(drop.mesh, drop.t0, drop.t1, options);
  EXPECT_EQ(alone.status, Status::Contact);
  EXPECT_FALSE(alone.starts_in_contact);
  EXPECT_EQ(alone.limited, 1);
  EXPECT_NEAR(alone.steps[3], 0.4, 1e-12);  // from 1 to 0.2
  EXPECT_EQ(alone.steps[0], 1);
  EXPECT_NEAR(alone.kept_distance, 0.2, 1e-12);
  // The face comes to meet it, three times as fast: both stop after the same share of their ways.
  Drop meeting(0.1);
  for (int i = 0; i < 3; ++i) meeting.t1[i].z() = 0.6;
  const SafeDisplacements both = safe_displacements(meeting.mesh, meeting.t0, meeting.t1, options);
  EXPECT_EQ(both.limited, 4);
  for (const double step : both.steps) EXPECT_NEAR(step, 0.1, 1e-12);
  // It may slide along the face, and go away from it.
  drop.t1 = drop.t0;
  drop.t1[3] += Vec3(2, 0.5, 0);
  EXPECT_TRUE(safe_displacements(drop.mesh, drop.t0, drop.t1, options).free());
  drop.t1[3] += Vec3(0, 0, 5);
  EXPECT_TRUE(safe_displacements(drop.mesh, drop.t0, drop.t1, options).free());
  options.step.t_max = 0.25;
  const SafeDisplacements part = safe_displacements(drop.mesh, drop.t0, drop.t1, options);
  EXPECT_EQ(part.steps, std::vector<double>(4, 0.25));
}

// Two sheets fall side by side through each other's places: with one step for all they are free,
// but one of them might stay.
TEST(SafeDisplacements, LimitWhatOnlyTheMotionOfOthersMakesFree) {
  const Mesh mesh({.vertex_count = 2});
  const Points t0 = {Vec3(0, 0, 0), Vec3(1, 0, 0)}, t1 = {Vec3(2, 0, 0), Vec3(3, 0, 0)};
  EXPECT_TRUE(decide_step(mesh, t0, t1).free());
  SafeDisplacementOptions options;
  options.distance_cap = 1;
  const SafeDisplacements safe = safe_displacements(mesh, t0, t1, options);
  EXPECT_NEAR(safe.steps[0], 0.4, 1e-12);
  EXPECT_EQ(safe.steps[1], 1);
}

TEST(SafeDisplacements, ArePositiveUntilRoundingAtEveryScale) {
  for (const double scale : {0x1p-900, 0x1p-300, 1.0, 0x1p300, 0x1p900})
    for (const double height : {1e-1, 1e-4, 1e-8, 1e-11, 3e-13})
      for (const double offset : {0.0, 1.0}) {
        const Drop drop(height, scale, offset);
        const SafeDisplacements safe = safe_displacements(drop.mesh, drop.t0, drop.t1);
        EXPECT_FALSE(safe.starts_in_contact) << scale << " " << height;
        EXPECT_GT(safe.steps[3], 0.3) << scale << " " << height;
        EXPECT_LT(safe.steps[3], 0.5) << scale << " " << height;
      }
}

TEST(SafeDisplacements, OfHugeCoordinatesAreNumbers) {
  std::mt19937_64 random(3);
  const double huge[] = {-1.7e308, 1.7e308, -1e300, 1e154, 0, 1e-300, 4e-324};
  for (const SceneClass scene_class : {SceneClass::Soup, SceneClass::Pointed, SceneClass::Planar})
    for (int round = 0; round < 4; ++round) {
      Scene scene = make_scene(scene_class, 5 + round);
      for (Points* points : {&scene.t0, &scene.t1})
        for (Vec3& x : *points)
          for (int k = 0; k < 3; ++k)
            if (random() % 4 == 0) x[k] = huge[random() % 7];
      const SafeDisplacements safe =
          safe_displacements(scene.mesh, scene.positions_t0(), scene.positions_t1());
      ASSERT_NE(safe.status, Status::Cancelled);
      for (const double step : safe.steps) {
        EXPECT_GE(step, 0);
        EXPECT_LE(step, 1);
      }
    }
}

TEST(SafeDisplacements, VerticesOfATouchingPairStayAndOthersGoOn) {
  const Mesh mesh({.vertex_count = 6, .faces = {{0, 1, 2}}});
  const Points t0 = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 0}, {2, 1, 3}, {1, 2, 5}};
  Points t1 = t0;
  t1[3].z() = 1;  // touches and goes away
  t1[4].z() = -1;
  t1[5].z() = 4;
  const SafeDisplacements safe = safe_displacements(mesh, t0, t1);
  EXPECT_EQ(safe.status, Status::Contact);
  EXPECT_TRUE(safe.starts_in_contact);
  EXPECT_EQ(safe.kept_distance, 0);
  EXPECT_EQ(safe.steps[3], 0);
  EXPECT_GT(safe.steps[4], 0.6);
  EXPECT_LT(safe.steps[4], 0.75);
  EXPECT_EQ(safe.steps[5], 1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(safe.steps[i], 1) << "a vertex at rest needs no limit";
  t1[3] = t0[3];  // a pair at rest limits nothing
  const SafeDisplacements at_rest = safe_displacements(mesh, t0, t1);
  EXPECT_FALSE(at_rest.starts_in_contact);
  EXPECT_EQ(at_rest.limited, 1);
}

TEST(SafeDisplacements, OfAFallingSheetLimitOnlyWhatIsNearTheObstacle) {
  // A sheet of 20 x 20 cells falls by half a cell onto a spike below its middle.
  const int side = 21;
  MeshDescription sheet;
  Points t0;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) t0.push_back(Vec3(i, j, 0.05 * std::sin(i + 2.0 * j)));
  for (int i = 0; i + 1 < side; ++i)
    for (int j = 0; j + 1 < side; ++j) {
      const int a = i * side + j;
      sheet.faces.push_back({a, a + side, a + 1});
      sheet.faces.push_back({a + 1, a + side, a + side + 1});
    }
  const int spike = static_cast<int>(t0.size());
  for (const Vec3& x : {Vec3(10.3, 10.3, -0.3), Vec3(9, 9, -3), Vec3(12, 9, -3), Vec3(10, 12, -3)})
    t0.push_back(x);
  for (const Face& face : {Face{0, 1, 2}, Face{0, 2, 3}, Face{0, 3, 1}})
    sheet.faces.push_back({spike + face[0], spike + face[1], spike + face[2]});
  sheet.vertex_count = t0.size();
  Points t1 = t0;
  for (int i = 0; i < spike; ++i) t1[i].z() -= 0.5;
  const SafeDisplacements safe = safe_displacements(Mesh(sheet), t0, t1);
  EXPECT_EQ(safe.status, Status::Contact);
  EXPECT_GE(safe.limited, 1);
  EXPECT_LE(safe.limited, 12);
  for (int i = 0; i < spike; ++i)
    if ((t0[i].head<2>() - t0[spike].head<2>()).norm() > 3) {
      EXPECT_EQ(safe.steps[i], 1);
    }
}

TEST(SafeDisplacements, RepeatedNeverPassThrough) {
  Scene scene = make_scene(SceneClass::Sheet, 8);
  ASSERT_TRUE(initial_contacts(scene.mesh, scene.t0).free());
  StepSolver solver(scene.mesh);
  StepOptions exact;
  exact.exact = true;
  const double before = (scene.t1[0] - scene.t0[0]).norm();
  for (int i = 0; i < 10; ++i) {
    const SafeDisplacements safe = safe_displacements(solver, scene.t0, scene.t1);
    EXPECT_FALSE(safe.starts_in_contact) << "iteration " << i;
    const Points next = advanced(scene, safe.steps, std::vector<double>(scene.t0.size(), 1));
    EXPECT_TRUE(solver.decide_step(scene.t0, next, exact).free());
    scene.t0 = next;
  }
  EXPECT_GT(before, 0);
}

std::vector<double> all_numbers(const SafeDisplacements& safe) {
  std::vector<double> numbers = safe.steps;
  numbers.insert(numbers.end(), {safe.kept_distance, safe.toi, static_cast<double>(safe.limited),
                                 static_cast<double>(safe.checks)});
  return numbers;
}

TEST(SafeDisplacements, AreTheSameForThreadsBroadPhasesLanesAndCandidates) {
  generate::ClothOptions cloth;
  cloth.side = 16;
  cloth.layers = 4;
  const generate::Step step = generate::make_cloth_step(cloth);
  Scene folded;
  folded.mesh = Mesh({.vertex_count = step.vertices_t0.size(), .faces = step.faces});
  folded.t0 = step.vertices_t0;
  folded.t1 = step.vertices_t1;
  std::vector<Scene> scenes = {folded};
  for (const SceneClass scene_class : kSceneClasses) scenes.push_back(make_scene(scene_class, 71));
  for (const Scene& scene : scenes) {
    const Positions t0 = scene.positions_t0(), t1 = scene.positions_t1();
    StepSolver solver(scene.mesh);
    SafeDisplacementOptions options;
    options.step.threads = 1;
    const std::vector<double> expected = all_numbers(safe_displacements(solver, t0, t1, options));
    for (const BroadPhase broad_phase : {BroadPhase::Bvh, BroadPhase::SweepAndPrune,
                                         BroadPhase::SpatialHash, BroadPhase::BruteForce})
      for (const int threads : {1, 3}) {
        options.step.broad_phase = broad_phase;
        options.step.threads = threads;
        EXPECT_EQ(all_numbers(safe_displacements(solver, t0, t1, options)), expected);
      }
    options.step.broad_phase = BroadPhase::Bvh;
    for (const std::int64_t target : targets()) {
      const Target only(target);
      EXPECT_EQ(all_numbers(safe_displacements(solver, t0, t1, options)), expected)
          << "target " << target;
    }
    const Candidates kept(solver, t0, 0.1, 2);
    options.step.candidates = &kept;
    EXPECT_EQ(all_numbers(safe_displacements(solver, t0, t1, options)), expected);
  }
}

TEST(SafeDisplacements, HonourRulesAndFilters) {
  const Drop drop(1);
  SafeDisplacementOptions options;
  options.step.rules.left_out = {false, false, false, true};
  EXPECT_TRUE(safe_displacements(drop.mesh, drop.t0, drop.t1, options).free());
  options.step.rules = {};
  options.step.filter = [](const ElementPair&) { return false; };
  EXPECT_TRUE(safe_displacements(drop.mesh, drop.t0, drop.t1, options).free());
}

TEST(SafeDisplacements, RefuseBadInputAndStopOnRequest) {
  const Drop drop(1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<SafeDisplacementOptions> bad(7);
  bad[0].ratio = 0;
  bad[1].ratio = 1;
  bad[2].ratio = nan;
  bad[3].distance_cap = 0;
  bad[4].distance_cap = nan;
  bad[5].distance_cap = 1e308;
  bad[5].step.min_separation = 1e308;
  bad[6].step.rules.immobile.resize(1);
  for (const SafeDisplacementOptions& options : bad) {
    const SafeDisplacements safe = safe_displacements(drop.mesh, drop.t0, drop.t1, options);
    EXPECT_EQ(safe.status, Status::InvalidInput);
    EXPECT_FALSE(safe.message.empty());
    EXPECT_EQ(safe.steps, std::vector<double>(4, 0));
  }
  std::stop_source stop;
  stop.request_stop();
  SafeDisplacementOptions options;
  options.step.stop = stop.get_token();
  const SafeDisplacements cancelled = safe_displacements(drop.mesh, drop.t0, drop.t1, options);
  EXPECT_EQ(cancelled.status, Status::Cancelled);
  EXPECT_EQ(cancelled.steps, std::vector<double>(4, 0));
  options.step.stop = {};
  double last = 0;
  options.step.progress = [&](double share) {
    EXPECT_GE(share, last);
    last = share;
  };
  safe_displacements(drop.mesh, drop.t0, drop.t1, options);
  EXPECT_EQ(last, 1);
  EXPECT_TRUE(safe_displacements(Mesh(), Points(), Points()).free());
}

}  // namespace
}  // namespace firstcontact::test::safe_displacements_test
