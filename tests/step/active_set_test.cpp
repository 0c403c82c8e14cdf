/// Constraints of the active set: their value, gradient and sign.
#include <firstcontact/active_set.h>
#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "generate/random.h"
#include "step_scenes.h"
#include "support/contacts.h"

namespace firstcontact::test::active_set_test {
namespace {

/// normal · sum_k weights[k] x(vertices[k]).
double value(const ActiveConstraint& constraint, const Query& query, double t) {
  Vec3 gap = Vec3::Zero();
  for (std::size_t k = 0; k < 4; ++k)
    gap += constraint.weights[k] * ((1 - t) * query.t0[k] + t * query.t1[k]);
  return constraint.impact.normal.dot(gap);
}

double distance_at_rest(Query query) {
  query.t1 = query.t0;
  Options options;
  options.min_separation = 1e3;
  options.t_max = 0;
  return solve(query, options).distance;
}

TEST(ActiveSet, HasAConstraintForEveryImpactInOrder) {
  for (const SceneClass scene_class : kSceneClasses) {
    const Scene scene = make_scene(scene_class, 61);
    const Positions t0 = scene.positions_t0(), t1 = scene.positions_t1();
    const StepResult found = impacts(scene.mesh, t0, t1);
    const ActiveSet set = construct_active_set(scene.mesh, t0, t1);
    EXPECT_EQ(set.status, found.status);
    std::vector<Impact> listed;
    for (const ActiveConstraint& constraint : set.constraints) listed.push_back(constraint.impact);
    EXPECT_EQ(digest(listed), digest(found.impacts));
    EXPECT_FALSE(listed.empty());
  }
}

TEST(ActiveSet, ConstraintIsTheGapAtTheTimeOfImpact) {
  int checked = 0;
  for (const SceneClass scene_class :
       {SceneClass::Soup, SceneClass::Sheet, SceneClass::Planar, SceneClass::Lattice})
    for (std::uint64_t seed = 70; seed < 74; ++seed) {
      const Scene scene = make_scene(scene_class, seed);
      StepOptions options;
      options.min_separation = 0.02;
      options.exact = true;
      const Positions t0 = scene.positions_t0(), t1 = scene.positions_t1();
      for (const ActiveConstraint& constraint :
           construct_active_set(scene.mesh, t0, t1, options).constraints) {
        const Query query = query_of(constraint.impact.pair, t0, t1);
        double sum = 0;
        for (const double weight : constraint.weights) sum += weight;
        EXPECT_NEAR(sum, 0, 1e-12) << "moving everything must not matter";
        EXPECT_NEAR(value(constraint, query, constraint.impact.toi), constraint.impact.distance,
                    1e-9)
            << scene.name;
        EXPECT_NEAR(value(constraint, query, 1), constraint.gap_t1, 1e-9);
        if (!constraint.impact.starts_in_contact) {
          EXPECT_NEAR(constraint.impact.distance, 0.02, 1e-7);
        }
        ++checked;
      }
    }
  EXPECT_GT(checked, 500);
}

/// Near the time of impact the distance changes as the constraint does: central differences in
/// every coordinate.
TEST(ActiveSet, GradientIsThatOfTheDistance) {
  constexpr double kStep = 1e-5;
  int checked = 0, skipped = 0;
  for (const SceneClass scene_class : {SceneClass::Soup, SceneClass::Sheet, SceneClass::Planar}) {
    const Scene scene = make_scene(scene_class, 80);
    StepOptions options;
    options.min_separation = 0.02;
    options.exact = true;
    const Positions t0 = scene.positions_t0(), t1 = scene.positions_t1();
    for (const ActiveConstraint& constraint :
         construct_active_set(scene.mesh, t0, t1, options).constraints) {
      if (constraint.impact.starts_in_contact) continue;
      Query at = query_of(constraint.impact.pair, t0, t1);
      const double t = constraint.impact.toi;
      for (std::size_t k = 0; k < 4; ++k) at.t0[k] = (1 - t) * at.t0[k] + t * at.t1[k];
      for (std::size_t k = 0; k < static_cast<std::size_t>(point_count(at.kind)); ++k)
        for (int axis = 0; axis < (scene.planar ? 2 : 3); ++axis) {
          Query more = at, less = at;
          more.t0[k][axis] += kStep;
          less.t0[k][axis] -= kStep;
          const double high = distance_at_rest(more), low = distance_at_rest(less),
                       here = distance_at_rest(at);
          const double forward = (high - here) / kStep, backward = (here - low) / kStep;
          // The distance has kinks, where edges are parallel or the nearest point changes its
          // feature.
          if (std::abs(forward - backward) > 0.02) {
            ++skipped;
            continue;
          }
          EXPECT_NEAR((high - low) / (2 * kStep),
                      constraint.weights[k] * constraint.impact.normal[axis], 0.02);
          ++checked;
        }
    }
  }
  EXPECT_GT(checked, 500);
  EXPECT_LT(skipped, checked / 20);
}

TEST(ActiveSet, IsPositiveAtTheStartAndNegativeWherePairsPassThrough) {
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}}});
  for (const double side : {1.0, -1.0}) {
    const std::vector<Vec3> t0 = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 2, side)};
    std::vector<Vec3> t1 = t0;
    t1[3].z() = -2 * side;
    for (const double separation : {0.0, 0.25}) {
      StepOptions options;
      options.min_separation = separation;
      const ActiveSet set = construct_active_set(mesh, t0, t1, options);
      ASSERT_EQ(set.constraints.size(), 1u);
      const ActiveConstraint& constraint = set.constraints[0];
      EXPECT_NEAR(value(constraint, query_of(constraint.impact.pair, t0, t1), 0), 1, 1e-5);
      EXPECT_NEAR(constraint.gap_t1, -2, 1e-5);
    }
  }
  const Mesh edges({.vertex_count = 4, .edges = {{0, 1}, {2, 3}}});
  const std::vector<Vec3> t0 = {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, -1, 1), Vec3(0, 1, 1)};
  std::vector<Vec3> t1 = t0;
  t1[2].z() = t1[3].z() = -3;
  const ActiveSet set = construct_active_set(edges, t0, t1);
  ASSERT_EQ(set.constraints.size(), 1u);
  EXPECT_NEAR(set.constraints[0].gap_t1, -3, 1e-5);
  EXPECT_NEAR(value(set.constraints[0], query_of(set.constraints[0].impact.pair, t0, t1), 0), 1,
              1e-5);
}

