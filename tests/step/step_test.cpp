/// The functions of a step on small scenes with known answers.
#include <firstcontact/step.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "step_scenes.h"
#include "support/contacts.h"

namespace firstcontact::test::step_test {
namespace {

using Points = std::vector<Vec3>;

const Mesh kPointAndFace({.vertex_count = 4, .faces = {{0, 1, 2}}});
const Points kAbove = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 2, 1)};

Points moved(Points points, std::size_t vertex, const Vec3& by) {
  points[vertex] += by;
  return points;
}

/// Exact answers: toi is below 2^-30 away from `time`.
void expect_toi(const Impact& impact, double time) {
  EXPECT_LE(impact.toi, time);
  EXPECT_GE(impact.toi_upper, time);
  EXPECT_LE(impact.toi_upper - impact.toi, 0x1p-30);
}

StepOptions exact_options() {
  StepOptions options;
  options.exact = true;
  return options;
}

TEST(Step, ReportsAPointThatPassesThroughAFace) {
  const Points below = moved(kAbove, 3, {0, 0, -4});
  for (const bool exact : {false, true}) {
    StepOptions options;
    options.exact = exact;
    const StepResult all = impacts(kPointAndFace, kAbove, below, options);
    ASSERT_EQ(all.status, Status::Contact);
    ASSERT_EQ(all.impacts.size(), 1u);
    const Impact& impact = all.impacts[0];
    EXPECT_EQ(impact.pair, (ElementPair{Kind::VertexFace, 3, 0, {3, 0, 1, 2}}));
    EXPECT_TRUE(test::is_later_contact(impact));
    EXPECT_LE(impact.toi, 0.25);
    EXPECT_NEAR(impact.toi, 0.25, 1e-5);
    EXPECT_NEAR(impact.u, 0.25, 1e-5);
    EXPECT_NEAR(impact.v, 0.5, 1e-5);
    EXPECT_TRUE(impact.point().isApprox(Vec3(1, 2, 0), 1e-5));
    EXPECT_TRUE(impact.normal.isApprox(Vec3(0, 0, 1), 1e-9));
    EXPECT_EQ(all.toi, impact.toi);
    EXPECT_EQ(all.earliest->pair, impact.pair);
    EXPECT_EQ(all.candidates[0], 1);
    EXPECT_EQ(all.candidate_count(), 1);
    if (exact) expect_toi(impact, 0.25);
    EXPECT_EQ(collision_free_step_size(kPointAndFace, kAbove, below, options).toi, impact.toi);
    EXPECT_EQ(decide_step(kPointAndFace, kAbove, below, options).status, Status::Contact);
  }
}

TEST(Step, ReportsEdgesThatCross) {
  const Mesh mesh({.vertex_count = 4, .edges = {{0, 1}, {2, 3}}});
  const Points t0 = {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, -1, 1), Vec3(0, 1, 1)};
  Points t1 = t0;
  t1[2].z() = t1[3].z() = -1;
  const StepResult all = impacts(mesh, t0, t1, exact_options());
  ASSERT_EQ(all.impacts.size(), 1u);
  EXPECT_EQ(all.impacts[0].pair, (ElementPair{Kind::EdgeEdge, 0, 1, {0, 1, 2, 3}}));
  expect_toi(all.impacts[0], 0.5);
  // From edge b to edge a: downwards.
  EXPECT_TRUE(all.impacts[0].normal.isApprox(Vec3(0, 0, -1), 1e-9));
}

TEST(Step, IsFreeWhenNothingTouches) {
  const Points beside = moved(kAbove, 3, {9, 0, -4});
  for (const StepResult& result : {impacts(kPointAndFace, kAbove, beside),
                                   collision_free_step_size(kPointAndFace, kAbove, beside),
                                   decide_step(kPointAndFace, kAbove, beside)}) {
    EXPECT_TRUE(result.free());
    EXPECT_EQ(result.toi, 1);
    EXPECT_FALSE(result.earliest);
    EXPECT_TRUE(result.impacts.empty());
    EXPECT_EQ(result.message, "");
  }
}

