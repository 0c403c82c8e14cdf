/// Swept boxes and their error constants, in exact rational arithmetic.
#include "step/swept_boxes.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "generate/random.h"

namespace firstcontact::step::swept_boxes_test {
namespace {

using generate::Random;
using Rational = boost::multiprecision::cpp_rational;

constexpr double kLargest = std::numeric_limits<double>::max();

Rational abs(const Rational& x) { return x < 0 ? Rational(-x) : x; }

/// A triangle of random doubles: mantissas of all 53 bits, exponents near that of `scale`.
VertexTable random_motion(Random& random, double scale) {
  VertexTable motion;
  for (int i = 0; i < 18; ++i) {
    const double x = random.symmetric();
    const int smaller = random.below(4) == 0 ? random.below(60) : 0;
    motion.points.push_back(std::ldexp(x, -smaller) * scale);
  }
  return motion;
}

Rational position(const VertexTable& motion, int vertex, int axis, const Rational& t) {
  const double* x = motion.at(vertex) + axis;
  return (1 - t) * Rational(x[0]) + t * Rational(x[3]);
}

double random_horizon(Random& random) {
  switch (random.below(5)) {
    case 0: return std::ldexp(random.unit(), -random.below(1070));
    case 1: return 1 - std::ldexp(random.unit(), -random.below(54));
    case 2: return 1;
    case 3: return random.chance(1, 2) ? 0 : std::numeric_limits<double>::denorm_min();
    default: return random.unit();
  }
}

const Mesh& triangle() {
  static const Mesh mesh({.vertex_count = 3, .faces = {{0, 1, 2}}});
  return mesh;
}

const double kScales[] = {1, 0x1p-997, 0x1p-1060, 0x1p-30, 0x1p40, 0x1p996, kLargest};

TEST(SweptBoxes, ContainEveryVertexAtEveryTimeUpToTheHorizon) {
  Random random({1});
  const std::int32_t vertices[] = {0, 1, 2};
  for (const double scale : kScales)
    for (int round = 0; round < 25; ++round) {
      const VertexTable motion = random_motion(random, scale);
      Sweep sweep;
      sweep.horizon = random_horizon(random);
      const broad::Box box = swept_box(triangle(), motion, vertices, 3, sweep);
      for (int trial = 0; trial < 5; ++trial) {
        // The ends, and dyadic times between them.
        const double share = trial == 0 ? 0 : trial == 1 ? 1 : random.unit();
        const Rational t = Rational(sweep.horizon) * Rational(share);
        for (int k = 0; k < 3; ++k) {
          ASSERT_TRUE(std::isfinite(box.min[k]) && std::isfinite(box.max[k])) << scale;
          for (int i = 0; i < 3; ++i) {
            ASSERT_GE(position(motion, i, k, t), Rational(box.min[k]))
                << scale << " " << sweep.horizon;
            ASSERT_LE(position(motion, i, k, t), Rational(box.max[k]))
                << scale << " " << sweep.horizon;
          }
        }
      }
    }
}

TEST(SweptBoxes, StayFiniteWhereBlendingOverflows) {
  Random random({2});
  VertexTable motion;
  motion.points.assign(6, kLargest);
  for (int k = 0; k < 3; ++k) motion.points[k] = -kLargest;
  VertexTable rest;
  rest.points.assign(6, kLargest);
  const std::int32_t vertex = 0;
  const Mesh point({.vertex_count = 1});
  for (int round = 0; round < 2000; ++round)
    for (const VertexTable* m : {&motion, &rest})
      for (const double separation : {0.0, kLargest / 4}) {
        Sweep sweep;
        sweep.horizon = random_horizon(random);
        sweep.separation = separation;
        const broad::Box box = swept_box(point, *m, &vertex, 1, sweep);
        ASSERT_TRUE(std::isfinite(box.min[0]) && std::isfinite(box.max[0])) << sweep.horizon;
        ASSERT_LE(box.min[0], m->points[0]);
        ASSERT_GE(box.max[0], m->points[0]);
      }
}

TEST(SweptBoxes, AreTightWithoutAnythingAdded) {
  Random random({3});
  const std::int32_t vertices[] = {0, 1, 2};
  for (const double scale : kScales) {
    const VertexTable motion = random_motion(random, scale);
    const broad::Box box = swept_box(triangle(), motion, vertices, 3, {});
    for (int k = 0; k < 3; ++k) {
      double low = kLargest, high = -kLargest;
      for (int i = 0; i < 3; ++i)
        for (const int time : {0, 3}) {
          low = std::min(low, motion.at(i)[k + time]);
          high = std::max(high, motion.at(i)[k + time]);
        }
      EXPECT_EQ(box.min[k], low);
      EXPECT_EQ(box.max[k], high);
    }
  }
}

TEST(SweptBoxes, AreOutwardByLittle) {
  Random random({4});
  const std::int32_t vertices[] = {0, 1, 2};
  for (int round = 0; round < 200; ++round) {
    const VertexTable motion = random_motion(random, 1);
    Sweep sweep;
    sweep.horizon = random.unit();
    const broad::Box box = swept_box(triangle(), motion, vertices, 3, sweep);
    for (int k = 0; k < 3; ++k) {
      Rational low = 9;
      for (int i = 0; i < 3; ++i)
        for (const Rational& t : {Rational(0), Rational(sweep.horizon)})
          low = std::min(low, position(motion, i, k, t));
      EXPECT_LE(low - Rational(box.min[k]), Rational(0x1p-48));
    }
  }
}

/// The blend's error, recomputed with the program's own operations: below kBlendError = 2^-50 of
/// the larger end, with room to spare for what the addition of the error itself rounds.
TEST(SweptBoxes, BlendErrorConstantHolds) {
  Random random({5});
  Rational worst = 0;
  for (int round = 0; round < 4000; ++round) {
    const double x0 = random.symmetric(), x1 = random.symmetric(), h = random_horizon(random);
    const double x = (1 - h) * x0 + h * x1;
    const Rational exact = (1 - Rational(h)) * Rational(x0) + Rational(h) * Rational(x1);
    const double larger = std::max(std::abs(x0), std::abs(x1));
    worst = std::max<Rational>(worst, abs(exact - Rational(x)) / Rational(larger));
  }
  EXPECT_LE(worst, Rational(4 * 0x1p-53));
  EXPECT_LE(worst + Rational(0x1p-53) * 2, Rational(0x1p-50));
  EXPECT_GE(worst, Rational(0x1p-54));  // the sample sees rounding at all
}

/// A gap between two boxes of points, along one axis, that is exactly the distance of contact, in
/// exact arithmetic.
TEST(SweptBoxes, ElementsAtExactlyTheDistanceOfContactOverlap) {
  Random random({6});
  int beyond_plain = 0, rounds = 0;
  for (const double scale : {1.0, 0x1p-1000, 0x1p-1070, 0x1p900})
    for (int round = 0; round < 400; ++round) {
      const double radius_a = random.chance(1, 3) ? 0 : random.unit() * scale,
                   radius_b = random.chance(1, 3) ? 0 : random.unit() * scale;
      Sweep sweep;
      sweep.separation =
          random.chance(1, 4) ? 0 : std::ldexp(random.unit(), -random.below(40)) * scale;
      sweep.tolerance = random.chance(1, 2) ? 0 : random.unit() * scale;
      sweep.horizon = random.chance(1, 2) ? 1 : random.unit();
      const double distance = sweep.separation + (radius_a + radius_b);
      const Mesh mesh({.vertex_count = 2, .thickness = {radius_a, radius_b}});
      VertexTable motion;
      motion.points.assign(12, 0);
      const double x = random.symmetric() * scale * (random.chance(1, 2) ? 0x1p20 : 1);
      // The largest double that is not farther than contact, tolerance included, in exact
      // arithmetic.
      const Rational reach = Rational(x) + Rational(distance) + Rational(sweep.tolerance);
      double y = x + distance + sweep.tolerance;
      while (Rational(y) > reach) y = std::nextafter(y, -kLargest);
      motion.points[0] = motion.points[3] = x;
      motion.points[6] = motion.points[9] = y;
      const std::int32_t a = 0, b = 1;
      EXPECT_TRUE(broad::overlap(swept_box(mesh, motion, &a, 1, sweep),
                                 swept_box(mesh, motion, &b, 1, sweep)))
          << x << " " << y << " " << distance;
      beyond_plain += y > x;
      ++rounds;
    }
  EXPECT_GT(2 * beyond_plain, rounds);
}

/// The largest coordinate difference between edge (0, 1) and edge (2, 3).
Rational pair_size(const VertexTable& motion) {
  Rational size = 0;
  for (int k = 0; k < 6; ++k)
    for (const int a : {0, 1})
      for (const int b : {2, 3})
        size = std::max<Rational>(size, abs(Rational(motion.at(a)[k]) - Rational(motion.at(b)[k])));
  return size;
}

TEST(SweptBoxes, ElementsWithinTheirRelativeToleranceOverlap) {
  Random random({7});
  const Mesh mesh({.vertex_count = 4, .edges = {{0, 1}, {2, 3}}});
  for (int round = 0; round < 1000; ++round) {
    VertexTable motion;
    for (int i = 0; i < 24; ++i) motion.points.push_back(random.symmetric());
    // At t0, edge b is beside a in x and on it in y and z; at t1 its box is that of a.
    const double top = std::max(motion.at(0)[0], motion.at(1)[0]);
    const double b_t0 = top + std::ldexp(random.unit(), -random.below(30));
    for (std::size_t i = 0; i < 12; ++i) motion.points[12 + i] = motion.points[i];
    motion.points[12] = motion.points[18] = b_t0;
    Sweep sweep;
    sweep.horizon = 0;
    const Rational gap = Rational(b_t0) - Rational(top), share = gap / pair_size(motion);
    sweep.relative_tolerance = static_cast<double>(share);
    while (Rational(sweep.relative_tolerance) < share)
      sweep.relative_tolerance = std::nextafter(sweep.relative_tolerance, 2);
    const std::int32_t a[] = {0, 1}, b[] = {2, 3};
    EXPECT_TRUE(
        broad::overlap(swept_box(mesh, motion, a, 2, sweep), swept_box(mesh, motion, b, 2, sweep)))
        << round;
    sweep.relative_tolerance = 0;
    EXPECT_FALSE(
        broad::overlap(swept_box(mesh, motion, a, 2, sweep), swept_box(mesh, motion, b, 2, sweep)))
        << round;
  }
}

TEST(SweptBoxes, OfEveryStridethElementAreThoseOfTheElements) {
  Random random({8});
  MeshDescription description;
  description.vertex_count = 30;
  for (int i = 0; i + 1 < 20; ++i) description.edges.push_back({i, i + 1});
  const Mesh mesh(std::move(description));
  VertexTable motion;
  for (int i = 0; i < 180; ++i) motion.points.push_back(random.symmetric());
  std::vector<broad::Box> all, some;
  for (const Elements elements : {Elements::Vertices, Elements::Edges, Elements::LooseEdges,
                                  Elements::LoosePoints, Elements::Faces}) {
    sweep_boxes(mesh, motion, elements, {}, 1, 1, all);
    EXPECT_EQ(all.size(), count_of(mesh, elements));
    for (const std::size_t stride : {2u, 7u, 16u, 100u}) {
      sweep_boxes(mesh, motion, elements, {}, stride, 2, some);
      std::size_t expected = 0;
      for (std::size_t i = stride / 2; i < all.size(); i += stride, ++expected) {
        ASSERT_LT(expected, some.size());
        for (int k = 0; k < 3; ++k) EXPECT_EQ(some[expected].min[k], all[i].min[k]);
      }
      EXPECT_EQ(some.size(), expected);
    }
  }
}

}  // namespace
}  // namespace firstcontact::step::swept_boxes_test
