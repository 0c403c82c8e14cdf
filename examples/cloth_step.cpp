/// A cloth of springs falls onto a pyramid: a whole simulator, from the includes to the loop.
/// Implicit Euler minimises an energy in every step. Newton's method says where to go, a barrier
/// keeps near pairs apart, and `line_search` goes only as far as nothing passes through anything.
/// Copy it, and put your own forces in place of the springs.
#include <firstcontact/barrier.h>
#include <firstcontact/mesh_step.h>

#include <Eigen/Eigen>
#include <algorithm>
#include <cstdio>

using namespace firstcontact;

constexpr int kSide = 17;                        // vertices along a side of the cloth
constexpr int kFree = kSide * kSide;             // vertices that move; they come first
constexpr double kMass = 1e-3, kStiffness = 20;  // kg of a vertex, N/m of a spring
constexpr double kTimeStep = 0.01, kInertia = kMass / (kTimeStep * kTimeStep);
constexpr Barrier kBarrier = {.activation_distance = 5e-3, .stiffness = 2e3};  // m, N/m^2

/// What a time step minimises, with its derivatives at one place.
struct Objective {
  NearPairs pairs;
  double energy = 0;
  PointMatrix gradient;
  std::vector<Eigen::Triplet<double>> hessian;

  /// Adds second derivatives of some vertices; row 3 i + k is coordinate k of vertices[i].
  void add_hessian(const auto& vertices, const auto& block) {
    const auto moves = [](int vertex) { return 0 <= vertex && vertex < kFree; };
    for (int r = 0; r < block.rows(); ++r)
      for (int c = 0; c < block.cols(); ++c)
        if (const int v = vertices[r / 3], w = vertices[c / 3]; moves(v) && moves(w))
          hessian.emplace_back(3 * v + r % 3, 3 * w + c % 3, block(r, c));
  }
};

/// A spring along an edge.
void add_spring(const Edge& edge, const PointMatrix& rest, const PointMatrix& x, Objective& sum) {
  const auto [a, b] = edge;
  const Vec3 d = x.row(a) - x.row(b), n = d.normalized();
  const double stretch = d.norm() - (rest.row(a) - rest.row(b)).norm();
  sum.energy += kStiffness / 2 * stretch * stretch;
  sum.gradient.row(a) += kStiffness * stretch * n;
  sum.gradient.row(b) -= kStiffness * stretch * n;
  // A compressed spring is unstable sideways. Newton's method needs a positive definite matrix, so
  // that part is left out.
  const Eigen::Matrix3d along = n * n.transpose(), across = Eigen::Matrix3d::Identity() - along;
  const Eigen::Matrix3d k = kStiffness * (along + std::max(0.0, stretch / d.norm()) * across);
  sum.add_hessian(edge, (Eigen::Matrix<double, 6, 6>() << k, -k, -k, k).finished());
}

int main() {
  std::vector<Vec3> points;
  std::vector<Face> faces;
  for (int v = 0; v < kFree; ++v) {  // a square cloth
    points.emplace_back(0.05 * (v / kSide) - 0.4, 0.05 * (v % kSide) - 0.4, 0.5);
    if (v / kSide + 1 == kSide || v % kSide + 1 == kSide) continue;
    faces.insert(faces.end(), {{v, v + kSide, v + kSide + 1}, {v, v + kSide + 1, v + 1}});
  }
  // Below it a pyramid: its tip, its corners and its sides.
  points.insert(points.end(),
                {{0.01, 0.02, 0.45}, {0.4, 0, 0}, {0, 0.4, 0}, {-0.4, 0, 0}, {0, -0.4, 0}});
  for (int k = 0; k < 4; ++k) faces.push_back({kFree, kFree + 1 + k, kFree + 1 + (k + 1) % 4});
  const PointMatrix rest = Eigen::Map<PointMatrix>(points[0].data(), std::ssize(points), 3);
  PointMatrix x = rest, velocity = 0 * rest;

  StepSolver solver(Mesh({.vertex_count = points.size(), .faces = faces}));
  NearPairOptions near = {.weights = PairWeights::Area, .rest = rest};
  near.step.rules.immobile.assign(points.size(), true);
  std::fill_n(near.step.rules.immobile.begin(), kFree, false);

  for (int step = 1; step <= 60; ++step) {
    velocity.topRows(kFree).col(2).array() -= 9.81 * kTimeStep;  // gravity
    const PointMatrix start = x, free_fall = x + kTimeStep * velocity;
    const auto evaluate = [&](const PointMatrix& y) {
      Objective sum;
      sum.pairs = near_pairs(solver, y, kBarrier.activation_distance, near);
      const BarrierTerms barrier = barrier_terms(sum.pairs, y, kBarrier);
      sum.energy = kInertia / 2 * (y - free_fall).squaredNorm() + barrier.energy;
      sum.gradient = kInertia * (y - free_fall) + barrier.gradient;
      for (int i = 0; i < 3 * kFree; ++i) sum.hessian.emplace_back(i, i, kInertia);
      for (const PairBlock& block : barrier.hessian) sum.add_hessian(block.vertices, block.hessian);
      for (const Edge& edge : solver.mesh().edges())
        if (edge[1] < kFree) add_spring(edge, rest, y, sum);
      return sum;
    };
    Objective now = evaluate(x), next;
    int iterations = 0;
    for (; iterations < 100; ++iterations) {
      Eigen::SparseMatrix<double> matrix(3 * kFree, 3 * kFree);
      matrix.setFromTriplets(now.hessian.begin(), now.hessian.end());
      const Eigen::VectorXd slope = now.gradient.topRows(kFree).reshaped<Eigen::RowMajor>();
      const Eigen::VectorXd move = Eigen::SimplicialLDLT(matrix).solve(-slope);
      if (move.cwiseAbs().maxCoeff() < 0.01 * kTimeStep) break;
      PointMatrix target = x;
      target.topRows(kFree) += move.reshaped<Eigen::RowMajor>(kFree, 3);
      const auto at = [&](double s) -> PointMatrix { return x + s * (target - x); };
      LineSearchOptions search = {.step = near.step, .energy_at_start = now.energy};
      search.slope = slope.dot(move);
      search.energy = [&](double s) { return (next = evaluate(at(s))).energy; };
      const double s = line_search(solver, x, target, search).step;
      if (s == 0) break;
      x = at(s);
      std::swap(now, next);  // the last step that the search tried is the one it takes
    }
    velocity = (x - start) / kTimeStep;
    if (step % 10 == 0)
      std::printf("step %d: %d iterations, %zu near pairs, nearest %.1e m, kinetic energy %.3f J\n",
                  step, iterations, now.pairs.pairs.size(), now.pairs.smallest_distance,
                  kMass / 2 * velocity.squaredNorm());
    if (has_intersections(solver.mesh(), x)) {  // an exact test, to show that it never happens
      std::printf("step %d: something intersects\n", step);
      return 1;
    }
  }
}
