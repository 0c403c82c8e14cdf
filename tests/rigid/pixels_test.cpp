// The published algorithm: its examples, its pixels, and its agreement with the analytic mode.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "generate/random.h"
#include "generate/rigid_models.h"
#include "rigid/published/screen.h"
#include "rigid/published/screen_modes.h"
#include "rigid/rigid_fixtures.h"

namespace firstcontact::test::pixels_test {
namespace {

using generate::Random;
using Collisions = std::vector<Collision>;

double mean_edge(const Polyhedron& a, const Polyhedron& b) {
  double sum = 0;
  for (const Polyhedron* body : {&a, &b})
    for (const PolyhedronEdge& e : body->edges())
      sum += (body->vertices()[e.v0] - body->vertices()[e.v1]).norm();
  return sum / static_cast<double>(a.edges().size() + b.edges().size());
}

bool same_pair(const Collision& x, const Collision& y) {
  return x.kind == y.kind && x.a == y.a && x.b == y.b;
}

/// Groups of collisions that are near each other in time and place, in ascending order of time.
std::vector<Collisions> clusters_of(const Collisions& all, double time, double distance) {
  std::vector<std::size_t> group(all.size());
  std::iota(group.begin(), group.end(), 0u);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (all[i].time - all[j].time > time || (all[i].point - all[j].point).norm() > distance)
        continue;
      const std::size_t from = std::max(group[i], group[j]), to = std::min(group[i], group[j]);
      std::replace(group.begin(), group.end(), from, to);
    }
  }
  std::map<std::size_t, Collisions> parts;
  for (std::size_t i = 0; i < all.size(); ++i) parts[group[i]].push_back(all[i]);
  std::vector<Collisions> out;
  for (const auto& [first, part] : parts) out.push_back(part);
  return out;
}

enum class Mode { Pixels, Analytic };

Collisions run(Mode mode, const Polyhedron& a, const Polyhedron& b, const RelativeMotion& motion,
               const ScrewOptions& options) {
  return mode == Mode::Pixels ? pixel_collisions(a, b, motion, options)
                              : analytic_collisions(a, b, motion, options);
}

class BothModes : public testing::TestWithParam<Mode> {
 protected:
  Collisions find_collisions_in_world(const Polyhedron& a, const Polyhedron& b,
                                      const PoseChange& pose_a, const PoseChange& pose_b,
                                      const ScrewOptions& options = {}) const {
    return run(GetParam(), a, b, relative_motion(pose_a, pose_b), options);
  }
};
INSTANTIATE_TEST_SUITE_P(Screen, BothModes, testing::Values(Mode::Pixels, Mode::Analytic),
                         [](const auto& mode) {
                           return mode.param == Mode::Pixels ? "Pixels" : "Analytic";
                         });

TEST_P(BothModes, CubeFaceOnGivesItsFourCornersAtOnce) {
  const Polyhedron a(generate::cube(2)), b(generate::cube(1));
  const Collisions found =
      find_collisions_in_world(a, b, {}, {at(0.1, 0.05, 3), at(0.1, 0.05, 0.5)});
  ASSERT_EQ(found.size(), 4u);
  for (const Collision& c : found) {
    EXPECT_EQ(c.kind, CollisionKind::FaceVertex);
    EXPECT_EQ(a.normals()[c.a], Vec3(0, 0, 1));
    EXPECT_LT(b.vertices()[c.b].z(), 0);
    EXPECT_NEAR(c.time, 0.6, 1e-12);
    EXPECT_EQ(c.time, c.time_upper);
    EXPECT_LT((c.point - (b.vertices()[c.b] + Vec3(0.1, 0.05, 1.5))).norm(), 1e-12);
    EXPECT_LT((c.normal - Vec3(0, 0, 1)).norm(), 1e-12);
    EXPECT_NEAR(c.properness, 0, 1e-12);
  }
}

