#include "step/contact_side.h"

#include <firstcontact/result.h>

#include <algorithm>
#include <cmath>

#include "narrow/certified/point_sides.h"
#include "narrow/vector3.h"

namespace firstcontact::step {
namespace {

/// A gap shorter than this share of the pair's size counts as rounding. A longer gap already gives
/// the normal (narrow/contact_details).
constexpr double kNoGap = 0.5e-13;
/// A sum of unit vectors shorter than this does not decide a side.
constexpr double kNoDirection = 1e-9;

using Vector = narrow::Vector3<double>;

double largest(const Vector& a) { return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)}); }

/// The unit vector along `a`, of any length; zero if `a` is zero or not finite.
Vector unit(const Vector& a) {
  const double size = largest(a);
  if (!(size > 0) || !std::isfinite(size)) return {0, 0, 0};
  const Vector scaled = {a.x / size, a.y / size, a.z / size};
  return 1 / std::sqrt(dot(scaled, scaled)) * scaled;
}

/// A pair at t0, scaled to size 1 and relative to one of its vertices, so that nothing overflows.
class StartingPair {
 public:
  StartingPair(const VertexTable& vertices, const VertexNeighbours& neighbours,
               const Impact& impact)
      : vertices_(vertices),
        neighbours_(neighbours),
        impact_(impact),
        count_(point_count(impact.pair.kind)) {
    double extent = 0;
    for (int i = 0; i < count_; ++i)
      extent = std::max(extent, largest_coordinate(vertices, impact.pair.vertices[i]));
    exponent_ = extent > 0 ? std::ilogb(extent) + 1 : 0;
    const int last = impact.pair.vertices[count_ - 1];
    origin_ = scaled(vertices.at(last));
    for (int i = 0; i < count_; ++i) {
      const double* x = vertices.at(impact.pair.vertices[i]);
      points_[i] = scaled(x) - origin_;
      const Vector end = scaled(x + 3) - origin_;
      velocities_[i] = end - points_[i];
      size_ = std::max({size_, largest(points_[i]), largest(end)});
    }
  }

  bool has_gap() const { return std::ldexp(impact_.distance, -exponent_) > kNoGap * size_; }

  Vec3 normal() const {
    Vector n = normal_of_elements();
    if (largest(n) > 0) {
      if (side_along(n) < 0) n = -1.0 * n;
      return {n.x, n.y, n.z};
    }
    // The elements span no plane: take the direction towards the first element, perpendicular to
    // the edge if there is one.
    const Vector along = edge_direction();
    for (const Vector& towards_a : {surroundings(), velocity()}) {
      const Vector direction = unit(towards_a);
      const Vector across = direction - dot(direction, along) * along;
      if (largest(across) > kNoDirection) {
        n = unit(across);
        return {n.x, n.y, n.z};
      }
    }
    return impact_.normal;
  }

 private:
  Vector scaled(const double* x) const {
    return {std::ldexp(x[0], -exponent_), std::ldexp(x[1], -exponent_),
            std::ldexp(x[2], -exponent_)};
  }
  Vec3 corner(int i) const {
    const double* x = vertices_.at(impact_.pair.vertices[i]);
    return {x[0], x[1], x[2]};
  }

  /// Unit normal of the face, of the two edges, or of the edge in 2D; zero if there is none.
  Vector normal_of_elements() const {
    const auto side = [&](int from, int to) { return unit(points_[to] - points_[from]); };
    Vector n = {0, 0, 0};
    if (impact_.pair.kind == Kind::VertexFace) n = cross(side(1, 2), side(1, 3));
    if (impact_.pair.kind == Kind::EdgeEdge) n = cross(side(0, 1), side(2, 3));
    if (impact_.pair.kind == Kind::PointSegment2D) n = {-side(1, 2).y, side(1, 2).x, 0};
    return largest(n) > kNoGap ? unit(n) : Vector{0, 0, 0};
  }

