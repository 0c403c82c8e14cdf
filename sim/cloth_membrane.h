#pragma once
/// Cloth triangles in their plane: a Neo-Hookean energy of the stretches, in plane stress.
/// docs/math/simulation.md
///
/// Per area at rest, with the deformation gradient F (3 rows, 2 columns), Ic = |F|^2 and the ratio
/// of areas J = |f1 x f2|:  thickness * (mu/2 (Ic - 2 J) + lambda/2 (J - 1)^2).
/// It is finite for every finite F. A triangle that is squeezed towards a line resists; where its
/// area is exactly 0 the derivative of J is taken as 0.
#include "sim/stable_neo_hookean.h"

namespace firstcontact::sim {

struct MembraneElement {
  std::array<int, 3> vertices = {};
  /// F = sum_k x_k shape_k'. In 1/m.
  std::array<Eigen::Vector2d, 3> shape;
  /// At rest, in m^3: area times thickness.
  double volume = 0;
  /// In Pa. Chosen so that small strains are those of a plate in plane stress.
  double mu = 0, lambda = 0;
};

double triangle_area(const PointMatrix& x, const std::array<int, 3>& face);
/// Precondition: the area at rest is positive, the material has no fault.
MembraneElement make_membrane(const PointMatrix& rest, const std::array<int, 3>& face,
                              const Material& material);

double energy(const MembraneElement& element, const PointMatrix& x);
/// The last three entries are 0.
ElementVector gradient(const MembraneElement& element, const PointMatrix& x);
/// As for tetrahedra. The last three rows and columns are 0.
ElementMatrix hessian(const MembraneElement& element, const PointMatrix& x, bool project);

}  // namespace firstcontact::sim