/// Figure 2 (b): the tilted rectangle's first corners hit properly, the others a little later and
/// slightly improperly.
TEST_P(BothModes, TiltedRectangleGivesASecondSlightlyImproperCollision) {
  const Polyhedron a(generate::box(1, 2, 2)), b(generate::box(2, 1, 0.1));
  const double tilt = 0.04;
  const Pose from = Pose::from_axis_angle(Vec3::UnitZ(), tilt, {3, 0, 0});
  const Collisions found =
      find_collisions_in_world(a, b, {}, {from, {from.rotation, Vec3(0.5, 0, 0)}});
  ASSERT_EQ(found.size(), 4u) << "two corners of the rectangle, each twice as it has a thickness";
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(found[i].kind, CollisionKind::FaceVertex);
    EXPECT_LT((found[i].normal - Vec3::UnitX()).norm(), 1e-12);
    const double way = 3 - std::cos(tilt) + (i < 2 ? -1 : 1) * std::sin(tilt) / 2 - 0.5;
    EXPECT_NEAR(found[i].time, way / 2.5, 1e-12);
    if (i < 2) {
      EXPECT_NEAR(found[i].properness, 0, 1e-12) << "the thickness is along the face";
    } else {
      EXPECT_NEAR(found[i].properness, -std::sin(tilt), 1e-12);
    }
  }
}

/// Like figure 13. Seen by somebody who looks along y with z up, torus A goes up and away,
/// completely through torus B. Its top front (far from the viewer) meets the bottom front (near) of
/// B; its left top part meets B's bottom; the right of its front meets the inside of B's back.
TEST_P(BothModes, TorusThroughTorusCollidesProperlyThreeTimes) {
  const Polyhedron torus(generate::torus(1, 0.4));
  const Pose b = Pose::from_axis_angle(Vec3::UnitX(), 0.7);
  const Pose from = Pose::from_axis_angle(Vec3::UnitX(), -0.2, {-0.4, -1.3, -2.6});
  const Pose to = {Pose::from_axis_angle({-1, 0.5, 0}, 1.2).rotation * from.rotation,
                   Vec3(0, 2.3, 2)};
  ASSERT_GT(from.position.norm(), 2.8);
  ASSERT_GT(to.position.norm(), 2.8);
  ScrewOptions options;
  options.min_properness = 0;
  options.cull_facing = true;
  const Collisions found = find_collisions_in_world(torus, torus, {from, to}, {b, b}, options);
  const std::vector<Collisions> clusters = clusters_of(found, 0.05, 0.6);
  ASSERT_EQ(clusters.size(), 3u);
  const double times[] = {0.2284, 0.3140, 0.5786};
  for (std::size_t i = 0; i < 3; ++i) {
    const Collision& first = clusters[i].front();
    EXPECT_NEAR(first.time, times[i], 2e-4);
    const Pose pose = pose_at({from, to}, first.time);
    const Vec3 place = pose.apply(first.point),
               of_a = place - pose.position;  // B's centre is the origin
    const Vec3 in_b = b.rotation.transpose() * place;
    const double from_axis = std::sqrt(in_b.x() * in_b.x() + in_b.y() * in_b.y());
    if (i == 0) {
      EXPECT_TRUE(of_a.z() > 0 && of_a.y() > 0) << "top front of A";
      EXPECT_TRUE(place.z() < -0.5 && place.y() < -0.5) << "bottom front of B";
    } else if (i == 1) {
      EXPECT_TRUE(of_a.x() < 0 && of_a.z() > 0) << "left top of A";
      EXPECT_LT(place.z(), -0.5) << "bottom of B";
    } else {
      EXPECT_TRUE(of_a.x() > 0 && of_a.y() > 0) << "right of A's front";
      EXPECT_GT(place.y(), 0.5) << "back of B";
      EXPECT_LT(from_axis, 0.7) << "inside of B";
    }
    for (const Collision& c : clusters[i]) {
      EXPECT_GE(c.properness, 0);
      // From A's tube towards B's: away from the middle of one tube, towards the middle of the
      // other. The facets are coarse.
      const Vec3 normal = pose.rotation * c.normal;
      const Vec3 p = c.point, q = b.rotation.transpose() * pose.apply(c.point);
      const Vec3 ring_a = Vec3(p.x(), p.y(), 0).normalized(),
                 ring_b = Vec3(q.x(), q.y(), 0).normalized();
      EXPECT_GT((pose.rotation * (p - ring_a)).normalized().dot(normal), 0.8);
      EXPECT_LT((b.rotation * (q - ring_b)).normalized().dot(normal), -0.8);
    }
  }
  // First contact: a vertex of A in a face of B.
  EXPECT_EQ(clusters[0].size(), 1u);
}

