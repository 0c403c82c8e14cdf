// Whole shapes by their convex hulls: where links are near each other and nearly convex, one
// direction does what hundreds of pairs of boxes would be needed for.
#include <algorithm>

#include "arith/fixed_order.h"
#include "articulated/certified/scene_search.h"
#include "geometry/hull_distance.h"

namespace firstcontact::articulated {
namespace {

/// How high the hull gets along n, in the direction of `sign`, by each of the control maps.
void extremes(const geometry::ConvexHull& hull, const motion::PosedBody& body, const Vec3& n,
              double sign, motion::Heights& out) {
  std::array<Vec3, 4> along;
  for (std::size_t k = 0; k < 4; ++k)
    along[k] = sign * times(body.control(k).linear.transpose(), n);
  geometry::highest_heights(hull.rows, along, out);
  for (std::size_t k = 0; k < 4; ++k)
    out[k] = sign * (out[k] + hull.excess * norm(along[k])) + dot(n, body.control(k).offset);
}

}  // namespace

SceneSearch::Hulls SceneSearch::separate_hulls(PoseCache& cache, const Sides& both,
                                               NodePair& pair) {
  const auto& shapes = scene_.shape_pairs[pair.shape_pair];
  const geometry::ConvexHull *a = index_.hull(shapes.a), *b = index_.hull(shapes.b);
  if (!a || !b) return Hulls::Unknown;
  const AffineMap &at_a = both.a.middle(), &at_b = both.b.middle();
  const Vec3 guess = at_b.apply(both.node_b.centre) - at_a.apply(both.node_a.centre);
  const geometry::HullGap gap =
      geometry::hull_gap({a->vertices, at_a, &a->rows}, {b->vertices, at_b, &b->rows},
                         squared_norm(guess) > 0 ? guess : Vec3::UnitX());
  checks_ += gap.iterations;
  const double needed = separation(pair.shape_pair);
  if (!(gap.gap > needed + a->excess + b->excess)) return Hulls::Unknown;
  const Vec3 n = gap.n / norm(gap.n);
  motion::Heights low, high;
  extremes(*b, both.b, n, -1, low);
  extremes(*a, both.a, n, 1, high);
  const double margin =
      (both.a.error(both.node_a) + both.b.error(both.node_b) + needed) * (1 + 0x1p-40);
  for (std::size_t k = 0; k < 4; ++k) low[k] = (low[k] - high[k]) - margin;
  return apply(cache, both, n, low, pair) ? Hulls::Apart : Hulls::ApartInTheMiddle;
}

}  // namespace firstcontact::articulated
