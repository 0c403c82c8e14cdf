#include "generate/chain_simulation.h"

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"

namespace firstcontact::generate {
namespace {

constexpr int kSteps = 8, kIterations = 12;
constexpr double kStep = 1.0 / (30 * kSteps);

/// Moves two points so that their distance becomes `wanted`, each by half.
void set_distance(Vec3& a, Vec3& b, double wanted) {
  const Vec3 gap = b - a;
  const double length = std::sqrt(dot(gap, gap));
  if (!(length > 0)) return;
  const Vec3 shift = 0.5 * (length - wanted) / length * gap;
  a += shift;
  b -= shift;
}

/// A point of a chain or the middle of two, as it is seen by others.
struct Knot {
  std::size_t chain = 0, first = 0, second = 0;
};

std::vector<Knot> knots_of(const Chains& chains) {
  std::vector<Knot> knots;
  for (std::size_t c = 0; c < chains.points.size(); ++c)
    for (std::size_t i = 0; i < chains.points[c].size(); ++i) {
      knots.push_back({c, i, i});
      if (i + 1 < chains.points[c].size()) knots.push_back({c, i, i + 1});
    }
  return knots;
}

Vec3 place(const Chains& chains, const Knot& knot) {
  return 0.5 * (chains.points[knot.chain][knot.first] + chains.points[knot.chain][knot.second]);
}

void move(Chains& chains, const Knot& knot, const Vec3& shift) {
  chains.points[knot.chain][knot.first] += shift;
  if (knot.second != knot.first) chains.points[knot.chain][knot.second] += shift;
}

void push_apart(Chains& chains, const std::vector<Knot>& knots) {
  for (std::size_t i = 0; i < knots.size(); ++i)
    for (std::size_t j = i + 1; j < knots.size(); ++j) {
      if (knots[i].chain == knots[j].chain && knots[j].first < knots[i].second + 2) continue;
      const Vec3 gap = place(chains, knots[j]) - place(chains, knots[i]);
      const double squared = dot(gap, gap);
      if (!(squared < chains.push_radius * chains.push_radius) || !(squared > 0)) continue;
      const double length = std::sqrt(squared);
      const Vec3 shift = 0.5 * (chains.push_radius - length) / length * gap;
      move(chains, knots[j], shift);
      move(chains, knots[i], -shift);
    }
}

void stay_above_ground(Chains& chains, const std::vector<Knot>& knots,
                       std::vector<std::vector<char>>& touching) {
  for (const Knot& knot : knots) {
    const Vec3 x = place(chains, knot);
    const double depth = chains.ground(x.x(), x.y()) + chains.ground_room - x.z();
    if (!(depth > 0)) continue;
    move(chains, knot, {0, 0, depth});
    touching[knot.chain][knot.first] = touching[knot.chain][knot.second] = 1;
  }
}

void hold_together(Chains& chains) {
  for (std::vector<Vec3>& points : chains.points) {
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
      set_distance(points[i], points[i + 1], chains.spacing);
    for (std::size_t i = 0; i + 2 < points.size(); ++i) {
      const Vec3 gap = points[i + 2] - points[i];
      if (dot(gap, gap) < chains.least_skip * chains.least_skip)
        set_distance(points[i], points[i + 2], chains.least_skip);
    }
  }
}

void advance_step(Chains& chains, const std::vector<Knot>& knots) {
  const std::vector<std::vector<Vec3>> before = chains.points;
  std::vector<std::vector<char>> touching(before.size());
  for (std::size_t c = 0; c < before.size(); ++c) {
    touching[c].resize(before[c].size());
    for (std::size_t i = 0; i < before[c].size(); ++i) {
      chains.velocities[c][i] += kStep * (chains.gravity - chains.pull * chains.points[c][i]);
      chains.points[c][i] += kStep * chains.velocities[c][i];
    }
  }
  if (chains.push_radius > 0) push_apart(chains, knots);
  for (int k = 0; k < kIterations; ++k) {
    if (chains.ground) stay_above_ground(chains, knots, touching);
    hold_together(chains);
  }
  for (std::size_t c = 0; c < before.size(); ++c)
    for (std::size_t i = 0; i < before[c].size(); ++i) {
      Vec3& velocity = chains.velocities[c][i];
      const double upward = -chains.bounce * velocity.z();
      velocity = (chains.points[c][i] - before[c][i]) / kStep;
      if (!touching[c][i]) continue;
      velocity *= 1 - chains.friction;
      velocity.z() = std::max(velocity.z(), upward);
    }
}

}  // namespace

void advance_frame(Chains& chains) {
  const std::vector<Knot> knots = knots_of(chains);
  for (int step = 0; step < kSteps; ++step) advance_step(chains, knots);
}

}  // namespace firstcontact::generate
