// Enclosures of chains of joints and of heights, against 100-digit arithmetic.
#include "verify/chain_motion.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "verify/cell_heights.h"
#include "verify/scene_samples.h"

namespace firstcontact::test::chain_motion_test {
namespace {

using exact::Integer;
using verify::CellMotion;
using verify::CellPart;
using verify::ChainPolynomial;
using verify::ChainStep;
using verify::kChainBits;
using verify::kShortBits;
using verify::kShortOne;
using verify::SceneFrame;
using verify::TimeCell;
using Real = boost::multiprecision::cpp_bin_float_100;
using Point = std::array<Real, 3>;

Real real(const Integer& value) {
  constexpr std::int64_t kChunk = 60;
  Integer rest = abs(value);
  Real sum = 0;
  for (int i = 0; rest.sign() != 0; ++i, rest >>= kChunk)
    sum +=
        ldexp(Real((rest - ((rest >> kChunk) << kChunk)).to_int64()), static_cast<int>(kChunk) * i);
  return value.sign() < 0 ? Real(-sum) : sum;
}

Real scaled(const Integer& value, std::int64_t exponent) {
  return ldexp(real(value), static_cast<int>(exponent));
}
Real scaled(std::int64_t value, std::int64_t exponent) {
  return ldexp(Real(value), static_cast<int>(exponent));
}

Point applied(const AffineMap& map, const Point& x) {
  Point y;
  for (int r = 0; r < 3; ++r) {
    y[r] = map.offset[r];
    for (int c = 0; c < 3; ++c) y[r] += Real(map.linear(r, c)) * x[c];
  }
  return y;
}

/// In the world: the last joint first.
Point moved_exactly(const std::vector<JointMotion>& joints, const Vec3& x, const Real& t) {
  Point point = {x.x(), x.y(), x.z()};
  for (auto joint = joints.rbegin(); joint != joints.rend(); ++joint) {
    const Real angle = joint->angle_t0 + Real(joint->angle) * t, c = cos(angle), s = sin(angle);
    const Point y = applied(joint->after, point);
    point = applied(joint->before,
                    {c * y[0] - s * y[1] + t * joint->travel.x(),
                     s * y[0] + c * y[1] + t * joint->travel.y(), y[2] + t * joint->travel.z()});
  }
  return point;
}

Real norm(const Point& v) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

Point value_of(const ChainPolynomial& chain, const Vec3& x, const Real& v, std::int64_t scale) {
  Point sum;
  Real power = 1;
  for (const verify::FixedRows& term : chain.terms) {
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c)
        sum[r] += power * scaled(term[r][c], -kChainBits) * Real(x[static_cast<Eigen::Index>(c)]);
      sum[r] += power * scaled(term[r][3], scale - kChainBits);
    }
    power *= v;
  }
  return sum;
}

Real time_at(const TimeCell& cell, const Real& v) {
  return ldexp(Real(2 * cell.index + 1 + v), -cell.level - 1);
}

TimeCell random_cell(Draw& draw, int deepest) {
  const int level = static_cast<int>(draw.below(static_cast<std::size_t>(deepest) + 1));
  return {level, static_cast<std::int64_t>(draw.below(std::size_t{1} << level))};
}

struct Enclosed {
  Real worst = 0;  ///< share of the error that is needed
  Real error = 0;  ///< linear
  Real offset_error = 0;
};

/// Checks nine times of the cell.
Enclosed check_chain(const std::vector<JointMotion>& joints, const TimeCell& cell,
                     std::int64_t scale, const Vec3& x) {
  ChainPolynomial chain = ChainPolynomial::identity();
  for (const JointMotion& joint : joints) ChainStep(joint, scale).append_to(chain, cell);
  Enclosed result;
  result.error = scaled(chain.linear_error, -kChainBits);
  result.offset_error = scaled(chain.offset_error, scale - kChainBits);
  const Real allowed = result.error * Real(x.norm()) + result.offset_error;
  for (int i = -4; i <= 4; ++i) {
    const Real v = Real(i) / 4;
    const Point real_place = moved_exactly(joints, x, time_at(cell, v)),
                place = value_of(chain, x, v, scale);
    const Real off =
        norm({real_place[0] - place[0], real_place[1] - place[1], real_place[2] - place[2]});
    EXPECT_LE(off, allowed * (1 + Real(1e-15)))
        << joints.size() << " joints, cell " << cell.level << " " << cell.index;
    result.worst = std::max(result.worst, Real(off / allowed));
  }
  return result;
}

TEST(ChainMotion, PolynomialsContainDenseSamples) {
  Draw draw(71);
  Real worst = 0;
  for (int trial = 0; trial < 80; ++trial) {
    const double size = std::ldexp(1.0, 20 - static_cast<int>(draw.below(41)));
    std::vector<JointMotion> joints(1 + draw.below(8));
    const double angle = draw.below(4) == 0 ? 1000 : draw.below(4) == 0 ? 1e-8 : 6;
    for (JointMotion& joint : joints) joint = random_joint(draw, size, angle);
    const TimeCell cell = random_cell(draw, draw.below(4) == 0 ? 40 : 8);
    const Enclosed enclosed = check_chain(joints, cell, std::ilogb(size) + 1, draw.vector(size));
    if (cell.level > 8) continue;
    worst = std::max(worst, enclosed.worst);
  }
  // The bound is not far from what is needed.
  EXPECT_GT(worst, 0.05);
}

