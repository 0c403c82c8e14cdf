// A ray from the point along x crosses the surface; the crossings, counted with their sense, are
// the winding number. The ray is moved sideways by an infinitesimal amount (e, e²) in y and z, so
// that it meets no edge and no vertex (Edelsbrunner and Mücke 1990): where an area is 0, the first
// derivative that is not decides.
#include "geometry/point_in_solid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "arith/fixed_order.h"
#include "geometry/exact_sides.h"

namespace firstcontact::geometry {
namespace {

/// Coordinates below this share of the largest become 0. This moves the surface by far less than
/// the rounding of its pose does.
constexpr double kSmallestShare = 0x1p-200;
/// Room for the rounding in the test of a ray against a box, relative to the largest coordinate.
constexpr double kRayRoom = 1e-12;
/// Poses whose linear part has a determinant below this share of its size cubed are not inverted.
constexpr double kFlatShare = 1e-3;

/// On which side of the line a b the moved ray passes; 0 only if a and b coincide.
int moved_turn(const Vec2& a, const Vec2& b, const Vec2& ray) {
  if (const int turn = turn_of(a, b, ray); turn != 0) return turn;
  if (a[1] != b[1]) return a[1] > b[1] ? 1 : -1;
  if (a[0] != b[0]) return b[0] > a[0] ? 1 : -1;
  return 0;
}

/// False only if the ray from `point` along x does not meet the node's box.
bool ray_may_meet(const Vec3& point, const BodyTree::Node& node) {
  const Vec3 from = point - node.centre;
  const double room = kRayRoom * (node.reach + norm(point));
  double first = 0, last = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const double start = dot(node.axes.row(k), from), way = node.axes(k, 0),
                 half = node.half[k] + room;
    if (std::abs(way) < 1e-6) {  // along the slab: a long way changes little
      if (std::abs(start) > half + 1e-6 * (std::abs(from[0]) + 2 * node.radius)) return false;
      continue;
    }
    const double one = (-half - start) / way, other = (half - start) / way;
    const double space = 1e-9 * (std::abs(one) + std::abs(other)) + room;
    first = std::max(first, std::min(one, other) - space);
    last = std::min(last, std::max(one, other) + space);
  }
  return first <= last;
}

}  // namespace

Vec3 scaled(const Vec3& x, double scale) {
  Vec3 out = x * scale;
  for (int k = 0; k < 3; ++k)
    if (!(std::abs(out[k]) >= kSmallestShare)) out[k] = 0;
  return out;
}

double scale_to_one(double largest) {
  return largest > 0 ? std::ldexp(1.0, -std::ilogb(largest) - 1) : 1;
}

class PlacedSolid::Crossings {
 public:
  Crossings(const SolidParts& solid, const Vec3& point) : solid_(solid), point_(point) {}

  void cross(std::size_t triangle, const std::array<Vec3, 3>& corners) {
    const SolidParts::Triangle& part = solid_.triangles[triangle];
    if (part.part < 0) return;
    const auto seen = [](const Vec3& x) { return Vec2(x[1], x[2]); };
    const Vec2 ray = seen(point_);
    const int turn = moved_turn(seen(corners[0]), seen(corners[1]), ray);
    if (turn == 0) return;
    for (std::size_t k = 1; k < 3; ++k)
      if (moved_turn(seen(corners[k]), seen(corners[(k + 1) % 3]), ray) != turn) return;
    // The x of the triangle's normal has the sign of `turn`. The triangle is ahead of the point if
    // the volume has it too.
    const int side = side_of_plane(point_, corners[0], corners[1], corners[2]);
    on_surface_ = on_surface_ || side == 0;
    if (side == turn) crossed_.push_back({part.part, part.flipped ? -turn : turn});
  }

  bool inside() {
    if (on_surface_) return true;
    for (Winding& crossing : crossed_) crossing.part = part(crossing.part).counted_with;
    for (const Winding& winding : windings())
      if (part(winding.part).orientable ? winding.count != 0 : winding.count % 2 != 0) return true;
    return false;
  }

  std::vector<Winding> windings() {
    std::sort(crossed_.begin(), crossed_.end(),
              [](const Winding& a, const Winding& b) { return a.part < b.part; });
    std::vector<Winding> out;
    for (const Winding& crossing : crossed_)
      if (!out.empty() && out.back().part == crossing.part)
        out.back().count += crossing.count;
      else
        out.push_back(crossing);
    return out;
  }

 private:
  const SolidParts::Part& part(std::int32_t i) const { return solid_.parts[i]; }

  const SolidParts& solid_;
  Vec3 point_;
  std::vector<Winding> crossed_;
  bool on_surface_ = false;
};