TEST_P(BothModes, NothingIsFoundWithoutMotionAndBesideTheMotion) {
  const Polyhedron a(generate::cube(2)), b(generate::cube(1));
  EXPECT_TRUE(find_collisions_in_world(a, b, {}, {at(0, 0, 1.5), at(0, 0, 1.5)}).empty());
  EXPECT_TRUE(find_collisions_in_world(a, b, {}, {at(0, 0, 3), at(0, 0, 5)}).empty());
  EXPECT_TRUE(find_collisions_in_world(a, b, {}, {at(3, 0, 0), at(3, 4, 0)}).empty());
}

TEST_P(BothModes, FirstOnlyLeavesWhatSharesTheEarliestTime) {
  const Polyhedron a(generate::box(1, 2, 2)), b(generate::box(2, 1, 0.1));
  const Pose from = Pose::from_axis_angle(Vec3::UnitZ(), 0.04, {3, 0, 0});
  ScrewOptions options;
  options.first_only = true;
  const Collisions found =
      find_collisions_in_world(a, b, {}, {from, {from.rotation, Vec3(0.5, 0, 0)}}, options);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_LE(found[1].time - found[0].time, options.time_resolution);
}

TEST_P(BothModes, OpenSurfacesCollideWithUnknownProperness) {
  const Polyhedron a({.vertices = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, .faces = {{0, 1, 2}}});
  const Polyhedron b(
      {.vertices = {{0, -0.2, -1}, {0, -0.2, 1}, {0, 0.6, 0}}, .faces = {{0, 1, 2}}});
  const Collisions found = find_collisions_in_world(a, b, {}, {at(0, 0, 3), at(0, 0, -1)});
  ASSERT_EQ(found.size(), 3u) << "each corner goes through the triangle";
  const int vertices[] = {0, 2, 1};
  const double times[] = {0.5, 0.75, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found[i].kind, CollisionKind::FaceVertex);
    EXPECT_EQ(found[i].b, vertices[i]);
    EXPECT_NEAR(found[i].time, times[i], 1e-9);
    EXPECT_TRUE(std::isnan(found[i].properness));
  }
}

/// An edge with three faces: its own contacts once, those of every face.
TEST_P(BothModes, FacesAtAnEdgeOfThreeAreAllSeen) {
  const Polyhedron a({.vertices = {{0, 0, 0}, {0, 2, 0}, {2, 1, 0}, {-2, 1, 0}, {0.5, 1, -2}},
                      .faces = {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}}});
  ASSERT_EQ(a.fault(), "");
  const Polyhedron b(generate::tetrahedron(0.3));
  for (const double x : {1.0, -1.0}) {
    const Collisions found = find_collisions_in_world(a, b, {}, {at(x, 1, 1), at(x, 1, -0.5)});
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const Collision& c) {
      return c.kind == CollisionKind::FaceVertex && c.a == (x > 0 ? 0 : 1);
    })) << x;
  }
}

