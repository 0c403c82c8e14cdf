// Control poses of the library's own motions against 50 digits: they enclose, and they are not
// wide.
#include <firstcontact/motion.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "generate/random.h"

namespace firstcontact::motions_test {
namespace {

using generate::Random;
using Exact = boost::multiprecision::cpp_bin_float_50;
using ExactVector = std::array<Exact, 3>;

constexpr double kPi = 0x1.921fb54442d18p+1;

Vec3 random_vector(Random& random, double size) {
  const double x = random.symmetric(), y = random.symmetric(), z = random.symmetric();
  return size * Vec3(x, y, z);
}

void add(ExactVector& sum, const Exact& factor, const AffineMap& map, const Vec3& x) {
  for (int i = 0; i < 3; ++i) {
    Exact value = map.offset[i];
    for (int j = 0; j < 3; ++j) value += Exact(map.linear(i, j)) * Exact(x[j]);
    sum[i] += factor * value;
  }
}

void add(ExactVector& sum, const Exact& factor, const Vec3& v) {
  for (int i = 0; i < 3; ++i) sum[i] += factor * Exact(v[i]);
}

ExactVector truth(const ScrewCoefficients& m, const Exact& t, const Vec3& x) {
  ExactVector sum = {0, 0, 0};
  Exact first = t, second = t * t / 2;
  if (m.angle != 0) {
    const Exact a = m.angle, half = sin(a * t / 2) / a;
    first = sin(a * t) / a;
    second = 2 * half * half;
  }
  add(sum, 1, m.start, x);
  add(sum, first, m.velocity, x);
  add(sum, second, m.bend, x);
  add(sum, t, m.drift);
  return sum;
}

struct LinearTruth {
  AffineMap from, to;
};

ExactVector truth(const LinearTruth& m, const Exact& t, const Vec3& x) {
  ExactVector sum = {0, 0, 0};
  add(sum, 1 - t, m.from, x);
  add(sum, t, m.to, x);
  return sum;
}

/// How much of its bound the enclosure needs, at the share s of the interval.
template <class Truth>
double share_of_bound(const Truth& motion, const ControlPoses& poses, double s, const Vec3& x) {
  const Exact e = s, r = 1 - e, t = Exact(poses.t0) + e * (Exact(poses.t1) - Exact(poses.t0));
  ExactVector difference = truth(motion, t, x);
  const std::array<Exact, 4> weights = {r * r * r, 3 * r * r * e, 3 * r * e * e, e * e * e};
  for (std::size_t k = 0; k < 4; ++k) add(difference, -weights[k], poses.pose[k], x);
  const Exact off = sqrt(difference[0] * difference[0] + difference[1] * difference[1] +
                         difference[2] * difference[2]);
  Exact reach = 0;
  for (int i = 0; i < 3; ++i)
    reach += (Exact(x[i]) - Exact(poses.centre[i])) * (Exact(x[i]) - Exact(poses.centre[i]));
  const Exact bound = Exact(poses.turn_error) * sqrt(reach) + Exact(poses.shift_error);
  if (off == 0) return 0;
  return bound > 0 ? static_cast<double>(off / bound) : std::numeric_limits<double>::infinity();
}

/// A turn about the unit vector `axis` through `point`, with a travel along it, after a start pose.
ScrewCoefficients screw(double angle, const Vec3& axis, const Vec3& point, double travel,
                        const Pose& start) {
  Mat3 turn;
  turn << 0, -axis.z(), axis.y(), axis.z(), 0, -axis.x(), -axis.y(), axis.x(), 0;
  ScrewCoefficients m;
  m.angle = angle;
  m.start = {start.rotation, start.position};
  m.velocity = {angle * turn * start.rotation, angle * turn * (start.position - point)};
  m.bend = {angle * turn * m.velocity.linear, angle * turn * m.velocity.offset};
  m.drift = travel * axis;
  return m;
}

ScrewCoefficients random_screw(Random& random, double angle) {
  const Vec3 axis = random_vector(random, 1).normalized(), from = random_vector(random, 1);
  const Vec3 point = random_vector(random, 3), position = random_vector(random, 2);
  const double turn = random.unit() * 3, travel = random.symmetric() * 2;
  return screw(angle, axis, point, travel, Pose::from_axis_angle(from, turn, position));
}

/// Coefficients that are no screw at all: the enclosure must hold for them too.
ScrewCoefficients random_coefficients(Random& random, double angle) {
  ScrewCoefficients m;
  m.angle = angle;
  for (AffineMap* map : {&m.start, &m.velocity, &m.bend}) {
    const double size = std::exp2(random.symmetric() * 60);
    for (int i = 0; i < 3; ++i) map->linear.row(i) = random_vector(random, size);
    map->offset = random_vector(random, size * std::exp2(random.symmetric() * 20));
  }
  m.drift = random_vector(random, std::exp2(random.symmetric() * 30));
  return m;
}

constexpr std::array<double, 10> kAngles = {0, 1e-300, 1e-12, 1e-6, 0.1, 1, kPi, 20, 1000, -2};

struct Interval {
  double t0, t1;
};

std::vector<Interval> intervals(Random& random) {
  std::vector<Interval> all = {
      {0, 1}, {0, 0}, {1, 1}, {0.5, 0.5}, {0, 0x1p-52}, {std::nextafter(1.0, 0), 1}, {0, 5e-324}};
  const double at = random.unit();
  all.push_back({at, std::nextafter(at, 2)});
  for (const double width : {0.3, 0.01, 1e-4, 1e-8, 1e-13}) {
    const double t0 = random.unit() * (1 - width);
    all.push_back({t0, std::min(1.0, t0 + width)});
  }
  return all;
}

template <class Truth>
void expect_enclosed(const Truth& motion, const Motion& tested, Random& random, double body_size,
                     double& most) {
  for (const Interval& interval : intervals(random)) {
    const ControlPoses poses = tested.over(interval.t0, interval.t1);
    ASSERT_EQ(poses.t0, interval.t0);
    ASSERT_EQ(poses.t1, interval.t1);
    for (const double s : {0.0, 0.1, 0.37, 0.5, 0.81, 1.0}) {
      const Vec3 x = random_vector(random, random.chance(1, 8) ? 0 : body_size);
      const double share = share_of_bound(motion, poses, s, x);
      ASSERT_LE(share, 1) << "[" << interval.t0 << ", " << interval.t1 << "] at " << s;
      most = std::max(most, share);
    }
  }
}

TEST(ScrewMotion, EnclosesTrueScrewsOfEveryAngle) {
  for (const double angle : kAngles) {
    Random random = {11, generate::hash("screws"),
                     static_cast<std::uint64_t>(std::abs(angle) * 1e6)};
    double most = 0;
    for (int i = 0; i < 12 && !HasFatalFailure(); ++i) {
      SCOPED_TRACE(testing::Message() << "angle " << angle << ", screw " << i);
      const ScrewCoefficients m = random_screw(random, angle);
      expect_enclosed(m, ScrewMotion(m), random, std::exp2(4 * random.symmetric()), most);
    }
    EXPECT_GE(most, angle >= 0.1 ? 0.2 : 0)
        << "a bound that is far from reached, for angle " << angle;
  }
}

TEST(ScrewMotion, EnclosesAnyCoefficients) {
  Random random = {12, generate::hash("coefficients")};
  double most = 0;
  for (int i = 0; i < 150 && !HasFatalFailure(); ++i) {
    const double angle = kAngles[random.below(static_cast<int>(kAngles.size()))];
    SCOPED_TRACE(testing::Message() << "angle " << angle << ", case " << i);
    const ScrewCoefficients m = random_coefficients(random, angle);
    expect_enclosed(m, ScrewMotion(m), random, std::exp2(30 * random.symmetric()), most);
  }
  EXPECT_GE(most, 0.1);
}

TEST(ScrewMotion, EnclosesAScrewWhoseAxisIsVeryFarAway) {
  Random random = {13, generate::hash("far axis")};
  double most = 0;
  for (const double distance : {1e6, 1e9, 1e12}) {
    const double angle = 1 / distance;
    const ScrewCoefficients m = screw(angle, Vec3::UnitZ(), Vec3(distance, 0, 0), 1, {});
    expect_enclosed(m, ScrewMotion(m), random, 1, most);
    const ControlPoses poses = ScrewMotion(m).over(0, 1);
    EXPECT_LE(poses.turn_error + poses.shift_error, 1e-13) << distance;
  }
}

TEST(ScrewMotion, ErrorsFallWithTheFourthPowerOfTheWidthDownToRounding) {
  Random random = {14, generate::hash("fourth power")};
  for (const double angle : {0.1, 1.0, kPi}) {
    const ScrewMotion motion(random_screw(random, angle));
    const double t0 = 0.4375;
    double before = 0;
    for (int level = 2; level < 12; ++level) {
      const ControlPoses poses = motion.over(t0, t0 + std::exp2(-level));
      const double error = poses.turn_error + poses.shift_error;
      EXPECT_TRUE(level == 2 || before < 1e-11 || error <= before / 13)
          << "angle " << angle << ", width 2^-" << level;
      before = error;
    }
    EXPECT_LE(before, 2e-12) << angle;
  }
}

TEST(ScrewMotion, ErrorsOfShortIntervalsAreRoundingForEveryAngleAllowed) {
  Random random = {15, generate::hash("rounding floor")};
  for (const double angle : {0.0, 1e-6, 1.0, kPi, 20.0, 100.0, kLargestAngle})
    for (const double t0 : {0.0, 0x1p-20, 0.01, 0.3, 0.9}) {
      const ScrewMotion motion(random_screw(random, angle));
      const ControlPoses poses = motion.over(t0, t0 + 0x1p-30);
      // A body of size 1 at a few units from the axis: the angle itself is known to half a rounding
      // of `angle`.
      EXPECT_LE(poses.turn_error, 1e-13 * (1 + angle)) << angle << ' ' << t0;
      EXPECT_LE(poses.shift_error, 1e-12 * (1 + angle)) << angle << ' ' << t0;
    }
}

TEST(ScrewMotion, PathLengthIsTheLengthOfThePath) {
  Random random = {16, generate::hash("path")};
  for (int i = 0; i < 40; ++i) {
    const ScrewCoefficients m = random_screw(random, random.unit() * 3);
    const Vec3 centre = random_vector(random, 1), away = random_vector(random, 1);
    const double radius = away.norm(), t0 = 0.5 * random.unit(), t1 = t0 + 0.5 * random.unit();
    double length = 0;
    ExactVector last = truth(m, t0, centre + away);
    for (int k = 1; k <= 50; ++k) {
      const ExactVector next = truth(m, t0 + (t1 - t0) * (k / 50.0), centre + away);
      Exact squared = 0;
      for (std::size_t j = 0; j < 3; ++j) squared += (next[j] - last[j]) * (next[j] - last[j]);
      length += static_cast<double>(sqrt(squared));
      last = next;
    }
    const double bound = ScrewMotion(m).path_length(t0, t1, centre, radius);
    EXPECT_GE(bound * (1 + 1e-9), length);
    EXPECT_LE(bound, 10 * ((t1 - t0) * (m.angle * 20 + 4)));
  }
}

TEST(LinearMotion, EnclosesStraightLines) {
  Random random = {17, generate::hash("linear")};
  double most = 0;
  for (int i = 0; i < 100 && !HasFatalFailure(); ++i) {
    const ScrewCoefficients from = random_coefficients(random, 0),
                            to = random_coefficients(random, 0);
    expect_enclosed(LinearTruth{from.start, to.start}, LinearMotion(from.start, to.start), random,
                    std::exp2(30 * random.symmetric()), most);
  }
  EXPECT_GE(most, 0.005);
}

TEST(LinearMotion, ErrorsAreRoundingOnly) {
  const AffineMap to = {Mat3::Identity(), Vec3(1, 2, 3)};
  const ControlPoses poses = LinearMotion({}, to).over(0, 1);
  EXPECT_LE(poses.turn_error, 1e-14);
  EXPECT_LE(poses.shift_error, 2e-14);
}

TEST(Rest, IsExact) {
  const AffineMap where = {2 * Mat3::Identity(), Vec3(0.1, 0.2, 0.3)};
  const ControlPoses poses = Rest(where).over(0.25, 0.5);
  for (const AffineMap& pose : poses.pose) {
    EXPECT_EQ(pose.linear, where.linear);
    EXPECT_EQ(pose.offset, where.offset);
  }
  EXPECT_EQ(poses.turn_error, 0);
  EXPECT_EQ(poses.shift_error, 0);
}

}  // namespace
}  // namespace firstcontact::motions_test
