#include "sim/sparse_assembly.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <random>

#include "sim/newton_solver.h"

namespace firstcontact::sim::sparse_assembly_test {
namespace {

using Random = std::mt19937_64;

double normal(Random& random) { return std::normal_distribution<double>()(random); }

template <int kRows, int kColumns>
Eigen::Matrix<double, kRows, kColumns> random_matrix(Random& random) {
  Eigen::Matrix<double, kRows, kColumns> m;
  for (int i = 0; i < m.size(); ++i) m.data()[i] = normal(random);
  return m;
}

ElementMatrix random_symmetric(Random& random, int count) {
  const ElementMatrix half = random_matrix<12, 12>(random);
  ElementMatrix m = ElementMatrix::Zero();
  m.topLeftCorner(3 * count, 3 * count) =
      (half * half.transpose()).topLeftCorner(3 * count, 3 * count);
  return m;
}

std::array<int, 4> distinct(Random& random, int count, int vertices) {
  std::array<int, 4> result = {-1, -1, -1, -1};
  for (int k = 0; k < count;) {
    const int v = std::uniform_int_distribution<int>(0, vertices - 1)(random);
    if (std::find(result.begin(), result.begin() + k, v) != result.begin() + k) continue;
    result[k++] = v;
  }
  return result;
}

struct Problem {
  static constexpr int kVertices = 30;
  std::vector<bool> scripted = std::vector<bool>(kVertices, false);
  /// Pairs name vertex i for the model's vertex 2 i.
  std::vector<int> pair_vertices;
  std::vector<HessianBlock> blocks;
  std::vector<std::array<int, 4>> elements;
  std::vector<PairBlock> pairs, friction;
  Eigen::VectorXd masses;

  explicit Problem(Random& random) : masses(kVertices) {
    for (int v = 0; v < kVertices; ++v) {
      scripted[v] = v % 7 == 3;
      masses[v] = 0.5 + v;
      if (v % 2 == 0) pair_vertices.push_back(v);
    }
    for (int i = 0; i < 25; ++i) {
      HessianBlock block;
      block.count = 3 + i % 2;
      block.vertices = distinct(random, block.count, kVertices);
      block.hessian = random_symmetric(random, block.count);
      elements.push_back(block.vertices);
      blocks.push_back(block);
    }
    for (int i = 0; i < 9; ++i)
      for (std::vector<PairBlock>* list : {&pairs, &friction}) {
        const int count = 2 + i % 3;
        list->push_back({distinct(random, count, kVertices / 2), random_symmetric(random, count)});
      }
  }