/// B turns inside of a ring, about an axis in the ring's hole: wherever the cut is, it goes through
/// the ring. The ring looks the same in 30 directions, so the collisions must be the same in each,
/// also where B comes over the cut.
TEST_P(BothModes, MotionAcrossTheCutIsSeenOnEverySide) {
  const Polyhedron ring(generate::torus(2, 0.4)), b(generate::cube(0.4));
  Collision first;
  for (int i = 0; i < 30; ++i) {
    const Mat3 turn = Pose::from_axis_angle(Vec3::UnitZ(), 2 * rigid::kPi / 30 * i).rotation;
    const Vec3 axis = turn * Vec3(0, 0.5, 0);
    const Pose from = {turn, turn * Vec3(1, 0.5, 0.05)};
    const Mat3 step = Pose::from_axis_angle(Vec3::UnitZ(), 1.8).rotation;
    const Pose to = {step * from.rotation, axis + step * (from.position - axis)};
    const Collisions found = find_collisions_in_world(ring, b, {}, {from, to});
    ASSERT_FALSE(found.empty()) << "side " << i;
    if (i == 0) first = found.front();
    EXPECT_EQ(found.front().kind, first.kind);
    EXPECT_EQ(found.front().b, first.b);
    EXPECT_NEAR(found.front().time, first.time, GetParam() == Mode::Pixels ? 0.005 : 1e-9)
        << "side " << i;
    EXPECT_LT((found.front().point - turn * first.point).norm(),
              GetParam() == Mode::Pixels ? 0.02 : 1e-9)
        << "side " << i;
  }
  EXPECT_GT(first.time, 0.1);
  EXPECT_LT(first.time, 0.9);
}

/// Figure 11: A's top face crosses the axis, about which B goes down in a screw. Its corners meet
/// the face on all sides of the axis.
TEST_P(BothModes, AFaceThatCrossesTheAxisIsWhole) {
  const Polyhedron a(generate::box(4, 4, 1)), b(generate::box(0.5, 0.5, 0.5));
  for (int i = 0; i < 16; ++i) {
    const Mat3 turn = Pose::from_axis_angle(Vec3::UnitZ(), 0.4 * i + 0.1).rotation;
    const Mat3 step = Pose::from_axis_angle(Vec3::UnitZ(), 2.5).rotation;
    const Pose from = {turn, turn * Vec3(1, 0, 0) + Vec3(0, 0, 2)};
    const Pose to = {step * turn, step * from.position - Vec3(0, 0, 2)};
    const Collisions found = find_collisions_in_world(a, b, {}, {from, to});
    ASSERT_EQ(found.size(), 4u) << "turn " << i;
    for (const Collision& c : found) {
      EXPECT_EQ(c.kind, CollisionKind::FaceVertex);
      EXPECT_NEAR(c.time, 1.25 / 2, 1e-9);
    }
  }
}

struct Agreement {
  int expected = 0, matched = 0, late = 0, ghosts = 0, found = 0;
  void compare(const Collisions& pixels, const Collisions& exact, double time) {
    for (const Collision& c : exact) {
      double nearest = 2;
      for (const Collision& p : pixels)
        if (same_pair(p, c)) nearest = std::min(nearest, std::abs(p.time - c.time));
      matched += nearest <= 1 ? 1 : 0;
      late += nearest <= 1 && nearest > time ? 1 : 0;
    }
    for (const Collision& p : pixels)
      ghosts += std::none_of(exact.begin(), exact.end(),
                             [&](const Collision& c) { return same_pair(p, c); })
                    ? 1
                    : 0;
    expected += static_cast<int>(exact.size());
    found += static_cast<int>(pixels.size());
  }
};

