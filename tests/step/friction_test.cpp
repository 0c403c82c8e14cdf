/// Lagged friction: its potential, written anew in 50 digits, and what it means.
#include <firstcontact/barrier.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <random>

#include "precise_potential.h"

namespace firstcontact::test::friction_test {
namespace {

/// Integral of the smoothed force from 0 to y: 2 y / stick - (y / stick)^2 below `stick`, 1 beyond.
Precise slide_energy(const Precise& y, const Precise& stick) {
  const Precise end = y < stick ? y : stick,
                sticking = end * end / stick - end * end * end / (3 * stick * stick);
  return y < stick ? sticking : Precise(sticking + (y - stick));
}

Precise friction_potential(const FrictionPair& pair, const PrecisePoints& start,
                           const PrecisePoints& x, const Friction& friction) {
  Precise squared = 0;
  for (int t = 0; t < 2; ++t) {
    Precise along = 0;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < 3; ++k)
        along += Precise(pair.weights[i]) * Precise(pair.tangents(static_cast<int>(k), t)) *
                 (x[i][k] - start[i][k]);
    squared += along * along;
  }
  return Precise(friction.coefficient) * Precise(pair.normal_force) *
         slide_energy(sqrt(squared), Precise(friction.stick_distance));
}

TEST(Friction, DerivativesAreThoseOfThePotential) {
  std::mt19937 engine(51);
  std::uniform_real_distribution<double> number(-1, 1);
  int sticking = 0, sliding = 0;
  for (int i = 0; i < 60; ++i) {
    const std::vector<Vec3> start = {{0.2, 0.3, 0.1}, {0, 0, 0}, {1, 0.1, 0}, {0.1, 1, 0}};
    NearPairs near;
    near.pairs.resize(1);
    near.pairs[0].kind = i % 2 ? Kind::VertexFace : Kind::PointEdge;
    near.pairs[0].vertices = {0, 1, 2, i % 2 ? 3 : -1};
    Barrier barrier;
    barrier.activation_distance = 0.5;
    const std::vector<FrictionPair> pairs = lag_friction(near, start, barrier);
    ASSERT_EQ(pairs.size(), 1u);
    Friction friction;
    friction.coefficient = 0.4;
    friction.stick_distance = 1e-3;
    std::vector<Vec3> x = start;
    const double size = std::pow(10, -3.5 + number(engine));
    for (Vec3& point : x)
      for (int k = 0; k < 3; ++k) point[k] += size * number(engine);
    const PrecisePoints from = precise_points({0, 1, 2, 3}, start);
    const PairDerivatives expected = differentiate(
        [&](const PrecisePoints& y) { return friction_potential(pairs[0], from, y, friction); },
        precise_points({0, 1, 2, 3}, x), 4, Precise(1e-17));
    EXPECT_NEAR(friction_energy(pairs, start, x, friction), expected.value, 1e-12 * expected.value);
    PointMatrix gradient = PointMatrix::Zero(4, 3);
    add_friction_gradient(pairs, start, x, friction, gradient);
    const std::vector<PairBlock> blocks = friction_hessian(pairs, start, x, friction);
    ASSERT_EQ(blocks.size(), 1u);
    for (int k = 0; k < 12; ++k)
      EXPECT_NEAR(gradient(k / 3, k % 3), expected.gradient[k],
                  1e-12 * expected.gradient.cwiseAbs().maxCoeff());
    const double scale = expected.hessian.cwiseAbs().maxCoeff();
    EXPECT_LT((blocks[0].hessian - expected.hessian).cwiseAbs().maxCoeff(), 1e-10 * scale);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 12, 12>> solver{
        Eigen::Matrix<double, 12, 12>(blocks[0].hessian)};
    EXPECT_GT(solver.eigenvalues().minCoeff(), -1e-13 * scale);
    const double limit = friction.coefficient * pairs[0].normal_force;
    const bool slides = gradient.row(0).norm() > limit * (1 - 1e-12);
    EXPECT_LE(gradient.row(0).norm(), limit * (1 + 1e-12));
    (slides ? sliding : sticking) += 1;
  }
  EXPECT_GT(sticking, 10);
  EXPECT_GT(sliding, 10);
}

TEST(Friction, NormalForceIsThatOfTheBarrier) {
  const std::vector<Vec3> x = {{0.2, 0.3, 0.1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  NearPairs near;
  near.pairs.resize(1);
  near.pairs[0].kind = Kind::VertexFace;
  near.pairs[0].vertices = {0, 1, 2, 3};
  near.pairs[0].weight = 3;
  Barrier barrier;
  barrier.activation_distance = 0.4;
  barrier.stiffness = 7;
  const std::vector<FrictionPair> pairs = lag_friction(near, x, barrier);
  ASSERT_EQ(pairs.size(), 1u);
  const BarrierTerms terms = barrier_terms(near, x, barrier);
  EXPECT_NEAR(pairs[0].normal_force, -terms.gradient(0, 2), 1e-12 * pairs[0].normal_force);
  // The tangents are perpendicular to the normal, and a contact that only moves along it has no
  // friction.
  EXPECT_LT(pairs[0].tangents.row(2).norm(), 1e-15);
  Friction friction;
  friction.coefficient = 1;
  std::vector<Vec3> lifted = x;
  lifted[0].z() += 0.05;
  EXPECT_LT(friction_energy(pairs, x, lifted, friction), 1e-20);
  EXPECT_EQ(friction_energy(pairs, x, x, friction), 0);
  EXPECT_EQ(friction_hessian(pairs, x, x, friction)[0].hessian,
            friction_hessian(pairs, x, lifted, friction)[0].hessian);
  // Far pairs and pairs in contact have none.
  EXPECT_TRUE(lag_friction(near, x, {.activation_distance = 0.1, .stiffness = 1}).empty());
  near.pairs[0].required_distance = 0.1;
  EXPECT_TRUE(lag_friction(near, x, barrier).empty());
}

TEST(Friction, OfNearlyParallelEdgesGoesWithTheirFactor) {
  NearPairs near;
  near.pairs.resize(1);
  near.pairs[0].kind = Kind::EdgeEdge;
  near.pairs[0].vertices = {0, 1, 2, 3};
  near.pairs[0].parallel_threshold = 1e-3;
  Barrier barrier;
  barrier.activation_distance = 0.4;
  const auto force = [&](double angle) {
    const std::vector<Vec3> x = {{0, 0, 0}, {1, 0, 0}, {0, -angle / 2, 0.1}, {1, angle / 2, 0.1}};
    const std::vector<FrictionPair> pairs = lag_friction(near, x, barrier);
    return pairs.empty() ? 0 : pairs[0].normal_force;
  };
  const double whole = force(0.05);  // beyond the threshold
  EXPECT_GT(whole, 0);
  EXPECT_EQ(force(0), 0);
  const double share = 1e-4 / 1e-3;
  EXPECT_NEAR(force(0.01), whole * (2 * share - share * share), 1e-12 * whole);
}

TEST(Friction, InThePlaneStaysThere) {
  const std::vector<Vec3> x = {{0.4, 0.1, 0}, {0, 0, 0}, {1, 0, 0}};
  const Positions planar(x[0].data(), 3, 2, 3);
  NearPairs near;
  near.pairs.resize(2);
  near.pairs[0].kind = Kind::PointSegment2D;
  near.pairs[0].vertices = {0, 1, 2, -1};
  near.pairs[1].vertices = {0, 1, -1, -1};
  Barrier barrier;
  barrier.activation_distance = 1;
  const std::vector<FrictionPair> pairs = lag_friction(near, planar, barrier);
  ASSERT_EQ(pairs.size(), 2u);
  for (const FrictionPair& pair : pairs) {
    EXPECT_EQ(pair.tangents.col(1).norm(), 0);
    EXPECT_EQ(pair.tangents(2, 0), 0);
    EXPECT_NEAR(pair.tangents.col(0).norm(), 1, 1e-15);
  }
}

}  // namespace
}  // namespace firstcontact::test::friction_test
