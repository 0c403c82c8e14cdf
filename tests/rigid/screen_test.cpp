// The collision screen: coordinates that the flow keeps, the choice of the frame, lines on its
// pixels.
#include "rigid/published/screen.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "generate/random.h"
#include "generate/rigid_models.h"
#include "rigid/published/pixel_draw.h"
#include "rigid/rigid_fixtures.h"

namespace firstcontact::test::screen_test {
namespace {

using generate::Random;
using rigid::kPi;
using rigid::Range;
using rigid::Screen;
using rigid::ScreenBox;
using rigid::ScreenPoint;

/// B turns by `angle` about `axis` and goes by `way`, from `start`.
RelativeMotion motion_of(const Vec3& axis, double angle, const Vec3& start, const Vec3& way) {
  PoseChange a, b;
  b.from = Pose::from_axis_angle(Vec3::UnitX(), 0.3, start);
  b.to = {Pose::from_axis_angle(axis, angle).rotation * b.from.rotation, start + way};
  return relative_motion(a, b);
}

struct Scene {
  Polyhedron a{generate::cube(1)}, b{generate::cube(1)};
  RelativeMotion motion;
  Screen screen;
  explicit Scene(const RelativeMotion& m, double error = 0) : motion(m), screen(a, b, m, error) {}
};

/// Seed 61: 400 screws, 10 points each. What moves with the flow keeps (r, h), and its t grows by
/// the time.
TEST(CollisionScreen, KeepsRAndHAlongTheFlowWhileTGrowsByTheTime) {
  Random random{61};
  for (int i = 0; i < 400; ++i) {
    const Vec3 axis = random_vector(random, 1) + Vec3(0, 0, 0.01);
    const double angle = i % 4 == 0 ? kPi * random.unit() : random.unit();
    const Vec3 start = random_vector(random, 3);
    const Vec3 way = i % 5 == 0 ? Vec3(Vec3::Zero()) : random_vector(random, 3);
    const Scene scene(motion_of(axis, angle, start, way));
    const Screen& screen = scene.screen;
    ASSERT_FALSE(screen.straight());
    for (int k = 0; k < 10; ++k) {
      const Vec3 p = random_vector(random, 3);
      const double time = random.unit();
      const double phi = screen.phi(p), r = screen.radius(p);
      if (r < 0.01) continue;
      const Vec3 q = screen.carry(p, time);
      double phi_q = screen.phi(q);
      while (phi_q < phi - 1e-9) phi_q += 2 * kPi;
      const ScreenPoint s = screen.project(p, phi), t = screen.project(q, phi_q);
      const double scale = 1e-11 * (screen.size() + r);
      EXPECT_NEAR(s.r, t.r, scale);
      EXPECT_NEAR(s.h, t.h, scale);
      EXPECT_NEAR(t.t - s.t, time, 1e-11 / std::min(screen.angle(), 1.0));
    }
  }
}

TEST(CollisionScreen, CarriesPointsAsTheRelativeMotionDoes) {
  Random random{62};
  for (int i = 0; i < 200; ++i) {
    const double angle = i % 3 == 0 ? 1e-7 * random.unit() : i % 3 == 1 ? kPi * random.unit() : 0;
    const Vec3 axis = random_vector(random, 1) + Vec3(0.01, 0, 0), start = random_vector(random, 3),
               way = random_vector(random, 2);
    const Scene scene(motion_of(axis, angle, start, way));
    const Vec3 x = random_vector(random, 1);
    const double time = random.unit();
    const Vec3 at_start = map_at(scene.motion.b_in_a, 0).apply(x),
               later = map_at(scene.motion.b_in_a, time).apply(x);
    const Vec3 carried = scene.screen.to_a(scene.screen.carry(scene.screen.from_a(at_start), time));
    EXPECT_LT((carried - later).norm(), 1e-13 * scene.screen.size()) << "angle " << angle;
  }
}

TEST(CollisionScreen, UnprojectsWhatItProjects) {
  Random random{63};
  for (int i = 0; i < 200; ++i) {
    const Vec3 axis = random_vector(random, 1) + Vec3(0.01, 0, 0), start = random_vector(random, 3),
               way = random_vector(random, 2);
    const Scene scene(motion_of(axis, i % 4 == 0 ? 0 : 0.1 + random.unit(), start, way));
    const Vec3 p = random_vector(random, 3);
    const Vec3 back = scene.screen.unproject(scene.screen.project(p, scene.screen.phi(p)));
    EXPECT_LT((back - p).norm(), 1e-11 * scene.screen.size());
  }
}

TEST(CollisionScreen, HasAFlatScreenForATranslationAndForATurnThatDoesNotMatter) {
  const Vec3 start(3, 0, 0), way(-2, 0.5, 0);
  EXPECT_TRUE(Scene(motion_of(Vec3::UnitZ(), 0, start, way)).screen.straight());
  EXPECT_FALSE(Scene(motion_of(Vec3::UnitZ(), 1e-6, start, way)).screen.straight());
  const Scene nearly(motion_of(Vec3::UnitZ(), 1e-6, start, way), 1e-5);
  EXPECT_TRUE(nearly.screen.straight());
  EXPECT_NEAR(nearly.screen.travel(), way.norm(), 1e-12);
  const Vec3 p(0.3, 0.2, -0.4);
  const ScreenPoint s = nearly.screen.project(p, 0);
  EXPECT_EQ(s.r, p.x());
  EXPECT_EQ(s.h, p.z());
  EXPECT_EQ(s.t, p.y() / nearly.screen.travel());
}

TEST(CollisionScreen, IsStillWhereNothingMoves) {
  EXPECT_TRUE(Scene(motion_of(Vec3::UnitZ(), 0, {1, 2, 3}, Vec3::Zero())).screen.still());
  EXPECT_FALSE(Scene(motion_of(Vec3::UnitZ(), 0.5, {1, 2, 3}, Vec3::Zero())).screen.still());
}

/// The formulas as they stand in section 7 are repaired: the text's own example of points on the
/// axis has h = 0 and t = y / g.
TEST(CollisionScreen, GivesPointsOnTheAxisATimeIfThereIsTravel) {
  const Scene scene(motion_of(Vec3::UnitY(), 0.8, {2, 0, 0}, Vec3(0, 1.5, 0)));
  const Vec3 p = scene.screen.axis() + Vec3(0, 0.6, 0);
  EXPECT_TRUE(scene.screen.on_axis(p));
  const ScreenPoint s = scene.screen.project(p, 0.3);
  EXPECT_NEAR(s.h, 0, 1e-15);
  EXPECT_NEAR(s.t, 0.6 / scene.screen.travel(), 1e-14);
}

/// Seed 64: bodies beside the axis leave room for the cut in most cases; then no point of A is in
/// the angles that are drawn twice and none of B beyond the cut.
TEST(CollisionScreen, PlacesTheCutWhereNoBodyIs) {
  Random random{64};
  int uncut = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec3 start = 4 * random_vector(random, 1), way = random_vector(random, 3),
               axis = random_vector(random, 1);
    const Scene scene(motion_of(axis + Vec3(0, 0, 0.01), 0.2 + random.unit(), start, way));
    const Screen& screen = scene.screen;
    if (screen.cuts_a() || screen.cuts_b()) continue;
    ++uncut;
    for (const Vec3& v : scene.a.vertices())
      EXPECT_GT(screen.phi(screen.from_a(v)), -kPi + screen.angle());
    const Vec3 first =
        screen.from_a(map_at(scene.motion.b_in_a, 0).apply(scene.b.vertices().front()));
    for (const Vec3& v : scene.b.vertices()) {
      const double phi = screen.phi(screen.from_a(map_at(scene.motion.b_in_a, 0).apply(v)));
      EXPECT_LT(std::abs(phi - screen.phi(first)), kPi);
    }
  }
  EXPECT_GT(uncut, 150);
  EXPECT_LT(uncut, 300);
}

TEST(CollisionScreen, BoxesHoldWhatTheyAreMadeFor) {
  Random random{65};
  for (int i = 0; i < 200; ++i) {
    const Vec3 axis = random_vector(random, 1) + Vec3(0.01, 0, 0), start = random_vector(random, 3),
               way = random_vector(random, 2);
    const Scene scene(motion_of(axis, 0.1 + random.unit(), start, way));
    const Screen& screen = scene.screen;
    const double r0 = 3 * random.unit(), r1 = r0 + random.unit();
    const double phi0 = random.symmetric(), phi1 = phi0 + random.unit();
    const double y0 = random.symmetric(), y1 = y0 + random.unit();
    const ScreenBox box = screen.box({r0, r1}, {phi0, phi1}, {y0, y1});
    for (int k = 0; k < 10; ++k) {
      const double r = r0 + (r1 - r0) * random.unit(), phi = phi0 + (phi1 - phi0) * random.unit();
      const double y = y0 + (y1 - y0) * random.unit();
      const Vec3 p = screen.axis() + Vec3(r * std::sin(phi), y, r * std::cos(phi));
      const ScreenPoint s = screen.project(p, phi);
      EXPECT_TRUE(box.h.overlaps({s.h - 1e-12, s.h + 1e-12}));
      EXPECT_TRUE(box.t.overlaps({s.t - 1e-12, s.t + 1e-12}));
    }
  }
}

TEST(CollisionScreen, TellsFromBoundingSpheresThatNothingCanMeet) {
  EXPECT_TRUE(Scene(motion_of(Vec3::UnitZ(), 0, {3, 0, 0}, Vec3(-2, 0, 0))).screen.may_collide());
  EXPECT_FALSE(Scene(motion_of(Vec3::UnitZ(), 0, {3, 0, 0}, Vec3(2, 0, 0))).screen.may_collide())
      << "moves away";
  EXPECT_FALSE(Scene(motion_of(Vec3::UnitZ(), 0, {3, 3, 0}, Vec3(-6, 0, 0))).screen.may_collide())
      << "passes by";
  EXPECT_FALSE(Scene(motion_of(Vec3::UnitZ(), 0.5, {0, 0, 4}, Vec3(0, 0, 1))).screen.may_collide())
      << "turns above";
}

/// Seed 94: along each outline the passages over the middle of a row cancel, records join, and each
/// stays in its row.
TEST(PixelDraw, RecordsJoinAndOutlinesClose) {
  Random random{94};
  int records = 0;
  for (int i = 0; i < 40; ++i) {
    const Polyhedron a(random_polyhedron(random));
    const Polyhedron b(random_polyhedron(random));
    const Vec3 turn = random_vector(random, 1);
    const Vec3 way = random_vector(random, 1);
    const RelativeMotion motion = relative_motion(
        {}, {Pose{Mat3::Identity(), Vec3(0.7, 0.3, 0.2)},
             Pose::from_axis_angle(turn, 3 * random.unit(), Vec3(0.7, 0.3, 0.2) + way)});
    const rigid::Screen screen(a, b, motion, 0);
    const rigid::ScreenBody body = make_screen_body(a, {}, screen, false, rigid::Facing::Any);
    const std::vector<rigid::ScreenEdge> edges = screen_edges(screen, body);
    rigid::PixelGrid grid;
    grid.pixel = 0.03;
    grid.time_resolution = 0.02;
    grid.first_row = 0;
    grid.last_row = 200;
    std::map<std::pair<int, int>, int> sums;  // of a row and a part of a face
    const rigid::PixelRecord* last = nullptr;
    const std::vector<rigid::PixelRecord> drawn = draw_edges(screen, grid, edges);
    for (const rigid::PixelRecord& record : drawn) {
      ++records;
      EXPECT_LE(record.h_min, record.h_max);
      for (const double r : {record.r0, record.r1}) EXPECT_LE(std::abs(r - record.row), 0.5 + 1e-9);
      for (const double h : {record.h0, record.h1}) {
        EXPECT_GE(h, record.h_min - 0.5);
        EXPECT_LE(h, record.h_max + 0.5);
      }
      const rigid::ScreenEdge& edge = edges[record.edge];
      for (int k = 0; k < 2; ++k)
        if (edge.piece[k] >= 0)
          sums[{record.row, edge.piece[k]}] += record.crossing * edge.along[k];
      if (last != nullptr && last->edge == record.edge) {
        EXPECT_EQ(last->r1, record.r0);
        EXPECT_EQ(last->h1, record.h0);
        EXPECT_EQ(last->t1, record.t0);
      }
      last = &record;
    }
    for (const auto& [key, sum] : sums)
      EXPECT_EQ(sum, 0) << "row " << key.first << ", part " << key.second;
  }
  EXPECT_GT(records, 10000);
}

}  // namespace
}  // namespace firstcontact::test::screen_test