/// Random falls through a random triangle: whoever passes through its inside has a positive value
/// before and a negative one after.
TEST(ActiveSet, SignsAreRightForRandomCrossings) {
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}}});
  generate::Random random({9});
  const auto point = [&] {
    const double x = random.symmetric(), y = random.symmetric(), z = random.symmetric();
    return Vec3(x, y, z);
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<Vec3> t0(4);
    for (int i = 0; i < 3; ++i) t0[i] = point();
    const Vec3 normal = (t0[1] - t0[0]).cross(t0[2] - t0[0]);
    if (normal.norm() < 0.05) continue;
    const Vec3 target = 0.4 * t0[0] + 0.35 * t0[1] + 0.25 * t0[2];
    const Vec3 way = normal.normalized() + 0.4 * point();
    t0[3] = target - 0.5 * way;
    std::vector<Vec3> t1 = t0;
    t1[3] = target + 0.5 * way;
    const ActiveSet set = construct_active_set(mesh, t0, t1);
    ASSERT_EQ(set.constraints.size(), 1u);
    const double expected = way.dot(normal.normalized()) / 2;
    EXPECT_NEAR(value(set.constraints[0], query_of(set.constraints[0].impact.pair, t0, t1), 0),
                expected, 1e-3);
    EXPECT_NEAR(set.constraints[0].gap_t1, -expected, 1e-3);
  }
}

TEST(ActiveSet, WithAnOffsetActivatesEarly) {
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}}});
  const std::vector<Vec3> t0 = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 2, 1)};
  std::vector<Vec3> t1 = t0;
  t1[3].z() = 0.125;
  EXPECT_EQ(construct_active_set(mesh, t0, t1).status, Status::Free);
  StepOptions options;
  options.min_separation = 0.25;
  const ActiveSet set = construct_active_set(mesh, t0, t1, options);
  ASSERT_EQ(set.constraints.size(), 1u);
  EXPECT_NEAR(set.constraints[0].gap_t1, 0.125, 1e-9);
}

/// A floor of two triangles, and a pyramid that stands on its tip at (1, 1, height), its body above
/// (up = 1) or below (up = -1).
struct TipOnFloor {
  Mesh mesh = Mesh({.vertex_count = 8,
                    .faces = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}, {4, 7, 5}, {5, 7, 6}}});
  std::vector<Vec3> t0;

  TipOnFloor(double up, double height) {
    t0 = {Vec3(-4, -4, 0), Vec3(4, -4, 0),          Vec3(4, 4, 0),         Vec3(-4, 4, 0),
          Vec3(1, 0, 0),   Vec3(0.5, -0.5, 2 * up), Vec3(2, -0.5, 2 * up), Vec3(1, 1, 2 * up)};
    for (std::size_t i = 4; i < 8; ++i) t0[i].z() += height;
  }
  std::vector<Vec3> moved(const Vec3& by) const {
    std::vector<Vec3> t1 = t0;
    for (std::size_t i = 4; i < 8; ++i) t1[i] += by;
    return t1;
  }
};

TEST(ActiveSet, KeepsABodyOnItsSideHoweverItMovesFromATouchingStart) {
  for (const double up : {1.0, -1.0})
    for (const Vec3& way : {Vec3(0, 0, 1), Vec3(0, 0, -1), Vec3(0.5, 0, 0), Vec3(0.5, 0, 0.25),
                            Vec3(0, 0.5, -0.25), Vec3(0, 0, 0)})
      for (const bool exact : {false, true}) {
        const TipOnFloor scene(up, 0);
        const std::vector<Vec3> t1 = scene.moved(way);
        StepOptions options;
        options.exact = exact;
        const ActiveSet set = construct_active_set(scene.mesh, scene.t0, t1, options);
        ASSERT_FALSE(set.constraints.empty());
        const ActiveConstraint& constraint = set.constraints.front();
        ASSERT_EQ(constraint.impact.pair.vertices[0], 4);
        EXPECT_TRUE(test::is_contact_at_start(constraint.impact));
        EXPECT_NEAR(constraint.impact.normal.z(), up, 1e-12) << way.transpose();
        EXPECT_NEAR(constraint.gap_t1, up * way.z(), 1e-12)
            << "positive where it parts, negative where it goes through";
      }
}

