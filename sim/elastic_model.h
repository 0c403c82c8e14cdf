#pragma once
/// Masses and elastic energy of a scene's bodies, with derivatives.
#include <Eigen/Sparse>

#include "sim/scene.h"

namespace firstcontact::sim {

/// The second derivative of one element: 3 rows for each vertex. `count` <= 4.
struct HessianBlock {
  int count = 0;
  std::array<int, 4> vertices = {-1, -1, -1, -1};
  Eigen::Matrix<double, 12, 12> hessian;
};

/// Vertices of all bodies, one body after the other.
class ElasticModel {
 public:
  explicit ElasticModel(const std::vector<Body>& bodies);

  /// Empty, or which element of which body is inverted, flat or has a bad material.
  const std::string& fault() const { return fault_; }
  /// kg of each vertex; 0 for obstacles.
  const Eigen::VectorXd& masses() const { return masses_; }

  double energy(const PointMatrix& x) const;
  void add_gradient(const PointMatrix& x, PointMatrix& gradient) const;
  /// One block for each element, projected to be positive semidefinite if asked. The same elements
  /// in the same order each time.
  void hessian(const PointMatrix& x, bool project, int threads,
               std::vector<HessianBlock>& blocks) const;
  // … H3
 private:
  std::string fault_;
  Eigen::VectorXd masses_;
};

}  // namespace firstcontact::sim
