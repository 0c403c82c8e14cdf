// A cloth falls onto a ball, from include to running loop: implicit Euler, springs, barriers between
// near pairs, and a line search that never lets anything pass through. Copy it and put your own
// forces in place of the springs.
#include <firstcontact/barrier.h>
#include <firstcontact/firstcontact.h>

#include <Eigen/Sparse>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

using namespace firstcontact;
using Triplets = std::vector<Eigen::Triplet<double>>;

namespace {

constexpr int kCloth = 21, kBall = 12;  // vertices along a side, rings of the ball
constexpr double kTimeStep = 0.01, kMass = 1e-3, kStiffness = 20, kBending = 0.02;
constexpr Barrier kBarrier = {.activation_distance = 5e-3, .stiffness = 50};

struct Spring {
  int a, b;
  double length, stiffness;
};

/// Adds energy, gradient and positive semidefinite second derivatives of a spring, times `scale`.
double add_spring(const Spring& spring, double scale, const PointMatrix& x, PointMatrix* gradient,
                  Triplets* hessian) {
  const Vec3 d = x.row(spring.a) - x.row(spring.b);
  const double length = d.norm(), stretch = length - spring.length;
  if (!gradient) return scale * spring.stiffness / 2 * stretch * stretch;
  const Vec3 n = d / length, force = scale * spring.stiffness * stretch * n;
  gradient->row(spring.a) += force;
  gradient->row(spring.b) -= force;
  const Eigen::Matrix3d along = n * n.transpose();
  const Eigen::Matrix3d block =
      scale * spring.stiffness *
      (along + std::max(0.0, stretch / length) * (Eigen::Matrix3d::Identity() - along));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (const int v : {spring.a, spring.b})
        for (const int w : {spring.a, spring.b})
          hessian->emplace_back(3 * v + i, 3 * w + j, (v == w ? 1 : -1) * block(i, j));
  return 0;
}

}  // namespace

