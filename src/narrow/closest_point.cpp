// The gap set is a point, a segment, a triangle or a parallelogram. Its nearest point lies on one
// of its sides or inside; both are tried, and the nearer one is taken. This costs a little more
// than a walk through the Voronoi regions but has no special cases: a degenerate face has no
// inside, and the nearest point is found on its sides.
#include "narrow/closest_point.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "arith/fixed_order.h"

namespace firstcontact::narrow {
namespace {

/// Parameter of the point of the segment from `from` to `to` that is nearest to the origin.
double nearest_on_segment(const Vec3& from, const Vec3& to) {
  const Vec3 along = to - from;
  const double length_squared = squared_norm(along);
  return length_squared > 0 ? std::clamp(-firstcontact::dot(from, along) / length_squared, 0.0, 1.0)
                            : 0.0;
}

/// A flat patch of gaps: corner + u * along_u + v * along_v.
struct Patch {
  Vec3 corner, along_u, along_v;
  Vec3 at(double u, double v) const { return corner + u * along_u + v * along_v; }
};

struct Candidate {
  double u, v;
};

void keep_nearer(const Patch& patch, const Candidate& candidate, ClosestPoint& best) {
  const Vec3 gap = patch.at(candidate.u, candidate.v);
  if (squared_norm(gap) < squared_norm(best.gap)) best = {gap, candidate.u, candidate.v};
}

/// Sets `foot` to the foot of the origin on the patch's plane; false if the patch spans no plane.
bool foot_on_plane(const Patch& patch, Candidate& foot) {
  const Vec3 normal = patch.along_u.cross(patch.along_v);
  const double normal_squared = squared_norm(normal);
  if (!(normal_squared > 0)) return false;
  foot.u = -firstcontact::dot(patch.corner.cross(patch.along_v), normal) / normal_squared;
  foot.v = -firstcontact::dot(patch.along_u.cross(patch.corner), normal) / normal_squared;
  return true;
}

ClosestPoint nearest_on_side(const Patch& patch, Candidate from, Candidate to) {
  const double s = nearest_on_segment(patch.at(from.u, from.v), patch.at(to.u, to.v));
  const Candidate nearest = {from.u + s * (to.u - from.u), from.v + s * (to.v - from.v)};
  return {patch.at(nearest.u, nearest.v), nearest.u, nearest.v};
}

template <std::size_t N>
ClosestPoint nearest_on_patch(const Patch& patch, const std::array<Candidate, N>& corners) {
  ClosestPoint best = nearest_on_side(patch, corners[N - 1], corners[0]);
  for (std::size_t i = 0; i + 1 < N; ++i) {
    const ClosestPoint side = nearest_on_side(patch, corners[i], corners[i + 1]);
    if (squared_norm(side.gap) < squared_norm(best.gap)) best = side;
  }
  Candidate foot;
  if (!foot_on_plane(patch, foot)) return best;
  const bool inside =
      foot.u >= 0 && foot.v >= 0 && (N == 3 ? foot.u + foot.v <= 1 : foot.u <= 1 && foot.v <= 1);
  if (inside) keep_nearer(patch, foot, best);
  return best;
}

}  // namespace

ClosestPoint closest_point(Kind kind, const std::array<Vec3, 4>& x) {
  switch (kind) {
    case Kind::VertexFace:
      return nearest_on_patch<3>({x[0] - x[1], x[1] - x[2], x[1] - x[3]},
                                 {{{0, 0}, {1, 0}, {0, 1}}});
    case Kind::EdgeEdge:
      return nearest_on_patch<4>({x[0] - x[2], x[1] - x[0], x[2] - x[3]},
                                 {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}});
    case Kind::PointEdge:
    case Kind::PointSegment2D: {
      const Patch patch = {x[0] - x[1], x[1] - x[2], Vec3::Zero()};
      return nearest_on_side(patch, {0, 0}, {1, 0});
    }
    case Kind::PointPoint: return {x[0] - x[1], 0, 0};
  }
  return {};
}

}  // namespace firstcontact::narrow
