// The cubics of chains against the product of their joints in 50 digits: they enclose it, fall with
// the fourth power of the interval's width down to rounding, and are not wide.
#include "articulated/certified/chain_poses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>

#include "articulated/random_trees.h"
#include "articulated/real_chain.h"

namespace firstcontact::articulated::chain_poses_test {
namespace {

using generate::Random;
using test::random_pose;
using test::random_vector;
using Exact = boost::multiprecision::cpp_bin_float_50;
using ExactMap = test::RealMap<Exact>;
using ExactVector = test::RealVector<Exact>;

constexpr double kPi = 0x1.921fb54442d18p+1;
/// Of the linear part of a chain of twelve joints, whose size is 1.
constexpr double kTurnRounding = 2e-12;

/// A chain of links, each with the one before as its parent, seen from the world.
struct Chain {
  Scene scene;
  std::vector<ChainFrame> places;
  ArticulatedMotion motion;

  std::size_t length() const { return places.size(); }
  ChainPoses poses() const {
    return ChainPoses(articulated::data_of(scene), places, std::array{motion});
  }
};

Chain make_chain(const std::vector<Joint>& joints, const Configuration& from,
                 const Configuration& to) {
  std::vector<Link> links;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    Link link;
    link.name = "link" + std::to_string(i);
    link.parent = static_cast<int>(i) - 1;
    link.joint = joints[i];
    link.joint.name = "joint" + std::to_string(i);
    links.push_back(link);
  }
  links.back().shapes = {sphere_shape(1)};
  Chain chain;
  SceneDescription description;
  description.models.push_back({"chain", ArticulatedModel(links)});
  chain.motion = joint_motion(description.models[0].model, from, to);
  chain.scene = Scene(description);
  for (int i = 0; i < static_cast<int>(joints.size()); ++i) chain.places.push_back({i, i - 1});
  return chain;
}

/// Joints of any kind. Values change by up to `change` (radians, or as a share of `size`).
Chain random_chain(Random& random, int depth, double size, double change) {
  std::vector<Joint> joints;
  Configuration from, to;
  for (int i = 0; i < depth; ++i) {
    Joint joint;
    joint.type = static_cast<JointType>(random.below(7));
    joint.origin = random_pose(random, size);
    joint.axis = random.chance(1, 3) ? Vec3::Unit(random.below(3)) : random_vector(random, 3);
    const int count = value_count(joint.type);
    for (int k = 0; k < count; ++k) {
      const bool is_length = joint.type == JointType::Prismatic ||
                             (joint.type == JointType::Planar && k < 2) ||
                             (joint.type == JointType::Floating && k < 3);
      const double start = random.symmetric(), way = random.symmetric();
      from.push_back(is_length ? size * start : 3 * start);
      to.push_back(from.back() + (is_length ? size : 1) * change * way);
    }
    joints.push_back(joint);
  }
  return make_chain(joints, from, to);
}

std::vector<CubicPose> cubics(const Chain& chain, double t0, double t1) {
  const ChainPoses poses = chain.poses();
  std::vector<CubicPose> out(chain.length());
  for (int i = 0; i < static_cast<int>(out.size()); ++i)
    poses.over(t0, t1, i, i > 0 ? &out[i - 1] : nullptr, out[i]);
  return out;
}

/// Of every link at t.
std::vector<ExactMap> truth(const Chain& chain, const Exact& t) {
  std::vector<ExactMap> out;
  for (const JointMotion& joint : chain.motion.joints)
    out.push_back(out.empty() ? test::real_map_at(joint, t)
                              : out.back() * test::real_map_at(joint, t));
  return out;
}

Exact length(const ExactVector& v) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/// The cubic's value for x at s in [-1, 1].
ExactVector value(const CubicPose& pose, const Exact& s, const Vec3& x) {
  ExactVector sum = {0, 0, 0};
  Exact power = 1;
  for (std::size_t k = 0; k < (pose.is_constant ? 1u : 4u); ++k) {
    for (int i = 0; i < 3; ++i) {
      Exact entry = pose.coefficient[k](i, 3);
      for (int j = 0; j < 3; ++j) entry += Exact(pose.coefficient[k](i, j)) * Exact(x[j]);
      sum[i] += power * entry;
    }
    power *= s;
  }
  return sum;
}

/// The share of its bound that the cubic's error at s needs.
double share_of_bound(const ExactMap& exact, const CubicPose& pose, const Exact& s, const Vec3& x) {
  ExactVector difference = exact.apply(x);
  const ExactVector approximate = value(pose, s, x);
  for (std::size_t i = 0; i < 3; ++i) difference[i] -= approximate[i];
  const Exact off = length(difference);
  const Exact bound = Exact(pose.turn_error) * length({Exact(x[0]), Exact(x[1]), Exact(x[2])}) +
                      Exact(pose.shift_error);
  if (off == 0) return 0;
  return bound > 0 ? static_cast<double>(off / bound) : std::numeric_limits<double>::infinity();
}

struct Interval {
  double t0, t1;
  Exact at(const Exact& s) const { return ((1 - s) * Exact(t0) + (1 + s) * Exact(t1)) / 2; }
};

/// Widths from 1 down to 0.
Interval random_interval(Random& random, int kind) {
  constexpr std::array kWidths = {1.0, 0.3, 0.05, 1e-2, 1e-3, 1e-5, 1e-7, 1e-9, 0x1p-52, 0.0};
  const double width = kWidths[static_cast<std::size_t>(kind) % kWidths.size()];
  const double t0 = random.unit() * (1 - width);
  return {t0, std::min(1.0, t0 + width)};
}

// Seed 901: 100 chains of 1 to 12 joints, all kinds; coordinates of 1e-6, 1 and 1e6; turns of up to
// several times 2 pi; ten widths.
TEST(ChainPoses, EncloseTheExactProductOfTheJoints) {
  Random random({901});
  double most = 0;
  constexpr std::array kSizes = {1.0, 1e6, 1e-6};
  constexpr std::array kChanges = {1.0, 0.01, 30.0, 3.0};
  for (int trial = 0; trial < 100 && !HasFailure(); ++trial) {
    const double size = kSizes[trial % 3], change = kChanges[trial % 4];
    const Chain chain = random_chain(random, 1 + trial % 12, size, change);
    ASSERT_EQ(fault(chain.scene.models()[0].model, chain.motion), "");
    const Interval interval = random_interval(random, trial);
    const std::vector<CubicPose> poses = cubics(chain, interval.t0, interval.t1);
    for (const double place : {-1.0, 0.1 * random.symmetric(), random.symmetric(), 1.0}) {
      const std::vector<ExactMap> exact = truth(chain, interval.at(place));
      for (std::size_t i = 0; i < chain.length(); ++i) {
        const Vec3 x = random_vector(random, random.chance(1, 5) ? 0 : size);
        const double share = share_of_bound(exact[i], poses[i], place, x);
        EXPECT_LE(share, 1) << "trial " << trial << ", link " << i << ", [" << interval.t0 << ", "
                            << interval.t1 << "] at " << place;
        most = std::max(most, share);
      }
    }
  }
  EXPECT_GE(most, 0.1) << "bounds that nothing comes near to";
}

// Seed 902: what the search uses is the Bernstein form, heights along a direction and their error.
TEST(ChainPoses, EncloseHeightsInBernsteinForm) {
  Random random({902});
  for (int trial = 0; trial < 40 && !HasFailure(); ++trial) {
    const double size = trial % 2 ? 1 : 1e6;
    const Chain chain = random_chain(random, 1 + trial % 12, size, trial % 4 ? 1 : 10);
    const Interval interval = random_interval(random, trial);
    const CubicPose cubic = cubics(chain, interval.t0, interval.t1).back();
    const motion::PosedBody body =
        posed(cubic, chain.poses().rests(static_cast<int>(chain.length()) - 1));
    const Vec3 x = random_vector(random, size), n = random_vector(random, 1).normalized();
    motion::Node node;
    node.reach = x.norm() * (1 + 1e-15);
    motion::Heights heights;
    body.height(x, n, heights);
    for (const double s : {0.0, 0.3, 0.8, 1.0}) {
      const Exact e = s, r = 1 - e;
      const ExactVector at = truth(chain, interval.at(2 * e - 1)).back().apply(x);
      const std::array<Exact, 4> weights = {r * r * r, 3 * r * r * e, 3 * r * e * e, e * e * e};
      Exact off = 0;
      for (std::size_t k = 0; k < 4; ++k) off -= weights[k] * Exact(heights[k]);
      for (std::size_t k = 0; k < 3; ++k) off += at[k] * Exact(n[static_cast<Eigen::Index>(k)]);
      EXPECT_LE(abs(off), Exact(body.error(node))) << "trial " << trial << " at " << s;
    }
  }
}

/// Arms of hinges, a unit apart.
Chain arm(Random& random, int depth, double angle) {
  std::vector<Joint> joints;
  Configuration from, to;
  for (int i = 0; i < depth; ++i) {
    Joint joint;
    joint.type = JointType::Revolute;
    joint.origin.position = Vec3(1, 0, 0);
    joint.axis = random_vector(random, 1);
    joints.push_back(joint);
    from.push_back(random.symmetric());
    to.push_back(from.back() + angle * (random.chance(1, 2) ? 1 : -1));
  }
  return make_chain(joints, from, to);
}

double error_of(const CubicPose& pose) { return pose.turn_error + pose.shift_error; }

// Seed 903.
TEST(ChainPoses, ErrorsFallWithTheFourthPowerOfTheWidth) {
  Random random({903});
  for (const int depth : {1, 2, 6, 12}) {
    const Chain chain = arm(random, depth, 1);
    double before = 0;
    int falls = 0;
    for (int level = 1; level < 14; ++level) {
      const double error = error_of(cubics(chain, 0.4375, 0.4375 + std::exp2(-level)).back());
      if (level > 1 && before > 1e-9) {
        EXPECT_LE(error, before / 12) << depth << " joints, width 2^-" << level;
        ++falls;
      }
      before = error;
    }
    EXPECT_GE(falls, 4) << depth;
  }
}

// Seed 904. Twelve links: the last one is up to 12 units away.
TEST(ChainPoses, ErrorsOfShortIntervalsAreRounding) {
  Random random({904});
  for (int trial = 0; trial < 20; ++trial) {
    const Chain chain = arm(random, 12, kPi);
    for (const double width : {0.0, 1e-9}) {
      const CubicPose pose = cubics(chain, 0.3, 0.3 + width).back();
      EXPECT_LE(pose.turn_error, kTurnRounding) << width;
      EXPECT_LE(pose.shift_error, 12 * kTurnRounding) << width;
    }
  }
}

// Seed 905. At moderate widths the true error is a good part of the bound, also at the end of long
// chains.
TEST(ChainPoses, BoundsAreSharp) {
  Random random({905});
  for (const int depth : {1, 3, 6, 12})
    for (const double width : {0.5, 0.1, 0.02}) {
      double most = 0;
      for (int trial = 0; trial < 4; ++trial) {
        const Chain chain = arm(random, depth, 1);
        const Interval interval = {0.25, 0.25 + width};
        const CubicPose pose = cubics(chain, interval.t0, interval.t1).back();
        for (const double s : {-1.0, -0.7, 0.0, 0.7, 1.0}) {
          const Vec3 x = random_vector(random, 1);
          most = std::max(most, share_of_bound(truth(chain, interval.at(s)).back(), pose, s, x));
        }
      }
      EXPECT_GE(most, depth == 1 ? 0.1 : 0.01) << depth << " joints, width " << width;
    }
}

TEST(ChainPoses, OfJointsAtRestAreConstant) {
  Random random({906});
  std::vector<Joint> joints(3);
  for (Joint& joint : joints) {
    joint.type = JointType::Revolute;
    joint.origin = random_pose(random, 1);
  }
  const Configuration start = {0.1, -2, 3}, end = {0.1, -2, 4};
  const Chain rest = make_chain(joints, start, start), moving = make_chain(joints, start, end);
  for (const Chain* chain : {&rest, &moving}) {
    const ChainPoses poses = chain->poses();
    const std::vector<CubicPose> out = cubics(*chain, 0, 1);
    for (int i = 0; i < 3; ++i) {
      const bool moves = chain == &moving && i == 2;
      EXPECT_EQ(poses.rests(i), !moves);
      EXPECT_EQ(out[i].is_constant, !moves);
      EXPECT_EQ(poses.turn(i), moves ? 1 : 0);
      if (!moves) {
        EXPECT_LE(error_of(out[i]), kTurnRounding);
      }
    }
  }
}

// A motion of 60 joints by 1000 radians each overflows the whole interval's cubic: it must say so,
// and short intervals be fine.
TEST(ChainPoses, OfManyLargeTurnsAreUsableOnShortIntervals) {
  Random random({907});
  const Chain chain = arm(random, 60, kLargestAngle);
  EXPECT_FALSE(posed(cubics(chain, 0, 1).back(), false).is_usable());
  const motion::PosedBody shortly = posed(cubics(chain, 0.5, 0.5 + 1e-9).back(), false);
  ASSERT_TRUE(shortly.is_usable());
  motion::Node node;
  node.reach = 1;
  EXPECT_LE(shortly.error(node), 1e-6);
}

}  // namespace
}  // namespace firstcontact::articulated::chain_poses_test
