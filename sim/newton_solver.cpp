#include "sim/newton_solver.h"

#include <algorithm>
#include <cmath>

namespace firstcontact::sim {

bool NewtonSolver::factorize(const Eigen::SparseMatrix<double>& lower, int threads) {
  constexpr double kFirstShift = 1e-8;  ///< relative to the mean of the diagonal
  constexpr int kTries = 14;
  const int* outer = lower.outerIndexPtr();
  const int* inner = lower.innerIndexPtr();
  const auto columns = static_cast<std::size_t>(lower.cols());
  const auto entries = static_cast<std::size_t>(lower.nonZeros());
  if (outer_.size() != columns + 1 || !std::equal(outer_.begin(), outer_.end(), outer) ||
      inner_.size() != entries || !std::equal(inner_.begin(), inner_.end(), inner)) {
    cholesky_.analyze(lower, columns % 3 == 0 ? 3 : 1);
    outer_.assign(outer, outer + columns + 1);
    inner_.assign(inner, inner + entries);
  }
  shift_ = 0;
  if (cholesky_.factorize(lower, shift_, threads)) return true;
  double sum = 0;
  for (Eigen::Index i = 0; i < lower.cols(); ++i) sum += std::abs(lower.coeff(i, i));
  if (!std::isfinite(sum)) return false;
  shift_ = kFirstShift * (sum > 0 ? sum / static_cast<double>(columns) : 1);
  for (int i = 0; i < kTries; ++i, shift_ *= 10)
    if (cholesky_.factorize(lower, shift_, threads)) return true;
  return false;
}

Eigen::VectorXd NewtonSolver::solve(const Eigen::VectorXd& right_hand_side) const {
  return cholesky_.solve(right_hand_side);
}

}  // namespace firstcontact::sim
