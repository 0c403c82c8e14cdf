#include "sim/cloth_membrane.h"

#include <cmath>

#include "sim/clamp_eigenvalues.h"

namespace firstcontact::sim {
namespace {

using Mat32 = Eigen::Matrix<double, 3, 2>;
using Mat2 = Eigen::Matrix<double, 2, 2>;

Mat32 triangle_edges(const PointMatrix& x, const std::array<int, 3>& face) {
  Mat32 columns;
  columns.col(0) = (x.row(face[1]) - x.row(face[0])).transpose();
  columns.col(1) = (x.row(face[2]) - x.row(face[0])).transpose();
  return columns;
}

Mat32 membrane_deformation(const MembraneElement& element, const PointMatrix& x) {
  const Mat32 columns = triangle_edges(x, element.vertices);
  Mat32 f = columns.col(0) * element.shape[1].transpose();
  f += columns.col(1) * element.shape[2].transpose();
  return f;
}

/// F = (first two columns of u) diag(sigma) v'; u and v are rotations, sigma[0] >= sigma[1] >= 0.
struct MembraneSvd {
  Mat3 u;
  Mat2 v;
  double sigma[2];
};

Vec3 perpendicular(const Vec3& unit) {
  int smallest = 0;
  unit.cwiseAbs().minCoeff(&smallest);
  return unit.cross(Vec3::Unit(smallest)).normalized();
}

MembraneSvd membrane_svd(const Mat32& f) {
  MembraneSvd result;
  const double c00 = f.col(0).squaredNorm(), c11 = f.col(1).squaredNorm();
  const double c01 = f.col(0).dot(f.col(1));
  const double angle = 0.5 * std::atan2(2 * c01, c00 - c11);
  const double c = std::cos(angle), s = std::sin(angle);
  result.v << c, -s, s, c;
  const Vec3 long_side = f.col(0) * c + f.col(1) * s, short_side = f.col(1) * c - f.col(0) * s;
  result.sigma[0] = long_side.norm();
  const Vec3 u0 = result.sigma[0] > 0 ? Vec3(long_side / result.sigma[0]) : Vec3::UnitX();
  const Vec3 rest = short_side - u0 * u0.dot(short_side);
  result.sigma[1] = rest.norm();
  const Vec3 u1 = result.sigma[1] > 0 ? Vec3(rest / result.sigma[1]) : perpendicular(u0);
  result.u << u0, u1, u0.cross(u1);
  return result;
}

}  // namespace

double triangle_area(const PointMatrix& x, const std::array<int, 3>& face) {
  const Mat32 e = triangle_edges(x, face);
  return Vec3(e.col(0)).cross(Vec3(e.col(1))).norm() / 2;
}

MembraneElement make_membrane(const PointMatrix& rest, const std::array<int, 3>& face,
                              const Material& material) {
  MembraneElement element;
  element.vertices = face;
  element.volume = triangle_area(rest, face) * material.thickness;
  // Coordinates in the triangle's plane, the first axis along its first edge.
  const Mat32 e = triangle_edges(rest, face);
  const Vec3 e1 = e.col(0), e2 = e.col(1);
  const double length = e1.norm(), along = e1.dot(e2) / length,
               height = e1.cross(e2).norm() / length;
  element.shape[1] = {1 / length, -along / (length * height)};
  element.shape[2] = {0, 1 / height};
  element.shape[0] = -(element.shape[1] + element.shape[2]);

  const double young = material.young, nu = material.poisson;
  element.mu = young / (2 * (1 + nu));
  element.lambda = young / (2 * (1 - nu));  // Lame's mu + lambda of plane stress
  return element;
}

double energy(const MembraneElement& element, const PointMatrix& x) {
  const Mat32 f = membrane_deformation(element, x);
  const double ic = f.squaredNorm(), j = Vec3(f.col(0)).cross(Vec3(f.col(1))).norm();
  return element.volume * (element.mu / 2 * (ic - 2 * j) + element.lambda / 2 * (j - 1) * (j - 1));
}

ElementVector gradient(const MembraneElement& element, const PointMatrix& x) {
  const Mat32 f = membrane_deformation(element, x);
  const Vec3 f0 = f.col(0), f1 = f.col(1);
  const Vec3 cross = f0.cross(f1);
  const double j = cross.norm();
  Mat32 stress = element.mu * f;
  if (j > 0) {
    const Vec3 normal = cross / j;
    const double pressure = element.lambda * (j - 1) - element.mu;
    stress.col(0) += pressure * f1.cross(normal);
    stress.col(1) += pressure * normal.cross(f0);
  }
  stress *= element.volume;
  ElementVector result = ElementVector::Zero();
  for (int k = 1; k < 3; ++k) result.segment<3>(3 * k) = stress * element.shape[k];
  result.segment<3>(0) = -(result.segment<3>(3) + result.segment<3>(6));
  return result;
}

// As for tetrahedra, in the frames of F's singular values; and the two entries of the row across
// the plane, each for itself.
ElementMatrix hessian(const MembraneElement& element, const PointMatrix& x, bool project) {
  /// Smallest stretch to divide by: the second derivative across a triangle of no width is infinite.
  constexpr double kSmallestStretch = 1e-12;
  const Mat32 f = membrane_deformation(element, x);
  if (!f.allFinite()) return ElementMatrix::Constant(std::numeric_limits<double>::quiet_NaN());
  const MembraneSvd svd = membrane_svd(f);
  const double s0 = svd.sigma[0], s1 = svd.sigma[1], j = s0 * s1;
  const double mu = element.mu, lambda = element.lambda, pressure = lambda * (j - 1) - mu;

  Mat2 stretch;
  stretch << mu + lambda * s1 * s1, pressure + lambda * j, pressure + lambda * j,
      mu + lambda * s0 * s0;
  double own = mu, mixed = -pressure;
  double across[2] = {mu + pressure * s1 / std::max(s0, kSmallestStretch),
                      mu + pressure * s0 / std::max(s1, kSmallestStretch)};
  if (project) {
    clamp_eigenvalues(stretch);
    clamp_pair(own, mixed);
    for (double& value : across) value = std::max(value, 0.0);
  }

  std::array<Eigen::Vector2d, 3> b;
  for (int k = 0; k < 3; ++k) b[k] = svd.v.transpose() * element.shape[k];
  ElementMatrix result = ElementMatrix::Zero();
  for (int p = 0; p < 3; ++p)
    for (int q = 0; q <= p; ++q) {
      Mat3 block = Mat3::Zero();
      for (int i = 0; i < 2; ++i) {
        const int k = 1 - i;
        block(i, i) = stretch(i, i) * b[p][i] * b[q][i] + own * b[p][k] * b[q][k];
        block(i, k) = stretch(i, k) * b[p][i] * b[q][k] + mixed * b[p][k] * b[q][i];
        block(2, 2) += across[i] * b[p][i] * b[q][i];
      }
      const Mat3 turned = element.volume * (svd.u * block * svd.u.transpose());
      result.block<3, 3>(3 * p, 3 * q) = turned;
      result.block<3, 3>(3 * q, 3 * p) = turned.transpose();
    }
  return result;
}

}  // namespace firstcontact::sim
