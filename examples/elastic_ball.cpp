/// An elastic ball of tetrahedra bounces on a floor. The loop is that of cloth_step.cpp, but only the
/// surface can touch: `CollisionMesh` finds it, and knows which of all vertices belong to it.
#include <firstcontact/barrier.h>
#include <firstcontact/mesh_step.h>

#include <Eigen/Eigen>
#include <algorithm>
#include <cstdio>

using namespace firstcontact;

constexpr int kSide = 6;                      // vertices along a side of a grid of cubes
constexpr int kFree = kSide * kSide * kSide;  // vertices that move; they come first
constexpr double kMass = 0.02, kMu = 2e4, kLambda = 8e4;  // kg of a vertex, N/m^2
constexpr double kTimeStep = 0.005, kInertia = kMass / (kTimeStep * kTimeStep);
constexpr Barrier kBarrier = {.activation_distance = 2e-3, .stiffness = 1e5};  // m, N/m^2

/// What a time step minimises, with its derivatives at one place.
struct Objective {
  NearPairs pairs;
  double energy = 0;
  PointMatrix gradient;
  std::vector<Eigen::Triplet<double>> hessian;
  /// Adds second derivatives of four vertices; row 3 i + k is coordinate k of vertices[i].
  void add_hessian(const std::array<int, 4>& vertices, const Matrix12& block) {
    const auto moves = [](int vertex) { return 0 <= vertex && vertex < kFree; };
    for (int r = 0; r < 12; ++r)
      for (int c = 0; c < 12; ++c)
        if (const int v = vertices[r / 3], w = vertices[c / 3]; moves(v) && moves(w))
          hessian.emplace_back(3 * v + r % 3, 3 * w + c % 3, block(r, c));
  }
};

/// A stable Neo-Hookean tetrahedron: mu / 2 (|F|^2 - 3) + lambda / 2 (det F - alpha)^2.
void add_tet(const Tet& tet, const PointMatrix& rest, const PointMatrix& x, Objective& sum) {
  Eigen::Matrix4d corners = Eigen::Matrix4d::Ones();
  corners.leftCols<3>() = rest(tet, Eigen::all);
  const double volume = std::abs(corners.determinant()) / 6;
  const Eigen::Matrix<double, 3, 4> shape = corners.inverse().topRows<3>();
  const Eigen::Matrix3d f = (shape * x(tet, Eigen::all)).transpose();
  const double growth = f.determinant() - (1 + kMu / kLambda);
  Eigen::Matrix3d cofactors;  // the derivative of det F by F
  cofactors << f.col(1).cross(f.col(2)), f.col(2).cross(f.col(0)), f.col(0).cross(f.col(1));
  const Eigen::Matrix<double, 3, 4> d = cofactors * shape;  // the derivative of det F by x
  sum.energy += volume / 2 * (kMu * (f.squaredNorm() - 3) + kLambda * growth * growth);
  sum.gradient(tet, Eigen::all) += volume * (kMu * f * shape + kLambda * growth * d).transpose();
  Matrix12 hessian = volume * kLambda * d.reshaped() * d.reshaped().transpose();  // Gauss-Newton
  for (int k = 0; k < 3; ++k)
    hessian(Eigen::seqN(k, 4, 3), Eigen::seqN(k, 4, 3)) += volume * kMu * shape.transpose() * shape;
  sum.add_hessian(tet, hessian);
}

int main() {
  std::vector<Vec3> points;
  std::vector<Tet> tets;
  for (int v = 0; v < kFree; ++v) {  // a grid of cubes, six tetrahedra each, made round
    const int i = v % kSide, j = v / kSide % kSide, k = v / kSide / kSide;
    const Eigen::Array3d p = Eigen::Array3d(i, j, k) * 2 / (kSide - 1) - 1;
    const Eigen::Array3d a = p({1, 2, 0}).square(), b = p({2, 0, 1}).square();
    points.push_back(0.1 * p * (1 - (a + b) / 2 + a * b / 3).sqrt() + Eigen::Array3d(0, 0, 0.15));
    if (std::max({i, j, k}) + 1 == kSide) continue;
    std::array<int, 3> s = {1, kSide, kSide * kSide};
    do tets.push_back({v, v + s[0], v + s[0] + s[1], v + s[0] + s[1] + s[2]});
    while (std::next_permutation(s.begin(), s.end()));
  }
  points.insert(points.end(), {{-2, -1, 0}, {2, -1, 0}, {0, 2, 0}});  // the floor
  const CollisionMesh skin(
      {.vertex_count = points.size(), .tets = tets, .faces = {{kFree, kFree + 1, kFree + 2}}});
  const PointMatrix rest = Eigen::Map<PointMatrix>(points[0].data(), std::ssize(points), 3);
  const PointMatrix surface_rest = skin.surface_positions(rest);
  PointMatrix x = rest, velocity = 0 * rest;
  StepSolver solver(skin.mesh());
  NearPairOptions near = {.weights = PairWeights::Area, .rest = surface_rest};
  for (const int v : skin.full_vertices()) near.step.rules.immobile.push_back(v >= kFree);

  for (int step = 1; step <= 60; ++step) {
    velocity.topRows(kFree).col(2).array() -= 9.81 * kTimeStep;  // gravity
    const PointMatrix start = x, free_fall = x + kTimeStep * velocity;
    const auto evaluate = [&](const PointMatrix& y) {
      Objective sum;
      sum.pairs = near_pairs(solver, skin.surface_positions(y), kBarrier.activation_distance, near);
      for (NearPair& pair : sum.pairs.pairs)  // from vertices of the surface to all vertices
        for (int& v : pair.vertices) v = v < 0 ? v : skin.full_vertices()[v];
      const BarrierTerms barrier = barrier_terms(sum.pairs, y, kBarrier);
      sum.energy = kInertia / 2 * (y - free_fall).squaredNorm() + barrier.energy;
      sum.gradient = kInertia * (y - free_fall) + barrier.gradient;
      for (int i = 0; i < 3 * kFree; ++i) sum.hessian.emplace_back(i, i, kInertia);
      for (const PairBlock& block : barrier.hessian) sum.add_hessian(block.vertices, block.hessian);
      for (const Tet& tet : tets) add_tet(tet, rest, y, sum);
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
      const PointMatrix from = skin.surface_positions(x), to = skin.surface_positions(target);
      const double s = line_search(solver, from, to, search).step;
      if (s == 0) break;
      x = at(s);
      std::swap(now, next);  // the last step that the search tried is the one it takes
    }
    velocity = (x - start) / kTimeStep;
    if (step % 5 == 0)
      std::printf("step %d: %d iterations, %zu near pairs, nearest %.1e m, kinetic energy %.3f J\n",
                  step, iterations, now.pairs.pairs.size(), now.pairs.smallest_distance,
                  kMass / 2 * velocity.squaredNorm());
    if (has_intersections(solver.mesh(), skin.surface_positions(x))) return 1;  // exact
  }
}
