/// Distances, barrier and their derivatives against differences in 50 digits.
#include <firstcontact/barrier.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <random>

#include "precise_potential.h"

namespace firstcontact::test::barrier_derivatives_test {
namespace {

constexpr Kind kSpatialKinds[] = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge,
                                  Kind::PointPoint};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double number(double low = -1, double high = 1) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Vec3 vector() { return {number(), number(), number()}; }
  Vec3 direction() {
    Vec3 v = vector();
    while (v.norm() < 0.1) v = vector();
    return v.normalized();
  }

 private:
  std::mt19937 engine_;
};

NearPair pair_of(Kind kind) {
  NearPair pair;
  pair.kind = kind;
  for (int i = 0; i < point_count(kind); ++i) pair.vertices[static_cast<std::size_t>(i)] = i;
  return pair;
}

/// Points of the kind whose features are about `distance` apart, the nearest points inside them.
std::vector<Vec3> points_at(Kind kind, double distance, Random& random) {
  std::vector<Vec3> x(4, Vec3::Zero());
  const Vec3 n = random.direction();
  Vec3 e = random.direction(), f = random.direction();
  e = (e - e.dot(n) * n) * random.number(0.5, 2);
  f = (f - f.dot(n) * n) * random.number(0.5, 2);
  const Vec3 origin = random.vector();
  const double u = random.number(0.1, 0.8), v = random.number(0.1, 0.9 - u);
  switch (kind) {
    case Kind::VertexFace:
      x = {origin + u * e + v * f + distance * n, origin, origin + e, origin + f};
      break;
    case Kind::EdgeEdge:
      x = {origin - u * e + distance * n, origin + (1 - u) * e + distance * n, origin - v * f,
           origin + (1 - v) * f};
      break;
    case Kind::PointEdge:
      x = {origin + u * e + distance * n, origin, origin + e, Vec3::Zero()};
      break;
    case Kind::PointSegment2D: {
      const double angle = random.number(0, 6);
      const Vec3 along = {std::cos(angle), std::sin(angle), 0}, across = {-along.y(), along.x(), 0};
      x = {u * along + distance * across, Vec3::Zero(), along, Vec3::Zero()};
      break;
    }
    case Kind::PointPoint: x = {origin + distance * n, origin, Vec3::Zero(), Vec3::Zero()}; break;
  }
  return x;
}

/// Largest difference of the entries relative to the largest entry.
template <class A, class B>
double relative_error(const A& a, const B& b) {
  return (a - b).cwiseAbs().maxCoeff() / std::max(b.cwiseAbs().maxCoeff(), 1e-300);
}

Positions planar_view(const std::vector<Vec3>& x) {
  return {reinterpret_cast<const double*>(x.data()), x.size(), 2, 3};
}

/// Sets derivatives by z to 0.
void flatten(PairDerivatives& d) {
  for (int i = 2; i < 12; i += 3) {
    d.gradient[i] = 0;
    d.hessian.row(i).setZero();
    d.hessian.col(i).setZero();
  }
}

TEST(DistanceDerivatives, AreThoseOfTheDistance) {
  Random random(41);
  for (const Kind kind :
       {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint, Kind::PointSegment2D})
    for (const double distance : {1.0, 1e-3, 1e-6, 1e-9})
      for (int i = 0; i < 6; ++i) {
        const std::vector<Vec3> x = points_at(kind, distance, random);
        const NearPair pair = pair_of(kind);
        const bool planar = kind == Kind::PointSegment2D;
        PairDerivatives expected = differentiate(
            [&](const PrecisePoints& y) { return feature_distance(pair, y); },
            precise_points(pair.vertices, x), point_count(kind), Precise(distance) * 1e-14);
        if (planar) flatten(expected);
        const PairDerivatives d =
            distance_derivatives(pair, planar ? planar_view(x) : Positions(x));
        const double allowed = 1e-14 / std::min(distance, 0.1);
        EXPECT_NEAR(d.value, expected.value, allowed * distance) << to_string(kind);
        EXPECT_LT(relative_error(d.gradient, expected.gradient), allowed) << to_string(kind);
        EXPECT_LT(relative_error(d.hessian, expected.hessian), 10 * allowed)
            << to_string(kind) << " at " << distance;
        EXPECT_EQ(d.hessian, d.hessian.transpose());
        for (int axis = 0; axis < 3; ++axis) {
          double sum = 0;
          for (int k = 0; k < 4; ++k) sum += d.gradient[3 * k + axis];
          EXPECT_LT(std::abs(sum), 1e-15) << "translation changes no distance";
        }
      }
}

