#include "sim/kkt_factor.h"

#include <cmath>

#include "sim/grouped_ordering.h"

namespace firstcontact::sim {

KktFactor::KktFactor(const Eigen::SparseMatrix<double>& lower, double regularisation,
                     const RowMatrix& a, const std::vector<int>& rows)
    : variables_(lower.cols()) {
  const auto n = static_cast<int>(lower.cols()), m = static_cast<int>(rows.size());
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(static_cast<std::size_t>(lower.nonZeros() + n + 13 * m));
  for (int j = 0; j < n; ++j) {
    entries.emplace_back(j, j, regularisation);
    for (Eigen::SparseMatrix<double>::InnerIterator it(lower, j); it; ++it)
      if (it.row() >= j) entries.emplace_back(static_cast<int>(it.row()), j, it.value());
  }
  for (int i = 0; i < m; ++i) {
    for (RowMatrix::InnerIterator it(a, rows[i]); it; ++it)
      entries.emplace_back(n + i, static_cast<int>(it.col()), it.value());
    entries.emplace_back(n + i, n + i, -1);
  }
  Eigen::SparseMatrix<double> kkt(n + m, n + m);
  kkt.setFromTriplets(entries.begin(), entries.end());

  // The three rows of a vertex are a group; each constraint is one of its own. (A constraint may
  // name single coordinates; then the graph has a few entries too many or too few, no harm.)
  const int size = n % 3 == 0 ? 3 : 1;
  std::vector<int> group(static_cast<std::size_t>(n + m));
  for (int i = 0; i < n; ++i) group[i] = i / size;
  for (int i = 0; i < m; ++i) group[n + i] = n / size + i;
  const Eigen::SparseMatrix<double> both = kkt.selfadjointView<Eigen::Lower>();
  order_ = grouped_ordering(both, group).inverse();
  upper_.resize(n + m, n + m);
  upper_.selfadjointView<Eigen::Upper>() = kkt.selfadjointView<Eigen::Lower>().twistedBy(order_);
  slack_places_.resize(rows.size());
  for (int i = 0; i < m; ++i) {
    const int place = order_.indices()[n + i];
    for (int k = upper_.outerIndexPtr()[place]; k < upper_.outerIndexPtr()[place + 1]; ++k)
      if (upper_.innerIndexPtr()[k] == place) slack_places_[i] = k;
  }
  ldlt_.analyzePattern(upper_);
}

bool KktFactor::factorize(double slack) {
  for (const int place : slack_places_) upper_.valuePtr()[place] = -slack;
  ldlt_.factorize(upper_);
  if (ldlt_.info() != Eigen::Success) return false;
  const Eigen::VectorXd d = ldlt_.vectorD();
  for (Eigen::Index row = 0; row < d.size(); ++row) {
    const double value = d[order_.indices()[row]];
    if (!(row < variables_ ? value > 0 : value < 0) || !std::isfinite(value)) return false;
  }
  return true;
}

Eigen::VectorXd KktFactor::solve(const Eigen::VectorXd& right_hand_side) const {
  if (right_hand_side.size() == 0) return right_hand_side;
  const Eigen::VectorXd solution = ldlt_.solve(order_ * right_hand_side);
  return order_.inverse() * solution;
}

}  // namespace firstcontact::sim
