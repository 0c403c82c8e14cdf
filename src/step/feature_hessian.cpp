// Second derivatives are formed and projected in an orthonormal basis of the few directions that
// they act on, which leaves all eigenvalues but zeros. Functions are invariant under translation,
// so each coordinate only needs combinations of vertices whose coefficients add up to 0.
#include <cmath>

#include "arith/fixed_order.h"
#include "step/feature_geometry.h"
#include "step/positive_part.h"

namespace firstcontact::step {
namespace {

/// Orthonormal combinations of a pair's vertices with the sum 0; `size` of them.
struct Combinations {
  int size;
  double rows[3][4];
};

constexpr double kRoot2 = 0.70710678118654752440, kRoot6 = 0.40824829046386301637,
                 kRoot12 = 0.28867513459481288225;  // 1/sqrt(2), 1/sqrt(6), 1/sqrt(12)
constexpr Combinations kOfPoints = {1, {{kRoot2, -kRoot2, 0, 0}}};
constexpr Combinations kOfPointAndEdge = {
    2, {{0, kRoot2, -kRoot2, 0}, {2 * kRoot6, -kRoot6, -kRoot6, 0}}};
constexpr Combinations kOfVertexAndFace = {3,
                                           {{0, kRoot2, -kRoot2, 0},
                                            {0, kRoot6, kRoot6, -2 * kRoot6},
                                            {3 * kRoot12, -kRoot12, -kRoot12, -kRoot12}}};
constexpr Combinations kOfEdges = {
    3, {{-kRoot2, kRoot2, 0, 0}, {0, 0, -kRoot2, kRoot2}, {0.5, 0.5, -0.5, -0.5}}};

const Combinations& combinations_of(Kind kind) {
  switch (kind) {
    case Kind::VertexFace: return kOfVertexAndFace;
    case Kind::EdgeEdge: return kOfEdges;
    case Kind::PointEdge:
    case Kind::PointSegment2D: return kOfPointAndEdge;
    case Kind::PointPoint: break;
  }
  return kOfPoints;
}

/// A vector of one number per vertex, with the sum 0, in that basis.
Vec3 in_basis(const Combinations& basis, const Vec4& numbers) {
  Vec3 out = Vec3::Zero();
  for (int i = 0; i < basis.size; ++i)
    for (int k = 0; k < 4; ++k) out[i] += basis.rows[i][k] * numbers[k];
  return out;
}

/// The Hessian of f(distance) in the basis (combination i) (x) normal, then (c / |c|) (x) tangent.
/// Entries that couple different tangents are 0.
template <int kSize>
void reduced_hessian(const FeatureGeometry& g, const Jet& f, const Combinations& basis,
                     SmallMatrix<kSize>& m) {
  const int normals = basis.size;
  const Vec3 c = in_basis(basis, g.coefficients);
  const double length = norm(c);
  for (auto& row : m)
    for (double& entry : row) entry = 0;
  for (int i = 0; i < normals; ++i)
    for (int j = 0; j < normals; ++j) m[i][j] = f.second * c[i] * c[j];
  for (int p = 0; p < g.parameters; ++p) {
    const Vec3 slope = in_basis(basis, g.slopes[p]);
    for (int q = 0; q < g.parameters; ++q) {
      const double inverse = f.first * g.distance * dot(g.dual[p], g.dual[q]);
      const Vec3 other = in_basis(basis, g.slopes[q]);
      for (int i = 0; i < normals; ++i)
        for (int j = 0; j < normals; ++j) m[i][j] -= inverse * (slope[i] * other[j]);
    }
    for (int t = 0; t < 2 - g.free; ++t) {
      const double coupling = f.first * length * dot(g.dual[p], g.tangents[t]);
      for (int i = 0; i < normals; ++i) {
        m[i][normals + t] -= coupling * slope[i];
        m[normals + t][i] = m[i][normals + t];
      }
    }
  }
  for (int t = 2 - g.free; t < 2; ++t)
    m[normals + t][normals + t] = f.first / g.distance * length * length;
}

/// The matrix in the coordinates of the vertices.
template <int kSize>
Matrix12 expand(const FeatureGeometry& g, const Combinations& basis, const SmallMatrix<kSize>& m) {
  double columns[kSize][12];
  const double length = norm(g.coefficients);
  for (int i = 0; i < kSize; ++i)
    for (int k = 0; k < 4; ++k)
      for (int axis = 0; axis < 3; ++axis)
        columns[i][3 * k + axis] =
            i < basis.size ? basis.rows[i][k] * g.normal[axis]
                           : g.coefficients[k] / length * g.tangents[i - basis.size][axis];
  Matrix12 out;
  for (int row = 0; row < 12; ++row) {
    double scaled[kSize];
    for (int j = 0; j < kSize; ++j) {
      scaled[j] = 0;
      for (int i = 0; i < kSize; ++i) scaled[j] += columns[i][row] * m[i][j];
    }
    for (int column = 0; column <= row; ++column) {
      double entry = 0;
      for (int j = 0; j < kSize; ++j) entry += scaled[j] * columns[j][column];
      out.coeffRef(row, column) = out.coeffRef(column, row) = entry;
    }
  }
  return out;
}

template <int kSize>
Matrix12 hessian_of_size(const FeatureGeometry& g, const Jet& f, const Combinations& basis,
                         bool project) {
  SmallMatrix<kSize> m;
  reduced_hessian<kSize>(g, f, basis, m);
  if (project) take_positive_part<kSize>(m);
  return expand<kSize>(g, basis, m);
}

/// The derivatives of the squared length of the cross product by the edges a and b.
struct SquaredCross {
  Vec3 by_a, by_b;
  Mat3 aa, bb, ab;

