/// A fast bullet and a thin plate, where methods that look at some instants see nothing: certified
/// mode never misses it. The truth is known from how the shots are aimed.
#include <firstcontact/screw.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "generate/random.h"
#include "generate/rigid_models.h"

namespace firstcontact::bullet_plate_test {
namespace {

constexpr double kBullet = 0.05, kRadius = 0.01;

/// A straight flight that spins about its own line. The bullet's middle is at `aim` at the time
/// `hit`.
struct Shot {
  double degrees = 0;  ///< off the plate's normal, which is z
  double around = 0;   ///< direction in the plate's plane, radians
  Vec3 aim = Vec3::Zero();
  double length = 4;
  double hit = 0.5;
  double spin = 0;  ///< radians, below pi

  Vec3 along() const {
    const double angle = degrees * std::numbers::pi / 180;
    return {std::sin(angle) * std::cos(around), std::sin(angle) * std::sin(around),
            -std::cos(angle)};
  }
  PoseChange flight() const {
    const double tilt = std::numbers::pi / 2 - degrees * std::numbers::pi / 180;
    Pose from, to;
    from.rotation = Pose::from_axis_angle(Vec3::UnitZ(), around).rotation *
                    Pose::from_axis_angle(Vec3::UnitY(), tilt).rotation;
    from.position = aim - hit * length * along();
    to.rotation = from.rotation * Pose::from_axis_angle(Vec3::UnitX(), spin).rotation;
    to.position = aim + (1 - hit) * length * along();
    return {from, to};
  }
  /// The tip, on the line of flight, is in the plate's upper side at this time.
  double tip_in_plane(double thickness) const {
    const double way = kBullet / 2 + thickness / 2 / -along().z();
    return hit - way / length;
  }
};

Shot random_shot(generate::Random& random, double degrees) {
  Shot shot;
  shot.degrees = degrees;
  shot.around = 6 * random.unit();
  shot.hit = 0.3 + 0.4 * random.unit();
  shot.spin = random.chance(1, 2) ? 0 : 3 * random.unit();
  shot.aim.x() = 0.2 * random.symmetric();
  shot.aim.y() = 0.2 * random.symmetric();
  return shot;
}

ScrewOptions first_only() {
  ScrewOptions options;
  options.first_only = true;
  return options;
}

class BulletAndPlate : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Thickness, BulletAndPlate, testing::Values(1e-2, 1e-4, 1e-8));

/// Seed: 1. Every shot hits: the line of flight goes through the plate at least 0.3 from its rim,
/// and up to 85 degrees off the normal no earlier contact is farther from `aim` than that.
TEST_P(BulletAndPlate, EveryShotHitsAtEveryAngle) {
  const Polyhedron plate(generate::thin_plate(1, GetParam())),
      bullet(generate::bullet(kBullet, kRadius));
  generate::Random random({generate::hash("BulletAndPlate"), 1});
  for (const double degrees : {0.0, 1.0, 15.0, 30.0, 45.0, 60.0, 75.0, 80.0, 85.0})
    for (int i = 0; i < 20; ++i) {
      const Shot shot = random_shot(random, degrees);
      const ScrewResult result = find_collisions(plate, {}, bullet, shot.flight(), first_only());
      ASSERT_EQ(result.status, Status::Contact)
          << degrees << " degrees, shot " << i << ": " << result.message;
      // No later than the tip; no earlier than a ball around the bullet.
      const double tip = shot.tip_in_plane(GetParam());
      const double reach = std::hypot(kBullet / 2, kRadius) + GetParam() / 2;
      EXPECT_LE(result.collisions.front().time, tip + 1e-9) << degrees;
      EXPECT_GE(result.collisions.front().time_upper,
                shot.hit - reach / -shot.along().z() / shot.length - 1e-9)
          << degrees;
      EXPECT_FALSE(result.intersecting_at_start);
    }
}

TEST_P(BulletAndPlate, HeadOnTheTipTouchesFirstAtTheRightTime) {
  const Polyhedron plate(generate::thin_plate(1, GetParam())),
      bullet(generate::bullet(kBullet, kRadius));
  for (const double length : {1.0, 4.0, 1e3, 1e6}) {
    Shot shot;
    shot.length = length;
    shot.hit = 0.4375;
    const ScrewResult result = find_collisions(plate, {}, bullet, shot.flight(), first_only());
    ASSERT_EQ(result.status, Status::Contact) << length;
    const Collision& first = result.collisions.front();
    EXPECT_NEAR(first.time, shot.tip_in_plane(GetParam()), 1e-9) << length;
    EXPECT_EQ(first.kind, CollisionKind::FaceVertex);
    EXPECT_NEAR(std::abs(first.normal.z()), 1, 1e-9);
  }
}

/// Seed: 2. The same shots, aimed 0.2 beside the rim: proven free.
TEST_P(BulletAndPlate, ShotsPastThePlateAreProvenFree) {
  const Polyhedron plate(generate::thin_plate(1, GetParam())),
      bullet(generate::bullet(kBullet, kRadius));
  generate::Random random({generate::hash("BulletAndPlate"), 2});
  for (const double degrees : {0.0, 30.0, 60.0, 85.0})
    for (int i = 0; i < 20; ++i) {
      Shot shot = random_shot(random, degrees);
      shot.aim = 0.95 * Vec3(-std::sin(shot.around), std::cos(shot.around), 0);
      EXPECT_EQ(find_collisions(plate, {}, bullet, shot.flight()).status, Status::Free)
          << degrees << " degrees, shot " << i;
    }
}

/// A plate without thickness: two triangles, open.
TEST(BulletAndSheet, EveryShotHitsASheetOfTwoTriangles) {
  PolyhedronDescription sheet;
  sheet.vertices = {{-0.5, -0.5, 0}, {0.5, -0.5, 0}, {0.5, 0.5, 0}, {-0.5, 0.5, 0}};
  sheet.faces = {{0, 1, 2}, {0, 2, 3}};
  const Polyhedron plate(sheet), bullet(generate::bullet(kBullet, kRadius));
  generate::Random random({generate::hash("BulletAndSheet"), 1});
  for (const double degrees : {0.0, 20.0, 40.0, 60.0, 80.0})
    for (const bool back : {false, true}) {
      const Shot shot = random_shot(random, degrees);
      PoseChange flight = shot.flight();
      if (back) std::swap(flight.from, flight.to);
      const ScrewResult result = find_collisions(plate, {}, bullet, flight, first_only());
      ASSERT_EQ(result.status, Status::Contact) << degrees << (back ? ", tail first" : "");
      if (back) continue;
      EXPECT_LE(result.collisions.front().time, shot.tip_in_plane(0) + 1e-9) << degrees;
    }
}

}  // namespace
}  // namespace firstcontact::bullet_plate_test
