// The analytic mode: its functions of time, their roots, and all collisions against a search that
// shares nothing with it.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "generate/random.h"
#include "generate/rigid_models.h"
#include "rigid/published/analytic_boxes.h"
#include "rigid/published/analytic_curve.h"
#include "rigid/published/screen_modes.h"
#include "rigid/rigid_fixtures.h"

namespace firstcontact::test::analytic_test {
namespace {

using generate::Random;
using rigid::Screen;
using rigid::ScrewCurve;
using Collisions = std::vector<Collision>;

RelativeMotion random_motion(Random& random, double angle) {
  const Vec3 start = 2 * random_vector(random);
  const Vec3 way = 2 * random_vector(random);
  const Vec3 axis = random_vector(random);
  return relative_motion(
      {}, {{Mat3::Identity(), start}, Pose::from_axis_angle(axis, angle, start + way)});
}

ScrewCurve random_curve(Random& random) {
  ScrewCurve curve;
  curve.angle = rigid::kPi * random.unit();
  for (double* k : {&curve.k0, &curve.k1, &curve.k2, &curve.m0, &curve.m1, &curve.m2})
    *k = random.symmetric();
  return curve;
}

/// Seed 101.
TEST(ScrewCurve, HasItsDerivativesAndBounds) {
  Random random{101};
  const double step = 1e-5;
  for (int i = 0; i < 200; ++i) {
    const ScrewCurve curve = random_curve(random);
    const double t = random.unit();
    const ScrewCurve::Values v = curve.at(t), before = curve.at(t - step),
                             after = curve.at(t + step);
    EXPECT_NEAR(v.f1, (after.f - before.f) / (2 * step), 1e-8);
    EXPECT_NEAR(v.f2, (after.f1 - before.f1) / (2 * step), 1e-7);
    EXPECT_LE(std::abs(after.f2 - before.f2) / (2 * step), curve.third_derivative() + 1e-6);
    EXPECT_LE(std::abs(v.f), curve.bound() + 1e-12);
  }
}

/// Seed 102: from tiny angles, whose axis is far away, to half a turn.
TEST(ScrewCurve, IsTheDistanceAndTheVolumeOfCarriedPoints) {
  Random random{102};
  const Polyhedron body(generate::cube(1));
  for (int i = 0; i < 200; ++i) {
    const double angle = i % 4 == 0   ? 0
                         : i % 4 == 1 ? 1e-9 * random.unit()
                                      : rigid::kPi * random.unit();
    const Screen screen(body, body, random_motion(random, angle), 0);
    const Vec3 p = random_vector(random), q = random_vector(random), n = random_vector(random);
    const Vec3 a0 = random_vector(random), a1 = random_vector(random), b0 = random_vector(random),
               b1 = random_vector(random);
    const double t = random.unit();
    EXPECT_NEAR(plane_curve(screen, n, q, p, false).at(t).f, n.dot(screen.carry(p, t) - q), 1e-12);
    EXPECT_NEAR(plane_curve(screen, n, q, p, true).at(t).f, n.dot(screen.carry(p, -t) - q), 1e-12);
    const Vec3 c0 = screen.carry(b0, t), c1 = screen.carry(b1, t);
    EXPECT_NEAR(edge_curve(screen, a0, a1, b0, b1).at(t).f, (a1 - a0).dot((c1 - c0).cross(c0 - a0)),
                1e-11)
        << angle;
  }
}

/// Seed 103: every change of sign on a fine grid is a root, and every root is one.
TEST(ScrewCurve, FindsAllRoots) {
  Random random{103};
  int total = 0, several = 0;
  std::vector<double> roots;
  for (int i = 0; i < 2000; ++i) {
    const ScrewCurve curve = random_curve(random);
    find_roots(curve, rigid::TurnTable(curve.angle), 1e-14, roots);
    EXPECT_TRUE(std::is_sorted(roots.begin(), roots.end()));
    for (const double root : roots) EXPECT_NEAR(curve.at(root).f, 0, 1e-12);
    const int grid = 500;
    for (int k = 0; k < grid; ++k) {
      const double low = static_cast<double>(k) / grid, high = static_cast<double>(k + 1) / grid;
      if ((curve.at(low).f < 0) == (curve.at(high).f < 0)) continue;
      EXPECT_TRUE(std::any_of(roots.begin(), roots.end(), [&](double r) {
        return r >= low && r <= high;
      })) << i;
      ++total;
    }
    several += roots.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(total, 400);
  EXPECT_GT(several, 30);
}

TEST(ScrewCurve, ReportsTouchingAndStayingZeroOnce) {
  std::vector<double> roots;
  ScrewCurve touch;  // 1 − cos(2 (t − 0.5)), written out
  touch.angle = 2;
  touch.k0 = 1 - std::cos(1.0);
  touch.k1 = std::cos(1.0);
  touch.k2 = -std::sin(1.0);
  find_roots(touch, rigid::TurnTable(touch.angle), 1e-14, roots);
  ASSERT_EQ(roots.size(), 1u);
  EXPECT_NEAR(roots[0], 0.5, 1e-6);

  ScrewCurve zero;
  zero.angle = 1;
  find_roots(zero, rigid::TurnTable(zero.angle), 1e-14, roots);
  EXPECT_EQ(roots, std::vector<double>{0});

  ScrewCurve ends;  // t (1 − t) as nearly as the class has it: 0 at 0 only, then away
  ends.m0 = 1;
  find_roots(ends, rigid::TurnTable(ends.angle), 1e-14, roots);
  EXPECT_EQ(roots, std::vector<double>{0});
  ends.k0 = -1;
  find_roots(ends, rigid::TurnTable(ends.angle), 1e-14, roots);
  ASSERT_EQ(roots.size(), 1u);
  EXPECT_NEAR(roots[0], 1, 1e-15);
}

/// One contact of two features found by brute force.
struct Event {
  CollisionKind kind;
  int a, b;
  double time;
};

/// B's vertices in A's coordinates.
std::vector<Vec3> posed(const Polyhedron& b, const RelativeMotion& motion, double t) {
  const AffineMap map = map_at(motion.b_in_a, t);
  std::vector<Vec3> out;
  for (const Vec3& v : b.vertices()) out.push_back(map.apply(v));
  return out;
}

double volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return (b - a).cross(c - a).dot(d - a);
}

/// How far inside (positive) the contact is when the four points are in a plane: the least
/// barycentric coordinate.
double depth_in_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = (b - a).cross(c - a);
  const double square = n.squaredNorm();
  return std::min({(b - a).cross(p - a).dot(n), (c - b).cross(p - b).dot(n),
                   (a - c).cross(p - c).dot(n)}) /
         square;
}
double depth_on_edges(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 n = (b - a).cross(d - c);
  const double u = (c - a).cross(d - c).dot(n) / n.squaredNorm(),
               v = (c - a).cross(b - a).dot(n) / n.squaredNorm();
  return std::min({u, 1 - u, v, 1 - v});
}

/// Of two bodies with triangles for faces: changes of sign on a grid of times, refined by
/// bisection. Contacts nearer than `margin` to the border of a feature are left out.
std::vector<Event> brute_force(const Polyhedron& a, const Polyhedron& b,
                               const RelativeMotion& motion, int grid, double margin) {
  std::vector<Event> events;
  std::vector<std::vector<Vec3>> poses;
  for (int k = 0; k <= grid; ++k) poses.push_back(posed(b, motion, static_cast<double>(k) / grid));
  const auto search = [&](CollisionKind kind, int ia, int ib, const auto& value,
                          const auto& depth) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(grid); ++k) {
      const bool negative = value(poses[k]) < 0;
      if (negative == (value(poses[k + 1]) < 0)) continue;
      double low = static_cast<double>(k) / grid, high = static_cast<double>(k + 1) / grid;
      for (int i = 0; i < 45; ++i)
        ((value(posed(b, motion, (low + high) / 2)) < 0) == negative ? low : high) =
            (low + high) / 2;
      if (depth(posed(b, motion, low)) > margin) events.push_back({kind, ia, ib, low});
    }
  };
  const std::span<const Vec3> pa = a.vertices();
  for (int v = 0; v < static_cast<int>(pa.size()); ++v) {
    for (int f = 0; f < static_cast<int>(b.faces().size()); ++f) {
      const std::vector<int>& c = b.faces()[f];
      const std::size_t i = static_cast<std::size_t>(c[0]), j = static_cast<std::size_t>(c[1]),
                        k = static_cast<std::size_t>(c[2]);
      const Vec3& p = pa[v];
      search(
          CollisionKind::VertexFace, v, f,
          [&](const auto& x) { return volume(x[i], x[j], x[k], p); },
          [&](const auto& x) { return depth_in_triangle(p, x[i], x[j], x[k]); });
    }
  }
  for (int f = 0; f < static_cast<int>(a.faces().size()); ++f) {
    for (int v = 0; v < static_cast<int>(b.vertices().size()); ++v) {
      const std::vector<int>& c = a.faces()[f];
      const Vec3 &i = pa[c[0]], &j = pa[c[1]], &k = pa[c[2]];
      const std::size_t p = static_cast<std::size_t>(v);
      search(
          CollisionKind::FaceVertex, f, v, [&](const auto& x) { return volume(i, j, k, x[p]); },
          [&](const auto& x) { return depth_in_triangle(x[p], i, j, k); });
    }
  }
  for (int ea = 0; ea < static_cast<int>(a.edges().size()); ++ea) {
    for (int eb = 0; eb < static_cast<int>(b.edges().size()); ++eb) {
      const PolyhedronEdge &da = a.edges()[ea], &db = b.edges()[eb];
      const Vec3 &p = pa[da.v0], &q = pa[da.v1];
      const std::size_t i = static_cast<std::size_t>(db.v0), j = static_cast<std::size_t>(db.v1);
      search(
          CollisionKind::EdgeEdge, ea, eb, [&](const auto& x) { return volume(p, q, x[i], x[j]); },
          [&](const auto& x) { return depth_on_edges(p, q, x[i], x[j]); });
    }
  }
  return events;
}

