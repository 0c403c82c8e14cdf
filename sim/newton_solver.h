#pragma once
/// Solves the linear systems of Newton's method.
#include <Eigen/SparseCore>
#include <vector>

#include "sim/supernodal_cholesky.h"

namespace firstcontact::sim {

/// Factorises one matrix after the other. The order of the unknowns is kept while the pattern stays
/// the same; it depends on the pattern only, so results do not depend on earlier matrices.
class NewtonSolver {
 public:
  /// `lower`: the lower triangle of a symmetric matrix, compressed; with three rows for each vertex
  /// it is fastest. If the matrix is not positive definite, multiples of its mean diagonal are added
  /// to the diagonal, ten times more each time, until it is. Returns false if that does not help
  /// either (an entry is not finite). `threads` 0: as many as the machine has; they do not change
  /// the result.
  bool factorize(const Eigen::SparseMatrix<double>& lower, int threads = 1);
  /// What the last `factorize` added to the diagonal; usually 0.
  double shift() const { return shift_; }
  /// Precondition: `factorize` returned true.
  Eigen::VectorXd solve(const Eigen::VectorXd& right_hand_side) const;
  /// Number of entries of the factor.
  Eigen::Index factor_entries() const { return cholesky_.factor_entries(); }

 private:
  SupernodalCholesky cholesky_;
  std::vector<int> outer_, inner_;  ///< the pattern that was analysed
  double shift_ = 0;
};

}  // namespace firstcontact::sim