PlacedSolid::PlacedSolid(const geometry::BodyTree& tree, const AffineMap& pose)
    : tree_(tree), pose_(pose) {
  const double size = pose.linear.cwiseAbs().maxCoeff();
  if (std::abs(determinant(pose.linear)) > kFlatShare * size * size * size)
    inverse_ = inverse(pose.linear);
  double largest = inverse_ ? tree.nodes[0].reach : 0;
  if (!inverse_)
    for (const Vec3& x : tree.vertices)
      largest = std::max(largest, pose.apply(x).cwiseAbs().maxCoeff());
  scale_ = scale_to_one(largest);
}

bool PlacedSolid::contains(const Vec3& point) const {
  if (!tree_.solid.has_solid) return false;
  const Vec3 at = inverse_ ? times(*inverse_, point - pose_.offset) : point;
  if (!at.allFinite()) return true;  // nothing is known about it
  // Beyond all vertices there is only the outside.
  if ((at * scale_).cwiseAbs().maxCoeff() > 1) return false;
  Crossings crossings(tree_.solid, scaled(at, scale_));
  cross(at, crossings);
  return crossings.inside();
}

std::vector<PlacedSolid::Winding> PlacedSolid::windings(const Vec3& point,
                                                        std::size_t& work) const {
  const Vec3 at = inverse_ ? times(*inverse_, point - pose_.offset) : point;
  Crossings crossings(tree_.solid, scaled(at, scale_));
  work += cross(at, crossings);
  return crossings.windings();
}

/// Returns the number of boxes or triangles that it examines.
std::size_t PlacedSolid::cross(const Vec3& point, Crossings& crossings) const {
  const auto offer = [&](std::size_t triangle) {
    std::array<Vec3, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& x = tree_.vertices[tree_.triangles[triangle][k]];
      corners[k] = scaled(inverse_ ? x : pose_.apply(x), scale_);
    }
    crossings.cross(triangle, corners);
  };
  if (!inverse_) {
    for (std::size_t i = 0; i < tree_.triangles.size(); ++i) offer(i);
    return tree_.triangles.size();
  }
  std::size_t looked_at = 0;
  std::vector<std::int32_t> stack = {0};
  while (!stack.empty()) {
    const BodyTree::Node& node = tree_.nodes[stack.back()];
    stack.pop_back();
    ++looked_at;
    if (!ray_may_meet(point, node)) continue;
    if (node.is_leaf()) {
      offer(static_cast<std::size_t>(tree_.order[node.begin]));
    } else {
      stack.push_back(node.children + 1);
      stack.push_back(node.children);
    }
  }
  return looked_at;
}

Triangle placed_triangle(const geometry::BodyTree& tree, const AffineMap& pose, int triangle) {
  Triangle out;
  for (std::size_t k = 0; k < 3; ++k)
    out[k] = pose.apply(tree.vertices[tree.triangles[triangle][k]]);
  return out;
}

int nearest_triangle(const geometry::BodyTree& tree, const AffineMap& pose, const Vec3& point) {
  int nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < tree.triangles.size(); ++i) {
    const int triangle = static_cast<int>(i);
    const double distance =
        nearest_points({point, point, point}, placed_triangle(tree, pose, triangle)).distance;
    if (distance < least) {
      least = distance;
      nearest = triangle;
    }
  }
  return nearest;
}

namespace {

/// A triangle of `inner` that lies in a solid of `outer`; -1 if there is none.
int triangle_inside(const geometry::BodyTree& inner, const AffineMap& at_inner,
                    const geometry::BodyTree& outer, const AffineMap& at_outer) {
  const PlacedSolid solid(outer, at_outer);
  for (const std::int32_t triangle : inner.solid.representatives)
    if (solid.contains(placed_triangle(inner, at_inner, triangle)[0])) return triangle;
  return -1;
}

}  // namespace

std::optional<Nested> find_nested(const geometry::BodyTree& a, const AffineMap& at_a,
                                  bool a_is_solid, const geometry::BodyTree& b,
                                  const AffineMap& at_b, bool b_is_solid) {
  Nested out;
  if (b_is_solid && b.solid.has_solid) {
    out.triangle_a = triangle_inside(a, at_a, b, at_b);
    if (out.triangle_a >= 0)
      out.triangle_b = nearest_triangle(b, at_b, placed_triangle(a, at_a, out.triangle_a)[0]);
  }
  if (out.triangle_a < 0 && a_is_solid && a.solid.has_solid) {
    out.first_is_inside = false;
    out.triangle_b = triangle_inside(b, at_b, a, at_a);
    if (out.triangle_b >= 0)
      out.triangle_a = nearest_triangle(a, at_a, placed_triangle(b, at_b, out.triangle_b)[0]);
  }
  if (out.triangle_a < 0) return std::nullopt;
  out.corners_a = placed_triangle(a, at_a, out.triangle_a);
  out.corners_b = placed_triangle(b, at_b, out.triangle_b);
  out.nearest = nearest_points(out.corners_a, out.corners_b);
  return out;
}

}  // namespace firstcontact::geometry