  Eigen::MatrixXd dense(double factor, bool with_pairs) const {
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(3 * kVertices, 3 * kVertices);
    for (int i = 0; i < 3 * kVertices; ++i) m(i, i) = masses[i / 3];
    const auto add = [&m](const std::array<int, 4>& v, const ElementMatrix& block, double scale) {
      for (int p = 0; p < 12; ++p)
        for (int q = 0; q < 12; ++q)
          if (v[p / 3] >= 0 && v[q / 3] >= 0)
            m(3 * v[p / 3] + p % 3, 3 * v[q / 3] + q % 3) += scale * block(p, q);
    };
    for (const HessianBlock& block : blocks) add(block.vertices, block.hessian, factor);
    if (!with_pairs) return m;
    const auto add_pairs = [&](const std::vector<PairBlock>& list, double scale) {
      for (const PairBlock& block : list) {
        std::array<int, 4> v = block.vertices;
        for (int& vertex : v) vertex = vertex < 0 ? -1 : pair_vertices[vertex];
        add(v, block.hessian, scale);
      }
    };
    add_pairs(pairs, 2);
    add_pairs(friction, 3);
    return m;
  }
  /// Rows and columns of free vertices.
  Eigen::MatrixXd reduced(const Eigen::MatrixXd& m, std::span<const int> free) const {
    Eigen::MatrixXd r(3 * free.size(), 3 * free.size());
    for (Eigen::Index i = 0; i < r.rows(); ++i)
      for (Eigen::Index k = 0; k < r.cols(); ++k)
        r(i, k) = m(3 * free[i / 3] + i % 3, 3 * free[k / 3] + k % 3);
    return r;
  }
};

TEST(SparseAssembly, IsTheSumOfAllBlocksOverFreeVertices) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Problem problem(random);
    SparseAssembly assembly(problem.elements, problem.scripted, problem.pair_vertices);
    const std::array<ScaledPairs, 2> lists = {ScaledPairs{problem.pairs, 2},
                                              ScaledPairs{problem.friction, 3}};
    // With pairs, without, and again with: the pattern grows and shrinks.
    for (const bool with_pairs : {true, false, true}) {
      const std::span<const ScaledPairs> used =
          with_pairs ? std::span<const ScaledPairs>(lists) : std::span<const ScaledPairs>();
      const Eigen::SparseMatrix<double>& sparse =
          assembly.assemble(problem.masses, 0.25, problem.blocks, used);
      const Eigen::MatrixXd full = problem.dense(0.25, with_pairs);
      const Eigen::MatrixXd expected = problem.reduced(full, assembly.free_vertices());
      ASSERT_EQ(sparse.rows(), assembly.row_count());
      const Eigen::MatrixXd lower = sparse;
      EXPECT_EQ(Eigen::MatrixXd(lower.triangularView<Eigen::StrictlyUpper>()).norm(), 0);
      EXPECT_LT((lower - Eigen::MatrixXd(expected.triangularView<Eigen::Lower>())).norm(), 1e-11);

      PointMatrix vector = PointMatrix::Zero(Problem::kVertices, 3), product = vector;
      for (int i = 0; i < vector.size(); ++i) vector.data()[i] = normal(random);
      assembly.add_product(problem.masses, 0.25, problem.blocks, used, vector, product);
      const Eigen::VectorXd wanted =
          full * Eigen::Map<const Eigen::VectorXd>(vector.data(), vector.size());
      EXPECT_LT((Eigen::Map<const Eigen::VectorXd>(product.data(), product.size()) - wanted).norm(),
                1e-10);
    }
  }
}

TEST(SparseAssembly, GathersAndScattersFreeVertices) {
  const std::vector<bool> scripted = {false, true, false};
  const SparseAssembly assembly({}, scripted);
  PointMatrix full(3, 3);
  full << 1, 2, 3, 4, 5, 6, 7, 8, 9;
  const Eigen::VectorXd free = assembly.gather(full);
  EXPECT_EQ(free, (Eigen::VectorXd(6) << 1, 2, 3, 7, 8, 9).finished());
  assembly.scatter(free, 2, full);
  EXPECT_EQ(full, (PointMatrix(3, 3) << 3, 6, 9, 4, 5, 6, 21, 24, 27).finished());
}

TEST(NewtonSolver, SolvesAndReusesNothingOfAnotherPattern) {
  Random random(3);
  NewtonSolver kept;
  for (int i = 0; i < 6; ++i) {
    const Problem problem(random);
    SparseAssembly assembly(problem.elements, problem.scripted, problem.pair_vertices);
    const std::array<ScaledPairs, 1> lists = {ScaledPairs{problem.pairs, 2}};
    for (int k = 0; k < 2; ++k) {
      const Eigen::SparseMatrix<double>& m =
          assembly.assemble(problem.masses, 1, problem.blocks,
                            std::span<const ScaledPairs>(lists).first(static_cast<std::size_t>(k)));
      Eigen::VectorXd b(m.rows());
      for (Eigen::Index r = 0; r < b.size(); ++r) b[r] = normal(random);
      ASSERT_TRUE(kept.factorize(m));
      EXPECT_EQ(kept.shift(), 0);
      const Eigen::VectorXd x = kept.solve(b);
      EXPECT_LT((m.selfadjointView<Eigen::Lower>() * x - b).norm(), 1e-11 * b.norm());
      NewtonSolver fresh;
      ASSERT_TRUE(fresh.factorize(m));
      EXPECT_EQ(fresh.solve(b), x);
    }
  }
}

