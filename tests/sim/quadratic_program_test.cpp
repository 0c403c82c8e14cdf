#include "sim/quadratic_program.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <optional>
#include <random>

namespace firstcontact::sim::quadratic_program_test {
namespace {

using Random = std::mt19937_64;
using Status = QuadraticSolution::Status;

double normal(Random& random) { return std::normal_distribution<double>()(random); }

Eigen::MatrixXd random_dense(Random& random, int rows, int columns) {
  Eigen::MatrixXd m(rows, columns);
  for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = normal(random);
  return m;
}

/// H of widely different scales, as masses and stiffnesses are.
QuadraticProgram random_program(Random& random, int variables, int constraints) {
  QuadraticProgram program;
  const Eigen::MatrixXd half = random_dense(random, variables, variables);
  Eigen::VectorXd scale(variables);
  for (int i = 0; i < variables; ++i) scale[i] = std::exp(2 * normal(random));
  const Eigen::MatrixXd h =
      scale.asDiagonal() *
      (half * half.transpose() + 0.1 * Eigen::MatrixXd::Identity(variables, variables)) *
      scale.asDiagonal();
  program.hessian = h.sparseView();
  program.gradient = random_dense(random, variables, 1);
  program.constraints = random_dense(random, constraints, variables).sparseView();
  program.bounds = random_dense(random, constraints, 1);
  return program;
}

/// The solution by trying every active set; none if the constraints contradict each other.
std::optional<Eigen::VectorXd> enumerate(const QuadraticProgram& program) {
  const Eigen::MatrixXd h = program.hessian, a = program.constraints;
  const auto n = static_cast<int>(h.rows()), m = static_cast<int>(a.rows());
  for (int set = 0; set < 1 << m; ++set) {
    std::vector<int> active;
    for (int i = 0; i < m; ++i)
      if (set >> i & 1) active.push_back(i);
    const auto count = static_cast<int>(active.size());
    if (count > n) continue;
    Eigen::MatrixXd kkt = Eigen::MatrixXd::Zero(n + count, n + count);
    Eigen::VectorXd right(n + count);
    kkt.topLeftCorner(n, n) = h;
    right.head(n) = -program.gradient;
    for (int i = 0; i < count; ++i) {
      kkt.row(n + i).head(n) = a.row(active[i]);
      kkt.col(n + i).head(n) = -a.row(active[i]).transpose();
      right[n + i] = program.bounds[active[i]];
    }
    const Eigen::VectorXd solution = kkt.fullPivLu().solve(right);
    if (!((kkt * solution - right).norm() < 1e-12 * kkt.norm() * solution.norm() + 1e-9)) continue;
    const Eigen::VectorXd x = solution.head(n);
    if (count > 0 && solution.tail(count).minCoeff() < -1e-9 * solution.norm()) continue;
    if (m > 0 && (a * x - program.bounds).minCoeff() < -1e-9 * (1 + x.norm())) continue;
    return x;
  }
  return std::nullopt;
}

void expect_optimal(const QuadraticProgram& program, const QuadraticSolution& solution,
                    double accuracy) {
  ASSERT_EQ(solution.status, Status::Solved);
  ASSERT_EQ(solution.multipliers.size(), program.bounds.size());
  const Eigen::VectorXd hx = program.hessian.selfadjointView<Eigen::Lower>() * solution.x;
  const Eigen::VectorXd forces = program.constraints.transpose() * solution.multipliers;
  const Eigen::VectorXd gap = program.constraints * solution.x - program.bounds;
  const double force = 1 + hx.cwiseAbs().maxCoeff() + forces.cwiseAbs().maxCoeff();
  EXPECT_LT((hx + program.gradient - forces).cwiseAbs().maxCoeff(), accuracy * force);
  for (Eigen::Index i = 0; i < gap.size(); ++i) {
    const double size = 1 + std::abs(program.bounds[i]);
    EXPECT_GE(gap[i], -accuracy * size);
    EXPECT_GE(solution.multipliers[i], 0);
    EXPECT_LT(std::min(gap[i] / size, solution.multipliers[i] / force), 10 * accuracy);
  }
}

TEST(QuadraticProgram, AgreesWithTheEnumerationOfActiveSets) {
  Random random(1);
  int feasible = 0, infeasible = 0, with_active = 0;
  for (int i = 0; i < 4000; ++i) {
    const int n = 1 + i % 5, m = i % 7;
    const QuadraticProgram program = random_program(random, n, m);
    const std::optional<Eigen::VectorXd> expected = enumerate(program);
    QuadraticOptions options;
    if (!expected) options.max_iterations = 300;
    const QuadraticSolution solution = solve(program, options);
    if (!expected) {
      ++infeasible;
      EXPECT_EQ(solution.status, Status::IterationLimit);
      EXPECT_TRUE(solution.x.allFinite());
      EXPECT_GT(solution.primal_residual, 1e-6);
      continue;
    }
    ++feasible;
    EXPECT_EQ(solution.status, Status::Solved) << i;
    with_active += solution.multipliers.size() > 0 && solution.multipliers.maxCoeff() > 0;
    EXPECT_LT((solution.x - *expected).norm(), 1e-6 * (1 + expected->norm())) << i;
  }
  EXPECT_GT(feasible, 2500);
  EXPECT_GT(with_active, 1500);
  EXPECT_GT(infeasible, 200);
}

/// A chain of masses in one dimension of each vertex, pressed onto the ground by gravity. Every
/// constraint is given `copies` times, each with another length of its row.
QuadraticProgram chain_on_ground(int vertices, int copies) {
  QuadraticProgram program;
  std::vector<Eigen::Triplet<double>> h, a;
  const double stiffness = 200;
  for (int i = 0; i < 3 * vertices; ++i) {
    h.emplace_back(i, i, 0.01 + (i >= 3 ? stiffness : 0) + (i + 3 < 3 * vertices ? stiffness : 0));
    if (i >= 3) h.emplace_back(i, i - 3, -stiffness);
  }
  program.gradient = Eigen::VectorXd::Zero(3 * vertices);
  program.bounds = Eigen::VectorXd::Zero(vertices * copies);
  for (int v = 0; v < vertices; ++v) {
    program.gradient[3 * v + 2] = 0.1;
    for (int c = 0; c < copies; ++c) {
      // The ground is a row of waves.
      program.bounds[v * copies + c] = (c + 1) * (0.05 * std::sin(0.7 * v) - 0.5);
      a.emplace_back(v * copies + c, 3 * v + 2, c + 1);
    }
  }
  program.hessian.resize(3 * vertices, 3 * vertices);
  program.hessian.setFromTriplets(h.begin(), h.end());
  program.constraints.resize(vertices * copies, 3 * vertices);
  program.constraints.setFromTriplets(a.begin(), a.end());
  return program;
}

TEST(QuadraticProgram, LargerProblemsSatisfyTheConditionsOfOptimality) {
  const QuadraticProgram program = chain_on_ground(300, 1);
  const QuadraticSolution solution = solve(program);
  expect_optimal(program, solution, 1e-7);
  EXPECT_GT((solution.multipliers.array() > 0).count(), 20);
  EXPECT_LT((solution.multipliers.array() > 0).count(), 280);
}

TEST(QuadraticProgram, RedundantConstraintsDoNoHarm) {
  const QuadraticProgram program = chain_on_ground(100, 3);
  const QuadraticSolution solution = solve(program);
  expect_optimal(program, solution, 1e-7);
  const QuadraticSolution single = solve(chain_on_ground(100, 1));
  EXPECT_LT((solution.x - single.x).norm(), 1e-7 * single.x.norm());
}

TEST(QuadraticProgram, ContradictionsGiveACompromise) {
  // x >= 1 and x <= -1.
  QuadraticProgram program;
  program.hessian.resize(1, 1);
  program.hessian.insert(0, 0) = 2;
  program.gradient = Eigen::VectorXd::Constant(1, 0.5);
  program.constraints.resize(2, 1);
  program.constraints.insert(0, 0) = 1;
  program.constraints.insert(1, 0) = -1;
  program.bounds = Eigen::VectorXd::Constant(2, 1.0);
  const QuadraticSolution solution = solve(program);
  EXPECT_EQ(solution.status, Status::IterationLimit);
  EXPECT_NEAR(solution.x[0], 0, 0.05);
  EXPECT_NEAR(solution.primal_residual, 1, 0.05);
}

TEST(QuadraticProgram, WithoutConstraintsItIsALinearSystem) {
  Random random(2);
  const QuadraticProgram program = random_program(random, 12, 0);
  const QuadraticSolution solution = solve(program);
  EXPECT_EQ(solution.iterations, 0);
  expect_optimal(program, solution, 1e-10);
}

TEST(QuadraticProgram, AWarmStartNeedsFewerIterations) {
  QuadraticProgram program = chain_on_ground(200, 1);
  const QuadraticSolution cold = solve(program);
  ASSERT_EQ(cold.status, Status::Solved);
  ASSERT_GT(cold.iterations, 0);
  EXPECT_EQ(solve(program, {}, cold).iterations, 0);
  // Another load and one more constraint than before.
  program.gradient *= 1.02;
  program.constraints.conservativeResize(201, 600);
  program.constraints.insert(200, 300) = 1;
  program.bounds.conservativeResize(201);
  program.bounds[200] = 0.1;
  const QuadraticSolution again = solve(program, {}, cold), anew = solve(program);
  expect_optimal(program, again, 1e-7);
  EXPECT_LT(again.iterations, anew.iterations);
  EXPECT_LT((again.x - anew.x).norm(), 1e-7 * anew.x.norm());
}

TEST(QuadraticProgram, RefusesWhatIsNotPositiveDefiniteOrNotFinite) {
  Random random(3);
  QuadraticProgram program = random_program(random, 4, 2);
  program.hessian.coeffRef(2, 2) *= -1;
  EXPECT_EQ(solve(program).status, Status::NotPositive);
  EXPECT_EQ(solve(program).x, Eigen::VectorXd::Zero(4));
  program.hessian.coeffRef(2, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(solve(program).status, Status::NotPositive);
  EXPECT_EQ(solve(program).x, Eigen::VectorXd::Zero(4));
}

}  // namespace
}  // namespace firstcontact::sim::quadratic_program_test