TEST(Step, LeavesOutElementsThatShareAVertex) {
  // Two triangles that share an edge fold onto each other; only the far corners against the other
  // triangle are pairs.
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}, {1, 0, 3}}});
  const Points t0 = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(1, 3, 0), Vec3(1, -3, 0)};
  const Points t1 = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(1, -1, 3), Vec3(1, -1, 2.5)};
  EXPECT_TRUE(impacts(mesh, t0, t0).free());
  EXPECT_TRUE(impacts(mesh, t1, t1).free());
  std::set<std::array<int, 4>> pairs;
  StepOptions options;
  options.threads = 1;
  options.min_separation = 100;
  for (const Impact& impact : impacts(mesh, t0, t1, options).impacts)
    pairs.insert(impact.pair.vertices);
  EXPECT_EQ(pairs,
            (std::set<std::array<int, 4>>{{2, 1, 0, 3}, {3, 0, 1, 2}, {0, 2, 1, 3}, {0, 3, 1, 2}}));
}

TEST(Step, AsksOnlyPairsThatTheFilterAdmits) {
  const Points below = moved(kAbove, 3, {0, 0, -4});
  StepOptions options;
  options.filter = [](const ElementPair& pair) { return pair.vertices[0] != 3; };
  const StepResult none = impacts(kPointAndFace, kAbove, below, options);
  EXPECT_TRUE(none.free());
  EXPECT_EQ(none.candidate_count(), 0);
  options.filter = [](const ElementPair& pair) {
    return pair.kind == Kind::VertexFace && pair.a == 3 && pair.b == 0;
  };
  EXPECT_EQ(impacts(kPointAndFace, kAbove, below, options).impacts.size(), 1u);
}

TEST(Step, ObeysTheChoiceOfObjects) {
  // Vertex 3 and the face belong to different objects; vertex 4 to that of the face. Both pass
  // through it.
  const Mesh mesh({.vertex_count = 5, .faces = {{0, 1, 2}}, .objects = {1, 1, 1, 2, 1}});
  Points t0 = kAbove;
  t0.push_back({2, 1, 1});
  Points t1 = t0;
  t1[3].z() = t1[4].z() = -1;
  const auto hits = [&](const Mesh& m, bool within, bool between) {
    StepOptions options;
    options.within_objects = within;
    options.between_objects = between;
    std::set<int> vertices;
    for (const Impact& impact : impacts(m, t0, t1, options).impacts) vertices.insert(impact.pair.a);
    return vertices;
  };
  EXPECT_EQ(hits(mesh, true, true), (std::set<int>{3, 4}));
  EXPECT_EQ(hits(mesh, true, false), (std::set<int>{4}));
  EXPECT_EQ(hits(mesh, false, true), (std::set<int>{3}));
  EXPECT_EQ(hits(mesh, false, false), (std::set<int>{}));
  const Mesh one({.vertex_count = 5, .faces = {{0, 1, 2}}});
  EXPECT_EQ(hits(one, true, false), (std::set<int>{3, 4}));
  EXPECT_EQ(hits(one, false, true), (std::set<int>{}));
}

TEST(Step, AddsThicknessOfBothElementsToTheSeparation) {
  // The thickest corner of the face counts, wherever the contact is: 0.25 + (0.125 + 0.5) = 0.875.
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}}, .thickness = {0, 0.5, 0.25, 0.125}});
  StepOptions options = exact_options();
  options.min_separation = 0.25;
  Points t0 = kAbove;
  t0[3].z() = 0.875;
  EXPECT_EQ(impacts(mesh, t0, t0, options).status, Status::Contact);
  t0[3].z() = std::nextafter(0.875, 1);
  EXPECT_EQ(impacts(mesh, t0, t0, options).status, Status::Free);
  t0[3].z() = 1.875;
  const StepResult falling = impacts(mesh, t0, moved(t0, 3, {0, 0, -4}), options);
  ASSERT_EQ(falling.impacts.size(), 1u);
  expect_toi(falling.impacts[0], 0.25);
  EXPECT_NEAR(falling.impacts[0].distance, 0.875, 1e-6);
}

TEST(Step, MeasuresSeparationInTheChosenNorm) {
  const Mesh points({.vertex_count = 2});
  const Points t0 = {Vec3(0, 0, 0), Vec3(3, 4, 0)};
  StepOptions options = exact_options();
  const auto touches = [&](Norm norm, double separation) {
    options.norm = norm;
    options.min_separation = separation;
    return !impacts(points, t0, t0, options).free();
  };
  EXPECT_TRUE(touches(Norm::L2, 5));
  EXPECT_FALSE(touches(Norm::L2, std::nextafter(5, 0)));
  EXPECT_TRUE(touches(Norm::Linf, 4));
  EXPECT_FALSE(touches(Norm::Linf, std::nextafter(4, 0)));
}

