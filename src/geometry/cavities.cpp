// A part is a cavity of another one if it lies in it, is oriented the other way and does not touch
// it. Two surfaces that do not touch are separate connected sets, so one corner decides for a whole
// part: if the other surface winds around this corner, it winds around the whole part, and nothing
// of it lies in the part.
#include "geometry/cavities.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "arith/fixed_order.h"
#include "geometry/exact_sides.h"
#include "geometry/point_in_solid.h"

namespace firstcontact::geometry {
namespace {

using Node = BodyTree::Node;

/// The number of boxes that may be examined: a constant, and some for each triangle. Parts that are
/// not decided by then count as no cavities.
constexpr std::size_t kWork = 4'000'000, kWorkPerTriangle = 256;
/// Room for the rounding in the test of a triangle against a box, relative to the largest
/// coordinate.
constexpr double kCavityBoxRoom = 1e-12;
/// Room for the rounding of a volume, relative to the sum of the absolute values of its terms.
constexpr double kVolumeRoom = 1e-12;

bool all_have_sign(const std::array<int, 3>& signs, int sign) {
  return std::all_of(signs.begin(), signs.end(), [&](int s) { return s == sign; });
}

/// Whether a segment and a triangle in one plane have a point in common. True also if the triangle
/// has no area.
bool meets_in_plane(const Vec3& p, const Vec3& q, const Triangle& t) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto seen = [&](const Vec3& x) { return Vec2(x[(axis + 1) % 3], x[(axis + 2) % 3]); };
    const std::array<Vec2, 3> corners = {seen(t[0]), seen(t[1]), seen(t[2])};
    const int turn = turn_of(corners[0], corners[1], corners[2]);
    if (turn == 0) continue;
    const Vec2 from = seen(p), to = seen(q);
    std::array<int, 3> sides;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec2 &a = corners[k], &b = corners[(k + 1) % 3];
      if (turn_of(a, b, from) == -turn && turn_of(a, b, to) == -turn) return false;
      sides[k] = turn_of(from, to, a);
    }
    return !all_have_sign(sides, 1) && !all_have_sign(sides, -1);
  }
  return true;
}

/// Whether a segment and a triangle have a point in common. Exact, but true for a triangle without
/// area in line with the segment's plane.
bool segment_meets(const Vec3& p, const Vec3& q, const Triangle& t) {
  const int at_p = side_of_plane(p, t[0], t[1], t[2]), at_q = side_of_plane(q, t[0], t[1], t[2]);
  if (at_p * at_q > 0) return false;
  if (at_p == 0 && at_q == 0) return meets_in_plane(p, q, t);
  bool above = false, below = false;
  for (std::size_t k = 0; k < 3; ++k) {
    const int side = side_of_plane(p, q, t[k], t[(k + 1) % 3]);
    above = above || side > 0;
    below = below || side < 0;
  }
  return !above || !below;
}

bool triangles_meet(const Triangle& a, const Triangle& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (segment_meets(a[k], a[(k + 1) % 3], b) || segment_meets(b[k], b[(k + 1) % 3], a))
      return true;
  return false;
}

/// False only if the triangle and the box have no point in common.
bool may_meet(const Triangle& t, const Node& node) {
  const double reach = std::max({norm(t[0]), norm(t[1]), norm(t[2])}),
               room = kCavityBoxRoom * (reach + node.reach);
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = node.axes.row(k);
    const double middle = dot(axis, node.centre);
    const auto [low, high] = std::minmax({dot(axis, t[0]), dot(axis, t[1]), dot(axis, t[2])});
    if (low - middle > node.half[k] + room || middle - high > node.half[k] + room) return false;
  }
  const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
  double half = 0, size = norm(normal);
  if (!(size > kCavityBoxRoom * reach * reach)) return true;  // the normal is not reliable
  for (int k = 0; k < 3; ++k) half += node.half[k] * std::abs(dot(node.axes.row(k), normal));
  // The normal's own rounding is relative to the sizes of the edges, which are within the reach.
  const double turned = kCavityBoxRoom * reach * (reach + node.reach);
  return std::abs(dot(normal, node.centre - t[0])) <=
         half + size * room + turned * (node.radius + reach + node.reach);
}

class CavityFinder {
 public:
  explicit CavityFinder(geometry::BodyTree& tree)
      : tree_(tree),
        parts_(tree.solid.parts),
        scale_(scale_to_one(tree.nodes[0].reach)),
        budget_(kWork + kWorkPerTriangle * tree.triangles.size()) {}

