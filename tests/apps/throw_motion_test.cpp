// The motion of docs/guide/moving-bodies.md is taken from the page and compared with the throw that
// the page says it is.
#include <firstcontact/rigid_bodies.h>
#include <gtest/gtest.h>

#include "throw_snippet.inc"

namespace {

using namespace firstcontact;

const Throw kThrow(Vec3::UnitZ(), 2, {0, 0, 1}, {3, 0, 2}, {0, 0, -4});

/// Where the point (1, 0, 0) of the body is at t, from the formula.
Vec3 place_of_unit_x(double t) {
  return Vec3(std::cos(2 * t), std::sin(2 * t), 0) + Vec3(3 * t, 0, 1 + 2 * t - 2 * t * t);
}

TEST(ThrowOfThePage, ControlPosesEncloseTheThrow) {
  for (const double length : {1.0, 0.25, 0.01}) {
    const double t0 = 0.3, t1 = std::min(1.0, t0 + length);
    const ControlPoses poses = kThrow.over(t0, t1);
    for (const double s : {0.0, 0.2, 0.5, 0.9, 1.0}) {
      const double r = 1 - s, weights[] = {r * r * r, 3 * r * r * s, 3 * r * s * s, s * s * s};
      Vec3 place = Vec3::Zero();
      for (int k = 0; k < 4; ++k) place += weights[k] * poses.pose[k].apply(Vec3::UnitX());
      const double error = (place - place_of_unit_x(t0 + s * (t1 - t0))).norm();
      EXPECT_LE(error, poses.turn_error * 1 + poses.shift_error);
    }
  }
}

TEST(ThrowOfThePage, FallsOntoTheFloor) {
  const Vec3 corners[] = {{0.1, 0, 0}, {-0.1, 0.1, 0}, {-0.1, -0.1, 0}};
  const Vec3 floor_at[] = {{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}};
  const Face triangle[] = {{0, 1, 2}};
  const BodyResult result = first_contact(TriangleBody(corners, triangle), kThrow,
                                          TriangleBody(floor_at, triangle), Rest());
  // 1 + 2 t - 2 t² is positive up to t = 1.366.
  EXPECT_TRUE(result.free());
  const Throw lower(Vec3::UnitZ(), 2, {0, 0, 1}, {3, 0, 0}, {0, 0, -4});
  const BodyResult hit = first_contact(TriangleBody(corners, triangle), lower,
                                       TriangleBody(floor_at, triangle), Rest());
  EXPECT_EQ(hit.status, Status::Contact);  // 1 - 2 t² = 0
  EXPECT_NEAR(hit.toi, std::sqrt(0.5), 1e-5);
  EXPECT_LE(hit.toi, std::sqrt(0.5));
}

}  // namespace
