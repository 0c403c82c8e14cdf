#include "sim/cloth_bending.h"

#include <algorithm>
#include <cmath>

#include "sim/clamp_eigenvalues.h"
#include "sim/cloth_membrane.h"

namespace firstcontact::sim {
namespace {

using Mat9 = Eigen::Matrix<double, 9, 9>;
using Mat312 = Eigen::Matrix<double, 3, 12>;
using Row12 = Eigen::Matrix<double, 1, 12>;

/// Vertices 0 and 1 are the ends of the edge. The normals' lengths are twice the areas.
struct HingeGeometry {
  Vec3 edge, to_2, to_3, normal_a, normal_b;
  double length = 0;
  bool flat = false;  ///< a triangle has no area

  HingeGeometry(const PointMatrix& x, const std::array<int, 4>& v)
      : edge((x.row(v[1]) - x.row(v[0])).transpose()),
        to_2((x.row(v[2]) - x.row(v[0])).transpose()),
        to_3((x.row(v[3]) - x.row(v[0])).transpose()),
        normal_a(edge.cross(to_2)),
        normal_b(to_3.cross(edge)),
        length(edge.norm()),
        flat(!(normal_a.squaredNorm() > 0 && normal_b.squaredNorm() > 0)) {}

  double angle() const {
    return std::atan2(normal_a.cross(normal_b).dot(edge) / length, normal_a.dot(normal_b));
  }
  /// Where the feet of the opposite vertices lie on the edge: 0 at vertex 0, 1 at vertex 1.
  double foot_2() const { return to_2.dot(edge) / (length * length); }
  double foot_3() const { return to_3.dot(edge) / (length * length); }
  Vec3 gradient_2() const { return -length / normal_a.squaredNorm() * normal_a; }
  Vec3 gradient_3() const { return -length / normal_b.squaredNorm() * normal_b; }
};

/// The derivative of the angle. Its sum and its moment over the vertices are 0, so the derivatives
/// at the ends of the edge follow from those at the opposite vertices.
ElementVector angle_gradient(const HingeGeometry& h) {
  const Vec3 g2 = h.gradient_2(), g3 = h.gradient_3();
  const double a = h.foot_2(), c = h.foot_3();
  ElementVector result;
  result << -((1 - a) * g2 + (1 - c) * g3), -(a * g2 + c * g3), g2, g3;
  return result;
}

Mat3 cross_matrix(const Vec3& a) {
  Mat3 result;
  result << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return result;
}

/// The derivative of -length n / |n|^2, given those of n and of length.
Mat312 scaled_normal_derivative(const HingeGeometry& h, const Vec3& n, const Mat312& dn) {
  const double q = n.squaredNorm();
  Row12 dlength = Row12::Zero();
  dlength.segment<3>(3) = h.edge.transpose() / h.length;
  dlength.segment<3>(0) = -dlength.segment<3>(3);
  const Row12 dq = 2 * n.transpose() * dn;
  return -n / q * dlength - h.length / q * dn + h.length / (q * q) * n * dq;
}

/// The derivative of foot_2 or foot_3; `vertex` is 2 or 3 and `to` the vector from vertex 0 to it.
Row12 foot_derivative(const HingeGeometry& h, const Vec3& to, double foot, int vertex) {
  Row12 result = Row12::Zero();
  const double squared = h.length * h.length;
  const Vec3 end = (to - 2 * foot * h.edge) / squared, own = h.edge / squared;
  result.segment<3>(3) = end.transpose();
  result.segment<3>(3 * vertex) = own.transpose();
  result.segment<3>(0) = -(end + own).transpose();
  return result;
}

ElementMatrix angle_hessian(const HingeGeometry& h) {
  const Mat3 e = cross_matrix(h.edge), d2 = cross_matrix(h.to_2), d3 = cross_matrix(h.to_3);
  Mat312 dnormal_a = Mat312::Zero(), dnormal_b = Mat312::Zero();
  dnormal_a.block<3, 3>(0, 0) = d2 - e;
  dnormal_a.block<3, 3>(0, 3) = -d2;
  dnormal_a.block<3, 3>(0, 6) = e;
  dnormal_b.block<3, 3>(0, 0) = e - d3;
  dnormal_b.block<3, 3>(0, 3) = d3;
  dnormal_b.block<3, 3>(0, 9) = -e;
  const Mat312 row2 = scaled_normal_derivative(h, h.normal_a, dnormal_a);
  const Mat312 row3 = scaled_normal_derivative(h, h.normal_b, dnormal_b);
  const double a = h.foot_2(), c = h.foot_3();
  const Mat312 row1 = -(a * row2 + h.gradient_2() * foot_derivative(h, h.to_2, a, 2) + c * row3 +
                        h.gradient_3() * foot_derivative(h, h.to_3, c, 3));
  ElementMatrix result;
  result << -(row1 + row2 + row3), row1, row2, row3;
  return (0.5 * (result + result.transpose())).eval();
}

/// An orthonormal basis of the numbers on four vertices whose sum is 0.
const Eigen::Matrix<double, 4, 3>& differences() {
  static const Eigen::Matrix<double, 4, 3> basis = [] {
    const double a = 1 / std::sqrt(2.0), b = 1 / std::sqrt(6.0), c = 1 / std::sqrt(12.0);
    Eigen::Matrix<double, 4, 3> q;
    q << a, b, c, -a, b, c, 0, -2 * b, c, 0, 0, -3 * c;
    return q;
  }();
  return basis;
}

/// Translations have eigenvalue 0, so the eigenvalues of the remaining 9 directions are clamped.
void clamp_without_translations(ElementMatrix& matrix) {
  const auto& q = differences();
  Eigen::Matrix<double, 12, 9> half = Eigen::Matrix<double, 12, 9>::Zero();
  for (int k = 0; k < 3; ++k)
    for (int v = 0; v < 4; ++v)
      if (q(v, k) != 0) half.middleCols<3>(3 * k) += q(v, k) * matrix.middleCols<3>(3 * v);
  Mat9 small = Mat9::Zero();
  for (int k = 0; k < 3; ++k)
    for (int v = 0; v < 4; ++v)
      if (q(v, k) != 0) small.middleRows<3>(3 * k) += q(v, k) * half.middleRows<3>(3 * v);
  const Mat9 before = small;
  clamp_eigenvalues(small);
  if (small == before) return;
  Eigen::Matrix<double, 12, 9> back = Eigen::Matrix<double, 12, 9>::Zero();
  for (int v = 0; v < 4; ++v)
    for (int k = 0; k < 3; ++k) back.middleRows<3>(3 * v) += q(v, k) * small.middleRows<3>(3 * k);
  matrix.setZero();
  for (int v = 0; v < 4; ++v)
    for (int k = 0; k < 3; ++k) matrix.middleCols<3>(3 * v) += q(v, k) * back.middleCols<3>(3 * k);
}

}  // namespace

double hinge_angle(const PointMatrix& x, const std::array<int, 4>& vertices) {
  return HingeGeometry(x, vertices).angle();
}

HingeElement make_hinge(const PointMatrix& rest, const std::array<int, 4>& vertices,
                        const Material& material) {
  HingeElement hinge;
  hinge.vertices = vertices;
  const HingeGeometry h(rest, vertices);
  hinge.rest_angle = h.angle();
  const double t = material.thickness, nu = material.poisson;
  const double plate = material.young * t * t * t / (12 * (1 - nu * nu)) * material.bending;
  const double areas = (h.normal_a.norm() + h.normal_b.norm()) / 2;
  hinge.stiffness = plate * h.length * h.length / areas;
  return hinge;
}

double energy(const HingeElement& hinge, const PointMatrix& x) {
  const HingeGeometry h(x, hinge.vertices);
  if (h.flat) return 0;
  const double bend = h.angle() - hinge.rest_angle;
  return hinge.stiffness / 2 * bend * bend;
}

ElementVector gradient(const HingeElement& hinge, const PointMatrix& x) {
  const HingeGeometry h(x, hinge.vertices);
  if (h.flat) return ElementVector::Zero();
  return hinge.stiffness * (h.angle() - hinge.rest_angle) * angle_gradient(h);
}

ElementMatrix hessian(const HingeElement& hinge, const PointMatrix& x, bool project) {
  const HingeGeometry h(x, hinge.vertices);
  if (h.flat) return ElementMatrix::Zero();
  const ElementVector g = angle_gradient(h);
  const double bend = h.angle() - hinge.rest_angle;
  ElementMatrix result = hinge.stiffness * g * g.transpose();
  if (bend == 0 || !std::isfinite(bend)) return result;
  result += hinge.stiffness * bend * angle_hessian(h);
  if (project) clamp_without_translations(result);
  return result;
}

std::vector<std::array<int, 4>> find_hinges(const std::vector<Face>& faces) {
  // Smaller end, larger end, face, opposite vertex.
  std::vector<std::array<int, 4>> sides;
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (int k = 0; k < 3; ++k) {
      const int a = faces[f][k], b = faces[f][(k + 1) % 3], c = faces[f][(k + 2) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), static_cast<int>(f), c});
    }
  std::sort(sides.begin(), sides.end());
  std::vector<std::array<int, 4>> hinges;
  for (std::size_t i = 0; i < sides.size(); ++i)
    for (std::size_t k = i + 1; k < sides.size(); ++k) {
      if (sides[k][0] != sides[i][0] || sides[k][1] != sides[i][1]) break;
      if (sides[k][3] != sides[i][3])
        hinges.push_back({sides[i][0], sides[i][1], sides[i][3], sides[k][3]});
    }
  return hinges;
}

}  // namespace firstcontact::sim