  /// Unit direction of the longest side of the second element; zero if that is a point.
  Vector edge_direction() const {
    const int first = impact_.pair.kind == Kind::EdgeEdge ? 2 : 1;
    Vector longest = {0, 0, 0};
    for (int i = first; i < count_; ++i)
      for (int j = i + 1; j < count_; ++j)
        if (largest(points_[j] - points_[i]) > largest(longest)) longest = points_[j] - points_[i];
    return unit(longest);
  }

  /// Sum of the unit vectors from the contact to the neighbours of element a's vertices, minus the
  /// same sum for element b.
  Vector surroundings() const {
    const std::array<int, 4>& v = impact_.pair.vertices;
    const int first = impact_.pair.kind == Kind::EdgeEdge ? 2 : 1;
    const Vec3 between = impact_.point();
    const double point[3] = {between.x(), between.y(), between.z()};
    const Vector contact = scaled(point) - origin_;
    Vector sum = {0, 0, 0};
    for (int i = 0; i < count_; ++i)
      for (const int neighbour : neighbours_.of(v[i])) {
        if (std::find(v.begin(), v.begin() + count_, neighbour) != v.begin() + count_) continue;
        const Vector direction = unit((scaled(vertices_.at(neighbour)) - origin_) - contact);
        sum = i < first ? sum + direction : sum - direction;
      }
    return sum;
  }

  /// Velocity of the touching point of element a relative to that of element b.
  Vector velocity() const {
    const std::array<double, 4> weights = gap_weights(impact_.pair.kind, impact_.u, impact_.v);
    Vector sum = {0, 0, 0};
    for (int i = 0; i < count_; ++i) sum = sum + weights[i] * velocities_[i];
    return sum;
  }

  /// The side of b on which a lies at t0, along normal_of_elements, decided exactly; 0 if on it.
  int exact_side() const {
    switch (impact_.pair.kind) {
      case Kind::VertexFace: return narrow::volume_sign(corner(1), corner(2), corner(3), corner(0));
      case Kind::EdgeEdge: return narrow::volume_sign(corner(0), corner(1), corner(2), corner(3));
      case Kind::PointSegment2D: return narrow::area_sign(corner(1), corner(2), corner(0), 2);
      case Kind::PointEdge:
      case Kind::PointPoint: return 0;
    }
    return 0;
  }

  /// The sign says on which side of b along `n` element a lies; 0 if nothing decides it.
  double side_along(const Vector& n) const {
    const double around = dot(n, surroundings());
    if (std::abs(around) > kNoDirection) return around;
    if (const int side = exact_side(); side != 0) return side;
    const double away = dot(n, unit(velocity()));
    return std::abs(away) > kNoDirection ? away : 0;
  }

  const VertexTable& vertices_;
  const VertexNeighbours& neighbours_;
  const Impact& impact_;
  int count_, exponent_ = 0;
  Vector origin_ = {0, 0, 0}, points_[4], velocities_[4];
  double size_ = 0;
};

}  // namespace

std::span<const int> VertexNeighbours::of(int vertex) const {
  std::call_once(built_, [this] { build(); });
  const auto index = static_cast<std::size_t>(vertex);
  return std::span(neighbours_).subspan(first_[index], first_[index + 1] - first_[index]);
}

void VertexNeighbours::build() const {
  first_.assign(mesh_.vertex_count() + 1, 0);
  for (const Edge& edge : mesh_.edges())
    for (const int vertex : edge) ++first_[static_cast<std::size_t>(vertex) + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  neighbours_.resize(first_.back());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  // Edges are sorted by their smaller, then their larger end. So the first loop adds a vertex's
  // smaller neighbours and the second its larger ones, both in ascending order.
  for (const Edge& edge : mesh_.edges()) neighbours_[next[edge[1]]++] = edge[0];
  for (const Edge& edge : mesh_.edges()) neighbours_[next[edge[0]]++] = edge[1];
}

void set_starting_side(const VertexTable& vertices, const VertexNeighbours& neighbours,
                       Impact& impact) {
  if (impact.toi != 0) return;
  const StartingPair pair(vertices, neighbours, impact);
  if (!pair.has_gap()) impact.normal = pair.normal();
}

}  // namespace firstcontact::step
