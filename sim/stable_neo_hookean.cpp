#include "sim/stable_neo_hookean.h"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <cmath>
#include <limits>

#include "sim/clamp_eigenvalues.h"

namespace firstcontact::sim {
namespace {

Vec3 row(const PointMatrix& x, int vertex) { return x.row(vertex).transpose(); }

Mat3 edges(const PointMatrix& x, const std::array<int, 4>& tet) {
  Mat3 columns;
  for (int k = 0; k < 3; ++k) columns.col(k) = row(x, tet[k + 1]) - row(x, tet[0]);
  return columns;
}

Mat3 deformation(const TetElement& tet, const PointMatrix& x) {
  // Differences first: a tetrahedron far from the origin loses no digits.
  const Mat3 columns = edges(x, tet.vertices);
  Mat3 f = columns.col(0) * tet.shape[1].transpose();
  f += columns.col(1) * tet.shape[2].transpose();
  f += columns.col(2) * tet.shape[3].transpose();
  return f;
}

Mat3 cofactors(const Mat3& f) {
  Mat3 result;
  result.col(0) = f.col(1).cross(f.col(2));
  result.col(1) = f.col(2).cross(f.col(0));
  result.col(2) = f.col(0).cross(f.col(1));
  return result;
}

/// The part of the energy per volume that depends on J beyond mu and lambda, and its derivatives.
struct VolumeBarrier {
  double value = 0, first = 0, second = 0;
};
VolumeBarrier volume_barrier(const TetElement& tet, double j) {
  if (tet.least_volume == 0 || j >= tet.least_volume) return {};
  if (j <= 0) return {std::numeric_limits<double>::infinity(), 0, 0};
  const double q = j / tet.least_volume, r = q - 1, log = std::log(q);
  const double scale = tet.lambda / tet.least_volume;
  return {-tet.lambda * r * r * log, scale * (-2 * r * log - r * r / q),
          scale / tet.least_volume * (-2 * log - 4 * r / q + r * r / (q * q))};
}

/// F = u diag(sigma) v' with J = product of sigma: the last one is negative if F inverts.
struct SignedSvd {
  Mat3 u, v;
  Vec3 sigma;
};
SignedSvd signed_svd(const Mat3& f) {
  const Eigen::JacobiSVD<Mat3> svd(f, Eigen::ComputeFullU | Eigen::ComputeFullV);
  SignedSvd result{svd.matrixU(), svd.matrixV(), svd.singularValues()};
  if (result.u.determinant() * result.v.determinant() < 0) {
    result.u.col(2) *= -1;
    result.sigma[2] *= -1;
  }
  return result;
}

}  // namespace

double signed_volume(const PointMatrix& x, const std::array<int, 4>& tet) {
  return edges(x, tet).determinant() / 6;
}

TetElement make_tet(const PointMatrix& rest, const std::array<int, 4>& tet,
                    const Material& material, double least_volume) {
  TetElement element;
  element.vertices = tet;
  element.least_volume = least_volume;
  element.volume = signed_volume(rest, tet);
  const Mat3 inverse = edges(rest, tet).inverse();
  for (int k = 0; k < 3; ++k) element.shape[k + 1] = inverse.row(k).transpose();
  element.shape[0] = -(element.shape[1] + element.shape[2] + element.shape[3]);

  const double e = material.young, nu = material.poisson;
  const double lame_mu = e / (2 * (1 + nu)), lame_lambda = e * nu / ((1 + nu) * (1 - 2 * nu));
  // Section 3.4 of the paper: with these the linearisation at rest is that of Lame's parameters.
  element.mu = 4.0 / 3 * lame_mu;
  element.lambda = lame_lambda + 5.0 / 6 * lame_mu;
  element.alpha = 1 + 0.75 * element.mu / element.lambda;
  return element;
}

double energy(const TetElement& tet, const PointMatrix& x) {
  const Mat3 f = deformation(tet, x);
  const double c = f.squaredNorm() - 3, determinant = f.determinant(), j = determinant - 1;
  // (J - alpha)^2 - (1 - alpha)^2 and ln((Ic + 1) / 4), without taking differences of large terms.
  const double density =
      tet.mu / 2 * (c - std::log1p(c / 4)) + tet.lambda / 2 * j * (j - 1.5 * tet.mu / tet.lambda);
  return tet.volume * (density + volume_barrier(tet, determinant).value);
}

ElementVector gradient(const TetElement& tet, const PointMatrix& x) {
  const Mat3 f = deformation(tet, x);
  const double ic = f.squaredNorm(), j = f.determinant();
  const double pressure = tet.lambda * (j - tet.alpha) + volume_barrier(tet, j).first;
  const Mat3 stress = tet.volume * (tet.mu * (1 - 1 / (ic + 1)) * f + pressure * cofactors(f));
  ElementVector result;
  for (int k = 1; k < 4; ++k) result.segment<3>(3 * k) = stress * tet.shape[k];
  result.segment<3>(0) = -(result.segment<3>(3) + result.segment<3>(6) + result.segment<3>(9));
  return result;
}

// In the frames u and v of F's singular values the second derivative with respect to F couples only
//  - the three diagonal entries with each other: the matrix `stretch`;
//  - entry (i, j) with entry (j, i): [own, mixed; mixed, own], eigenvalues own + mixed, own - mixed.
ElementMatrix hessian(const TetElement& tet, const PointMatrix& x, bool project) {
  const Mat3 f = deformation(tet, x);
  if (!f.allFinite()) return ElementMatrix::Constant(std::numeric_limits<double>::quiet_NaN());
  const SignedSvd svd = signed_svd(f);
  const Vec3& s = svd.sigma;
  const double ic = s.squaredNorm(), j = s[0] * s[1] * s[2];
  const Vec3 dj(s[1] * s[2], s[2] * s[0], s[0] * s[1]);
  const VolumeBarrier barrier = volume_barrier(tet, j);
  const double a = tet.mu * (1 - 1 / (ic + 1)),
               pressure = tet.lambda * (j - tet.alpha) + barrier.first;

  Mat3 stretch = 2 * tet.mu / ((ic + 1) * (ic + 1)) * s * s.transpose() +
                 (tet.lambda + barrier.second) * dj * dj.transpose();
  // own(i, k) and mixed(i, k), i != k, of the pair of entries (i, k) and (k, i).
  Mat3 own = Mat3::Constant(a), mixed = Mat3::Zero();
  for (int i = 0; i < 3; ++i) {
    const int k = (i + 1) % 3, other = 3 - i - k;
    stretch(i, i) += a;
    stretch(i, k) += pressure * s[other];
    stretch(k, i) += pressure * s[other];
    double o = a, m = -pressure * s[other];
    if (project) clamp_pair(o, m);
    own(i, k) = own(k, i) = o;
    mixed(i, k) = mixed(k, i) = m;
  }
  if (project) clamp_eigenvalues(stretch);

  std::array<Vec3, 4> b;
  for (int k = 0; k < 4; ++k) b[k] = svd.v.transpose() * tet.shape[k];
  ElementMatrix result;
  for (int p = 0; p < 4; ++p)
    for (int q = 0; q <= p; ++q) {
      Mat3 block;
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
          if (i != k) {
            block(i, k) = stretch(i, k) * b[p][i] * b[q][k] + mixed(i, k) * b[p][k] * b[q][i];
            continue;
          }
          const int l = (i + 1) % 3, m = (i + 2) % 3;
          block(i, i) = stretch(i, i) * b[p][i] * b[q][i] + own(i, l) * b[p][l] * b[q][l] +
                        own(i, m) * b[p][m] * b[q][m];
        }
      const Mat3 turned = tet.volume * (svd.u * block * svd.u.transpose());
      result.block<3, 3>(3 * p, 3 * q) = turned;
      result.block<3, 3>(3 * q, 3 * p) = turned.transpose();
    }
  return result;
}

}  // namespace firstcontact::sim
