#include "sim/grouped_ordering.h"

#include <Eigen/OrderingMethods>

namespace firstcontact::sim {

Permutation grouped_ordering(const Eigen::SparseMatrix<double>& symmetric,
                             const std::vector<int>& group_of_row) {
  const auto rows = static_cast<int>(group_of_row.size());
  const int groups = rows == 0 ? 0 : group_of_row.back() + 1;
  // Neither the values nor the order of entries within a column matter.
  Eigen::SparseMatrix<double> graph(groups, groups);
  graph.resizeNonZeros(symmetric.nonZeros());
  std::vector<int> first_row, last_column(static_cast<std::size_t>(groups), -1);
  int count = 0;
  for (int j = 0; j < rows; ++j) {
    const int group = group_of_row[j];
    if (group < static_cast<int>(first_row.size())) continue;
    first_row.push_back(j);
    graph.outerIndexPtr()[group] = count;
    for (Eigen::SparseMatrix<double>::InnerIterator it(symmetric, j); it; ++it) {
      const int row = group_of_row[static_cast<std::size_t>(it.row())];
      if (last_column[row] == group) continue;
      last_column[row] = group;
      graph.innerIndexPtr()[count] = row;
      graph.valuePtr()[count++] = 1;
    }
  }
  graph.outerIndexPtr()[groups] = count;
  graph.resizeNonZeros(count);
  first_row.push_back(rows);
  Permutation by_group;
  Eigen::AMDOrdering<int>()(graph, by_group);
  Permutation order(rows);
  int next = 0;
  for (int i = 0; i < groups; ++i) {
    const int group = by_group.indices()[i];
    for (int j = first_row[group]; j < first_row[group + 1]; ++j) order.indices()[next++] = j;
  }
  return order;
}

}  // namespace firstcontact::sim
