#include "sim/quadratic_program.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "sim/supernodal_cholesky.h"

// Stellato, Banjac, Goulart, Bemporad, Boyd: "OSQP: an operator splitting solver for quadratic
// programs" (2020), with lower bounds only. What differs:
//  - Variables are scaled so that H has the diagonal 1, then constraints so that rows of A have the
//    length 1. For elastic bodies that is all the scaling it takes, so there is no equilibration.
//  - The multipliers are eliminated from the linear system, which is positive definite then.
//  - The polishing solve is repeated with a corrected active set: constraints with a negative
//    multiplier leave, violated ones enter (primal-dual active set). It is tried whenever the active
//    set of the splitting stands still, and first of all with that of the warm start.
namespace firstcontact::sim {
namespace {

using Vector = Eigen::VectorXd;
using RowMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

constexpr double kProximal = 1e-6;      ///< sigma of the paper, for the scaled problem
constexpr double kRelaxation = 1.6;     ///< alpha of the paper
constexpr double kFirstPenalty = 1;     ///< rho of the paper
constexpr double kPolishSlack = 1e-10;  ///< of redundant constraints in the polishing solve
constexpr int kCheckInterval = 10;      ///< iterations between tests of the residuals
constexpr int kPenaltyInterval = 40;    ///< iterations between changes of rho
constexpr double kPenaltyChange = 5;    ///< smaller changes of rho are not worth a factorisation
constexpr int kPolishRounds = 8;        ///< corrections of the active set in one attempt
constexpr std::size_t kPolishLargest = 2000;  ///< active constraints: larger sets are not polished
constexpr int kPolishAttempts = 12;           ///< in one call

double largest(const Vector& v) { return v.size() == 0 ? 0 : v.lpNorm<Eigen::Infinity>(); }

struct Residuals {
  double primal = 0, dual = 0, primal_scale = 0, dual_scale = 0;
  bool within(const QuadraticOptions& options) const {
    return primal <= options.absolute + options.relative * primal_scale &&
           dual <= options.absolute + options.relative * dual_scale;
  }
};

class Splitting {
 public:
  Splitting(const QuadraticProgram& program, const QuadraticOptions& options)
      : options_(options), n_(program.gradient.size()), m_(program.bounds.size()) {
    scale(program);
  }

  QuadraticSolution run(const QuadraticSolution& warm);

 private:
  void scale(const QuadraticProgram& program);
  void start(const QuadraticSolution& warm);
  /// Factorises H + sigma + rho A'A. Returns false if it is not positive definite.
  bool factorize_penalty();
  void iterate();
  bool polish(std::vector<int> active);
  /// Solves with the constraints `active` as equations. Returns false if that fails.
  bool solve_active(const std::vector<int>& active, Vector& x, Vector& y);
  /// H^-1 A' for the constraints `active`, one column each.
  Eigen::MatrixXd responses(const std::vector<int>& active);
  std::vector<int> active_set() const;
  Residuals residuals(const Vector& x, const Vector& z, const Vector& y) const;
  bool change_penalty(const Residuals& r);
  QuadraticSolution finish(QuadraticSolution::Status status, int iterations) const;
  Vector times_hessian(const Vector& x) const { return h_.selfadjointView<Eigen::Lower>() * x; }

