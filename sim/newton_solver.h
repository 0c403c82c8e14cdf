#pragma once
/// Solves the linear systems of Newton's method with Eigen's sparse LDLT.
#include <Eigen/SparseCholesky>
#include <vector>

namespace firstcontact::sim {

/// Orders the unknowns to keep the factor sparse. Three rows at a time (a vertex) are one node of
/// the graph, so it has a ninth of the matrix's entries. If the number of rows is no multiple of 3,
/// every row is a node.
struct VertexOrdering {
  using PermutationType = Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>;
  void operator()(const Eigen::SparseMatrix<double>& symmetric, PermutationType& order) const;
};

/// Factorises one matrix after the other. The order of the unknowns is kept while the pattern stays
/// the same; it depends on the pattern only, so results do not depend on earlier matrices.
class NewtonSolver {
 public:
  /// `lower`: the lower triangle of a symmetric matrix. If the matrix is not positive definite,
  /// multiples of its mean diagonal are added to the diagonal, ten times more each time, until it
  /// is. Returns false if that does not help either (an entry is not finite).
  bool factorize(const Eigen::SparseMatrix<double>& lower);
  /// What the last `factorize` added to the diagonal; usually 0.
  double shift() const { return shift_; }
  /// Precondition: `factorize` returned true.
  Eigen::VectorXd solve(const Eigen::VectorXd& right_hand_side) const;
  /// Number of entries of the factor.
  Eigen::Index factor_entries() const { return ldlt_.matrixL().nestedExpression().nonZeros(); }

 private:
  bool try_factorize(const Eigen::SparseMatrix<double>& lower);

  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower, VertexOrdering> ldlt_;
  std::vector<int> outer_, inner_;  ///< the pattern that was analysed
  double shift_ = 0;
};

}  // namespace firstcontact::sim
