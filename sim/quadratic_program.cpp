#include "sim/quadratic_program.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include "sim/kkt_factor.h"

// Stellato, Banjac, Goulart, Bemporad, Boyd: "OSQP: an operator splitting solver for quadratic
// programs" (2020), with lower bounds only. What differs:
//  - Variables are scaled so that H has the diagonal 1, then constraints so that rows of A have the
//    length 1. For elastic bodies that is all the scaling it takes, so there is no equilibration.
//  - The polishing solve is repeated with a corrected active set: constraints with a negative
//    multiplier leave, violated ones enter (primal-dual active set). It is tried whenever the active
//    set of the splitting stands still, and first of all with that of the warm start.
namespace firstcontact::sim {
namespace {

using Vector = Eigen::VectorXd;

constexpr double kProximal = 1e-6;      ///< sigma of the paper, for the scaled problem
constexpr double kRelaxation = 1.6;     ///< alpha of the paper
constexpr double kFirstPenalty = 1;     ///< rho of the paper
constexpr double kPolishSlack = 1e-10;  ///< of redundant constraints in the polishing solve
constexpr int kCheckInterval = 10;      ///< iterations between tests of the residuals
constexpr int kPenaltyInterval = 40;    ///< iterations between changes of rho
constexpr double kPenaltyChange = 5;    ///< smaller changes of rho are not worth a factorisation
constexpr int kPolishRounds = 8;        ///< corrections of the active set in one attempt
constexpr int kPolishAttempts = 12;     ///< in one call

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
  void iterate(const KktFactor& factor);
  bool polish(std::vector<int> active);
  /// Solves with the constraints `active` as equations. Returns false if H is not positive definite.
  bool solve_active(const std::vector<int>& active, Vector& x, Vector& y) const;
  std::vector<int> active_set() const;
  Residuals residuals(const Vector& x, const Vector& z, const Vector& y) const;
  void change_penalty(const Residuals& r, KktFactor& factor);
  QuadraticSolution finish(QuadraticSolution::Status status, int iterations) const;
  Vector times_hessian(const Vector& x) const { return h_.selfadjointView<Eigen::Lower>() * x; }

  QuadraticOptions options_;
  Eigen::Index n_, m_;
  // The scaled problem: x = variable_scale_ * scaled x, scaled A x = row_scale_ * A x.
  Eigen::SparseMatrix<double> h_;
  KktFactor::RowMatrix a_;
  Vector g_, b_, variable_scale_, row_scale_;
  // The paper's iterates: multipliers are -y.
  Vector x_, z_, y_;
  double rho_ = kFirstPenalty;
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
    for (KktFactor::RowMatrix::InnerIterator it(a_, i); it; ++it) {
      it.valueRef() *= variable_scale_[it.col()];
      squares += it.value() * it.value();
    }
    if (squares > 0) row_scale_[i] = 1 / std::sqrt(squares);
    for (KktFactor::RowMatrix::InnerIterator it(a_, i); it; ++it) it.valueRef() *= row_scale_[i];
  }
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

void Splitting::iterate(const KktFactor& factor) {
  Vector right(n_ + m_);
  right << kProximal * x_ - g_, z_ - y_ / rho_;
  const Vector solution = factor.solve(right);
  const Vector z_new = z_ + (solution.tail(m_) - y_) / rho_;
  x_ = kRelaxation * solution.head(n_) + (1 - kRelaxation) * x_;
  const Vector mixed = kRelaxation * z_new + (1 - kRelaxation) * z_;
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

bool Splitting::solve_active(const std::vector<int>& active, Vector& x, Vector& y) const {
  KktFactor factor(h_, 0, a_, active);
  if (!factor.factorize(kPolishSlack)) return false;
  const auto count = static_cast<Eigen::Index>(active.size());
  Vector solution = Vector::Zero(n_ + count);
  // Refinement with the exact matrix removes the slack's effect. Redundant equations converge too:
  // each step is one of the method of multipliers. Nearly dependent ones need many steps.
  constexpr int kRefinements = 40;
  constexpr double kAccuracy = 1e-14;
  Vector right(n_ + count);
  for (int k = 0; k < kRefinements; ++k) {
    y.setZero(m_);
    for (Eigen::Index i = 0; i < count; ++i) y[active[i]] = solution[n_ + i];
    x = solution.head(n_);
    const Vector hx = times_hessian(x), aty = a_.transpose() * y, ax = a_ * x;
    right.head(n_) = -g_ - hx - aty;
    for (Eigen::Index i = 0; i < count; ++i) right[n_ + i] = b_[active[i]] - ax[active[i]];
    if (largest(right.head(n_)) <= kAccuracy * std::max({largest(g_), largest(hx), largest(aty)}) &&
        largest(right.tail(count)) <= kAccuracy * std::max(largest(ax), largest(b_)))
      break;
    solution += factor.solve(right);
  }
  return true;
}

bool Splitting::polish(std::vector<int> active) {
  Vector x, y;
  for (int round = 0; round < kPolishRounds; ++round) {
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

void Splitting::change_penalty(const Residuals& r, KktFactor& factor) {
  const double tiny = 1e-300;
  const double ratio = (r.primal / std::max(r.primal_scale, tiny)) /
                       std::max(r.dual / std::max(r.dual_scale, tiny), tiny);
  const double wanted = std::clamp(rho_ * std::sqrt(ratio), 1e-6, 1e6);
  if (wanted < rho_ * kPenaltyChange && wanted > rho_ / kPenaltyChange) return;
  rho_ = wanted;
  factor.factorize(1 / rho_);
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
  std::vector<int> all(static_cast<std::size_t>(m_));
  std::iota(all.begin(), all.end(), 0);
  int attempts = 0;
  std::optional<std::vector<int>> tried;
  if (m_ == 0 || (y_.array() < 0).any()) {
    tried = active_set();
    if (polish(*tried)) return finish(Status::Solved, 0);
  }
  KktFactor factor(h_, kProximal, a_, all);
  if (!factor.factorize(1 / rho_)) {
    x_ = Vector::Zero(n_), y_ = Vector::Zero(m_);
    return finish(Status::NotPositive, 0);
  }
  std::vector<int> last;
  for (int i = 1; i <= options_.max_iterations; ++i) {
    iterate(factor);
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
    if (i % kPenaltyInterval == 0) change_penalty(r, factor);
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
