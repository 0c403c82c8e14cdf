// Lines on the screen: cut at the ends of the range of angles, doppeled, closed by virtual edges.
#include "rigid/published/doppel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "generate/random.h"
#include "generate/rigid_models.h"
#include "rigid/rigid_fixtures.h"

namespace firstcontact::test::doppel_test {
namespace {

using generate::Random;
using rigid::Facing;
using rigid::kPi;
using rigid::Screen;
using rigid::ScreenBody;
using rigid::ScreenEdge;

/// B turns about the y axis of A's coordinates by `angle` with `travel` along it, from where
/// `start` has it.
RelativeMotion turn_about_y(double angle, double travel, const Pose& start) {
  const Mat3 turn = Pose::from_axis_angle(Vec3::UnitY(), angle).rotation;
  const Pose end = {turn * start.rotation, turn * start.position + Vec3(0, travel, 0)};
  return relative_motion({}, {start, end});
}

struct Drawn {
  Screen screen;
  ScreenBody body;
  std::vector<ScreenEdge> edges;
};

Drawn draw_a(const Polyhedron& a, const Polyhedron& b, const RelativeMotion& motion,
             Facing facing) {
  const Screen screen(a, b, motion, 0);
  ScreenBody body = make_screen_body(a, {}, screen, false, facing);
  std::vector<ScreenEdge> edges = screen_edges(screen, body);
  return {screen, std::move(body), std::move(edges)};
}

Drawn draw_b(const Polyhedron& a, const Polyhedron& b, const RelativeMotion& motion,
             Facing facing) {
  const Screen screen(a, b, motion, 0);
  ScreenBody body = make_screen_body(b, map_at(motion.b_in_a, 0), screen, true, facing);
  std::vector<ScreenEdge> edges = screen_edges(screen, body);
  return {screen, std::move(body), std::move(edges)};
}

/// The outline of a part of a face, in space and angle, is closed: at each point as many lines end
/// as begin.
bool closes(const Drawn& drawn, int piece) {
  struct End {
    Vec3 point;
    double phi;
    int sum;
  };
  std::vector<End> ends;
  const auto add = [&](const Vec3& p, double phi, int sign) {
    for (End& end : ends) {
      if ((end.point - p).norm() > 1e-9) continue;
      if (!drawn.screen.straight() && !drawn.screen.on_axis(p) && std::abs(end.phi - phi) > 1e-7)
        continue;
      end.sum += sign;
      return;
    }
    ends.push_back({p, phi, sign});
  };
  for (const ScreenEdge& edge : drawn.edges) {
    for (int k = 0; k < 2; ++k) {
      if (edge.piece[k] != piece) continue;
      add(edge.p0, edge.phi0, -edge.along[k]);
      add(edge.p1, edge.phi1, edge.along[k]);
    }
  }
  return std::all_of(ends.begin(), ends.end(), [](const End& end) { return end.sum == 0; });
}

/// The two horizontal squares of figures 10 and 11: side 2, in the plane y = 0, their centre at (x,
/// z).
Polyhedron square(double x, double z) {
  return Polyhedron(
      {.vertices = {{x - 1, 0, z - 1}, {x - 1, 0, z + 1}, {x + 1, 0, z + 1}, {x + 1, 0, z - 1}},
       .faces = {{0, 1, 2, 3}}});
}

/// A body all around the axis, so that the cut has no place where nothing is.
Polyhedron ring() { return Polyhedron(generate::torus(3, 0.2, 12, 4)); }

Pose upright() { return Pose::from_axis_angle(Vec3::UnitX(), kPi / 2); }

std::vector<ScreenEdge> virtual_edges(const Drawn& drawn) {
  std::vector<ScreenEdge> out;
  for (const ScreenEdge& edge : drawn.edges)
    if (edge.fixed_phi) out.push_back(edge);
  return out;
}

TEST(Doppel, SplitsAFaceBesideTheAxisIntoTwoPolygons) {
  // Figure 10. The square is on the cut, and wider than the angles that are drawn twice.
  const double theta = 0.3;
  // Where the cut is: every body is around the axis or on it, so the frame is the one that is there
  // without a gap.
  const RelativeMotion motion = turn_about_y(theta, 0.5, upright());
  const Polyhedron other = ring();
  const Screen probe(other, other, motion, 0);
  ASSERT_TRUE(probe.cuts_a() && probe.cuts_b());
  const Vec3 on_cut = probe.to_a(probe.axis() - Vec3(0, 0, 3));
  const Polyhedron alone = square(on_cut.x(), on_cut.z());
  // A: the square and a ring far below, which keeps the cut where it is.
  PolyhedronDescription both{.vertices = {alone.vertices().begin(), alone.vertices().end()},
                             .faces = {{0, 1, 2, 3}}};
  for (const Vec3& v : other.vertices())
    both.vertices.push_back(upright().apply(v) - Vec3(0, 5, 0));
  for (const std::vector<int>& face : other.faces()) {
    std::vector<int> shifted = face;
    for (int& v : shifted) v += 4;
    both.faces.push_back(shifted);
  }
  const Polyhedron a(both);
  ASSERT_EQ(a.fault(), "");
  const Drawn drawn = draw_a(a, other, motion, Facing::Any);
  ASSERT_TRUE(drawn.body.cuts);
  const int piece = rigid::piece_of(0, drawn.body.facing_at(drawn.screen, 0, 0));
  int first = 0, second = 0;
  for (const ScreenEdge& edge : virtual_edges(drawn)) {
    if (edge.piece[0] != piece) continue;
    EXPECT_EQ(edge.source, -1);
    if (edge.phi == -kPi) ++first;
    if (edge.phi == kPi + theta) ++second;
    EXPECT_GT(edge.s0.r, 1.5);
    EXPECT_GT(std::abs(edge.s1.r - edge.s0.r), 1);
  }
  EXPECT_EQ(first, 1) << "EF of the figure, at phi = -pi";
  EXPECT_EQ(second, 1) << "GH of the figure, at phi = pi + theta";
  EXPECT_TRUE(closes(drawn, piece));
}

TEST(Doppel, StartsVirtualEdgesAtTheAxisWhereAFaceCrossesIt) {
  // Figure 11: GE at phi = pi + theta and FG at phi = -pi, where G is on the axis.
  const double theta = 0.7;
  const RelativeMotion motion = turn_about_y(theta, 0.5, upright());
  const Polyhedron a = square(0.2, 0.1), b = ring();
  const Drawn drawn = draw_a(a, b, motion, Facing::Any);
  ASSERT_TRUE(drawn.body.cuts);
  const std::vector<ScreenEdge> cuts = virtual_edges(drawn);
  ASSERT_EQ(cuts.size(), 2u);
  std::vector<double> angles;
  for (const ScreenEdge& edge : cuts) {
    angles.push_back(edge.phi);
    EXPECT_NEAR(std::min(edge.s0.r, edge.s1.r), 0, 1e-12);
    EXPECT_GT(std::max(edge.s0.r, edge.s1.r), 0.7);
  }
  std::sort(angles.begin(), angles.end());
  EXPECT_EQ(angles[0], -kPi);
  EXPECT_EQ(angles[1], kPi + theta);
  EXPECT_TRUE(closes(drawn, cuts[0].piece[0]));
  // Every direction is drawn once, and those in the first theta after the cut twice: seen from the
  // axis the outline turns by 2 pi + theta.
  double turned = 0;
  for (const ScreenEdge& edge : drawn.edges)
    if (!edge.fixed_phi)
      turned += edge.along[edge.piece[0] == cuts[0].piece[0] ? 0 : 1] * (edge.phi1 - edge.phi0);
  EXPECT_NEAR(std::abs(turned), 2 * kPi + theta, 1e-9);
}

TEST(Doppel, CutsTheMovingBodyWithoutDrawingItTwice) {
  const RelativeMotion motion = turn_about_y(0.7, 0.5, {Mat3::Identity(), Vec3(0.2, 0, 0.1)});
  const Polyhedron a = ring(), b = square(0, 0);
  const Drawn drawn = draw_b(a, b, motion, Facing::Any);
  ASSERT_TRUE(drawn.body.cuts);
  std::vector<double> angles;
  for (const ScreenEdge& edge : virtual_edges(drawn)) angles.push_back(edge.phi);
  std::sort(angles.begin(), angles.end());
  EXPECT_EQ(angles, (std::vector<double>{-kPi, kPi}));
  for (const ScreenEdge& edge : drawn.edges) EXPECT_EQ(edge.shift, 0);
  EXPECT_EQ(screen_vertices(drawn.screen, drawn.body).size(), 4u);
}

TEST(Doppel, DrawsVerticesTwiceInTheFirstAnglesAfterTheCut) {
  const double theta = 1.5;
  const RelativeMotion motion = turn_about_y(theta, 0, upright());
  const Polyhedron a(generate::cube(1)), b = ring();
  const Drawn drawn = draw_a(a, b, motion, Facing::Any);
  std::map<int, std::vector<double>> times;
  for (const rigid::ScreenVertex& v : screen_vertices(drawn.screen, drawn.body))
    times[v.vertex].push_back(v.at.t);
  ASSERT_EQ(times.size(), 8u);
  int twice = 0;
  for (const auto& [vertex, t] : times) {
    const double phi = drawn.body.phi[vertex];
    ASSERT_EQ(t.size(), phi <= -kPi + theta ? 2u : 1u);
    if (t.size() < 2) continue;
    ++twice;
    EXPECT_NEAR(t[1] - t[0], 2 * kPi / theta, 1e-12);
  }
  EXPECT_GE(twice, 2);
}

/// Seed 81: bodies around, beside and across the axis, whole and culled. Every part of a face has a
/// closed outline, and r is monotone along every line.
TEST(Doppel, ClosesEveryOutline) {
  Random random{81};
  int with_cuts = 0, outlines = 0;
  for (int i = 0; i < 120; ++i) {
    const Polyhedron a(random_polyhedron(random));
    const Polyhedron b(random_polyhedron(random));
    const Vec3 axis = random_vector(random);
    const double angle = i % 3 == 0 ? 0 : kPi * random.unit();
    const Vec3 start = random_vector(random);
    const Vec3 way = random_vector(random);
    const Pose from = {Mat3::Identity(), start},
               to = {Pose::from_axis_angle(axis, angle).rotation, start + way};
    const RelativeMotion motion = relative_motion({}, {from, to});
    const bool cull = i % 2 == 0;
    for (const Drawn& drawn : {draw_a(a, b, motion, cull ? Facing::Backward : Facing::Any),
                               draw_b(a, b, motion, cull ? Facing::Forward : Facing::Any)}) {
      with_cuts += drawn.body.cuts ? 1 : 0;
      for (int piece = 0; piece < 2 * static_cast<int>(drawn.body.polyhedron->faces().size());
           ++piece) {
        EXPECT_TRUE(closes(drawn, piece)) << "case " << i << ", piece " << piece;
        ++outlines;
      }
      if (drawn.screen.straight()) continue;
      for (const ScreenEdge& edge : drawn.edges) {
        const double middle = drawn.screen.radius((edge.p0 + edge.p1) / 2);
        EXPECT_GE(middle, std::min(edge.s0.r, edge.s1.r) - 1e-12);
        EXPECT_LE(middle, std::max(edge.s0.r, edge.s1.r) + 1e-12);
      }
    }
  }
  EXPECT_GT(with_cuts, 60);
  EXPECT_GT(outlines, 2000);
}

}  // namespace
}  // namespace firstcontact::test::doppel_test
