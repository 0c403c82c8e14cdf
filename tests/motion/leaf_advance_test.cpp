// Two triangles on one interval: times in closed form, proofs that cover, and random motions
// against dense sampling.
#include "motion/leaf_advance.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "generate/random.h"
#include "support/real_triangles.h"

namespace firstcontact::motion::leaf_advance_test {
namespace {

using generate::Random;
using Outcome = LeafAnswer::Outcome;

Vec3 random_vector(Random& random, double size) {
  const double x = random.symmetric(), y = random.symmetric(), z = random.symmetric();
  return size * Vec3(x, y, z);
}

struct Proof {
  double t0, t1;
  Vec3 n;
};

struct Proofs final : LeafProofs {
  std::vector<Proof> list;
  void apart(double t0, double t1, const Vec3& n) override { list.push_back({t0, t1, n}); }
};

/// One triangle that moves and one at rest.
class Pair {
 public:
  Pair(const geometry::Triangle& moving, const Motion& motion, const geometry::Triangle& resting,
       double t0 = 0, double t1 = 1)
      : t0_(t0),
        t1_(t1),
        triangles_{moving, resting},
        a_(moving, kFaces),
        b_(resting, kFaces),
        posed_a_(motion.over(t0, t1), false),
        posed_b_(Rest().over(t0, t1), true) {}

  LeafMotion leaves(double separation, double tolerance) const {
    return {t0_,
            t1_,
            posed_a_,
            posed_b_,
            geometry::tree_of(a_),
            geometry::tree_of(b_),
            geometry::tree_of(a_).nodes[0],
            geometry::tree_of(b_).nodes[0],
            separation,
            tolerance};
  }
  LeafAnswer advance(double separation, double tolerance, LeafProofs* proofs = nullptr) const {
    return advance_leaves(leaves(separation, tolerance), t0_, t1_, proofs);
  }
  double error() const {
    return posed_a_.error(geometry::tree_of(a_).nodes[0]) +
           posed_b_.error(geometry::tree_of(b_).nodes[0]);
  }