  QuadraticOptions options_;
  Eigen::Index n_, m_;
  // The scaled problem: x = variable_scale_ * scaled x, scaled A x = row_scale_ * A x.
  Eigen::SparseMatrix<double> h_;
  RowMatrix a_;
  Vector g_, b_, variable_scale_, row_scale_;
  // The paper's iterates: multipliers are -y.
  Vector x_, z_, y_;
  double rho_ = kFirstPenalty;
  int group_ = 1;
  Eigen::SparseMatrix<double> squares_;  ///< A'A, lower triangle
  SupernodalCholesky hessian_factor_, penalty_factor_;
  bool penalty_analysed_ = false;
  // Columns of H^-1 A' that were needed so far, and where that of a constraint is (or -1).
  Eigen::MatrixXd known_responses_;
  std::vector<int> response_of_;
};

void Splitting::scale(const QuadraticProgram& program) {
  variable_scale_ = Vector::Ones(n_);
  for (Eigen::Index i = 0; i < n_; ++i) {
    const double d = program.hessian.coeff(i, i);
    if (d > 0) variable_scale_[i] = 1 / std::sqrt(d);
  }
  h_ = program.hessian.triangularView<Eigen::Lower>();
  for (Eigen::Index j = 0; j < n_; ++j)
    for (Eigen::SparseMatrix<double>::InnerIterator it(h_, j); it; ++it)
      it.valueRef() *= variable_scale_[it.row()] * variable_scale_[j];
  a_ = program.constraints;
  a_.makeCompressed();
  row_scale_ = Vector::Ones(m_);
  for (Eigen::Index i = 0; i < m_; ++i) {
    double squares = 0;
    for (RowMatrix::InnerIterator it(a_, i); it; ++it) {
      it.valueRef() *= variable_scale_[it.col()];
      squares += it.value() * it.value();
    }
    if (squares > 0) row_scale_[i] = 1 / std::sqrt(squares);
    for (RowMatrix::InnerIterator it(a_, i); it; ++it) it.valueRef() *= row_scale_[i];
  }
  h_.makeCompressed();
  const RowMatrix transposed = a_.transpose();
  squares_ = RowMatrix(transposed * a_).triangularView<Eigen::Lower>();
  group_ = n_ % 3 == 0 ? 3 : 1;
  response_of_.assign(static_cast<std::size_t>(m_), -1);
  g_ = program.gradient.cwiseProduct(variable_scale_);
  b_ = program.bounds.cwiseProduct(row_scale_);
}

void Splitting::start(const QuadraticSolution& warm) {
  x_ = warm.x.size() == n_ && warm.x.allFinite() ? Vector(warm.x.cwiseQuotient(variable_scale_))
                                                 : Vector(Vector::Zero(n_));
  y_ = Vector::Zero(m_);
  for (Eigen::Index i = 0; i < std::min(m_, warm.multipliers.size()); ++i)
    if (warm.multipliers[i] > 0 && std::isfinite(warm.multipliers[i]))
      y_[i] = -warm.multipliers[i] / row_scale_[i];
  z_ = (a_ * x_).cwiseMax(b_);
}

bool Splitting::factorize_penalty() {
  Eigen::SparseMatrix<double> matrix = h_ + rho_ * squares_;
  if (!penalty_analysed_) penalty_factor_.analyze(matrix, group_);
  penalty_analysed_ = true;
  return penalty_factor_.factorize(matrix, kProximal, options_.threads);
}

void Splitting::iterate() {
  const Vector right = kProximal * x_ - g_ + a_.transpose() * (rho_ * z_ - y_);
  const Vector x_new = penalty_factor_.solve(right);
  const Vector mixed = kRelaxation * (a_ * x_new) + (1 - kRelaxation) * z_;
  x_ = kRelaxation * x_new + (1 - kRelaxation) * x_;
  z_ = (mixed + y_ / rho_).cwiseMax(b_);
  y_ += rho_ * (mixed - z_);
}

/// In the units of the caller. With z = max(Ax, b) the primal residual is the largest violation.
Residuals Splitting::residuals(const Vector& x, const Vector& z, const Vector& y) const {
  Residuals r;
  const Vector ax = a_ * x, hx = times_hessian(x), aty = a_.transpose() * y;
  r.primal = largest((ax - z).cwiseQuotient(row_scale_));
  r.primal_scale =
      std::max(largest(ax.cwiseQuotient(row_scale_)), largest(z.cwiseQuotient(row_scale_)));
  r.dual = largest((hx + g_ + aty).cwiseQuotient(variable_scale_));
  r.dual_scale = std::max({largest(hx.cwiseQuotient(variable_scale_)),
                           largest(g_.cwiseQuotient(variable_scale_)),
                           largest(aty.cwiseQuotient(variable_scale_))});
  return r;
}

std::vector<int> Splitting::active_set() const {
  std::vector<int> active;
  for (Eigen::Index i = 0; i < m_; ++i)
    if (z_[i] - b_[i] < -y_[i]) active.push_back(static_cast<int>(i));
  return active;
}

Eigen::MatrixXd Splitting::responses(const std::vector<int>& active) {
  std::vector<int> missing;
  for (const int i : active)
    if (response_of_[i] < 0) missing.push_back(i);
  const auto count = static_cast<Eigen::Index>(missing.size());
  if (count > 0) {
    Eigen::MatrixXd right = Eigen::MatrixXd::Zero(n_, count);
    Eigen::Index next = known_responses_.cols();
    for (Eigen::Index k = 0; k < count; ++k) {
      for (RowMatrix::InnerIterator it(a_, missing[k]); it; ++it) right(it.col(), k) = it.value();
      response_of_[missing[k]] = static_cast<int>(next + k);
    }
    known_responses_.conservativeResize(n_, next + count);
    known_responses_.rightCols(count) = hessian_factor_.solve_columns(right);
  }
  Eigen::MatrixXd result(n_, static_cast<Eigen::Index>(active.size()));
  for (std::size_t k = 0; k < active.size(); ++k)
    result.col(static_cast<Eigen::Index>(k)) = known_responses_.col(response_of_[active[k]]);
  return result;
}

bool Splitting::solve_active(const std::vector<int>& active, Vector& x, Vector& y) {
  const auto count = static_cast<Eigen::Index>(active.size());
  // The multipliers' own system: A H^-1 A' with a slack, so that redundant rows do no harm.
  const Eigen::MatrixXd response = responses(active);
  Eigen::MatrixXd schur = kPolishSlack * Eigen::MatrixXd::Identity(count, count);
  for (Eigen::Index i = 0; i < count; ++i)
    for (RowMatrix::InnerIterator it(a_, active[i]); it; ++it)
      schur.row(i) += it.value() * response.row(it.col());
  const Eigen::LLT<Eigen::MatrixXd> factor(schur);
  if (count > 0 && factor.info() != Eigen::Success) return false;
  // Refinement with the exact equations removes the slack's effect. Redundant equations converge
  // too: each step is one of the method of multipliers. Nearly dependent ones need many steps.
  constexpr int kRefinements = 40;
  constexpr double kAccuracy = 1e-14;
  x.setZero(n_);
  y.setZero(m_);
  Vector gap(count);
  for (int k = 0; k < kRefinements; ++k) {
    const Vector hx = times_hessian(x), aty = a_.transpose() * y, ax = a_ * x;
    const Vector force = -g_ - hx - aty;
    for (Eigen::Index i = 0; i < count; ++i) gap[i] = b_[active[i]] - ax[active[i]];
    if (largest(force) <= kAccuracy * std::max({largest(g_), largest(hx), largest(aty)}) &&
        largest(gap) <= kAccuracy * std::max(largest(ax), largest(b_)))
      break;
    x += hessian_factor_.solve(force);
    if (count == 0) continue;
    const Vector change = factor.solve(response.transpose() * force - gap);
    x -= response * change;
    for (Eigen::Index i = 0; i < count; ++i) y[active[i]] += change[i];
  }
  return true;
}

bool Splitting::polish(std::vector<int> active) {
  Vector x, y;
  for (int round = 0; round < kPolishRounds; ++round) {
    if (active.size() > kPolishLargest) return false;
    if (!solve_active(active, x, y) || !x.allFinite() || !y.allFinite()) return false;
    const Vector ax = a_ * x;
    const double noise = 1e-10 * (1 + largest(y));
    const double violation = 1e-12 * std::max(largest(ax), largest(b_));
    std::vector<bool> was(static_cast<std::size_t>(m_), false);
    for (const int i : active) was[i] = true;
    std::vector<int> next;
    for (Eigen::Index i = 0; i < m_; ++i)
      if (was[i] ? y[i] <= noise : ax[i] < b_[i] - violation) next.push_back(static_cast<int>(i));
    if (next != active) {
      active = std::move(next);
      continue;
    }
    y = y.cwiseMin(0);
    const Vector z = ax.cwiseMax(b_);
    if (!residuals(x, z, y).within(options_)) return false;
    x_ = x, y_ = y, z_ = z;
    return true;
  }
  return false;
}

bool Splitting::change_penalty(const Residuals& r) {
  const double tiny = 1e-300;
  const double ratio = (r.primal / std::max(r.primal_scale, tiny)) /
                       std::max(r.dual / std::max(r.dual_scale, tiny), tiny);
  const double wanted = std::clamp(rho_ * std::sqrt(ratio), 1e-5, 1e5);
  if (wanted < rho_ * kPenaltyChange && wanted > rho_ / kPenaltyChange) return true;
  rho_ = wanted;
  return factorize_penalty();
}

QuadraticSolution Splitting::finish(QuadraticSolution::Status status, int iterations) const {
  QuadraticSolution solution;
  solution.status = status;
  solution.iterations = iterations;
  solution.x = x_.cwiseProduct(variable_scale_);
  solution.multipliers = (-y_).cwiseMax(0).cwiseProduct(row_scale_);
  const Residuals r = residuals(x_, (a_ * x_).cwiseMax(b_), y_);
  solution.primal_residual = r.primal;
  solution.dual_residual = r.dual;
  return solution;
}

QuadraticSolution Splitting::run(const QuadraticSolution& warm) {
  using Status = QuadraticSolution::Status;
  start(warm);
  hessian_factor_.analyze(h_, group_);
  if (!hessian_factor_.factorize(h_, 0, options_.threads)) {
    x_ = Vector::Zero(n_), y_ = Vector::Zero(m_);
    return finish(Status::NotPositive, 0);
  }
  int attempts = 0;
  std::optional<std::vector<int>> tried;
  if (m_ == 0 || (y_.array() < 0).any()) {
    tried = active_set();
    if (polish(*tried)) return finish(Status::Solved, 0);
  }
  if (!factorize_penalty()) return finish(Status::IterationLimit, 0);
  std::vector<int> last;
  for (int i = 1; i <= options_.max_iterations; ++i) {
    iterate();
    if (i % kCheckInterval != 0 && i != options_.max_iterations) continue;
    const Residuals r = residuals(x_, z_, y_);
    const bool solved = r.within(options_);
    std::vector<int> active = active_set();
    const bool stands_still = active == last && active != tried;
    if ((solved || stands_still) && attempts < kPolishAttempts) {
      ++attempts;
      tried = active;
      if (polish(active)) return finish(Status::Solved, i);
    }
    if (solved) return finish(Status::Solved, i);
    last = std::move(active);
    if (i % kPenaltyInterval == 0 && !change_penalty(r)) return finish(Status::IterationLimit, i);
  }
  return finish(Status::IterationLimit, options_.max_iterations);
}

bool all_finite(const Eigen::SparseMatrix<double>& m) {
  for (Eigen::Index j = 0; j < m.outerSize(); ++j)
    for (Eigen::SparseMatrix<double>::InnerIterator it(m, j); it; ++it)
      if (!std::isfinite(it.value())) return false;
  return true;
}

}  // namespace

QuadraticSolution solve(const QuadraticProgram& program, const QuadraticOptions& options,
                        const QuadraticSolution& warm) {
  if (!all_finite(program.hessian) || !program.gradient.allFinite() ||
      !all_finite(program.constraints) || !program.bounds.allFinite()) {
    QuadraticSolution refused;
    refused.x = Vector::Zero(program.gradient.size());
    refused.multipliers = Vector::Zero(program.bounds.size());
    return refused;
  }
  return Splitting(program, options).run(warm);
}

}  // namespace firstcontact::sim
