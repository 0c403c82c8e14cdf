#pragma once
/// Quadratic programs with linear inequalities, by operator splitting.
#include <Eigen/Sparse>
#include <vector>

namespace firstcontact::sim {

/// Minimises x'Hx / 2 + g'x subject to A x >= b. H is symmetric positive definite (lower half given).
struct QuadraticProgram {
  Eigen::SparseMatrix<double> hessian;
  Eigen::VectorXd gradient;
  Eigen::SparseMatrix<double, Eigen::RowMajor> constraints;
  Eigen::VectorXd bounds;
};

struct QuadraticOptions {
  double absolute = 1e-9, relative = 1e-7;
  int max_iterations = 4000;
};

struct QuadraticSolution {
  enum class Status { Solved, IterationLimit, NotPositive } status = Status::NotPositive;
  Eigen::VectorXd x;
  /// Lagrange multipliers of the constraints, >= 0.
  Eigen::VectorXd multipliers;
  double primal_residual = 0, dual_residual = 0;
  int iterations = 0;
};

/// `warm` (may be empty) is an earlier solution; its multipliers may be fewer than the constraints.
QuadraticSolution solve(const QuadraticProgram& program, const QuadraticOptions& options = {},
                        const QuadraticSolution& warm = {});

}  // namespace firstcontact::sim