// One joint of a quarter of a radian: the error is that of its series. Ten of them, one after the
// other, turn ten times as much, and their error is that of ten times the angle, not the tenth
// power of something.
TEST(ChainMotion, ErrorsGrowWithTheWholeTurnNotWithTheDepth) {
  Draw draw(72);
  JointMotion joint;
  joint.angle = 0.25;
  const Enclosed single = check_chain({joint}, {0, 0}, 1, {1, 0, 0});
  const double series = std::pow(0.125, 7) / 5040;
  EXPECT_GT(single.error, 0.99 * series);
  EXPECT_LT(single.error, 1.01 * series);
  std::vector<JointMotion> joints(10, joint);
  for (JointMotion& j : joints) j.before = random_placement(draw, 1);
  const Enclosed many = check_chain(joints, {0, 0}, 1, {1, 0, 0});
  EXPECT_LT(many.error, 10 * std::pow(1.25, 7) / 5040);
  // In cells of half the width both fall by 2^7.
  const Enclosed finer = check_chain(joints, {1, 1}, 1, {1, 0, 0});
  EXPECT_LT(finer.error, many.error / 64);
}

TEST(ChainMotion, WhatDoesNotTurnIsKnownToRounding) {
  Draw draw(73);
  std::vector<JointMotion> joints(12);
  for (JointMotion& joint : joints) {
    joint = random_joint(draw, 4, 0);
    joint.angle = 0;
  }
  for (const TimeCell& cell : {TimeCell{0, 0}, TimeCell{3, 7}, TimeCell{40, 12345}}) {
    const Enclosed enclosed = check_chain(joints, cell, 3, draw.vector(4));
    EXPECT_LT(enclosed.error + enclosed.offset_error, 1e-44);
  }
}

TEST(ChainMotion, NumbersFarFromOneAreEnclosed) {
  Draw draw(74);
  std::vector<JointMotion> joints(4);
  for (JointMotion& joint : joints) {
    joint = random_joint(draw, 1, 2);
    joint.before.linear *= 1e20;  // nothing like a rotation
    joint.after.linear *= 1e-25;
    joint.after.linear(0, 1) = 0x1p-1070;
    joint.travel.x() = -0x1p-300;
  }
  check_chain(joints, {2, 1}, 1, draw.vector(1));
}

/// Bernstein coefficients, at s in [0, 1].
Real bernstein(std::vector<Real> values, const Real& s) {
  for (std::size_t n = values.size() - 1; n > 0; --n)
    for (std::size_t k = 0; k < n; ++k) values[k] = (1 - s) * values[k] + s * values[k + 1];
  return values[0];
}

TEST(CellHeights, WeightsAreThePowersInBernsteinForm) {
  Draw draw(75);
  for (int trial = 0; trial < 50; ++trial) {
    auto first = static_cast<std::int64_t>(draw.uniform(-1, 1) * static_cast<double>(kShortOne));
    auto last = static_cast<std::int64_t>(draw.uniform(-1, 1) * static_cast<double>(kShortOne));
    if (first > last) std::swap(first, last);
    if (trial == 0) first = -kShortOne, last = kShortOne;
    const verify::PartWeights weights = verify::part_weights(first, last);
    for (std::size_t j = 0; j < verify::kChainTerms; ++j)
      for (int i = 0; i <= 4; ++i) {
        const Real s = Real(i) / 4,
                   v = (1 - s) * scaled(first, -kShortBits) + s * scaled(last, -kShortBits);
        std::vector<Real> values;
        for (const auto& row : weights.weight) {
          EXPECT_LE(std::abs(row[j]), kShortOne);
          values.push_back(Real(row[j]));
        }
        EXPECT_LE(abs(bernstein(values, s) - ldexp(pow(v, static_cast<int>(j)), kShortBits)),
                  Real(0.5000001))
            << j;
      }
  }
}

TEST(CellHeights, DirectionsKeepTheirDirection) {
  Draw draw(76);
  for (int trial = 0; trial < 100; ++trial) {
    Vec3 n = draw.vector(1) * std::ldexp(1.0, 500 - static_cast<int>(draw.below(1000)));
    if (trial % 3 == 0) n[static_cast<int>(draw.below(3))] *= 1e-30;
    const verify::ShortDirection direction = verify::short_direction(n);
    const Real size = Real(n.cwiseAbs().maxCoeff()),
               length = scaled(*std::max_element(direction.n.begin(), direction.n.end(),
                                                 [](std::int64_t a, std::int64_t b) {
                                                   return std::abs(a) < std::abs(b);
                                                 }),
                               0);
    EXPECT_GE(abs(length), Real(kShortOne / 2));
    EXPECT_LT(abs(length), Real(kShortOne));
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_LE(abs(Real(direction.n[k]) / abs(length) - Real(n[static_cast<int>(k)]) / size),
                ldexp(Real(1), 2 - kShortBits));
  }
}

