// The certified mode on cases whose answers are known.
#include "rigid/certified/certified.h"

#include <firstcontact/screw.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "generate/rigid_models.h"
#include "rigid/model/feature_owners.h"
#include "rigid/reference_screw.h"
#include "rigid/rigid_fixtures.h"

namespace firstcontact::certified_test {
namespace {

using test::at;

constexpr double kPi = 0x1.921fb54442d18p+1;

Polyhedron cube(double size) { return Polyhedron(generate::cube(size)); }
PolyhedronDescription shifted(PolyhedronDescription body, const Vec3& by) {
  for (Vec3& x : body.vertices) x += by;
  return body;
}
PolyhedronDescription scaled(PolyhedronDescription body, double by) {
  for (Vec3& x : body.vertices) x *= by;
  return body;
}

TEST(CertifiedCollisions, FaceOnCubesGiveAllSimultaneousContacts) {
  ScrewOptions options;
  options.first_only = true;
  const ScrewResult result =
      find_collisions(cube(1), {}, cube(0.5), {at(0.125, 0, 2), at(0.125, 0, 0)}, options);
  ASSERT_EQ(result.status, Status::Contact);
  EXPECT_FALSE(result.intersecting_at_start);
  ASSERT_EQ(result.collisions.size(), 4u);
  for (const Collision& c : result.collisions) {
    EXPECT_EQ(c.kind, CollisionKind::FaceVertex);
    EXPECT_LE(c.time, 0.625);
    EXPECT_GE(c.time_upper, 0.625);
    EXPECT_LE(c.time_upper - c.time, 1e-9);
    EXPECT_TRUE(c.proven);
    EXPECT_LE((c.normal + Vec3::UnitZ()).norm(), 1e-12);
    EXPECT_NEAR(c.point.z(), 0.5, 1e-9);
    EXPECT_NEAR(c.properness, 0, 1e-12);
  }
}

TEST(CertifiedCollisions, CountsContactAtTheFirstAndTheLastInstant) {
  for (const double beside : {0.0, 0.25, 1.0}) {  // face on face, and edge on edge
    const Pose touching = at(beside, 0.125, 1), away = at(beside, 0.125, 1.5);
    EXPECT_EQ(find_collisions(cube(1), {}, cube(1), {touching, away}).status, Status::Contact)
        << beside;
    EXPECT_EQ(find_collisions(cube(1), {}, cube(1), {away, touching}).status, Status::Contact)
        << beside;
    for (const bool first_only : {false, true}) {
      ScrewOptions options;
      options.first_only = first_only;
      options.certificate = true;
      const Pose nearly = at(beside, 0.125, 1 + 1e-8);
      const ScrewResult free = find_collisions(cube(1), {}, cube(1), {away, nearly}, options);
      EXPECT_EQ(free.status, Status::Free) << beside;
      EXPECT_FALSE(free.certificate.entries.empty()) << beside;
    }
  }
}

// Nearer than the tolerance, but no event: the answer is Free, and its proof must not be missing.
TEST(CertifiedCollisions, ProvesFreedomAlsoWithinTheTolerance) {
  ScrewOptions options;
  options.certificate = true;
  options.tolerance = 1e-4;
  const PolyhedronDescription tip = generate::tetrahedron(1);
  const Polyhedron a = cube(1), b(tip);
  double lowest = 0;
  for (const Vec3& x : tip.vertices) lowest = std::min(lowest, x.x());
  // Flies past in y, 1e-5 beside the face x = 1/2.
  for (const bool first_only : {false, true}) {
    options.first_only = first_only;
    const double x = 0.5 - lowest + 1e-5;
    const ScrewResult result = find_collisions(a, {}, b, {at(x, -3, 0), at(x, 3, 0)}, options);
    ASSERT_NE(result.status, Status::Undecided);
    EXPECT_TRUE(result.status == Status::Contact || !result.certificate.entries.empty());
  }
}

TEST(CertifiedCollisions, RestingContactLastsAllTheTime) {
  const PoseChange both = {Pose::from_axis_angle(Vec3(1, 2, 3), 0.4, Vec3(1, 0, 2)),
                           Pose::from_axis_angle(Vec3(3, -2, 1), 2, Vec3(-1, 4, 0))};
  const auto on_top = [](const Pose& pose, double height) {
    return Pose{pose.rotation, pose.rotation * Vec3(0.25, 0, height) + pose.position};
  };
  const ScrewResult touching =
      find_collisions(cube(1), both, cube(0.5), {on_top(both.from, 0.75), on_top(both.to, 0.75)});
  ASSERT_EQ(touching.status, Status::Contact);
  EXPECT_EQ(touching.collisions[0].time, 0);
  EXPECT_EQ(touching.collisions[0].time_upper, 1);
  EXPECT_EQ(
      find_collisions(cube(1), both, cube(0.5), {on_top(both.from, 0.76), on_top(both.to, 0.76)})
          .status,
      Status::Free);
}

TEST(CertifiedCollisions, TellsThatBodiesIntersectAtTheStart) {
  const ScrewResult result =
      find_collisions(cube(1), {}, cube(1), {at(0.5, 0.25, 0.125), at(3, 0, 0)});
  EXPECT_EQ(result.status, Status::Contact);
  EXPECT_TRUE(result.intersecting_at_start);
  EXPECT_TRUE(result.collisions[0].kind == CollisionKind::EdgeFace ||
              result.collisions[0].kind == CollisionKind::FaceEdge);
}

TEST(CertifiedCollisions, TellsThatABodyStartsInsideTheOtherOne) {
  for (const bool first_only : {false, true}) {
    ScrewOptions options;
    options.first_only = first_only;
    const PoseChange small = {at(0, 0, 0), at(0.125, 0, 0)};
    for (const ScrewResult& inside : {find_collisions(cube(1), {}, cube(0.25), small, options),
                                      find_collisions(cube(0.25), small, cube(1), {}, options)}) {
      EXPECT_EQ(inside.status, Status::Contact);
      EXPECT_TRUE(inside.intersecting_at_start);
      ASSERT_EQ(inside.collisions.size(), 1u);
      EXPECT_EQ(inside.collisions[0].time, 0);
      EXPECT_TRUE(inside.collisions[0].proven);
      EXPECT_GE(inside.collisions[0].a, 0);
      EXPECT_GE(inside.collisions[0].b, 0);
    }
  }
  // Touching from the outside is not inside.
  const ScrewResult outside =
      find_collisions(cube(1), {}, cube(0.25), {at(0.625, 0, 0), at(1, 0, 0)});
  EXPECT_EQ(outside.status, Status::Contact);
  EXPECT_FALSE(outside.intersecting_at_start);
}

TEST(CertifiedCollisions, DoNotDependOnWhereBodyCoordinatesBegin) {
  const PolyhedronDescription shape = generate::tetrahedron(1);
  const Pose from = Pose::from_axis_angle(Vec3(1, 2, 3), 0.4, Vec3(0.1, 0.2, 2)),
             to = Pose::from_axis_angle(Vec3(2, 0, 3), 2, Vec3(0, 0, -2));
  const ScrewResult near = find_collisions(cube(1), {}, Polyhedron(shape), {from, to});
  ASSERT_EQ(near.status, Status::Contact);
  for (const double far : {1e3, 1e6}) {
    const Vec3 by = far * Vec3(0.3, -0.4, 0.8);
    PoseChange moved = {from, to};
    moved.from.position -= moved.from.rotation * by;
    moved.to.position -= moved.to.rotation * by;
    const ScrewResult result = find_collisions(cube(1), {}, Polyhedron(shifted(shape, by)), moved);
    ASSERT_EQ(result.collisions.size(), near.collisions.size()) << far;
    for (std::size_t i = 0; i < near.collisions.size(); ++i) {
      EXPECT_EQ(result.collisions[i].a, near.collisions[i].a);
      EXPECT_EQ(result.collisions[i].b, near.collisions[i].b);
      EXPECT_NEAR(result.collisions[i].time, near.collisions[i].time, 1e-12 * far);
      EXPECT_LE(result.collisions[i].time, near.collisions[i].time_upper);
      EXPECT_GE(result.collisions[i].time_upper, near.collisions[i].time);
    }
  }
}

TEST(CertifiedCollisions, AreTheSameAtEveryScale) {
  const PolyhedronDescription shape = generate::tetrahedron(1);
  const Pose from = Pose::from_axis_angle(Vec3(1, 2, 3), 0.4, Vec3(0.1, 0.2, 2)),
             to = Pose::from_axis_angle(Vec3(2, 0, 3), 2, Vec3(0, 0, -2));
  const ScrewResult one = find_collisions(cube(1), {}, Polyhedron(shape), {from, to});
  ASSERT_EQ(one.status, Status::Contact);
  for (const double scale : {0x1p-180, 0x1p-100, 0x1p-20, 0x1p20, 0x1p100, 0x1p180}) {
    PoseChange moved = {from, to};
    moved.from.position *= scale;
    moved.to.position *= scale;
    const ScrewResult result =
        find_collisions(cube(scale), {}, Polyhedron(scaled(shape, scale)), moved);
    ASSERT_EQ(result.collisions.size(), one.collisions.size()) << scale;
    for (std::size_t i = 0; i < one.collisions.size(); ++i)
      EXPECT_NEAR(result.collisions[i].time, one.collisions[i].time, 1e-11) << scale;
  }
}

TEST(CertifiedCollisions, ABoltTurnsFreelyInItsNut) {
  const generate::Thread thread;
  const double angle = kPi / 2;
  const Polyhedron bolt(generate::bolt(thread, 2, false)), nut(generate::nut(thread, 2, 0.05));
  ASSERT_EQ(bolt.fault(), "");
  const PoseChange along = {
      {},
      Pose::from_axis_angle(Vec3::UnitZ(), angle, Vec3(0, 0, thread.pitch * angle / (2 * kPi)))};
  EXPECT_EQ(find_collisions(nut, {}, bolt, along).status, Status::Free);
  const PoseChange against = {
      {},
      Pose::from_axis_angle(Vec3::UnitZ(), angle, Vec3(0, 0, -thread.pitch * angle / (2 * kPi)))};
  ScrewOptions options;
  options.first_only = true;
  const ScrewResult jam = find_collisions(nut, {}, bolt, against, options);
  EXPECT_EQ(jam.status, Status::Contact);
  EXPECT_GT(jam.collisions[0].time, 0.01);
}

TEST(CertifiedCollisions, ThinPlateAndFastBulletAtEveryAngle) {
  const Polyhedron plate(generate::thin_plate(4, 1e-4)), bullet(generate::bullet(0.1, 0.02, 6));
  for (int i = 0; i < 60; ++i) {
    const double tilt = 1.4 * i / 60, speed = 1000;
    const Vec3 along(std::sin(tilt), 0, -std::cos(tilt));
    // The bullet's axis is +x: turned about y until it points along its way.
    const Pose from = Pose::from_axis_angle(Vec3::UnitY(), kPi / 2 - tilt,
                                            Vec3(0.2, 0.1, 0) - 0.37 * speed * along);
    Pose to = from;
    to.position += speed * along;
    ScrewOptions options;
    options.first_only = true;
    const ScrewResult result = find_collisions(plate, {}, bullet, {from, to}, options);
    ASSERT_EQ(result.status, Status::Contact) << i;
    EXPECT_NEAR(result.collisions[0].time, 0.37 - 0.05 / speed, 0.2 / speed) << i;
  }
}

TEST(CertifiedCollisions, LeavesOutWhatIsLessProperThanAsked) {
  const PoseChange through = {Pose::from_axis_angle(Vec3(1, 2, 3), 0.4, Vec3(0.1, 0.2, 2)),
                              Pose::from_axis_angle(Vec3(1, 2, 3), 0.4, Vec3(0, 0, -2))};
  const ScrewResult all = find_collisions(cube(1), {}, cube(0.5), through);
  ScrewOptions options;
  options.min_properness = 0;
  const ScrewResult proper = find_collisions(cube(1), {}, cube(0.5), through, options);
  EXPECT_LT(proper.collisions.size(), all.collisions.size());
  ASSERT_FALSE(proper.collisions.empty());
  for (const Collision& c : proper.collisions) EXPECT_FALSE(c.properness < 0);
  const auto kept = std::count_if(all.collisions.begin(), all.collisions.end(),
                                  [](const Collision& c) { return !(c.properness < 0); });
  EXPECT_EQ(proper.collisions.size(), static_cast<std::size_t>(kept));
}

TEST(CertifiedCollisions, SaysWhenTheBudgetRanOut) {
  ScrewOptions options;
  options.max_checks = 5;
  const PoseChange through = {at(0.1, 0.2, 2), at(0, 0, -2)};
  EXPECT_EQ(find_collisions(cube(1), {}, cube(0.5), through, options).status, Status::Undecided);
  options.first_only = true;
  EXPECT_EQ(find_collisions(cube(1), {}, cube(0.5), through, options).status, Status::Undecided);
}

TEST(CertifiedCollisions, RefusesBadInput) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const PoseChange still = {at(3, 0, 0), at(3, 0, 0)};
  Pose reflected = at(3, 0, 0), bent = at(3, 0, 0), lost = at(nan, 0, 0);
  reflected.rotation(0, 0) = -1, bent.rotation(0, 1) = 0.1;
  for (const Pose& bad : {reflected, bent, lost}) {
    const ScrewResult result = find_collisions(cube(1), {}, cube(1), {still.from, bad});
    EXPECT_EQ(result.status, Status::InvalidInput);
    EXPECT_NE(result.message, "");
  }
  EXPECT_EQ(find_collisions(Polyhedron(), {}, cube(1), still).status, Status::InvalidInput);
  ScrewOptions options;
  options.tolerance = -1;
  EXPECT_EQ(find_collisions(cube(1), {}, cube(1), still, options).status, Status::InvalidInput);
}

/// The tori of pixels_test.cpp, like the paper's figure 13: the same proper collisions in all
/// modes, in three groups.
TEST(CertifiedCollisions, TorusThroughTorusCollidesProperlyThreeTimes) {
  const Polyhedron torus(generate::torus(1, 0.4));
  const Pose b = Pose::from_axis_angle(Vec3::UnitX(), 0.7);
  const Pose from = Pose::from_axis_angle(Vec3::UnitX(), -0.2, Vec3(-0.4, -1.3, -2.6));
  const Pose to = {Pose::from_axis_angle(Vec3(-1, 0.5, 0), 1.2).rotation * from.rotation,
                   Vec3(0, 2.3, 2)};
  ScrewOptions options;
  options.min_properness = 0;
  const ScrewResult result = find_collisions(torus, {from, to}, torus, {b, b}, options);
  ASSERT_EQ(result.collisions.size(), 4u);
  const double times[] = {0.2284, 0.3140, 0.3150, 0.5786};  // the second and third are of one group
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(result.collisions[i].time, times[i], 1e-4);
    EXPECT_TRUE(result.collisions[i].proven);
  }
  options.mode = ScrewMode::Analytic;
  const ScrewResult analytic = find_collisions(torus, {from, to}, torus, {b, b}, options);
  ASSERT_EQ(analytic.collisions.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(analytic.collisions[i].a, result.collisions[i].a);
    EXPECT_EQ(analytic.collisions[i].b, result.collisions[i].b);
    EXPECT_NEAR(analytic.collisions[i].time, result.collisions[i].time, 1e-9);
    EXPECT_NEAR(analytic.collisions[i].properness, result.collisions[i].properness, 1e-9);
  }
}

