#pragma once
/// A potential that keeps pairs apart: 0 from `activation_distance` on, infinite at contact, twice
/// continuously differentiable. And lagged friction on the same pairs. docs/guide/barrier.md
#include <firstcontact/near_pairs.h>

#include <vector>

namespace firstcontact {

/// With s = (distance - required_distance) / activation_distance the potential of a pair is
///   weight * stiffness * activation_distance * -(s - 1)^2 ln s   for s < 1, and 0 beyond.
struct Barrier {
  double activation_distance = 1e-3;
  /// With PairWeights::Area a pressure; about the stiffness of the material is a good start.
  double stiffness = 1;
};

/// A second derivative of a pair: rows and columns in the order of `vertices`.
struct PairBlock {
  std::array<int, 4> vertices = {-1, -1, -1, -1};
  Matrix12 hessian = Matrix12::Zero();
};

/// Sum over the pairs; infinite if any pair is in contact. The distances are those at `positions`,
/// not the listed ones; the features stay those of the list.
double barrier_energy(const NearPairs& pairs, const Positions& positions, const Barrier& barrier);
/// Adds the gradient, one vertex a row.
void add_barrier_gradient(const NearPairs& pairs, const Positions& positions,
                          const Barrier& barrier,
                          Eigen::Ref<Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>> gradient);
/// One block for each pair that is near enough, projected to be positive semidefinite if asked.
std::vector<PairBlock> barrier_hessian(const NearPairs& pairs, const Positions& positions,
                                       const Barrier& barrier, bool project = true);

/// Friction of one step: the contacts, their normal forces and tangents as they were at `lagged`.
struct FrictionPair {
  std::array<int, 4> vertices = {-1, -1, -1, -1};
  /// (point on a) - (point on b) = sum_k weights[k] x_k
  std::array<double, 4> weights = {};
  Eigen::Matrix<double, 3, 2> tangents = Eigen::Matrix<double, 3, 2>::Zero();
  double normal_force = 0;
};
std::vector<FrictionPair> lag_friction(const NearPairs& pairs, const Positions& lagged,
                                       const Barrier& barrier);
struct Friction {
  double coefficient = 0;
  /// Below this relative displacement a contact sticks (smoothly): a length for one step.
  double stick_distance = 1e-5;
};
double friction_energy(const std::vector<FrictionPair>& pairs, const Positions& start,
                       const Positions& positions, const Friction& friction);
void add_friction_gradient(const std::vector<FrictionPair>& pairs, const Positions& start,
                           const Positions& positions, const Friction& friction,
                           Eigen::Ref<Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>> gradient);
std::vector<PairBlock> friction_hessian(const std::vector<FrictionPair>& pairs,
                                        const Positions& start, const Positions& positions,
                                        const Friction& friction, bool project = true);

}  // namespace firstcontact