 private:
  static constexpr std::array<Face, 1> kFaces = {{{0, 1, 2}}};
  double t0_, t1_;
  std::array<geometry::Triangle, 2> triangles_;
  TriangleBody a_, b_;
  PosedBody posed_a_, posed_b_;
};

const geometry::Triangle kFloor = {Vec3(-1, -1, 0), Vec3(2, -1, 0), Vec3(-1, 2, 0)};
const geometry::Triangle kTip = {Vec3(0, 0, 0), Vec3(0.1, 0, 0.5), Vec3(-0.1, 0.1, 0.5)};

LinearMotion straight(const Vec3& from, const Vec3& to) {
  return {{Mat3::Identity(), from}, {Mat3::Identity(), to}};
}

TEST(LeafAdvance, FindsTheTimeOfAVertexOnAFace) {
  const Pair pair(kTip, straight(Vec3(0, 0, 1), Vec3(0.1, 0.1, -1)), kFloor);
  for (const double separation : {0.0, 0.25})
    for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
      const LeafAnswer answer = pair.advance(separation, tolerance);
      ASSERT_EQ(answer.outcome, Outcome::Contact);
      EXPECT_LE(answer.time, 0.5 * (1 - separation));
      EXPECT_GE(answer.time, 0.5 * (1 - separation - tolerance) - 1e-12);
      EXPECT_LE(answer.nearest.distance, separation + tolerance + 1e-12);
      EXPECT_LE((answer.nearest.n + Vec3::UnitZ()).norm(), 1e-9);
      EXPECT_LE(answer.steps, 5) << "a straight approach needs no more";
    }
}

TEST(LeafAdvance, LooksOnlyInsideTheWindow) {
  const Pair pair(kTip, straight(Vec3(0, 0, 1), Vec3(0, 0, -1)), kFloor);
  EXPECT_EQ(advance_leaves(pair.leaves(0, 1e-6), 0, 0.4, nullptr).outcome, Outcome::Apart);
  const LeafAnswer inside = advance_leaves(pair.leaves(0, 1e-6), 0.6, 0.7, nullptr);
  EXPECT_EQ(inside.outcome, Outcome::Contact) << "they cut through each other there";
  EXPECT_EQ(inside.time, 0.6);
}

TEST(LeafAdvance, ProvesAMissAllTheWay) {
  const Pair pair(kTip, straight(Vec3(3, 0, 1), Vec3(2.5, 0, -1)), kFloor);
  Proofs proofs;
  EXPECT_EQ(pair.advance(0, 1e-6, &proofs).outcome, Outcome::Apart);
  ASSERT_FALSE(proofs.list.empty());
  EXPECT_EQ(proofs.list.front().t0, 0);
  EXPECT_EQ(proofs.list.back().t1, 1);
  for (std::size_t i = 1; i < proofs.list.size(); ++i)
    EXPECT_LE(proofs.list[i].t0, proofs.list[i - 1].t1);
}

TEST(LeafAdvance, IsUndecidedWhereTheMotionsErrorIsAboveTheTolerance) {
  ScrewCoefficients turn;
  turn.angle = 3;
  Mat3 w;
  w << 0, -1, 0, 1, 0, 0, 0, 0, 0;
  turn.velocity.linear = turn.angle * w;
  turn.bend.linear = turn.angle * turn.angle * w * w;
  const ScrewMotion motion(turn);
  const geometry::Triangle blade = {Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(1.5, 0, 0.1)},
                           post = {Vec3(0, 1.4, -1), Vec3(0.1, 1.5, -1), Vec3(0, 1.5, 1)};
  const Pair whole(blade, motion, post);
  EXPECT_GT(whole.error(), 1e-6);
  const LeafAnswer answer = whole.advance(0, 1e-6);
  EXPECT_EQ(answer.outcome, Outcome::TooLong);
  EXPECT_LE(answer.time, 0.5236);
  const Pair part(blade, motion, post, 0.5, 0.53);
  EXPECT_EQ(part.advance(0, 1e-6).outcome, Outcome::Contact);
}

/// A turn about an axis through the origin, with a travel.
ScrewCoefficients random_screw(Random& random, double angle) {
  ScrewCoefficients m;
  m.angle = angle;
  const Vec3 axis = random_vector(random, 1).normalized();
  Mat3 w;
  w << 0, -axis.z(), axis.y(), axis.z(), 0, -axis.x(), -axis.y(), axis.x(), 0;
  m.start.offset = random_vector(random, 0.7);
  m.velocity = {angle * w, angle * w * m.start.offset};
  m.bend = {angle * w * m.velocity.linear, angle * w * m.velocity.offset};
  m.drift = random_vector(random, 2);
  return m;
}

test::RealTriangle at(const ScrewCoefficients& m, const geometry::Triangle& t, double time) {
  using test::Real;
  const Real a = m.angle, s = std::sin(a * time) / a, half = std::sin(a * time / 2) / a,
             c = 2 * half * half;
  test::RealTriangle out;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto moved = [&](const AffineMap& map) -> test::RealPoint {
      return map.linear.cast<Real>() * t[k].cast<Real>() + map.offset.cast<Real>();
    };
    out[k] = moved(m.start) + s * moved(m.velocity) + c * moved(m.bend) +
             Real(time) * m.drift.cast<Real>();
  }
  return out;
}

test::RealTriangle real(const geometry::Triangle& t) {
  return {t[0].cast<test::Real>(), t[1].cast<test::Real>(), t[2].cast<test::Real>()};
}