TEST(Step, LooksOnlyAtTimesUpToTMax) {
  const Points below = moved(kAbove, 3, {0, 0, -4});
  StepOptions options = exact_options();
  options.t_max = 0.25;
  EXPECT_EQ(impacts(kPointAndFace, kAbove, below, options).status, Status::Contact);
  options.t_max = 0.2;
  const StepResult free = collision_free_step_size(kPointAndFace, kAbove, below, options);
  EXPECT_TRUE(free.free());
  EXPECT_EQ(free.toi, 0.2);
  options.t_max = 0;
  EXPECT_EQ(impacts(kPointAndFace, kAbove, below, options).toi, 0);
  EXPECT_TRUE(impacts(kPointAndFace, kAbove, below, options).free());
}

TEST(Step, ReportsNothingThatIsFartherThanTheTolerance) {
  std::size_t hits = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Scene scene = make_scene(SceneClass::Sheet, seed);
    StepOptions options;
    options.min_separation = 0.02;
    options.exact = true;
    const std::size_t real = impacts(scene.mesh, scene.t0, scene.t1, options).impacts.size();
    options.tolerance = 0.2;  // exact mode has no use for it
    EXPECT_EQ(impacts(scene.mesh, scene.t0, scene.t1, options).impacts.size(), real);
    options.exact = false;
    for (const double tolerance : {0.2, 1e-3, 1e-9}) {
      options.tolerance = tolerance;
      const StepResult near = impacts(scene.mesh, scene.t0, scene.t1, options);
      EXPECT_GE(near.impacts.size(), real);
      for (const Impact& impact : near.impacts)
        EXPECT_LE(impact.distance, (0.02 + tolerance) * (1 + 1e-12));
    }
    options.tolerance = 0;
    EXPECT_EQ(impacts(scene.mesh, scene.t0, scene.t1, options).impacts.size(), real);
    hits += real;
  }
  EXPECT_GT(hits, 300u);
}

TEST(Step, OfNothingOrOneVertexIsFree) {
  EXPECT_TRUE(impacts(Mesh(), Points(), Points()).free());
  EXPECT_TRUE(collision_free_step_size(Mesh(), Points(), Points()).free());
  const Points one = {Vec3(1, 2, 3)};
  for (const BroadPhase broad_phase : {BroadPhase::Bvh, BroadPhase::SweepAndPrune,
                                       BroadPhase::SpatialHash, BroadPhase::BruteForce}) {
    StepOptions options;
    options.broad_phase = broad_phase;
    EXPECT_TRUE(impacts(Mesh({.vertex_count = 1}), one, one, options).free());
    EXPECT_TRUE(initial_contacts(Mesh({.vertex_count = 1}), one, options).free());
  }
}

TEST(Step, LoosePointsMeetLooseEdgesAndEachOther) {
  const Mesh mesh({.vertex_count = 4, .edges = {{0, 1}}});
  const Points t0 = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(1, 1, 0), Vec3(1, 3, 0)};
  Points t1 = t0;
  t1[2].y() = -1;
  t1[3].y() = -3;
  const StepResult all = impacts(mesh, t0, t1, exact_options());
  ASSERT_EQ(all.impacts.size(), 3u);  // at the same time: by kind and elements
  for (const Impact& impact : all.impacts) expect_toi(impact, 0.5);
  EXPECT_EQ(all.impacts[0].pair, (ElementPair{Kind::PointEdge, 2, 0, {2, 0, 1, -1}}));
  EXPECT_EQ(all.impacts[1].pair, (ElementPair{Kind::PointEdge, 3, 0, {3, 0, 1, -1}}));
  EXPECT_EQ(all.impacts[2].pair, (ElementPair{Kind::PointPoint, 2, 3, {2, 3, -1, -1}}));
  StepOptions near = exact_options();
  near.min_separation = 2;
  EXPECT_EQ(impacts(mesh, t0, t0, near).impacts.size(),
            2u);  // point 2 is within 2 of the edge and of point 3
}