/// Seed 91: tetrahedra and boxes that come from all sides. At 24 pixels a mean edge, grazing
/// contacts apart, the modes agree.
TEST(Pixels, AgreeWithTheAnalyticModeOnConvexPairs) {
  Random random{91};
  Agreement agreement;
  const auto body = [&]() -> PolyhedronDescription {
    if (random.chance(1, 2)) return random_tetrahedron(random);
    const double x = 0.5 + random.unit();
    const double y = 0.5 + random.unit();
    const double z = 0.5 + random.unit();
    return generate::box(x, y, z);
  };
  for (int i = 0; i < 1000; ++i) {
    const Polyhedron a(body());
    const Polyhedron b(body());
    const Vec3 axis = random_vector(random);
    const Vec3 start = 2.5 * random_vector(random).normalized();
    const Vec3 end = 0.5 * random_vector(random);
    const Vec3 turn = random_vector(random);
    const double angle = 2 * random.symmetric();
    const Pose from = Pose::from_axis_angle(axis, 3 * random.unit(), start);
    const RelativeMotion motion = relative_motion(
        {}, {from, {Pose::from_axis_angle(turn, angle).rotation * from.rotation, end}});
    ScrewOptions options;
    options.cull_facing = true;
    options.resolution = mean_edge(a, b) / 24;
    agreement.compare(pixel_collisions(a, b, motion, options),
                      analytic_collisions(a, b, motion, options), 0.02);
  }
  EXPECT_GT(agreement.expected, 1000);
  EXPECT_GE(agreement.matched, 0.99 * agreement.expected);
  EXPECT_LE(agreement.late, 0.01 * agreement.expected);
  EXPECT_LE(agreement.ghosts, 0.1 * agreement.found);
}

/// Seed 92: bodies of all shapes about axes through or near both of them, with nearly half a turn
/// at most: doppeling, faces across the axis, contacts of parts that look away.
TEST(Pixels, AgreeWithTheAnalyticModeAroundTheAxis) {
  Random random{92};
  Agreement agreement;
  for (int i = 0; i < 400; ++i) {
    const Polyhedron a(random_polyhedron(random));
    const Polyhedron b(random_polyhedron(random));
    const Vec3 axis = random_vector(random);
    const Vec3 start = (0.5 + random.unit()) * random_vector(random).normalized();
    const Vec3 pivot = 0.4 * random_vector(random);
    const Vec3 turn = random_vector(random).normalized();
    const double travel = random.chance(1, 3) ? 0 : random.symmetric();
    const Mat3 step = Pose::from_axis_angle(turn, 3.14 * random.symmetric()).rotation;
    const Pose from = Pose::from_axis_angle(axis, 3 * random.unit(), start);
    const Pose to = {step * from.rotation, step * (start - pivot) + pivot + travel * turn};
    const RelativeMotion motion = relative_motion({}, {from, to});
    ScrewOptions options;
    options.cull_facing = false;
    options.min_properness = -1;
    options.resolution = mean_edge(a, b) / 48;
    agreement.compare(pixel_collisions(a, b, motion, options),
                      analytic_collisions(a, b, motion, options), 0.02);
  }
  EXPECT_GT(agreement.expected, 200);
  EXPECT_GE(agreement.matched, 0.98 * agreement.expected);
  EXPECT_LE(agreement.late, 0.02 * agreement.expected);
}

TEST(Pixels, FinerPixelsGiveFewerGhostsAndBetterTimes) {
  Random random{93};
  std::map<int, Agreement> by_resolution;
  for (int i = 0; i < 300; ++i) {
    const Polyhedron a(random_tetrahedron(random));
    const Polyhedron b(random_tetrahedron(random));
    const Vec3 start = 2.5 * random_vector(random).normalized();
    const Vec3 end = 0.5 * random_vector(random);
    const Vec3 turn = random_vector(random);
    const RelativeMotion motion = relative_motion(
        {}, {{Mat3::Identity(), start}, Pose::from_axis_angle(turn, 2 * random.symmetric(), end)});
    ScrewOptions options;
    options.cull_facing = true;
    const Collisions exact = analytic_collisions(a, b, motion, options);
    for (const int pixels : {6, 24, 96}) {
      options.resolution = mean_edge(a, b) / pixels;
      by_resolution[pixels].compare(pixel_collisions(a, b, motion, options), exact, 0.003);
    }
  }
  EXPECT_GT(by_resolution[6].expected, 150);
  EXPECT_GT(by_resolution[6].ghosts, by_resolution[24].ghosts);
  EXPECT_GT(by_resolution[24].ghosts, by_resolution[96].ghosts);
  EXPECT_GT(by_resolution[6].late, by_resolution[96].late);
  EXPECT_GE(by_resolution[96].matched, by_resolution[6].matched);
}