TEST(ActiveSet, RoundingBelowTheFloorDoesNotTurnABodyOver) {
  for (const double height : {1e-17, -1e-17}) {
    const TipOnFloor scene(1, height);
    const ActiveSet set =
        construct_active_set(scene.mesh, scene.t0, scene.moved(Vec3(0, 0, height > 0 ? -1 : 1)));
    ASSERT_FALSE(set.constraints.empty());
    EXPECT_NEAR(set.constraints.front().impact.normal.z(), 1, 1e-12);
  }
}

TEST(ActiveSet, LoosePointsLieOnTheSideToWhichTheyPart) {
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}}});
  for (const double way : {1.0, -1.0}) {
    const std::vector<Vec3> t0 = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 1, 0)};
    std::vector<Vec3> t1 = t0;
    t1[3] += Vec3(0.25, 0, way);
    const ActiveSet set = construct_active_set(mesh, t0, t1);
    ASSERT_EQ(set.constraints.size(), 1u);
    EXPECT_EQ(set.constraints[0].impact.normal, Vec3(0, 0, way));
    EXPECT_EQ(set.constraints[0].gap_t1, 1);
  }
  // A gap below rounding still tells the side: this one goes through.
  const std::vector<Vec3> t0 = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 1, 1e-17)};
  std::vector<Vec3> t1 = t0;
  t1[3].z() = -1;
  const ActiveSet set = construct_active_set(mesh, t0, t1);
  ASSERT_EQ(set.constraints.size(), 1u);
  EXPECT_EQ(set.constraints[0].impact.normal, Vec3(0, 0, 1));
  EXPECT_EQ(set.constraints[0].gap_t1, -1);
}

/// Two roofs that touch along crossing ridges, the second one upside down on the first.
TEST(ActiveSet, CrossingRidgesKeepTheirSides) {
  const Mesh mesh({.vertex_count = 8, .faces = {{0, 1, 2}, {1, 0, 3}, {4, 5, 6}, {5, 4, 7}}});
  const std::vector<Vec3> t0 = {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, -1), Vec3(0, -1, -1),
                                Vec3(0, -1, 0), Vec3(0, 1, 0), Vec3(1, 0, 1),  Vec3(-1, 0, 1)};
  for (const double way : {0.5, -0.5, 0.0}) {
    std::vector<Vec3> t1 = t0;
    for (std::size_t i = 4; i < 8; ++i) t1[i] += Vec3(0.125, 0, way);
    int checked = 0;
    for (const ActiveConstraint& constraint : construct_active_set(mesh, t0, t1).constraints) {
      if (constraint.impact.pair.vertices != std::array{0, 1, 4, 5}) continue;
      EXPECT_NEAR(constraint.impact.normal.z(), -1, 1e-12)
          << "from the upper ridge to the lower one";
      EXPECT_NEAR(constraint.gap_t1, way, 1e-12);
      ++checked;
    }
    EXPECT_EQ(checked, 1);
  }
}

TEST(ActiveSet, TouchingStartsInThePlane) {
  const Mesh mesh({.vertex_count = 5, .edges = {{0, 1}, {2, 3}, {2, 4}}});
  for (const double up : {1.0, -1.0})
    for (const Vec2& way : {Vec2(0, 1), Vec2(0, -1), Vec2(0.5, 0), Vec2(0, 0)}) {
      Eigen::MatrixXd t0(5, 2);
      t0 << -2, 0, 2, 0, 0, 0, -1, up, 1, up;
      Eigen::MatrixXd t1 = t0;
      t1.bottomRows(3).rowwise() += way.transpose();
      const ActiveSet set = construct_active_set(mesh, t0, t1);
      ASSERT_FALSE(set.constraints.empty());
      EXPECT_EQ(set.constraints[0].impact.pair.vertices[0], 2);
      EXPECT_NEAR(set.constraints[0].impact.normal.y(), up, 1e-12);
      EXPECT_NEAR(set.constraints[0].gap_t1, up * way.y(), 1e-12);
    }
  const Mesh points({.vertex_count = 2});
  const std::vector<Vec3> together = {Vec3(1, 1, 1), Vec3(1, 1, 1)},
                          apart = {Vec3(1, 1, 3), Vec3(1, 1, 1)};
  const ActiveSet set = construct_active_set(points, together, apart);
  ASSERT_EQ(set.constraints.size(), 1u);
  EXPECT_EQ(set.constraints[0].gap_t1, 2);
}

}  // namespace
}  // namespace firstcontact::test::active_set_test