/// The corner of a face that is a single point touches a loose edge: neither a vertex-face nor an
/// edge-edge pair sees it.
TEST(Step, AFaceThatIsOnePointMeetsLooseEdges) {
  const Mesh mesh({.vertex_count = 3, .faces = {{2, 2, 2}}, .edges = {{0, 1}}});
  const Points t0 = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(1, 1, 0)};
  EXPECT_EQ(impacts(mesh, t0, moved(t0, 2, {0, -4, 0})).status, Status::Contact);
}

TEST(Step, DecidesPlanarScenes) {
  const Mesh mesh({.vertex_count = 4, .edges = {{0, 1}}});
  Eigen::MatrixXd t0(4, 2), t1(4, 2);
  t0 << 0, 0, 4, 0, 1, 1, 9, 9;
  t1 << 0, 0, 4, 0, 1, -3, 9, 9;
  const StepResult all = impacts(mesh, t0, t1, exact_options());
  ASSERT_EQ(all.impacts.size(), 1u);
  EXPECT_EQ(all.impacts[0].pair, (ElementPair{Kind::PointSegment2D, 2, 0, {2, 0, 1, -1}}));
  expect_toi(all.impacts[0], 0.25);
  t1.row(3) << 1, -3;
  EXPECT_EQ(impacts(mesh, t0, t1, exact_options()).impacts.size(),
            3u);  // point 3 comes too, and meets point 2 at the end
}

TEST(Step, FloatsGiveTheAnswersOfTheDoublesTheyAre) {
  const Scene scene = make_scene(SceneClass::Soup, 3);
  Eigen::MatrixXf f0(scene.t0.size(), 3), f1(scene.t0.size(), 3);
  for (std::size_t i = 0; i < scene.t0.size(); ++i) {
    f0.row(static_cast<int>(i)) = scene.t0[i].cast<float>();
    f1.row(static_cast<int>(i)) = scene.t1[i].cast<float>();
  }
  const Eigen::MatrixXd d0 = f0.cast<double>(), d1 = f1.cast<double>();
  const StepResult floats = impacts(scene.mesh, f0, f1), doubles = impacts(scene.mesh, d0, d1);
  EXPECT_FALSE(floats.impacts.empty());
  EXPECT_EQ(digest(floats), digest(doubles));
}

TEST(Step, InitialContactsComeNearestFirstWithTheirDistances) {
  const Mesh mesh({.vertex_count = 6, .faces = {{0, 1, 2}}});
  const Points t0 = {Vec3(0, 0, 0),   Vec3(4, 0, 0),     Vec3(0, 4, 0),
                     Vec3(1, 1, 0.5), Vec3(1, 1, -0.25), Vec3(9, 9, 9)};
  StepOptions options = exact_options();
  options.min_separation = 0.75;
  const StepResult near = initial_contacts(mesh, t0, options);
  ASSERT_EQ(near.status, Status::Contact);
  EXPECT_EQ(near.toi, 0);
  ASSERT_EQ(near.impacts.size(), 3u);
  const double distances[] = {0.25, 0.5, 0.75};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(near.impacts[i].distance, distances[i]);
    EXPECT_EQ(near.impacts[i].toi, 0);
    EXPECT_TRUE(test::is_contact_at_start(near.impacts[i]));
  }
  EXPECT_EQ(near.impacts[0].pair.a, 4);
  EXPECT_EQ(near.impacts[2].pair.kind, Kind::PointPoint);
  options.min_separation = std::nextafter(0.25, 0);
  EXPECT_TRUE(initial_contacts(mesh, t0, options).free());
}

TEST(Step, ImpactsScaleWithTheScene) {
  for (const SceneClass scene_class :
       {SceneClass::Soup, SceneClass::Sheet, SceneClass::Planar, SceneClass::Lattice}) {
    const Scene unit = make_scene(scene_class, 17);
    const StepResult expected = impacts(unit.mesh, unit.positions_t0(), unit.positions_t1());
    EXPECT_FALSE(expected.impacts.empty());
    for (const double scale : {0x1p-900, 0x1p-400, 0x1p-150, 0x1p150, 0x1p400, 0x1p600, 0x1p1010}) {
      const Scene scene = make_scene(scene_class, 17, scale);
      StepResult found = impacts(scene.mesh, scene.positions_t0(), scene.positions_t1());
      for (Impact& impact : found.impacts) {
        impact.point_a /= scale;
        impact.point_b /= scale;
        impact.distance /= scale;
      }
      EXPECT_EQ(digest(found.impacts), digest(expected.impacts)) << scene.name << " at " << scale;
    }
  }
}

