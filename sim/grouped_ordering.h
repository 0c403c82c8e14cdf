#pragma once
/// Orders the unknowns of a sparse symmetric system to keep its factor sparse.
#include <Eigen/SparseCore>
#include <vector>

namespace firstcontact::sim {

using Permutation = Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>;

/// Approximate minimum degree. Rows of one group, for example the three of a vertex, stay together
/// and are one node of the graph, which is much smaller then. `symmetric` has both triangles.
/// `group_of_row` ascends from 0 without gaps; rows of a group have the same columns, by groups.
/// Returns the original row for each place, as Eigen's ordering methods do.
Permutation grouped_ordering(const Eigen::SparseMatrix<double>& symmetric,
                             const std::vector<int>& group_of_row);

}  // namespace firstcontact::sim