  void run() {
    measure();
    const auto looks = [&](int sign) {
      return std::find(sign_.begin(), sign_.end(), sign) != sign_.end();
    };
    if (!looks(1) || !looks(-1)) return;
    const PlacedSolid solid(tree_, {});
    std::vector<std::int32_t> order(parts_.size());
    std::iota(order.begin(), order.end(), 0);
    // The largest parts come first, so that for every host it is known whether it is a cavity
    // itself.
    std::sort(order.begin(), order.end(),
              [&](std::int32_t i, std::int32_t j) { return is_smaller(j, i); });
    for (const std::int32_t part : order) {
      if (sign_[at(part)] == 0) continue;
      const std::int32_t host = host_of(part, solid);
      if (work_ > budget_) return;
      if (host >= 0 && parts_[at(host)].counted_with == host) parts_[at(part)].counted_with = host;
    }
  }

 private:
  static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

  bool is_smaller(std::int32_t i, std::int32_t j) const {
    return volume_[at(i)] != volume_[at(j)] ? volume_[at(i)] < volume_[at(j)] : i < j;
  }

  Triangle triangle(std::int32_t i) const {
    Triangle out;
    for (std::size_t k = 0; k < 3; ++k)
      out[k] = scaled(tree_.vertices[at(tree_.triangles[at(i)][k])], scale_);
    return out;
  }

  /// The signed volumes of the parts; 0 if the orientation is not certain or not given.
  void measure() {
    triangles_.resize(parts_.size());
    for (std::size_t i = 0; i < tree_.triangles.size(); ++i)
      if (const std::int32_t part = tree_.solid.triangles[i].part; part >= 0)
        triangles_[at(part)].push_back(static_cast<std::int32_t>(i));
    volume_.assign(parts_.size(), 0);
    sign_.assign(parts_.size(), 0);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!parts_[i].as_given) continue;
      const Vec3 origin = triangle(triangles_[i][0])[0];
      double volume = 0, size = 0;
      for (const std::int32_t j : triangles_[i]) {
        const Triangle t = triangle(j);
        const Vec3 a = t[0] - origin, b = t[1] - origin, c = t[2] - origin;
        volume += dot(a, b.cross(c));
        size += norm(a) * norm(b) * norm(c);
      }
      volume_[i] = std::abs(volume);
      if (volume_[i] > kVolumeRoom * size) sign_[i] = volume > 0 ? 1 : -1;
    }
  }

  /// The smallest part that contains the given one, is oriented the other way and does not touch
  /// it; -1 if there is none.
  std::int32_t host_of(std::int32_t part, const PlacedSolid& solid) {
    std::vector<std::int32_t> hosts;
    const Face& face = tree_.triangles[at(triangles_[at(part)][0])];
    for (const PlacedSolid::Winding& winding : solid.windings(tree_.vertices[at(face[0])], work_))
      if (winding.count != 0 && sign_[at(winding.part)] == -sign_[at(part)] &&
          volume_[at(part)] < volume_[at(winding.part)])
        hosts.push_back(winding.part);
    std::sort(hosts.begin(), hosts.end());
    for (std::size_t i = 0; i < triangles_[at(part)].size() && !hosts.empty() && work_ <= budget_;
         ++i)
      remove_touched(triangles_[at(part)][i], hosts);
    const auto least =
        std::min_element(hosts.begin(), hosts.end(),
                         [&](std::int32_t i, std::int32_t j) { return is_smaller(i, j); });
    return least == hosts.end() ? -1 : *least;
  }

  /// Removes those of the sorted hosts that have a point in common with a triangle.
  void remove_touched(std::int32_t of_part, std::vector<std::int32_t>& hosts) {
    const Triangle exact = triangle(of_part);
    Triangle given;
    for (std::size_t k = 0; k < 3; ++k)
      given[k] = tree_.vertices[at(tree_.triangles[at(of_part)][k])];
    std::vector<std::int32_t> stack = {0};
    while (!stack.empty() && work_ <= budget_) {
      const Node& node = tree_.nodes[at(stack.back())];
      stack.pop_back();
      ++work_;
      if (!may_meet(given, node)) continue;
      if (!node.is_leaf()) {
        stack.push_back(node.children + 1);
        stack.push_back(node.children);
        continue;
      }
      const std::int32_t other = tree_.order[at(node.begin)];
      const auto host =
          std::lower_bound(hosts.begin(), hosts.end(), tree_.solid.triangles[at(other)].part);
      if (host == hosts.end() || *host != tree_.solid.triangles[at(other)].part) continue;
      if (triangles_meet(exact, triangle(other))) hosts.erase(host);
    }
  }

  geometry::BodyTree& tree_;
  std::vector<SolidParts::Part>& parts_;
  double scale_;
  std::size_t budget_, work_ = 0;
  std::vector<std::vector<std::int32_t>> triangles_;  ///< of each part
  std::vector<double> volume_;                        ///< without sign
  std::vector<int> sign_;
};

}  // namespace

void join_cavities(geometry::BodyTree& tree) {
  if (tree.solid.parts.size() > 1) CavityFinder(tree).run();
}

}  // namespace firstcontact::geometry