/// The edges go through the middle of quadrilaterals, which is on the diagonal that cuts them in
/// two.
TEST(CertifiedCollisions, SeesABodyThatCutsThroughTheMiddleOfAFace) {
  for (const bool first_only : {false, true})
    for (const double x : {0.5, -0.5}) {
      ScrewOptions options;
      options.first_only = first_only;
      const ScrewResult result =
          find_collisions(cube(1), {}, cube(1), {at(x, 0.5, 0.5), at(x, 0.5, 0.5)}, options);
      EXPECT_EQ(result.status, Status::Contact);
      EXPECT_TRUE(result.intersecting_at_start);
    }
}

/// A face whose corners lie on a line up to rounding, once it is cut into triangles, must not touch
/// all that is near its plane.
TEST(CertifiedCollisions, DoesNotInventContactsOfSliversInAFace) {
  PolyhedronDescription prism;
  for (const double z : {-0.5, 0.5})
    for (const auto& [x, y] : {std::pair(0, 0), {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}})
      prism.vertices.push_back(Vec3((x - 0.7) * 0.89, (y - 0.7) * 0.89, z));
  prism.faces = {{5, 4, 3, 2, 1, 0}, {6, 7, 8, 9, 10, 11}};
  for (int i = 0; i < 6; ++i) prism.faces.push_back({i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i});
  const Polyhedron l(prism);
  ASSERT_EQ(l.fault(), "");
  ASSERT_TRUE(l.closed());
  for (double z : {1.2, 2.5, 6.0})
    EXPECT_EQ(find_collisions(l, {}, cube(1), {at(0.3, 0.2, z), at(0.1, 0.3, z + 1)}, {}).status,
              Status::Free)
        << z;
}