int main() {
  // The cloth's vertices come first; the ball below them does not move.
  std::vector<Vec3> points;
  std::vector<Face> faces;
  std::vector<Spring> springs;
  for (int i = 0; i < kCloth; ++i)
    for (int j = 0; j < kCloth; ++j) points.emplace_back(0.05 * i - 0.5, 0.05 * j - 0.5, 0.35);
  const auto at = [](int i, int j) { return i * kCloth + j; };
  const auto link = [&](int a, int b, double k) {
    springs.push_back({a, b, (points[a] - points[b]).norm(), k});
  };
  for (int i = 0; i < kCloth; ++i)
    for (int j = 0; j < kCloth; ++j) {
      if (i + 1 < kCloth) link(at(i, j), at(i + 1, j), kStiffness);
      if (j + 1 < kCloth) link(at(i, j), at(i, j + 1), kStiffness);
      if (i + 2 < kCloth) link(at(i, j), at(i + 2, j), kBending);
      if (j + 2 < kCloth) link(at(i, j), at(i, j + 2), kBending);
      if (i + 1 == kCloth || j + 1 == kCloth) continue;
      link(at(i, j), at(i + 1, j + 1), kStiffness);
      link(at(i + 1, j), at(i, j + 1), kStiffness);
      faces.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      faces.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  const int free = static_cast<int>(points.size()), around = 2 * kBall;
  for (int i = 0; i <= kBall; ++i)
    for (int j = 0; j < (i % kBall == 0 ? 1 : around); ++j) {
      const double p = std::numbers::pi * i / kBall, q = std::numbers::pi * (j + 0.5 * i) / kBall;
      points.emplace_back(0.3 * sin(p) * cos(q), 0.3 * sin(p) * sin(q), 0.3 * cos(p));
    }
  const int pole = static_cast<int>(points.size()) - 1;
  const auto ring = [&](int i, int j) { return free + 1 + (i - 1) * around + j % around; };
  for (int j = 0; j < around; ++j) {
    faces.push_back({free, ring(1, j), ring(1, j + 1)});
    faces.push_back({pole, ring(kBall - 1, j + 1), ring(kBall - 1, j)});
    for (int i = 1; i + 1 < kBall; ++i) {
      faces.push_back({ring(i, j), ring(i + 1, j), ring(i, j + 1)});
      faces.push_back({ring(i, j + 1), ring(i + 1, j), ring(i + 1, j + 1)});
    }
  }
  const Eigen::Index count = static_cast<Eigen::Index>(points.size());
  PointMatrix x = Eigen::Map<PointMatrix>(points[0].data(), count, 3), rest = x;
  PointMatrix velocity = PointMatrix::Zero(count, 3);

  StepSolver solver(Mesh({.vertex_count = points.size(), .faces = faces}));
  NearPairOptions near;
  near.weights = PairWeights::Area;
  near.rest = Positions(rest);
  near.step.rules.immobile.assign(points.size(), false);
  std::fill(near.step.rules.immobile.begin() + free, near.step.rules.immobile.end(), true);

  for (int step = 1; step <= 60; ++step) {
    const PointMatrix start = x;
    PointMatrix predicted = x + kTimeStep * velocity;
    predicted.topRows(free).col(2).array() -= 9.81 * kTimeStep * kTimeStep;
    const auto energy = [&](const PointMatrix& y) {  // what implicit Euler minimises
      double sum = kMass / 2 * (y - predicted).squaredNorm();
      for (const Spring& s : springs)
        sum += add_spring(s, kTimeStep * kTimeStep, y, nullptr, nullptr);
      const NearPairs pairs = near_pairs(solver, y, kBarrier.activation_distance, near);
      return sum + kTimeStep * kTimeStep * barrier_energy(pairs, y, kBarrier);
    };
    NearPairs pairs;
    int iterations = 0;
    for (double largest = 1; largest > 1e-2 * kTimeStep && iterations < 50; ++iterations) {
      pairs = near_pairs(solver, x, kBarrier.activation_distance, near);
      PointMatrix contact = PointMatrix::Zero(count, 3), gradient = kMass * (x - predicted);
      Triplets hessian;
      for (int i = 0; i < 3 * count; ++i) hessian.emplace_back(i, i, kMass);
      for (const Spring& s : springs) add_spring(s, kTimeStep * kTimeStep, x, &gradient, &hessian);
      add_barrier_gradient(pairs, x, kBarrier, contact);
      gradient += kTimeStep * kTimeStep * contact;
      for (const PairBlock& b : barrier_hessian(pairs, x, kBarrier))
        for (int i = 0; i < 12; ++i)
          for (int j = 0; j < 12; ++j)
            if (b.vertices[i / 3] >= 0 && b.vertices[j / 3] >= 0)
              hessian.emplace_back(3 * b.vertices[i / 3] + i % 3, 3 * b.vertices[j / 3] + j % 3,
                                   kTimeStep * kTimeStep * b.hessian(i, j));
      Eigen::SparseMatrix<double> h(3 * count, 3 * count);
      h.setFromTriplets(hessian.begin(), hessian.end());
      const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> newton(
          h.topLeftCorner(3 * free, 3 * free));
      const Eigen::VectorXd g = Eigen::Map<Eigen::VectorXd>(gradient.data(), 3 * free),
                            p = newton.solve(-g);
      PointMatrix target = x;
      target.topRows(free) += Eigen::Map<const PointMatrix>(p.data(), free, 3);

      LineSearchOptions search;
      search.step = near.step;
      search.slope = g.dot(p);
      search.energy = [&](double s) { return energy(x + s * (target - x)); };
      const LineSearchResult found = line_search(solver, x, target, search);
      if (found.step == 0) break;  // converged as far as rounding allows; found.message says why
      largest = found.step * (target - x).rowwise().norm().maxCoeff();
      x = (x + found.step * (target - x)).eval();
    }
    velocity = (x - start) / kTimeStep;
    if (step % 10 == 0)
      std::printf(
          "step %2d: %2d iterations, %4zu near pairs, smallest distance %.2e, lowest %.3f\n", step,
          iterations, pairs.pairs.size(), pairs.smallest_distance,
          x.topRows(free).col(2).minCoeff());
  }
  return has_intersections(solver.mesh(), x, near.step) ? 1 : 0;
}
