#pragma once
/// Cholesky factors of sparse symmetric matrices whose unknowns come in groups, as the three
/// coordinates of a vertex do.
///
/// The multifrontal method (Duff and Reid, 1983; Liu, 1992): columns of the factor with the same
/// rows are treated together as a dense matrix, with Eigen's dense kernels. For the matrices of
/// tetrahedral meshes that is several times faster than Eigen's own sparse LDLT, which works column
/// by column.
#include <Eigen/SparseCore>
#include <array>
#include <vector>

namespace firstcontact::sim {

class SupernodalCholesky {
 public:
  /// Chooses the order of the unknowns and the pattern of the factor. `lower`: the lower triangle,
  /// compressed, entries of the upper one are not allowed. `group`: rows [0, group), [group,
  /// 2 group), … belong together; it divides the number of rows. Any pattern is allowed, but those
  /// whose groups are full blocks are the fast ones.
  void analyze(const Eigen::SparseMatrix<double>& lower, int group);

  /// Factorises the matrix plus shift times the identity. Returns false if it is not positive
  /// definite or not finite. `threads` 0: as many as the machine has; they do not change the
  /// result. Precondition: the pattern is the analysed one.
  bool factorize(const Eigen::SparseMatrix<double>& lower, double shift = 0, int threads = 1);

  /// Precondition: `factorize` returned true.
  Eigen::VectorXd solve(const Eigen::VectorXd& right_hand_side) const;
  /// One solution in each column; faster than one after the other.
  Eigen::MatrixXd solve_columns(const Eigen::MatrixXd& right_hand_sides) const;

  /// Number of entries of the factor, zeros in its dense parts included.
  Eigen::Index factor_entries() const;

 private:
  /// Consecutive columns (of groups) with the same rows below them.
  struct Supernode {
    int first = 0, columns = 0;
    std::vector<int> rows;  ///< groups below, ascending
    int parent = -1;
    std::vector<int> children;
    /// Place of each of `rows` in the parent: among its columns, then its rows.
    std::vector<int> place_in_parent;
    std::vector<int> entries, targets;  ///< which values of the matrix go where in the panel
    std::vector<int> diagonal;          ///< where the diagonal is in the panel
  };

  void order_groups(const Eigen::SparseMatrix<double>& lower);
  void find_supernodes(const std::vector<std::vector<int>>& below);
  void link_supernodes();
  void place_entries(const Eigen::SparseMatrix<double>& lower);
  int place_of(const Supernode& s, int group) const;
  /// Finds subtrees of about equal work that threads can take.
  void split_tree();
  bool factorize_supernode(std::size_t s, const Eigen::SparseMatrix<double>& lower, double shift,
                           std::vector<Eigen::MatrixXd>& updates);
  template <class Dense>
  Dense solve_dense(const Dense& right_hand_sides) const;
  void add_child(const Supernode& child, const Eigen::MatrixXd& update, const Supernode& parent,
                 Eigen::MatrixXd& panel, Eigen::MatrixXd& rest) const;

  int group_ = 1, groups_ = 0;
  std::vector<int> new_place_;  ///< of each group
  std::vector<Supernode> supernodes_;
  std::vector<int> supernode_of_;  ///< of each group, by its new place
  /// First and last supernode of each subtree. What is in none is above all of them.
  std::vector<std::array<std::size_t, 2>> subtrees_;
  /// For each supernode its columns of the factor: the square part, then the rows below.
  std::vector<Eigen::MatrixXd> panels_;
};

}  // namespace firstcontact::sim