/// Section 10: what passes within a pixel. The edges' gap is 0.9 pixels, over the border of two.
TEST(Pixels, RobustVariantReportsWhatPassesWithinAPixel) {
  const Polyhedron a(generate::cube(2)), b(generate::cube(1));
  ScrewOptions options;
  options.resolution = 0.04;
  const RelativeMotion beside = relative_motion({}, {at(1.536, 0.1, 3), at(1.536, 0.1, -3)});
  EXPECT_TRUE(pixel_collisions(a, b, beside, options).empty());
  options.robust = true;
  const Collisions near = pixel_collisions(a, b, beside, options);
  ASSERT_FALSE(near.empty());
  EXPECT_NEAR(near.front().time, 0.25, 1e-9);
  const RelativeMotion farther = relative_motion({}, {at(1.7, 0.1, 3), at(1.7, 0.1, -3)});
  EXPECT_TRUE(pixel_collisions(a, b, farther, options).empty());
}

TEST(Pixels, RobustVariantReportsWhatStopsWithinAPixel) {
  const Polyhedron a(generate::cube(2)), b(generate::cube(1));
  ScrewOptions options;
  options.resolution = 0.05;
  const RelativeMotion stops = relative_motion({}, {at(0.1, 0.1, 3), at(0.1, 0.1, 1.52)});
  EXPECT_TRUE(pixel_collisions(a, b, stops, options).empty());
  options.robust = true;
  const Collisions near = pixel_collisions(a, b, stops, options);
  ASSERT_EQ(near.size(), 4u);
  for (const Collision& c : near) EXPECT_EQ(c.time, 1);
}

TEST(Pixels, CullingLeavesOutWhatLooksAway) {
  // The small cube goes through the big one and out at the other side.
  const Polyhedron a(generate::cube(1)), b(generate::cube(0.5));
  const RelativeMotion motion = relative_motion({}, {at(0.1, 0.05, 2), at(0.1, 0.05, -2)});
  ScrewOptions options;
  options.min_properness = -1;
  options.cull_facing = true;
  EXPECT_EQ(pixel_collisions(a, b, motion, options).size(), 4u);
  EXPECT_EQ(analytic_collisions(a, b, motion, options).size(), 4u);
  options.cull_facing = false;
  EXPECT_EQ(pixel_collisions(a, b, motion, options).size(), 16u)
      << "lower and upper corners, in and out";
  EXPECT_EQ(analytic_collisions(a, b, motion, options).size(), 16u);
}

TEST(Pixels, TinyTurnsAreLikeNone) {
  const Polyhedron a(generate::cube(2)), b(generate::tetrahedron(1));
  const auto times = [&](double angle) {
    const Pose from = at(0.1, 0.05, 3);
    const Pose to = Pose::from_axis_angle({0.3, 1, 0.2}, angle, {0.2, 0.1, 0.5});
    std::vector<double> out;
    for (const Collision& c : pixel_collisions(a, b, relative_motion({}, {from, to}), {}))
      out.push_back(c.time);
    return out;
  };
  const std::vector<double> still = times(0);
  ASSERT_FALSE(still.empty());
  for (const double angle : {1e-14, 1e-9, 1e-6, 1e-4}) {
    const std::vector<double> turned = times(angle);
    ASSERT_EQ(turned.size(), still.size()) << angle;
    for (std::size_t i = 0; i < still.size(); ++i)
      EXPECT_NEAR(turned[i], still[i], 2 * angle + 1e-9);
  }
}

/// An unreasonable resolution costs no more than a fine one.
TEST(Pixels, ResolutionIsLimited) {
  const Polyhedron a(generate::cube(2)), b(generate::cube(1));
  ScrewOptions options;
  options.resolution = 1e-300;
  EXPECT_EQ(
      pixel_collisions(a, b, relative_motion({}, {at(0.1, 0.05, 3), at(0.1, 0.05, 0.5)}), options)
          .size(),
      4u);
}

}  // namespace
}  // namespace firstcontact::test::pixels_test