TEST(DistanceDerivatives, OfPointsInThePlaneHaveNoDepth) {
  Random random(42);
  for (int i = 0; i < 5; ++i) {
    const std::vector<Vec3> x = {{random.number(), random.number(), 0},
                                 {random.number(), random.number(), 0}};
    const NearPair pair = pair_of(Kind::PointPoint);
    PairDerivatives expected =
        differentiate([&](const PrecisePoints& y) { return feature_distance(pair, y); },
                      precise_points(pair.vertices, x), 2, Precise(1e-15));
    flatten(expected);
    EXPECT_LT(relative_error(distance_derivatives(pair, planar_view(x)).hessian, expected.hessian),
              1e-13);
  }
}

TEST(DistanceDerivatives, AreNotANumberWhereThereIsNoDistance) {
  const auto expect_none = [](const NearPair& pair, const std::vector<Vec3>& x) {
    const PairDerivatives d = distance_derivatives(pair, x);
    EXPECT_TRUE(std::isnan(d.value));
    EXPECT_TRUE(d.gradient.array().isNaN().all());
    EXPECT_TRUE(d.hessian.array().isNaN().all());
  };
  const std::vector<Vec3> same(4, Vec3(1, 2, 3));
  for (const Kind kind : kSpatialKinds) expect_none(pair_of(kind), same);
  NearPair missing = pair_of(Kind::VertexFace);
  missing.vertices[2] = 4;
  expect_none(missing, {{0, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  expect_none(NearPair(), {{0, 0, 1}, {0, 0, 0}});
}

/// The potential of one listed pair, in 50 digits.
Precise potential(const NearPair& pair, const Barrier& barrier, const PrecisePoints& x) {
  const Precise s = (feature_distance(pair, x) - Precise(pair.required_distance)) /
                    Precise(barrier.activation_distance);
  const Precise factor =
      pair.parallel_threshold > 0 ? parallel_factor(x, Precise(pair.parallel_threshold)) : 1;
  return factor * Precise(pair.weight) * Precise(barrier.stiffness) *
         Precise(barrier.activation_distance) * test::barrier(s);
}

NearPairs list_of(const NearPair& pair) {
  NearPairs list;
  list.pairs = {pair};
  return list;
}

/// Compares everything about one pair, and returns the smallest eigenvalue of its block over the
/// largest.
double check_potential(const NearPair& pair, const std::vector<Vec3>& x, const Barrier& barrier,
                       double distance, double allowed) {
  const NearPairs list = list_of(pair);
  const PairDerivatives expected = differentiate(
      [&](const PrecisePoints& y) { return potential(pair, barrier, y); },
      precise_points(pair.vertices, x), point_count(pair.kind), Precise(distance) * 1e-13);
  EXPECT_NEAR(barrier_energy(list, x, barrier), expected.value, allowed * expected.value);
  PointMatrix gradient = PointMatrix::Ones(4, 3);
  add_barrier_gradient(list, x, barrier, gradient);
  Vector12 flat;
  for (int i = 0; i < 12; ++i) flat[i] = gradient(i / 3, i % 3) - 1;
  const double scale = expected.gradient.cwiseAbs().maxCoeff();
  EXPECT_LT((flat - expected.gradient).cwiseAbs().maxCoeff(), allowed * scale + 1e-15);
  const std::vector<PairBlock> blocks = barrier_hessian(list, x, barrier, false),
                               projected = barrier_hessian(list, x, barrier, true);
  EXPECT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].vertices, pair.vertices);
  EXPECT_LT(relative_error(blocks[0].hessian, expected.hessian), allowed) << to_string(pair.kind);

  const BarrierTerms terms = barrier_terms(list, x, barrier);
  EXPECT_EQ(terms.energy, barrier_energy(list, x, barrier));
  EXPECT_EQ(terms.hessian[0].hessian, projected[0].hessian);
  for (int i = 0; i < 12; ++i) EXPECT_EQ(terms.gradient(i / 3, i % 3) + 1, gradient(i / 3, i % 3));

  // The projection keeps the positive eigenvalues and their vectors, and drops the others.
  using Dense = Eigen::Matrix<double, 12, 12>;
  const Eigen::SelfAdjointEigenSolver<Dense> solver{Dense(blocks[0].hessian)};
  const Dense clamped = solver.eigenvectors() * solver.eigenvalues().cwiseMax(0.0).asDiagonal() *
                        solver.eigenvectors().transpose();
  EXPECT_LT(relative_error(projected[0].hessian, clamped), 1e-13);
  return solver.eigenvalues().minCoeff() / solver.eigenvalues().maxCoeff();
}

TEST(Barrier, DerivativesAreThoseOfThePotential) {
  Random random(43);
  int indefinite = 0, pairs = 0;
  for (const Kind kind : kSpatialKinds)
    for (const double distance : {0.5, 1e-2, 1e-5, 1e-9})
      for (int i = 0; i < 6; ++i) {
        Barrier barrier;
        barrier.activation_distance = distance * random.number(1.5, 20);
        barrier.stiffness = random.number(0.1, 1e4);
        NearPair pair = pair_of(kind);
        pair.weight = random.number(0.5, 5);
        if (i % 2) pair.required_distance = distance * random.number(0.1, 0.9);
        const std::vector<Vec3> x = points_at(kind, distance, random);
        indefinite += check_potential(pair, x, barrier, distance, 1e-12 / distance) < -1e-8;
        ++pairs;
      }
  EXPECT_GT(indefinite, pairs / 4);
}

TEST(Barrier, DerivativesOfNearlyParallelEdgesAreThoseOfThePotential) {
  Random random(44);
  enum { Crossing, Beside, Beyond, kCases };
  int indefinite = 0;
  for (int i = 0; i < 45; ++i) {
    const double angle = std::pow(10, random.number(-6, -1.6)), distance = 1e-3;
    const Vec3 n = random.direction(), e = random.direction().cross(n).normalized(),
               side = n.cross(e);
    // The second edge begins above the first one, and turns to the side.
    double along = random.number(0.1, 0.5), across = 0;
    switch (i % kCases) {
      case Crossing: across = -0.2 * angle; break;
      case Beside: across = 1e-3 * random.number(0.1, 1); break;
      case Beyond: along = 1 + 1e-3 * random.number(0.1, 1); break;
    }
    const Vec3 start = along * e + across * side + distance * n;
    const std::vector<Vec3> x = {Vec3::Zero(), e, start,
                                 start + random.number(0.5, 1.2) * (e + angle * side)};
    Barrier barrier;
    barrier.activation_distance = 2e-3;
    NearPair pair = pair_of(Kind::EdgeEdge);
    pair.parallel_threshold = 1e-3;
    indefinite += check_potential(pair, x, barrier, distance * angle, 1e-13 / angle) < -1e-8;
  }
  EXPECT_GT(indefinite, 15);
}

TEST(Barrier, IsZeroBeyondAndInfiniteAtContact) {
  NearPair pair = pair_of(Kind::PointPoint);
  Barrier barrier;
  barrier.activation_distance = 0.5;
  const NearPairs list = list_of(pair);
  const auto at = [](double d) { return std::vector<Vec3>{{0, 0, 0}, {d, 0, 0}}; };
  EXPECT_EQ(barrier_energy(list, at(0.5), barrier), 0);
  EXPECT_EQ(barrier_energy(list, at(7), barrier), 0);
  EXPECT_TRUE(barrier_hessian(list, at(0.5), barrier).empty());
  EXPECT_EQ(barrier_energy(list, at(0), barrier), std::numeric_limits<double>::infinity());
  NearPairs thick = list;
  thick.pairs[0].required_distance = 0.25;
  EXPECT_EQ(barrier_energy(thick, at(0.25), barrier), std::numeric_limits<double>::infinity());
  EXPECT_EQ(barrier_energy(thick, at(0.2), barrier), std::numeric_limits<double>::infinity());
  EXPECT_GT(barrier_energy(thick, at(0.5), barrier), 0);
  EXPECT_TRUE(barrier_terms(thick, at(0.2), barrier).gradient.array().isNaN().any());
  // Edges that touch are in contact, however parallel they are.
  NearPairs parallel = list_of(pair_of(Kind::EdgeEdge));
  parallel.pairs[0].parallel_threshold = 1e-3;
  const std::vector<Vec3> touching = {{0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}, {1.5, 0, 0}};
  EXPECT_EQ(barrier_energy(parallel, touching, barrier), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace firstcontact::test::barrier_derivatives_test