/// Random positive definite matrices, sparse and with many subtrees; full blocks of `group` rows or
/// single entries.
Eigen::SparseMatrix<double> random_positive(Random& random, int groups, int group, bool blocks) {
  std::vector<Eigen::Triplet<double>> entries;
  std::uniform_int_distribution<int> any(0, groups - 1), coordinate(0, group - 1);
  const auto add = [&](int i, int j, double value) {
    entries.emplace_back(std::max(i, j), std::min(i, j), value);
  };
  for (int k = 0; k < 2 * groups; ++k) {
    const int a = any(random), b = std::min(groups - 1, a + 1 + any(random) % 7);
    for (int r = 0; r < (blocks ? group : 1); ++r)
      for (int c = 0; c < (blocks ? group : 1); ++c) {
        const int i = group * a + (blocks ? r : coordinate(random));
        const int j = group * b + (blocks ? c : coordinate(random));
        const double value = normal(random);
        if (i == j) continue;
        add(i, j, value);
        add(i, i, std::abs(value));
        add(j, j, std::abs(value));
      }
  }
  for (int i = 0; i < groups * group; ++i) add(i, i, 0.1);
  Eigen::SparseMatrix<double> m(groups * group, groups * group);
  m.setFromTriplets(entries.begin(), entries.end());
  return m;
}

TEST(SupernodalCholesky, SolvesAsEigenDoesForAnyPattern) {
  Random random(5);
  for (int i = 0; i < 60; ++i) {
    const int group = 1 + i % 3, groups = 1 + 7 * i;
    const Eigen::SparseMatrix<double> m = random_positive(random, groups, group, i % 2 == 0);
    Eigen::VectorXd b(m.rows());
    for (Eigen::Index r = 0; r < b.size(); ++r) b[r] = normal(random);
    SupernodalCholesky own;
    own.analyze(m, group);
    ASSERT_TRUE(own.factorize(m));
    const Eigen::VectorXd x = own.solve(b);
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> eigen(m);
    const Eigen::VectorXd expected = eigen.solve(b);
    EXPECT_LT((x - expected).norm(), 1e-10 * expected.norm()) << i;
    ASSERT_TRUE(own.factorize(m, 0, 3));
    EXPECT_EQ(own.solve(b), x);

    ASSERT_TRUE(own.factorize(m, 0.5));
    const Eigen::VectorXd shifted = own.solve(b);
    EXPECT_LT((m.selfadjointView<Eigen::Lower>() * shifted + 0.5 * shifted - b).norm(),
              1e-11 * b.norm());
  }
}

TEST(SupernodalCholesky, FindsNegativeEigenvalues) {
  Random random(6);
  for (int i = 0; i < 30; ++i) {
    Eigen::SparseMatrix<double> m = random_positive(random, 300, 3, true);
    const int place = std::uniform_int_distribution<int>(0, 899)(random);
    m.coeffRef(place, place) = -0.01;
    SupernodalCholesky own;
    own.analyze(m, 3);
    EXPECT_FALSE(own.factorize(m, 0, 1 + i % 2));
  }
}

TEST(NewtonSolver, ShiftsAnIndefiniteMatrixAndRefusesWhatIsNotFinite) {
  Eigen::SparseMatrix<double> m(4, 4);
  for (int i = 0; i < 4; ++i) m.insert(i, i) = i == 2 ? -1 : 1;
  m.insert(3, 0) = 0.5;
  m.makeCompressed();
  NewtonSolver solver;
  ASSERT_TRUE(solver.factorize(m));
  EXPECT_GT(solver.shift(), 1);
  EXPECT_LT(solver.shift(), 20);
  const Eigen::VectorXd b = Eigen::VectorXd::Ones(4), x = solver.solve(b);
  EXPECT_GT(x.dot(b), 0);
  m.coeffRef(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(solver.factorize(m));
  m.coeffRef(1, 1) = 1;
  m.coeffRef(2, 2) = 1;
  EXPECT_TRUE(solver.factorize(m));
  EXPECT_EQ(solver.shift(), 0);
}

}  // namespace
}  // namespace firstcontact::sim::sparse_assembly_test
