#pragma once
/// Masses and elastic energy of a scene's bodies, with derivatives. docs/math/simulation.md
///
/// Solids have an element for each tetrahedron, cloth one for each triangle and one for each hinge
/// between triangles, obstacles none. All sums are in the order of the elements: results have the
/// same bits for any number of threads.
#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

#include "sim/cloth_bending.h"
#include "sim/cloth_membrane.h"
#include "sim/scene.h"
#include "sim/stable_neo_hookean.h"

namespace firstcontact::sim {

/// The second derivative of one element: 3 rows for each vertex, in the order of `vertices`; rows
/// and columns beyond 3 * count are 0. `count` <= 4.
struct HessianBlock {
  int count = 0;
  std::array<int, 4> vertices = {-1, -1, -1, -1};
  ElementMatrix hessian;
};

/// Vertices of all bodies, one body after the other.
class ElasticModel {
 public:
  /// `least_volume`: as in TetElement.
  explicit ElasticModel(const std::vector<Body>& bodies, double least_volume = 0);

  /// Empty, or what is wrong, with the body's name: an element that is inverted or flat at rest, a
  /// bad material, index or coordinate, a vertex without mass. Then nothing below may be called.
  const std::string& fault() const { return fault_; }
  /// kg of each vertex; 0 for obstacles.
  const Eigen::VectorXd& masses() const { return masses_; }
  /// Number of vertices of all bodies; the rows of every `x` below.
  std::size_t vertex_count() const { return static_cast<std::size_t>(masses_.size()); }
  /// The vertices of each element in the order of the Hessian's blocks; -1 beyond the last.
  const std::vector<std::array<int, 4>>& elements() const { return elements_; }

  /// In J; 0 at rest. Finite for finite x, also if elements are inverted or flat (overflow apart);
  /// with a least volume, infinite if a tetrahedron is inverted or flat.
  double energy(const PointMatrix& x) const;
  /// Adds the derivative of the energy, in N: minus the elastic forces.
  void add_gradient(const PointMatrix& x, PointMatrix& gradient) const;
  /// One block for each element, projected to be positive semidefinite if asked; a block that is
  /// positive semidefinite already is not changed. The same elements in the same order each time.
  /// `threads` 0: as many as the machine has.
  void hessian(const PointMatrix& x, bool project, int threads,
               std::vector<HessianBlock>& blocks) const;

 private:
  /// Returns what is wrong with the body, or nothing and appends its elements and masses.
  std::string add_body(const Body& body);
  std::string add_solid(const Body& body, int first);
  std::string add_cloth(const Body& body, int first);

  double least_volume_;
  std::string fault_;
  Eigen::VectorXd masses_;
  /// All elements: tetrahedra, then triangles, then hinges.
  std::vector<std::array<int, 4>> elements_;
  std::vector<TetElement> tets_;
  std::vector<MembraneElement> membranes_;
  std::vector<HingeElement> hinges_;
};

}  // namespace firstcontact::sim
