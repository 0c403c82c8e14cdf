#pragma once
/// Sums of products in a fixed order, for all results that are the same bits in every build.
///
/// Eigen's `dot`, `norm`, `sum` and matrix products add in an order that depends on the instruction
/// set, on the type of the expression and sometimes on the address of the numbers. So the same
/// vectors may give different last bits in another build or on another stack. The functions here
/// add in the order of the indices, (a0 b0 + a1 b1) + a2 b2, and round after every operation.
/// scripts/check_sums.py refuses Eigen's functions in the folders that promise bits. Eigen's
/// operations on single coefficients are the same everywhere and need no replacement: +, −, times a
/// number, cross, cwiseAbs, minCoeff, maxCoeff.
///
/// An argument that is an expression is evaluated for every use of a coefficient. So pass the
/// result of another call, not a long formula.
#include <firstcontact/query.h>

#include <cmath>
#include <utility>

namespace firstcontact {

/// Sum of all coefficients, column after column from the top.
template <class A>
double sum(const Eigen::MatrixBase<A>& a) {
  double total = a.coeff(0, 0);
  for (Eigen::Index column = 0; column < a.cols(); ++column)
    for (Eigen::Index row = column == 0 ? 1 : 0; row < a.rows(); ++row)
      total += a.coeff(row, column);
  return total;
}

/// Dot product of two vectors of the same length, columns or rows.
template <class A, class B>
typename A::Scalar dot(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  EIGEN_STATIC_ASSERT_SAME_VECTOR_SIZE(A, B)
  typename A::Scalar total = a.coeff(0) * b.coeff(0);
  for (Eigen::Index i = 1; i < a.size(); ++i) total += a.coeff(i) * b.coeff(i);
  return total;
}

/// Sum of the squares of all coefficients, column after column from the top.
template <class A>
double squared_norm(const Eigen::MatrixBase<A>& a) {
  double total = a.coeff(0, 0) * a.coeff(0, 0);
  for (Eigen::Index column = 0; column < a.cols(); ++column)
    for (Eigen::Index row = column == 0 ? 1 : 0; row < a.rows(); ++row) {
      const double x = a.coeff(row, column);
      total += x * x;
    }
  return total;
}

/// Length of a vector, Frobenius norm of a matrix. Overflows from 1e154 on and is 0 below 1e-162.
template <class A>
double norm(const Eigen::MatrixBase<A>& a) {
  return std::sqrt(squared_norm(a));
}

/// `norm` for numbers of any size. They are scaled by a power of two, which only rounds very small
/// components.
template <class A>
double scaled_norm(const Eigen::MatrixBase<A>& a) {
  const typename A::PlainObject numbers = a;
  const double largest = numbers.cwiseAbs().maxCoeff();
  // Between these bounds scaling would not change a bit: no square that matters under- or overflows.
  if (largest > 0x1p-400 && largest < 0x1p+400) return norm(numbers);
  if (!(largest > 0) || !std::isfinite(largest)) return norm(numbers);
  const int exponent = std::ilogb(largest);
  const typename A::PlainObject scaled =
      numbers.unaryExpr([&](double x) { return std::ldexp(x, -exponent); });
  return std::ldexp(norm(scaled), exponent);
}

/// The vector scaled to length 1 within rounding; unchanged if its squared length is 0 or NaN.
template <class A>
typename A::PlainObject normalized(const Eigen::MatrixBase<A>& a) {
  const typename A::PlainObject numbers = a;
  const double square = squared_norm(numbers);
  return square > 0 ? typename A::PlainObject(numbers / std::sqrt(square)) : numbers;
}

namespace fixed_order {

/// Column `at` of the product: the sum of a's columns times the coefficients of b.
template <class A, class B, Eigen::Index... K>
Eigen::Matrix<double, A::RowsAtCompileTime, 1> column(const A& a, const B& b, Eigen::Index at,
                                                      std::integer_sequence<Eigen::Index, K...>) {
  return (... + (a.col(K) * b.coeff(K, at)));
}

}  // namespace fixed_order

/// The product of matrices, or of a matrix and a vector. For mᵀ x: times(m.transpose(), x).
template <class A, class B>
Eigen::Matrix<double, A::RowsAtCompileTime, B::ColsAtCompileTime> times(
    const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  static_assert(int{A::ColsAtCompileTime} == int{B::RowsAtCompileTime}, "as many columns as rows");
  constexpr std::make_integer_sequence<Eigen::Index, A::ColsAtCompileTime> kAll;
  if constexpr (!A::IsRowMajor && int{B::ColsAtCompileTime} == 1)
    return fixed_order::column(a, b, 0, kAll);
  Eigen::Matrix<double, A::RowsAtCompileTime, B::ColsAtCompileTime> out;
  for (Eigen::Index at = 0; at < b.cols(); ++at)
    if constexpr (A::IsRowMajor) {
      for (Eigen::Index row = 0; row < a.rows(); ++row)
        out.coeffRef(row, at) = dot(a.row(row), b.col(at));
    } else {
      out.col(at) = fixed_order::column(a, b, at, kAll);
    }
  return out;
}

/// Determinant of a 3x3 matrix.
template <class A>
double determinant(const Eigen::MatrixBase<A>& a) {
  EIGEN_STATIC_ASSERT_MATRIX_SPECIFIC_SIZE(A, 3, 3)
  return dot(a.col(0), a.col(1).cross(a.col(2)));
}

/// Inverse of a 3x3 matrix, by its cofactors. Precondition: the determinant is not 0.
template <class A>
Eigen::Matrix<double, 3, 3> inverse(const Eigen::MatrixBase<A>& a) {
  EIGEN_STATIC_ASSERT_MATRIX_SPECIFIC_SIZE(A, 3, 3)
  Eigen::Matrix<double, 3, 3> out;
  out.row(0) = a.col(1).cross(a.col(2));
  out.row(1) = a.col(2).cross(a.col(0));
  out.row(2) = a.col(0).cross(a.col(1));
  return out / determinant(a);
}

}  // namespace firstcontact