/// Seed 104: tetrahedra and stars, all contacts however improper.
TEST(Analytic, FindsWhatBruteForceFindsAndNothingElse) {
  Random random{104};
  int expected = 0, missed = 0, invented = 0, found_total = 0;
  ScrewOptions options;
  options.min_properness = -1;
  for (int i = 0; i < 150; ++i) {
    const Polyhedron a(i % 3 == 0 ? random_star(random) : random_tetrahedron(random));
    const Polyhedron b(random_tetrahedron(random));
    const Vec3 start = random_vector(random);
    const Vec3 end = random_vector(random);
    const Vec3 axis = random_vector(random);
    const double angle = i % 5 == 0 ? 0 : rigid::kPi * random.unit();
    const RelativeMotion motion =
        relative_motion({}, {{Mat3::Identity(), start}, Pose::from_axis_angle(axis, angle, end)});
    const Collisions found = analytic_collisions(a, b, motion, options);
    const auto near = [](const Collision& c, const Event& e) {
      return c.kind == e.kind && c.a == e.a && c.b == e.b && std::abs(c.time - e.time) < 1e-8;
    };
    const std::vector<Event> surely = brute_force(a, b, motion, 300, 1e-6),
                             perhaps = brute_force(a, b, motion, 300, -1e-6);
    for (const Event& e : surely)
      missed +=
          std::none_of(found.begin(), found.end(), [&](const Collision& c) { return near(c, e); })
              ? 1
              : 0;
    for (const Collision& c : found)
      invented +=
          std::none_of(perhaps.begin(), perhaps.end(), [&](const Event& e) { return near(c, e); })
              ? 1
              : 0;
    expected += static_cast<int>(surely.size());
    found_total += static_cast<int>(found.size());
  }
  EXPECT_GT(expected, 600);
  EXPECT_EQ(missed, 0);
  // Two changes of sign between neighbouring times of the grid are not seen by brute force.
  EXPECT_LE(invented, found_total / 200);
}