TEST(Step, CountsTheCandidatesThatImpactsLooksAt) {
  for (const SceneClass scene_class : kSceneClasses) {
    const Scene scene = make_scene(scene_class, 9);
    StepSolver solver(scene.mesh);
    const StepResult counted = solver.count_candidates(scene.positions_t0(), scene.positions_t1());
    EXPECT_EQ(counted.candidates,
              solver.impacts(scene.positions_t0(), scene.positions_t1()).candidates);
    EXPECT_GT(counted.candidate_count(), 0);
  }
}

TEST(Step, ASolverCanBeReusedForAnything) {
  const Scene a = make_scene(SceneClass::Sheet, 1), b = make_scene(SceneClass::Sheet, 2);
  StepSolver solver(a.mesh);
  for (const BroadPhase broad_phase : {BroadPhase::Bvh, BroadPhase::SpatialHash, BroadPhase::Bvh,
                                       BroadPhase::SweepAndPrune, BroadPhase::BruteForce})
    for (const Scene* scene : {&a, &b})
      for (const double separation : {0.0, 0.05}) {
        StepOptions options;
        options.broad_phase = broad_phase;
        options.min_separation = separation;
        const Positions t0 = scene->positions_t0(), t1 = scene->positions_t1();
        EXPECT_EQ(digest(solver.impacts(t0, t1, options)),
                  digest(impacts(scene->mesh, t0, t1, options)));
        EXPECT_EQ(solver.impacts(Points(), Points(), options).status, Status::InvalidInput);
        EXPECT_EQ(digest(solver.initial_contacts(t0, options)),
                  digest(initial_contacts(scene->mesh, t0, options)));
        EXPECT_EQ(digest(solver.collision_free_step_size(t0, t1, options)),
                  digest(collision_free_step_size(scene->mesh, t0, t1, options)));
      }
  StepSolver taken = std::move(solver);
  EXPECT_EQ(digest(taken.impacts(a.t0, a.t1)), digest(impacts(a.mesh, a.t0, a.t1)));
}

TEST(Step, NamesItsEnumerators) {
  EXPECT_STREQ(to_string(Status::Free), "Free");
  EXPECT_STREQ(to_string(Status::Contact), "Contact");
  EXPECT_STREQ(to_string(Status::Cancelled), "Cancelled");
  EXPECT_STREQ(to_string(Status::InvalidInput), "InvalidInput");
  EXPECT_STREQ(to_string(BroadPhase::Bvh), "Bvh");
  EXPECT_STREQ(to_string(BroadPhase::SweepAndPrune), "SweepAndPrune");
  EXPECT_STREQ(to_string(BroadPhase::SpatialHash), "SpatialHash");
  EXPECT_STREQ(to_string(BroadPhase::BruteForce), "BruteForce");
}

TEST(Step, StreamsTheImpactsThatItLists) {
  std::size_t found = 0;
  for (const Scene& scene : {make_scene(SceneClass::Lattice, 401),
                             make_scene(SceneClass::Planar, 401), make_large_scene(16, 401)})
    for (const int threads : {1, 3}) {
      StepSolver solver(scene.mesh);
      StepOptions options;
      options.threads = threads;
      options.min_separation = 1;
      StepResult listed = solver.impacts(scene.positions_t0(), scene.positions_t1(), options);
      std::vector<Impact> streamed;
      const StepResult result = solver.stream_impacts(
          scene.positions_t0(), scene.positions_t1(), options, [&](std::span<const Impact> block) {
            EXPECT_FALSE(block.empty());
            EXPECT_LE(block.size(), 1024u);
            streamed.insert(streamed.end(), block.begin(), block.end());
          });
      std::sort(streamed.begin(), streamed.end());
      EXPECT_EQ(digest(streamed), digest(listed.impacts));
      found += streamed.size();
      listed.impacts.clear();
      EXPECT_EQ(digest(result), digest(listed));
    }
  EXPECT_GT(found, 3000u) << "more than one block";
}

}  // namespace
}  // namespace firstcontact::test::step_test
