#pragma once
/// Factorises the matrix of an equality-constrained quadratic problem:
///   [H + regularisation I   A'           ]
///   [A                      -diag(slack) ]
/// With H positive definite, regularisation >= 0 and slack > 0 it is quasi-definite: an LDLT without
/// pivoting exists for every order of the unknowns.
#include <Eigen/SparseCholesky>
#include <vector>

namespace firstcontact::sim {

class KktFactor {
 public:
  using RowMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

  /// `lower`: the lower triangle of H. `rows`: which rows of A take part.
  KktFactor(const Eigen::SparseMatrix<double>& lower, double regularisation, const RowMatrix& a,
            const std::vector<int>& rows);

  /// Factorises with this slack in each row. Returns false if H is not positive definite.
  bool factorize(double slack);
  /// Precondition: `factorize` returned true. The right-hand side has the rows of H, then those of
  /// A that take part.
  Eigen::VectorXd solve(const Eigen::VectorXd& right_hand_side) const;

 private:
  Eigen::Index variables_;
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order_;  ///< row -> place
  Eigen::SparseMatrix<double> upper_;  ///< the upper triangle in the chosen order
  std::vector<int> slack_places_;      ///< where the slack is among the values of `upper_`
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Upper, Eigen::NaturalOrdering<int>>
      ldlt_;
};

}  // namespace firstcontact::sim
