#pragma once
/// Tetrahedra with the stable Neo-Hookean energy of Smith, de Goes and Kim, "Stable Neo-Hookean
/// flesh simulation" (2018). docs/math/simulation.md
///
/// Per volume at rest, with the deformation gradient F, Ic = |F|^2 and J = det F:
///   mu/2 (Ic - 3) + lambda/2 (J - alpha)^2 - mu/2 ln(Ic + 1), minus its value at rest.
/// It is finite for every finite F, also for inverted and for flat tetrahedra. So a body that is hit
/// hard enough turns inside out. With `least_volume` > 0 a barrier keeps that from happening:
///   lambda b(J / least_volume), b(q) = -(q - 1)^2 ln q   for J < least_volume, infinite for J <= 0.
#include <firstcontact/collision_mesh.h>
#include <firstcontact/vector.h>

#include <array>

#include "sim/scene.h"

namespace firstcontact::sim {

using ElementVector = Eigen::Matrix<double, 12, 1>;
using ElementMatrix = Eigen::Matrix<double, 12, 12>;

struct TetElement {
  std::array<int, 4> vertices = {};
  /// F = sum_k x_k shape_k'. In 1/m.
  std::array<Vec3, 4> shape;
  /// At rest, in m^3.
  double volume = 0;
  /// In Pa; alpha has no unit. Chosen so that small strains have the material's moduli.
  double mu = 0, lambda = 0, alpha = 1;
  /// The share of the volume at rest below which a barrier acts; 0 for none.
  double least_volume = 0;
};

/// 0 for a flat, negative for an inverted tetrahedron.
double signed_volume(const PointMatrix& x, const std::array<int, 4>& tet);
/// Precondition: the volume at rest is positive, the material has no fault.
TetElement make_tet(const PointMatrix& rest, const std::array<int, 4>& tet,
                    const Material& material, double least_volume = 0);

double energy(const TetElement& tet, const PointMatrix& x);
/// Coordinate k of vertex i is entry 3 i + k.
ElementVector gradient(const TetElement& tet, const PointMatrix& x);
/// If `project`, negative eigenvalues of the second derivative with respect to F are replaced by 0.
/// Where there is none, the Hessian is the same bit for bit with and without projection.
ElementMatrix hessian(const TetElement& tet, const PointMatrix& x, bool project);

}  // namespace firstcontact::sim
