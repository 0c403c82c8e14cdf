#include <limits>

#include "arith/float_environment.h"
#include "step/feature_geometry.h"

namespace firstcontact {

PairDerivatives distance_derivatives(const NearPair& pair, const Positions& positions) {
  const arith::FloatEnvironmentGuard guard;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const PairDerivatives none = {kNone, Vector12::Constant(kNone), Matrix12::Constant(kNone)};
  if (!step::fits(pair, positions)) return none;
  const step::PlacedPair placed(pair, positions);
  step::FeatureGeometry g;
  if (!placed.measure(g)) return none;
  PairDerivatives out;
  out.value = g.distance;
  out.gradient = step::distance_gradient(g, 1);
  const step::Jet identity = {g.distance, 1, 0};
  out.hessian = pair.parallel_threshold > 0
                    ? step::mollified_hessian(step::ParallelFactor(placed.x, 0), g, identity, false)
                    : step::hessian_of(pair.kind, g, identity, false);
  return out;
}

}  // namespace firstcontact
