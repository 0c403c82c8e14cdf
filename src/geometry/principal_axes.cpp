#include "geometry/principal_axes.h"

#include <Eigen/Geometry>
#include <cmath>
#include <utility>

#include "arith/fixed_order.h"

namespace firstcontact::geometry {
namespace {

/// Makes the rows orthonormal again, up to rounding.
Mat3 orthonormal(Mat3 m) {
  m.row(0) /= norm(m.row(0));
  m.row(1) -= dot(m.row(0), m.row(1)) * m.row(0);
  m.row(1) /= norm(m.row(1));
  m.row(2) = m.row(0).cross(m.row(1));
  return m;
}

}  // namespace

// Jacobi's rotations: each makes one off-diagonal entry 0; eight rounds are more than enough for
// double precision.
Mat3 principal_axes(const Mat3& symmetric) {
  const double scale = symmetric.cwiseAbs().maxCoeff();
  Mat3 axes = Mat3::Identity();
  if (!(scale > 0) || !std::isfinite(scale)) return axes;
  Mat3 s = symmetric / scale;
  constexpr std::pair<int, int> kPairs[] = {{0, 1}, {0, 2}, {1, 2}};
  for (int round = 0; round < 8; ++round)
    for (const auto& [p, q] : kPairs) {
      if (std::abs(s(p, q)) < 1e-17) continue;
      const double ratio = (s(q, q) - s(p, p)) / (2 * s(p, q));
      const double t = (ratio >= 0 ? 1 : -1) / (std::abs(ratio) + std::sqrt(1 + ratio * ratio));
      const double c = 1 / std::sqrt(1 + t * t), sine = t * c;
      Mat3 turn = Mat3::Identity();
      turn(p, p) = turn(q, q) = c;
      turn(p, q) = sine;
      turn(q, p) = -sine;
      s = times(times(turn.transpose(), s), turn);
      axes = times(axes, turn);
    }
  return orthonormal(axes.transpose());
}

}  // namespace firstcontact::geometry
