#pragma once
/// A potential that keeps pairs apart: 0 from `activation_distance` on, infinite at contact, and
/// continuously differentiable. And lagged friction on the same pairs. docs/guide/barrier.md
///
/// All functions evaluate at the positions that they are given, for the pairs of a list that may
/// have been made at others. The features stay those of the list; so list the pairs anew where the
/// positions change. Results have the same bits for any number of threads (0: as many as the
/// machine has). In the plane, derivatives by z are 0.
///
/// Input that cannot be used never throws: positions with fewer vertices than the pairs name, or a
/// number of the barrier or the friction that is not positive and finite (the coefficient of
/// friction may be 0). Then energies are NaN, gradients are filled with NaN, lists are empty.
/// Derivatives of a pair in contact are NaN as well.
#include <firstcontact/export.h>
#include <firstcontact/near_pairs.h>

#include <array>
#include <vector>

namespace firstcontact {

/// With s = (distance - required_distance) / activation_distance the potential of a pair is
///   weight * stiffness * activation_distance * -(s - 1)^2 ln s   for s < 1, and 0 beyond,
/// for nearly parallel edges times the factor of docs/guide/barrier.md.
struct Barrier {
  double activation_distance = 1e-3;
  /// With PairWeights::Area a pressure; about the stiffness of the material is a good start.
  double stiffness = 1;
};

/// A second derivative of a pair: rows and columns in the order of `vertices`, as in
/// PairDerivatives.
struct PairBlock {
  std::array<int, 4> vertices = {-1, -1, -1, -1};
  Matrix12 hessian = Matrix12::Zero();
};

/// Sum over the pairs; infinite if any pair is in contact.
FIRSTCONTACT_API double barrier_energy(const NearPairs& pairs, const Positions& positions,
                                       const Barrier& barrier, int threads = 0);
/// Adds the gradient. Where `gradient` has fewer rows than the pairs need, it is filled with NaN.
FIRSTCONTACT_API void add_barrier_gradient(const NearPairs& pairs, const Positions& positions,
                                           const Barrier& barrier, Eigen::Ref<PointMatrix> gradient,
                                           int threads = 0);
/// One block for each pair that is near enough, in the order of the list. If asked, negative
/// eigenvalues of each block are replaced by 0.
FIRSTCONTACT_API std::vector<PairBlock> barrier_hessian(const NearPairs& pairs,
                                                        const Positions& positions,
                                                        const Barrier& barrier, bool project = true,
                                                        int threads = 0);

/// All three at once, for less time than one after the other. In a loop, give the terms of the last
/// call as `memory`, so that their memory is used again:
///   terms = barrier_terms(pairs, x, barrier, true, 0, std::move(terms));
struct BarrierTerms {
  double energy = 0;
  /// As many rows as there are positions.
  PointMatrix gradient;
  std::vector<PairBlock> hessian;
};
/// Energy, gradient and Hessian of the barrier at these positions. `memory` is what an earlier call
/// returned, or nothing.
inline BarrierTerms barrier_terms(const NearPairs& pairs, const Positions& positions,
                                  const Barrier& barrier, bool project = true, int threads = 0,
                                  BarrierTerms memory = {});

/// The same into memory of the caller: sets the gradient, which has one row for each position, and
/// the list of blocks, and returns the energy. Where `gradient` has another number of rows, nothing
/// is set, and the energy is NaN.
FIRSTCONTACT_API double fill_barrier_terms(const NearPairs& pairs, const Positions& positions,
                                           const Barrier& barrier, bool project, int threads,
                                           Eigen::Ref<PointMatrix> gradient,
                                           std::vector<PairBlock>& hessian);

// Inline, because Eigen allocates differently with other instruction-set flags: what the caller's
// build frees, the caller's build has to allocate.
inline BarrierTerms barrier_terms(const NearPairs& pairs, const Positions& positions,
                                  const Barrier& barrier, bool project, int threads,
                                  BarrierTerms memory) {
  memory.gradient.resize(static_cast<Eigen::Index>(positions.count()), 3);
  memory.energy = fill_barrier_terms(pairs, positions, barrier, project, threads, memory.gradient,
                                     memory.hessian);
  return memory;
}

/// Friction of one contact: the nearest points, the normal force and the tangents as they were at
/// the positions of `lag_friction`.
struct FrictionPair {
  std::array<int, 4> vertices = {-1, -1, -1, -1};
  /// The nearest points differ by sum_k weights[k] x_k.
  std::array<double, 4> weights = {};
  /// Two unit vectors perpendicular to the normal; in the plane the second is zero.
  Eigen::Matrix<double, 3, 2, Eigen::DontAlign> tangents =
      Eigen::Matrix<double, 3, 2, Eigen::DontAlign>::Zero();
  /// Minus the derivative of the pair's potential by its distance; positive.
  double normal_force = 0;
};
/// The pairs that the barrier pushes apart. Pairs in contact are left out.
FIRSTCONTACT_API std::vector<FrictionPair> lag_friction(const NearPairs& pairs,
                                                        const Positions& lagged,
                                                        const Barrier& barrier);

/// A contact that slid by y since `start`, along its tangents, has the potential
///   coefficient * normal_force * (y - stick / 3)                  for y >= stick,
///   coefficient * normal_force * (y^2 / stick - y^3 / (3 stick^2))   below.
/// So its force is coefficient * normal_force while it slides, and falls to 0 with y while it
/// sticks. The potential is convex and twice differentiable, with a continuous first derivative.
struct Friction {
  double coefficient = 0;
  /// Below this relative displacement a contact sticks (smoothly): a length for one step.
  double stick_distance = 1e-5;
};
/// The sum of these potentials for the displacements from `start` to `positions`; the second
/// function adds its gradient.
FIRSTCONTACT_API double friction_energy(const std::vector<FrictionPair>& pairs,
                                        const Positions& start, const Positions& positions,
                                        const Friction& friction);
FIRSTCONTACT_API void add_friction_gradient(const std::vector<FrictionPair>& pairs,
                                            const Positions& start, const Positions& positions,
                                            const Friction& friction,
                                            Eigen::Ref<PointMatrix> gradient);
/// One block a pair. They are positive semidefinite as they are.
FIRSTCONTACT_API std::vector<PairBlock> friction_hessian(const std::vector<FrictionPair>& pairs,
                                                         const Positions& start,
                                                         const Positions& positions,
                                                         const Friction& friction);

}  // namespace firstcontact
