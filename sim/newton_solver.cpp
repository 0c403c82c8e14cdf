#include "sim/newton_solver.h"

#include <algorithm>
#include <cmath>

#include "sim/grouped_ordering.h"

namespace firstcontact::sim {

void VertexOrdering::operator()(const Eigen::SparseMatrix<double>& symmetric,
                                PermutationType& order) const {
  const int size = symmetric.cols() % 3 == 0 ? 3 : 1;
  std::vector<int> vertex(static_cast<std::size_t>(symmetric.cols()));
  for (std::size_t i = 0; i < vertex.size(); ++i) vertex[i] = static_cast<int>(i) / size;
  order = grouped_ordering(symmetric, vertex);
}

bool NewtonSolver::try_factorize(const Eigen::SparseMatrix<double>& lower) {
  ldlt_.setShift(shift_);
  ldlt_.factorize(lower);
  if (ldlt_.info() != Eigen::Success) return false;
  const Eigen::VectorXd d = ldlt_.vectorD();
  return std::all_of(d.data(), d.data() + d.size(),
                     [](double value) { return value > 0 && std::isfinite(value); });
}

bool NewtonSolver::factorize(const Eigen::SparseMatrix<double>& lower) {
  constexpr double kFirstShift = 1e-8;  ///< relative to the mean of the diagonal
  constexpr int kTries = 14;
  const int* outer = lower.outerIndexPtr();
  const int* inner = lower.innerIndexPtr();
  const auto columns = static_cast<std::size_t>(lower.cols());
  const auto entries = static_cast<std::size_t>(lower.nonZeros());
  if (outer_.size() != columns + 1 || !std::equal(outer_.begin(), outer_.end(), outer) ||
      inner_.size() != entries || !std::equal(inner_.begin(), inner_.end(), inner)) {
    ldlt_.analyzePattern(lower);
    outer_.assign(outer, outer + columns + 1);
    inner_.assign(inner, inner + entries);
  }
  shift_ = 0;
  if (columns == 0 || try_factorize(lower)) return true;
  double sum = 0;
  for (Eigen::Index i = 0; i < lower.cols(); ++i) sum += std::abs(lower.coeff(i, i));
  if (!std::isfinite(sum)) return false;
  shift_ = kFirstShift * (sum > 0 ? sum / static_cast<double>(columns) : 1);
  for (int i = 0; i < kTries; ++i, shift_ *= 10)
    if (try_factorize(lower)) return true;
  return false;
}

Eigen::VectorXd NewtonSolver::solve(const Eigen::VectorXd& right_hand_side) const {
  if (right_hand_side.size() == 0) return right_hand_side;
  return ldlt_.solve(right_hand_side);
}

}  // namespace firstcontact::sim
