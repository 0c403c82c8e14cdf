#pragma once
/// Bending of cloth: hinges between neighbouring triangles. docs/math/simulation.md
///
/// The energy of a hinge is stiffness/2 (angle - rest_angle)^2, where the angle is 0 for a flat
/// hinge and in [-pi, pi]. It is finite always; a hinge with a triangle of no area has energy 0.
#include "sim/stable_neo_hookean.h"

namespace firstcontact::sim {

struct HingeElement {
  /// The ends of the edge, then the vertices opposite to it.
  std::array<int, 4> vertices = {};
  double rest_angle = 0;
  /// In J.
  double stiffness = 0;
};

/// Positive or negative depending on the side to which the triangles are folded.
double hinge_angle(const PointMatrix& x, const std::array<int, 4>& vertices);
/// Precondition: both triangles have a positive area at rest, the material has no fault.
HingeElement make_hinge(const PointMatrix& rest, const std::array<int, 4>& vertices,
                        const Material& material);

double energy(const HingeElement& hinge, const PointMatrix& x);
ElementVector gradient(const HingeElement& hinge, const PointMatrix& x);
/// If `project`, negative eigenvalues are replaced by 0. Where there is none, the Hessian is the
/// same bit for bit with and without projection.
ElementMatrix hessian(const HingeElement& hinge, const PointMatrix& x, bool project);

/// The interior edges of triangles as hinges: ends of the edge, then the opposite vertices. An edge
/// of more than two triangles has one hinge for each two of them. Ascending by edge.
std::vector<std::array<int, 4>> find_hinges(const std::vector<Face>& faces);

}  // namespace firstcontact::sim