/// The points of both bodies at the time of a collision are at one place, and the normal is across
/// both features.
TEST(Analytic, PointsAreOnBothFeatures) {
  Random random{105};
  int count = 0;
  for (int i = 0; i < 200; ++i) {
    const Polyhedron a(random_polyhedron(random));
    const Polyhedron b(random_polyhedron(random));
    const Vec3 start = random_vector(random).normalized() * 2;
    const Vec3 turn = random_vector(random);
    const RelativeMotion motion = relative_motion(
        {}, {{Mat3::Identity(), start}, Pose::from_axis_angle(turn, 2 * random.unit(), -start)});
    for (const Collision& c : analytic_collisions(a, b, motion, {})) {
      ++count;
      const AffineMap map = map_at(motion.b_in_a, c.time);
      EXPECT_NEAR(c.normal.norm(), 1, 1e-12);
      const auto edge_of = [](const Polyhedron& body, int edge) {
        const PolyhedronEdge& e = body.edges()[edge];
        return std::pair(body.vertices()[e.v0], body.vertices()[e.v1]);
      };
      const Vec3 in_b = map.linear.transpose() * (c.point - map.offset);
      if (c.kind == CollisionKind::EdgeEdge) {
        const auto [a0, a1] = edge_of(a, c.a);
        const auto [b0, b1] = edge_of(b, c.b);
        EXPECT_LT((c.point - a0).cross(a1 - a0).norm() / (a1 - a0).norm(), 1e-9);
        EXPECT_LT((in_b - b0).cross(b1 - b0).norm() / (b1 - b0).norm(), 1e-9);
        EXPECT_NEAR(c.normal.dot(a1 - a0), 0, 1e-9);
        EXPECT_NEAR((map.linear.transpose() * c.normal).dot(b1 - b0), 0, 1e-9);
      } else if (c.kind == CollisionKind::VertexFace) {
        EXPECT_EQ(c.point, a.vertices()[c.a]);
        const Vec3& n = b.normals()[c.b];
        const Vec3& q = b.vertices()[b.faces()[c.b][0]];
        EXPECT_NEAR(n.dot(in_b - q), 0, 1e-9);
        EXPECT_LT((map.linear * n + c.normal).norm(), 1e-12);
      } else {
        EXPECT_LT((in_b - b.vertices()[c.b]).norm(), 1e-9);
        const Vec3& q = a.vertices()[a.faces()[c.a][0]];
        EXPECT_NEAR(a.normals()[c.a].dot(c.point - q), 0, 1e-9);
        EXPECT_EQ(c.normal, a.normals()[c.a]);
      }
    }
  }
  EXPECT_GT(count, 200);
}

