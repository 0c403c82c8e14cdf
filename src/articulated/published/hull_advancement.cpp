// At each instant, the nearest points of the hulls propose a direction. The gap along it is that of
// all vertices, less the excess of the hulls, less the error of the heights.
#include "articulated/published/hull_advancement.h"

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "geometry/hull_distance.h"
#include "motion/first_contact.h"

namespace firstcontact::articulated {
namespace {

/// Advancement ends when the hulls are nearer than this share of the larger shape's size, because
/// its steps become ever smaller.
constexpr double kNearShare = 1e-3;
constexpr int kMostSteps = 64;
/// The vertices of a hull may lie slightly outside of the node that errors are given for.
constexpr double kErrorRoom = 1.01;

}  // namespace

FreeTime advance_hulls(const AdvancementContext& context, AdvancementPair& pair,
                       const geometry::ConvexHull& hull_a, const geometry::ConvexHull& hull_b) {
  const geometry::BodyTree::Node &root_a = pair.tree_a().nodes[0], &root_b = pair.tree_b().nodes[0];
  const double t_max = context.options.t_max;
  const double near = kNearShare * motion::motion_scale(pair.tree_a(), pair.tree_b());
  Vec3 guess = Vec3::Zero();
  double t = 0;
  for (int step = 0; step < kMostSteps && !context.budget.is_exhausted(); ++step) {
    ++context.steps;
    pair.move_to(t, t_max);
    const AffineMap &map_a = pair.map_a().map, &map_b = pair.map_b().map;
    if (step == 0) guess = map_b.apply(root_b.centre) - map_a.apply(root_a.centre);
    if (!(squared_norm(guess) > 0)) guess = Vec3::UnitX();
    const geometry::HullGap found = geometry::hull_gap(
        {hull_a.vertices, map_a, &hull_a.rows}, {hull_b.vertices, map_b, &hull_b.rows}, guess);
    context.budget.spend(found.iterations);
    const double excess = (hull_a.excess * norm(map_a.linear) + hull_b.excess * norm(map_b.linear));
    const double error = kErrorRoom * (pair.at_a().error(root_a) + pair.at_b().error(root_b));
    const double room = found.gap - excess - error - pair.separation();
    if (!(room > 0)) break;
    const double free = room / pair.approach(found.n, root_a, root_b) * (1 - kQuotientRoom);
    if (free > t_max - t) return {t_max, true};
    const double to = later(t, free, t_max);
    if (!(to > t)) break;
    t = to;
    guess = found.n;
    if (room <= near) break;
  }
  return {t, false};
}

}  // namespace firstcontact::articulated