// Seed 921: short intervals of random screws, sizes 1e-3 and 1, with and without separation. A
// tenth or more each: contact, free.
TEST(LeafAdvance, NeverPassesAContactAndReportsOnlyWhatIsNear) {
  Random random({921});
  int contacts = 0, free = 0;
  for (int trial = 0; trial < 1500 && !HasFailure(); ++trial) {
    const double size = trial % 3 ? 1 : 1e-3,
                 separation = trial % 2 ? 0 : 0.1 * size * random.unit(), tolerance = 1e-5 * size;
    ScrewCoefficients m = random_screw(random, 0.01 + 2 * random.unit());
    m.start.offset *= size;
    m.velocity.offset *= size;
    m.bend.offset *= size;
    m.drift *= size;
    geometry::Triangle a, b;
    for (Vec3& corner : a) corner = random_vector(random, size);
    for (Vec3& corner : b) corner = random_vector(random, size);
    const double t0 = random.unit() * 0.9, t1 = t0 + 0.1;
    const Pair pair(a, ScrewMotion(m), b, t0, t1);
    Proofs proofs;
    const LeafAnswer answer = pair.advance(separation, tolerance, &proofs);
    const double end = answer.outcome == Outcome::Apart ? t1 : answer.time;
    for (int k = 0; k < 40; ++k) {
      const double t = t0 + (end - t0) * k / 40;
      const test::RealTriangle here = at(m, a, t);
      EXPECT_FALSE(t < end && test::clearly_cross(here, real(b))) << trial << " at " << t;
      EXPECT_TRUE(t >= end || test::distance_of_triangles(here, real(b)) > separation)
          << trial << " at " << t;
    }
    if (answer.outcome == Outcome::Contact) {
      ++contacts;
      const test::RealTriangle here = at(m, a, answer.time);
      EXPECT_TRUE(test::distance_of_triangles(here, real(b)) <= separation + 1.2 * tolerance ||
                  test::clearly_cross(here, real(b)))
          << trial;
    }
    free += answer.outcome == Outcome::Apart;
    double reached = t0;
    for (const Proof& proof : proofs.list) {
      EXPECT_LE(proof.t0, reached) << trial;
      reached = std::max(reached, proof.t1);
    }
    EXPECT_TRUE(answer.outcome != Outcome::Apart || reached >= t1) << trial;
    EXPECT_TRUE(answer.outcome != Outcome::Contact || reached >= answer.time) << trial;
  }
  EXPECT_GE(contacts, 150);
  EXPECT_GE(free, 150);
}

// Seed 922.
TEST(LeafDistance, IsTheSmallestOverTheWindow) {
  Random random({922});
  int found = 0;
  for (int trial = 0; trial < 300 && !HasFailure(); ++trial) {
    const ScrewCoefficients m = random_screw(random, 0.01 + 2 * random.unit());
    geometry::Triangle a, b;
    for (Vec3& corner : a) corner = random_vector(random, 1);
    for (Vec3& corner : b) corner = random_vector(random, 1) + Vec3(0, 0, 1.5);
    const double t0 = random.unit() * 0.9, t1 = t0 + 0.05;
    const Pair pair(a, ScrewMotion(m), b, t0, t1);
    if (pair.advance(0, 1e-6).outcome != Outcome::Apart) continue;
    const DistancePrecision precision = {1e-3, 1e-6};
    const LeafDistance answer = smallest_distance(pair.leaves(0, 1e-6), t0, t1, 1e9, precision);
    if (answer.too_long) continue;
    ++found;
    ASSERT_TRUE(answer.found);
    EXPECT_NEAR(
        static_cast<double>(test::distance_of_triangles(at(m, a, answer.time_smallest), real(b))),
        answer.smallest, 1e-6);
    for (int k = 0; k <= 40; ++k) {
      const auto sampled = static_cast<double>(
          test::distance_of_triangles(at(m, a, t0 + (t1 - t0) * k / 40), real(b)));
      EXPECT_GE(sampled, answer.smallest - precision.slack(answer.smallest) - 1e-12) << trial;
    }
    const LeafDistance again =
        smallest_distance(pair.leaves(0, 1e-6), t0, t1, 0.5 * answer.smallest, precision);
    EXPECT_FALSE(again.found) << "nothing is below half of it";
  }
  EXPECT_GE(found, 100);
}

}  // namespace
}  // namespace firstcontact::motion::leaf_advance_test
