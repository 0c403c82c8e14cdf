#include <firstcontact/barrier.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "arith/fixed_order.h"
#include "arith/float_environment.h"
#include "step/barrier_function.h"
#include "step/vertex_rows.h"

namespace firstcontact {
namespace step {
namespace {

constexpr double kNoFriction = std::numeric_limits<double>::quiet_NaN();

bool is_sound(const Friction& friction) {
  return friction.coefficient >= 0 && std::isfinite(friction.coefficient) &&
         friction.stick_distance > 0 && std::isfinite(friction.stick_distance);
}

bool usable(const std::vector<FrictionPair>& pairs, const Positions& start,
            const Positions& positions, const Friction& friction) {
  const auto fits = [&](const FrictionPair& pair) {
    return std::all_of(pair.vertices.begin(), pair.vertices.end(), [&](int vertex) {
      return vertex >= -1 && (vertex < 0 || static_cast<std::size_t>(vertex) < positions.count());
    });
  };
  const auto sound = [](const Positions& p) { return p.dimension() == 2 || p.dimension() == 3; };
  return is_sound(friction) && sound(start) && sound(positions) &&
         start.dimension() == positions.dimension() && start.count() == positions.count() &&
         std::all_of(pairs.begin(), pairs.end(), fits);
}

/// How far a contact slid, along its tangents, and its potential.
struct Slide {
  Vec2 along;
  /// Energy; force over slid length; the derivative of that over the slid length.
  double energy, rate, bend;

  Slide(const FrictionPair& pair, const Positions& start, const Positions& positions,
        const Friction& friction) {
    Vec3 slid = Vec3::Zero();
    for (int i = 0; i < 4 && pair.vertices[i] >= 0; ++i) {
      const auto vertex = static_cast<std::size_t>(pair.vertices[i]);
      slid += pair.weights[i] * Vec3(positions[vertex] - start[vertex]);
    }
    along = {dot(pair.tangents.col(0), slid), dot(pair.tangents.col(1), slid)};
    const double y = norm(along), stick = friction.stick_distance,
                 force = friction.coefficient * pair.normal_force, share = y / stick;
    if (y >= stick) {
      energy = force * (y - stick / 3);
      rate = force / y;
      bend = -force / y / y / y;
    } else {
      energy = force * y * share * (1 - share / 3);
      rate = force / stick * (2 - share);
      bend = y > 0 ? -force / stick / stick / y : 0;
    }
  }
};

/// Row 3 i + k of the derivative of `along` by coordinate k of vertex i.
Vec2 tangent_row(const FrictionPair& pair, int row) {
  const double weight = pair.vertices[row / 3] >= 0 ? pair.weights[row / 3] : 0;
  return {weight * pair.tangents(row % 3, 0), weight * pair.tangents(row % 3, 1)};
}

}  // namespace
}  // namespace step

std::vector<FrictionPair> lag_friction(const NearPairs& pairs, const Positions& lagged,
                                       const Barrier& barrier) {
  const arith::FloatEnvironmentGuard guard;
  std::vector<FrictionPair> list;
  if (!step::is_sound(barrier)) return list;
  for (const NearPair& pair : pairs.pairs)
    if (!step::fits(pair, lagged)) return list;
  for (const NearPair& pair : pairs.pairs) {
    const step::PlacedPair placed(pair, lagged);
    step::FeatureGeometry g;
    if (!placed.measure(g)) continue;
    double force = -step::barrier_of(pair, g.distance, barrier).first;
    if (pair.parallel_threshold > 0)
      force *= step::ParallelFactor(placed.x, pair.parallel_threshold).factor.value;
    if (!(force > 0)) continue;
    FrictionPair& friction = list.emplace_back();
    friction.vertices = pair.vertices;
    friction.normal_force = force;
    for (int i = 0; i < 4; ++i) friction.weights[i] = g.coefficients[i];
    for (int t = 0; t < 2; ++t) friction.tangents.col(t) = g.tangents[t];
  }
  return list;
}

double friction_energy(const std::vector<FrictionPair>& pairs, const Positions& start,
                       const Positions& positions, const Friction& friction) {
  const arith::FloatEnvironmentGuard guard;
  if (!step::usable(pairs, start, positions, friction)) return step::kNoFriction;
  double total = 0;
  for (const FrictionPair& pair : pairs)
    total += step::Slide(pair, start, positions, friction).energy;
  return total;
}

void add_friction_gradient(const std::vector<FrictionPair>& pairs, const Positions& start,
                           const Positions& positions, const Friction& friction,
                           Eigen::Ref<PointMatrix> gradient) {
  const arith::FloatEnvironmentGuard guard;
  if (!step::usable(pairs, start, positions, friction) || !step::has_rows(pairs, gradient)) {
    gradient.setConstant(step::kNoFriction);
    return;
  }
  for (const FrictionPair& pair : pairs) {
    const step::Slide slide(pair, start, positions, friction);
    Vector12 numbers;
    for (int row = 0; row < 12; ++row)
      numbers[row] = slide.rate * dot(step::tangent_row(pair, row), slide.along);
    step::add_rows(pair.vertices, numbers, gradient);
  }
}

std::vector<PairBlock> friction_hessian(const std::vector<FrictionPair>& pairs,
                                        const Positions& start, const Positions& positions,
                                        const Friction& friction) {
  const arith::FloatEnvironmentGuard guard;
  if (!step::usable(pairs, start, positions, friction)) return {};
  std::vector<PairBlock> blocks(pairs.size());
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const step::Slide slide(pairs[p], start, positions, friction);
    blocks[p].vertices = pairs[p].vertices;
    Vec2 rows[12];
    double along[12];
    for (int i = 0; i < 12; ++i) {
      rows[i] = step::tangent_row(pairs[p], i);
      along[i] = dot(rows[i], slide.along);
    }
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j <= i; ++j)
        blocks[p].hessian(i, j) = blocks[p].hessian(j, i) =
            slide.rate * dot(rows[i], rows[j]) + slide.bend * (along[i] * along[j]);
  }
  return blocks;
}

}  // namespace firstcontact