  explicit SquaredCross(const ParallelFactor& p)
      : by_a(2 * p.b.cross(p.cross)), by_b(2 * p.cross.cross(p.a)) {
    const double a2 = squared_norm(p.a), b2 = squared_norm(p.b), mixed = dot(p.a, p.b);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const double one = i == j;
        aa(i, j) = 2 * (one * b2 - p.b[i] * p.b[j]);
        bb(i, j) = 2 * (one * a2 - p.a[i] * p.a[j]);
        ab(i, j) = 2 * (2 * p.a[i] * p.b[j] - p.b[i] * p.a[j] - one * mixed);
      }
  }
};

/// Entry 3 i + k belongs to combination i of the vertices of two edges and coordinate k.
using Matrix9 = SmallMatrix<9>;

/// Adds first * (Hessian of the distance).
void add_distance_hessian(const FeatureGeometry& g, double first, Matrix9& m) {
  const Vec3 c = in_basis(kOfEdges, g.coefficients);
  Vec3 slopes[2];
  for (int p = 0; p < g.parameters; ++p) slopes[p] = in_basis(kOfEdges, g.slopes[p]);
  Mat3 free = Mat3::Zero();
  for (int t = 2 - g.free; t < 2; ++t)
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) free(k, l) += g.tangents[t][k] * g.tangents[t][l] / g.distance;
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j) {
      const int a = i / 3, k = i % 3, b = j / 3, l = j % 3;
      double entry = c[a] * c[b] * free(k, l);
      for (int p = 0; p < g.parameters; ++p) {
        entry -= c[a] * g.dual[p][k] * slopes[p][b] * g.normal[l] +
                 c[b] * g.dual[p][l] * slopes[p][a] * g.normal[k];
        for (int q = 0; q < g.parameters; ++q)
          entry -= g.distance * dot(g.dual[p], g.dual[q]) *
                   (slopes[p][a] * slopes[q][b] * g.normal[k] * g.normal[l]);
      }
      m[i][j] += first * entry;
    }
}

}  // namespace

Matrix12 hessian_of(Kind kind, const FeatureGeometry& g, const Jet& f, bool project) {
  const Combinations& basis = combinations_of(kind);
  switch (basis.size) {
    case 1: return hessian_of_size<3>(g, f, basis, project);
    case 2: return hessian_of_size<4>(g, f, basis, project);
    default: return hessian_of_size<5>(g, f, basis, project);
  }
}

ParallelFactor::ParallelFactor(const std::array<Vec3, 4>& x, double threshold)
    : a(x[1] - x[0]), b(x[3] - x[2]), cross(a.cross(b)), squared(squared_norm(cross)) {
  const double share = threshold > 0 ? squared / threshold : 1;
  factor = share < 1
               ? Jet{share * (2 - share), 2 * (1 - share) / threshold, -2 / threshold / threshold}
               : Jet{1, 0, 0};
}

Vector12 mollified_gradient(const ParallelFactor& p, const FeatureGeometry& g, const Jet& f) {
  Vector12 gradient = distance_gradient(g, p.factor.value * f.first);
  const SquaredCross cross(p);
  const double scale = p.factor.first * f.value;
  for (int k = 0; k < 3; ++k) {
    gradient[k] -= scale * cross.by_a[k];
    gradient[3 + k] += scale * cross.by_a[k];
    gradient[6 + k] -= scale * cross.by_b[k];
    gradient[9 + k] += scale * cross.by_b[k];
  }
  return gradient;
}

Matrix12 mollified_hessian(const ParallelFactor& p, const FeatureGeometry& g, const Jet& f,
                           bool project) {
  const SquaredCross cross(p);
  const Vec3 c = in_basis(kOfEdges, g.coefficients);
  const double root = 2 * kRoot2;  // an edge is sqrt(2) times its combination of the basis
  double by_cross[9] = {}, by_distance[9];
  for (int k = 0; k < 3; ++k) {
    by_cross[k] = root * cross.by_a[k];
    by_cross[3 + k] = root * cross.by_b[k];
    for (int i = 0; i < 3; ++i) by_distance[3 * i + k] = c[i] * g.normal[k];
  }
  Matrix9 m = {};
  add_distance_hessian(g, p.factor.value * f.first, m);
  const Jet& e = p.factor;
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j)
      m[i][j] += e.value * f.second * (by_distance[i] * by_distance[j]) +
                 e.second * f.value * (by_cross[i] * by_cross[j]) +
                 e.first * f.first * (by_cross[i] * by_distance[j] + by_distance[i] * by_cross[j]);
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l) {
      const double scale = 2 * e.first * f.value;
      m[k][l] += scale * cross.aa(k, l);
      m[3 + k][3 + l] += scale * cross.bb(k, l);
      m[k][3 + l] += scale * cross.ab(k, l);
      m[3 + l][k] += scale * cross.ab(k, l);
    }
  if (project) take_positive_part<9>(m);
  Matrix12 out;
  for (int row = 0; row < 12; ++row)
    for (int column = 0; column <= row; ++column) {
      double entry = 0;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          entry += kOfEdges.rows[i][row / 3] * kOfEdges.rows[j][column / 3] *
                   m[3 * i + row % 3][3 * j + column % 3];
      out.coeffRef(row, column) = out.coeffRef(column, row) = entry;
    }
  return out;
}

}  // namespace firstcontact::step
