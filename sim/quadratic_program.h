#pragma once
/// Quadratic programs with linear inequalities, by operator splitting (the method of OSQP:
/// Stellato et al., 2020), finished by an active set. docs/math/simulation.md
#include <Eigen/SparseCore>

namespace firstcontact::sim {

/// Minimises x'Hx / 2 + g'x subject to A x >= b. H is symmetric positive definite (lower half
/// given; entries of the upper half are ignored). Constraints may be redundant, and there may be
/// none.
struct QuadraticProgram {
  Eigen::SparseMatrix<double> hessian;
  Eigen::VectorXd gradient;
  Eigen::SparseMatrix<double, Eigen::RowMajor> constraints;
  Eigen::VectorXd bounds;
};

/// Solved means: no constraint is violated by more than absolute + relative * max(|Ax|, |b|), and
/// no entry of Hx + g - A'multipliers exceeds absolute + relative * max(|Hx|, |A'multipliers|, |g|)
/// (largest entries each), and multipliers belong to active constraints to the same accuracy.
struct QuadraticOptions {
  double absolute = 1e-9, relative = 1e-7;
  int max_iterations = 4000;
  /// Of the factorisations; 0: as many as the machine has. They do not change the result.
  int threads = 1;
};

struct QuadraticSolution {
  enum class Status {
    Solved,
    /// The accuracy was not reached. If the constraints contradict each other, x is a compromise
    /// that violates them a little: the splitting goes towards the least sum of squared violations.
    IterationLimit,
    /// H is not positive definite, or some number is not finite. x is 0.
    NotPositive,
  };
  Status status = Status::NotPositive;
  Eigen::VectorXd x;
  /// Lagrange multipliers of the constraints, >= 0.
  Eigen::VectorXd multipliers;
  /// Largest violation of a constraint; largest entry of Hx + g - A'multipliers.
  double primal_residual = 0, dual_residual = 0;
  /// Of the splitting; 0 if the active set of `warm` was right already.
  int iterations = 0;
};

/// `warm` (may be empty) is an earlier solution; its multipliers may be fewer than the constraints:
/// then they are those of the first constraints. The result depends on the arguments only.
/// Preconditions: the sizes fit.
QuadraticSolution solve(const QuadraticProgram& program, const QuadraticOptions& options = {},
                        const QuadraticSolution& warm = {});

}  // namespace firstcontact::sim