/// Times and order of what a cube does that slides over a slab's top: the corners in front run into
/// the side's upper edge, those behind come over it later; each is reported once, where its contact
/// begins.
TEST(Analytic, SlidingContactIsReportedWhereItBegins) {
  const Polyhedron slab(generate::box(2, 3, 1)), cube(generate::cube(1));
  const Collisions found =
      analytic_collisions(slab, cube, relative_motion({}, {at(3, 0, 1), at(0, 0, 1)}), {});
  ASSERT_EQ(found.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(found[i].kind, CollisionKind::FaceVertex);
    EXPECT_NEAR(found[i].time, i < 2 ? 1.5 / 3 : 2.5 / 3, 1e-12);
    EXPECT_NEAR(found[i].properness, 0, 1e-12);
    EXPECT_NEAR(found[i].point.z(), 0.5, 1e-12);
  }
  // Turning in the plane of the top: the same, at the times at which the corners come over the
  // edge.
  const Pose from = at(3, 0, 1), to = Pose::from_axis_angle(Vec3::UnitZ(), 0.5, {0, 0, 1});
  const Collisions turned = analytic_collisions(slab, cube, relative_motion({}, {from, to}), {});
  ASSERT_EQ(turned.size(), 4u);
  for (const Collision& c : turned) EXPECT_NEAR(c.point.x(), 1, 1e-9);
  // From the start.
  const Collisions resting =
      analytic_collisions(slab, cube, relative_motion({}, {at(0.1, 0, 1), at(0.2, 0, 1)}), {});
  ASSERT_EQ(resting.size(), 4u);
  for (const Collision& c : resting) EXPECT_EQ(c.time, 0);
}