// All roundings together: the heights of random points along random directions, over parts of
// cells.
TEST(CellHeights, HeightsAreWithinTheirErrors) {
  Draw draw(77);
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<SceneFrame> frames;
    std::vector<JointMotion> joints;
    for (int i = 0; i < 1 + static_cast<int>(draw.below(6)); ++i) {
      joints.push_back(random_joint(draw, 2, 3));
      frames.push_back({i - 1, joints.back()});
    }
    const verify::FrameSteps steps(frames);
    verify::CellMotions cells(steps);
    const TimeCell cell = random_cell(draw, 10);
    const CellMotion& motion = cells.over(-1, static_cast<int>(frames.size()) - 1, cell);
    const Vec3 x = draw.vector(3), n = draw.vector(1);
    const verify::CheckedGeometry geometry({{x}, {{0, 0, 0}}, {0}});
    const verify::ShortDirection direction = verify::short_direction(n);
    const auto first =
        static_cast<std::int64_t>(draw.uniform(-1, 0) * static_cast<double>(kShortOne));
    const auto last =
        static_cast<std::int64_t>(draw.uniform(0, 1) * static_cast<double>(kShortOne));
    const verify::HeightRows rows =
        verify::height_rows(motion, direction, verify::part_weights(first, last));
    verify::CheckedGeometry::Seen seen;
    const verify::LeastProducts products = geometry.vertex_products(rows, 0, 1, seen);
    std::vector<Real> coefficients;
    for (std::size_t k = 0; k < verify::kChainTerms; ++k)
      coefficients.push_back(
          scaled(verify::integer(products[k]), motion.linear_exponent + geometry.exponent()) +
          scaled(rows.row[k][3], motion.offset_exponent));
    const Real allowed = scaled(Integer(rows.error) * geometry.reach(),
                                motion.linear_exponent + geometry.exponent()) +
                         scaled(rows.error, motion.offset_exponent) +
                         2 * (scaled(motion.linear_error, -kChainBits) * Real(x.norm()) +
                              scaled(motion.offset_error, steps.scale() - kChainBits));
    EXPECT_TRUE(geometry.exact());
    for (int i = 0; i <= 8; ++i) {
      const Real s = Real(i) / 8,
                 v = (1 - s) * scaled(first, -kShortBits) + s * scaled(last, -kShortBits);
      const Point place = moved_exactly(joints, x, time_at(cell, v));
      Real height = 0;
      for (std::size_t k = 0; k < 3; ++k) height += scaled(direction.n[k], -kShortBits) * place[k];
      EXPECT_LE(abs(bernstein(coefficients, s) - height), allowed) << trial;
    }
  }
}

// The products of a range's box are below those of its vertices, and those of the vertices are the
// least of all.
TEST(CellHeights, BoxesOfRangesAreBelowTheirVertices) {
  Draw draw(78);
  verify::SceneTriangles torus_geometry = geometry_of(torus(24, 12));
  std::swap(torus_geometry.order[5], torus_geometry.order[300]);
  torus_geometry.vertices.emplace_back(1e300, 0, 0);  // of no triangle
  const verify::CheckedGeometry geometry(torus_geometry);
  ASSERT_EQ(geometry.fault(), "");
  EXPECT_LT(geometry.exponent(), -60);
  verify::CheckedGeometry::Seen seen;
  for (int trial = 0; trial < 300; ++trial) {
    const auto begin = static_cast<std::int32_t>(draw.below(576));
    const auto end =
        begin + 1 + static_cast<std::int32_t>(draw.below(static_cast<std::size_t>(576 - begin)));
    verify::HeightRows rows;
    for (auto& row : rows.row)
      for (std::int64_t& number : row)
        number = static_cast<std::int64_t>(draw.uniform(-1, 1) * static_cast<double>(kShortOne));
    const verify::LeastProducts box = geometry.box_products(rows, begin, end);
    const verify::LeastProducts least = geometry.vertex_products(rows, begin, end, seen);
    for (std::size_t k = 0; k < verify::kChainTerms; ++k) {
      EXPECT_TRUE(box[k] <= least[k]);
      double expected = std::numeric_limits<double>::infinity();
      for (std::int32_t i = begin; i < end; ++i)
        for (const int vertex : torus_geometry.triangles[torus_geometry.order[i]]) {
          const Vec3& x = torus_geometry.vertices[vertex];
          double height = 0;
          for (int c = 0; c < 3; ++c) height += static_cast<double>(rows.row[k][c]) * x[c];
          expected = std::min(expected, height);
        }
      EXPECT_NEAR(std::ldexp(static_cast<double>(least[k]), static_cast<int>(geometry.exponent())) /
                      expected,
                  1, 1e-9);
    }
  }
}

}  // namespace
}  // namespace firstcontact::test::chain_motion_test
