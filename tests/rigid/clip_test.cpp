// Forward- and backward-facing parts of faces.
#include "rigid/published/clip.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "generate/random.h"
#include "generate/rigid_models.h"

namespace firstcontact::test::clip_test {
namespace {

using generate::Random;
using rigid::Facing;
using rigid::Screen;
using rigid::ScreenBody;

RelativeMotion turn_about(const Vec3& axis, double angle, const Vec3& start, const Vec3& way) {
  PoseChange a, b;
  b.from.position = start;
  b.to = {Pose::from_axis_angle(axis, angle).rotation, start + way};
  return relative_motion(a, b);
}

TEST(Clip, KeepsFacesThatLookForwardInATranslation) {
  const Polyhedron a(generate::cube(1)), b(generate::cube(1));
  const RelativeMotion motion = turn_about(Vec3::UnitX(), 0, {3, 0, 0}, {-3, 0, 0});
  const Screen screen(a, b, motion, 0);
  const ScreenBody forward =
      make_screen_body(b, map_at(motion.b_in_a, 0), screen, true, Facing::Forward);
  const ScreenBody backward = make_screen_body(a, {}, screen, false, Facing::Backward);
  for (std::size_t f = 0; f < 6; ++f) {
    EXPECT_EQ(forward.active[f] != 0, b.normals()[f].x() < -0.5) << f;
    EXPECT_EQ(backward.active[f] != 0, a.normals()[f].x() > 0.5) << f;
  }
}

/// Seed 71: the facing of a point of a face is the same before and after the flow has carried both
/// along.
TEST(Clip, FacingDoesNotChangeAsThePointMoves) {
  Random random{71};
  const Polyhedron a(generate::cube(1)), b(generate::tetrahedron(1));
  for (int i = 0; i < 100; ++i) {
    const double x = random.symmetric(), z = random.symmetric();
    const Vec3 axis(x, 1, z);
    const double angle = 0.1 + random.unit(), travel = random.symmetric(), time = random.unit();
    const RelativeMotion motion = turn_about(axis, angle, {2, 1, 0}, {-2, travel, 0.5});
    const Screen screen(a, b, motion, 0);
    const ScreenBody body =
        make_screen_body(b, map_at(motion.b_in_a, 0), screen, true, Facing::Any);
    for (int f = 0; f < 4; ++f) {
      const std::size_t face = static_cast<std::size_t>(f);
      const Vec3 p = body.points[b.faces()[face][0]];
      const Vec3 n = body.normals[face];
      const Vec3 q = screen.carry(p, time), m = screen.carry(p + n, time) - q;
      EXPECT_NEAR(n.dot(screen.flow(p)), m.dot(screen.flow(q)), 1e-12 * screen.size());
    }
  }
}

/// Figure 4: of a square that turns about a point outside of it, the two sides that the axis looks
/// along are cut in two where the flow is along them.
TEST(Clip, CutsAFaceWhereTheFlowIsAlongIt) {
  const Polyhedron a(generate::cube(0.1)), b(generate::cube(2));
  PoseChange a_poses, b_poses;
  b_poses.from.position = {5, 0, 0};
  b_poses.to = Pose::from_axis_angle(Vec3::UnitY(), 0.5);
  b_poses.to.position = b_poses.to.rotation * b_poses.from.position;
  const RelativeMotion motion = relative_motion(a_poses, b_poses);
  const Screen screen(a, b, motion, 0);
  const ScreenBody body = make_screen_body(b, map_at(motion.b_in_a, 0), screen, true, Facing::Any);
  int cut = 0, whole = 0, along = 0;
  std::vector<double> values;
  std::vector<rigid::OutlineCrossing> crossings;
  for (int f = 0; f < 6; ++f) {
    values.clear();
    for (const int v : b.faces()[f]) values.push_back(body.facing_at(screen, f, v));
    const bool negative = std::any_of(values.begin(), values.end(), [](double x) { return x < 0; });
    const bool positive = std::any_of(values.begin(), values.end(), [](double x) { return x > 0; });
    if (!negative && !positive) {
      ++along;
    } else if (negative != positive) {
      ++whole;
    } else {
      ++cut;
      outline_crossings(body, f, values, Vec3::UnitY(), crossings);
      ASSERT_EQ(crossings.size(), 2u);
      for (const rigid::OutlineCrossing& c : crossings) {
        EXPECT_NEAR(body.normals[f].dot(screen.flow(c.point)), 0, 1e-12);
        EXPECT_NEAR(screen.to_a(c.point).z(), 0, 1e-12)
            << "the line through the axis across the face";
      }
      EXPECT_NEAR((crossings[1].point - crossings[0].point).norm(), 2, 1e-12);
    }
  }
  EXPECT_EQ(cut, 2);
  EXPECT_EQ(whole, 2);
  EXPECT_EQ(along, 2) << "top and bottom slide along themselves";
}

TEST(Clip, FindsAllCrossingsOfAFaceThatIsNotConvex) {
  // A "W" in the plane z = 0: the line y = 1 cuts it into four intervals' ends and more.
  const Polyhedron w(
      {.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 2, 0}, {3, 0, 0}, {4, 0, 0}, {4, 3, 0}, {0, 3, 0}},
       .faces = {{0, 1, 2, 3, 4, 5, 6}}});
  ASSERT_EQ(w.fault(), "");
  ASSERT_EQ(w.faces().size(), 1u);
  const Polyhedron other(generate::cube(1));
  const RelativeMotion motion = turn_about(Vec3::UnitX(), 0, {0, 0, 5}, {0, 0, -5});
  const Screen screen(w, other, motion, 0);
  const ScreenBody body = make_screen_body(w, {}, screen, false, Facing::Any);
  std::vector<double> values;
  for (const int v : w.faces()[0]) values.push_back(w.vertices()[v].y() - 1);
  std::vector<rigid::OutlineCrossing> crossings;
  outline_crossings(body, 0, values, screen.direction_from_a(Vec3::UnitX()), crossings);
  ASSERT_EQ(crossings.size(), 4u);
  const double expected[] = {0, 1.5, 2.5, 4};
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(screen.to_a(crossings[i].point).x(), expected[i], 1e-12);
}

TEST(Clip, VerticesTakePartWithTheFacesBesideThem) {
  const Polyhedron a(generate::cube(1)), b(generate::cube(1));
  const RelativeMotion motion = turn_about(Vec3::UnitX(), 0, {3, 0, 0}, {-3, 0, 0});
  const Screen screen(a, b, motion, 0);
  const ScreenBody forward =
      make_screen_body(b, map_at(motion.b_in_a, 0), screen, true, Facing::Forward);
  for (int v = 0; v < 8; ++v) EXPECT_EQ(forward.is_active(screen, v), b.vertices()[v].x() < 0);
}

}  // namespace
}  // namespace firstcontact::test::clip_test
