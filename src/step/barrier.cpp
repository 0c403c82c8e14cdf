#include <firstcontact/barrier.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "arith/float_environment.h"
#include "parallel/parallel.h"
#include "step/barrier_function.h"
#include "step/vertex_rows.h"

namespace firstcontact {
namespace step {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kPairsPerTask = 256;

bool usable(const NearPairs& pairs, const Positions& positions, const Barrier& barrier) {
  return is_sound(barrier) &&
         std::all_of(pairs.pairs.begin(), pairs.pairs.end(),
                     [&](const NearPair& pair) { return fits(pair, positions); });
}

/// The potential of one pair, with as many derivatives as are asked for.
class PairPotential {
 public:
  PairPotential(const NearPair& pair, const Positions& positions, const Barrier& barrier)
      : pair_(pair), placed_(pair, positions), measured_(placed_.measure(g_)) {
    f_ = barrier_of(pair, g_.distance, barrier);
    parallel_ = pair.parallel_threshold > 0;
    active_ = !(f_.value == 0 && f_.first == 0);
  }

  /// False where potential and derivatives are 0.
  bool active() const { return active_; }

  /// Edges in contact have infinite energy even if they are parallel and their factor is 0.
  double energy() const {
    if (!parallel_ || !(f_.value < std::numeric_limits<double>::infinity())) return f_.value;
    return parallel().factor.value * f_.value;
  }
  Vector12 gradient() const {
    if (!measured_) return Vector12::Constant(kUndefined);
    return parallel_ ? mollified_gradient(parallel(), g_, f_) : distance_gradient(g_, f_.first);
  }
  Matrix12 hessian(bool project) const {
    if (!measured_) return Matrix12::Constant(kUndefined);
    return parallel_ ? mollified_hessian(parallel(), g_, f_, project)
                     : hessian_of(pair_.kind, g_, f_, project);
  }

 private:
  ParallelFactor parallel() const { return {placed_.x, pair_.parallel_threshold}; }

  const NearPair& pair_;
  PlacedPair placed_;
  FeatureGeometry g_;
  bool measured_, parallel_ = false, active_ = false;
  Jet f_;
};

/// Calls visit(i) for all pairs, on several threads.
template <class Visit>
void for_each_pair(std::size_t count, int threads, const Visit& visit) {
  parallel::parallel_for(count, kPairsPerTask, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) visit(i);
  });
}

double sum_of(const std::vector<double>& energies) {
  double total = 0;
  for (const double energy : energies) total += energy;
  return total;
}

void scatter(const NearPairs& pairs, const std::vector<char>& active,
             const std::vector<Vector12>& gradients, Eigen::Ref<PointMatrix> gradient) {
  for (std::size_t i = 0; i < gradients.size(); ++i)
    if (active[i]) add_rows(pairs.pairs[i].vertices, gradients[i], gradient);
}

}  // namespace
}  // namespace step

double barrier_energy(const NearPairs& pairs, const Positions& positions, const Barrier& barrier,
                      int threads) {
  const arith::FloatEnvironmentGuard guard;
  if (!step::usable(pairs, positions, barrier)) return step::kUndefined;
  std::vector<double> energies(pairs.pairs.size());
  step::for_each_pair(energies.size(), threads, [&](std::size_t i) {
    energies[i] = step::PairPotential(pairs.pairs[i], positions, barrier).energy();
  });
  return step::sum_of(energies);
}

void add_barrier_gradient(const NearPairs& pairs, const Positions& positions,
                          const Barrier& barrier, Eigen::Ref<PointMatrix> gradient, int threads) {
  const arith::FloatEnvironmentGuard guard;
  if (!step::usable(pairs, positions, barrier) || !step::has_rows(pairs.pairs, gradient)) {
    gradient.setConstant(step::kUndefined);
    return;
  }
  std::vector<Vector12> gradients(pairs.pairs.size());
  std::vector<char> active(pairs.pairs.size());
  step::for_each_pair(gradients.size(), threads, [&](std::size_t i) {
    const step::PairPotential potential(pairs.pairs[i], positions, barrier);
    active[i] = potential.active();
    if (active[i]) gradients[i] = potential.gradient();
  });
  step::scatter(pairs, active, gradients, gradient);
}

std::vector<PairBlock> barrier_hessian(const NearPairs& pairs, const Positions& positions,
                                       const Barrier& barrier, bool project, int threads) {
  return barrier_terms(pairs, positions, barrier, project, threads).hessian;
}

double fill_barrier_terms(const NearPairs& pairs, const Positions& positions,
                          const Barrier& barrier, bool project, int threads,
                          Eigen::Ref<PointMatrix> gradient, std::vector<PairBlock>& hessian) {
  const arith::FloatEnvironmentGuard guard;
  hessian.clear();
  if (gradient.rows() != static_cast<Eigen::Index>(positions.count())) return step::kUndefined;
  gradient.setZero();
  if (!step::usable(pairs, positions, barrier)) {
    gradient.setConstant(step::kUndefined);
    return step::kUndefined;
  }
  const std::size_t count = pairs.pairs.size();
  std::vector<double> energies(count, 0.0);
  std::vector<Vector12> gradients(count);
  std::vector<char> active(count);
  hessian.resize(count);
  step::for_each_pair(count, threads, [&](std::size_t i) {
    const step::PairPotential potential(pairs.pairs[i], positions, barrier);
    PairBlock& block = hessian[i];
    block.vertices = pairs.pairs[i].vertices;
    active[i] = potential.active();
    if (!active[i]) return;
    energies[i] = potential.energy();
    gradients[i] = potential.gradient();
    block.hessian = potential.hessian(project);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (active[i]) {
      if (kept != i) hessian[kept] = hessian[i];
      ++kept;
    }
  hessian.resize(kept);
  step::scatter(pairs, active, gradients, gradient);
  return step::sum_of(energies);
}

}  // namespace firstcontact