TEST(CertifiedCollisions, ASheetHasNoOutside) {
  const Polyhedron tip(generate::tetrahedron(1));
  for (const std::vector<int>& corners : {std::vector<int>{0, 1, 2, 3}, {3, 2, 1, 0}}) {
    const Polyhedron floor({{{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}}, {corners}});
    ScrewOptions options;
    options.first_only = true;
    const ScrewResult result =
        find_collisions(floor, {}, tip, {at(0.1, 0.2, 2), at(0.1, 0.2, -2)}, options);
    ASSERT_FALSE(result.collisions.empty());
    for (const Collision& c : result.collisions) {
      EXPECT_NEAR(c.normal.z(), -1, 1e-12);
      EXPECT_GE(c.properness, -kPropernessRounding);
    }
  }
}

/// Bodies that have gone through each other part where their surfaces fit as well as in a first
/// contact. That is no first contact.
TEST(CertifiedCollisions, PartingIsNotProper) {
  const ScrewResult result =
      find_collisions(cube(1), {}, cube(0.5), {at(0.125, 0, 2), at(0.125, 0, -2)}, {});
  int proper = 0, parting = 0;
  for (const Collision& c : result.collisions) {
    if (c.normal.z() < 0 && c.time < 0.5) proper += !(c.properness < -kPropernessRounding);
    if (c.time > 0.6) parting += c.properness == -1;
  }
  EXPECT_EQ(proper, 4);
  EXPECT_EQ(parting, 4);
}