TEST(Analytic, ContactAtTheEndsOfTheMotionIsFound) {
  const Polyhedron a(generate::cube(2)), b(generate::cube(1));
  const Collisions end =
      analytic_collisions(a, b, relative_motion({}, {at(0, 0, 3), at(0, 0, 1.5)}), {});
  ASSERT_EQ(end.size(), 4u);
  for (const Collision& c : end) EXPECT_NEAR(c.time, 1, 1e-12);
  const Collisions start =
      analytic_collisions(a, b, relative_motion({}, {at(0, 0, 1.5), at(0, 0, 1)}), {});
  ASSERT_EQ(start.size(), 4u);
  for (const Collision& c : start) EXPECT_NEAR(c.time, 0, 1e-12);
}

/// Corner on corner, corner on edge, edge on edge in line: each contact once, as its most proper
/// vertex-face pair.
TEST(Analytic, CoincidingFeaturesAreResolvedToTheMostProperPair) {
  const Polyhedron a(generate::cube(1)), b(generate::cube(1));
  for (const double x : {0.0, 0.25}) {
    const Collisions found =
        analytic_collisions(a, b, relative_motion({}, {at(x, 0, 3), at(x, 0, 0.5)}), {});
    ASSERT_EQ(found.size(), 4u) << x;
    for (const Collision& c : found) {
      EXPECT_NE(c.kind, CollisionKind::EdgeEdge);
      EXPECT_NEAR(c.time, 0.8, 1e-12);
      EXPECT_LT((c.normal - Vec3::UnitZ()).norm(), 1e-12);
      EXPECT_NEAR(c.properness, 0, 1e-12);
    }
  }
}

TEST(Analytic, TinyTurnsAreLikeNone) {
  const Polyhedron a(generate::cube(2)), b(generate::tetrahedron(1));
  const auto run = [&](double angle) {
    return analytic_collisions(
        a, b,
        relative_motion(
            {}, {at(0.1, 0.05, 3), Pose::from_axis_angle({0.3, 1, 0.2}, angle, {0.2, 0.1, 0.5})}),
        {});
  };
  const Collisions still = run(0);
  ASSERT_FALSE(still.empty());
  for (const double angle : {1e-14, 1e-12, 1e-9, 1e-6}) {
    const Collisions turned = run(angle);
    ASSERT_EQ(turned.size(), still.size()) << angle;
    for (std::size_t i = 0; i < still.size(); ++i) {
      EXPECT_EQ(turned[i].a, still[i].a);
      EXPECT_NEAR(turned[i].time, still[i].time, 2 * angle + 1e-12);
    }
  }
}

TEST(Analytic, ResultDoesNotDependOnTheFrame) {
  Random random{106};
  const Polyhedron a(generate::car(2)), b(generate::car(2));
  for (int i = 0; i < 20; ++i) {
    const Vec3 start = random_vector(random).normalized() * 2.5;
    const Vec3 turn = random_vector(random);
    const Pose from = Pose::from_axis_angle(random_vector(random), 1, start),
               to = Pose::from_axis_angle(turn, 1.5, {0, 0, 0});
    const Pose world = Pose::from_axis_angle(random_vector(random), 2, {10, -20, 5});
    const auto moved = [&](const Pose& p) -> Pose {
      return {world.rotation * p.rotation, world.apply(p.position)};
    };
    const Collisions here = analytic_collisions(a, b, relative_motion({}, {from, to}), {});
    const Collisions there =
        analytic_collisions(a, b, relative_motion({world, world}, {moved(from), moved(to)}), {});
    ASSERT_EQ(here.size(), there.size());
    for (std::size_t k = 0; k < here.size(); ++k) {
      EXPECT_NEAR(here[k].time, there[k].time, 1e-9);
      EXPECT_LT((here[k].point - there[k].point).norm(), 1e-9);
    }
  }
}

}  // namespace
}  // namespace firstcontact::test::analytic_test