TEST(CertifiedCollisions, ReportsCollidesWhereNoneIsProperEnough) {
  ScrewOptions options;
  options.min_properness = 1;
  for (const bool first_only : {false, true}) {
    options.first_only = first_only;
    const ScrewResult result =
        find_collisions(cube(1), {}, cube(0.5), {at(0.125, 0, 2), at(0.125, 0, 0)}, options);
    EXPECT_EQ(result.status, Status::Contact);
    EXPECT_TRUE(result.collisions.empty());
  }
}

TEST(FeatureOwners, EveryFeatureIsOwnedOnce) {
  PolyhedronDescription with_extra_corner =
      generate::cube(1);  // a corner in the middle of one side of one face
  with_extra_corner.vertices.push_back(0.5 *
                                       (with_extra_corner.vertices[with_extra_corner.faces[0][0]] +
                                        with_extra_corner.vertices[with_extra_corner.faces[0][1]]));
  with_extra_corner.faces[0].insert(with_extra_corner.faces[0].begin() + 1, 8);
  for (const PolyhedronDescription& shape :
       {generate::cube(1), generate::car(2), generate::torus(1, 0.3, 8, 6), with_extra_corner}) {
    const Polyhedron body(shape);
    ASSERT_EQ(body.fault(), "");
    const rigid::FeatureOwners owners(body);
    for (int v = 0; v < static_cast<int>(body.vertices().size()); ++v) {
      int count = 0;
      for (int t = 0; t < static_cast<int>(body.triangles().size()); ++t)
        count += owners.owns_vertex(t, v);
      EXPECT_EQ(count, 1) << "vertex " << v;
    }
    for (int e = 0; e < static_cast<int>(body.edges().size()); ++e) {
      int count = 0;
      for (int t = 0; t < static_cast<int>(body.triangles().size()); ++t)
        count += owners.owns_edge(t, e);
      EXPECT_EQ(count, 1) << "edge " << e;
    }
  }
}

}  // namespace
}  // namespace firstcontact::certified_test
