// A point is inside of a closed part if a ray from it crosses the part an odd number of times. The
// ray goes to a point above the part, slightly aside so that it meets no edge; whether it does is
// seen exactly, and then another one is taken. A point for which all rays meet an edge or a vertex,
// or that lies in a triangle's plane within the triangle, is on the surface.
#include "verify/solid.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "verify/units.h"

namespace firstcontact::verify {
namespace {

using exact::Integer;
using Vector = std::array<Integer, 3>;

constexpr int kRays = 32;

Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// The sign of the volume of the tetrahedron p, a, b, c.
int side(const Vector& p, const Vector& a, const Vector& b, const Vector& c) {
  const Vector u = minus(a, p), v = minus(b, p), w = minus(c, p);
  Integer volume;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    Integer minor;
    minor.add_product(v[i], w[j]).subtract_product(v[j], w[i]);
    volume.add_product(u[k], minor);
  }
  return volume.sign();
}

enum class Crossing { No, Yes, OnSurface, Unclear };

Crossing crosses(const Vector& p, const Vector& q, const std::array<Vector, 3>& t) {
  const std::array<int, 3> edges = {side(p, q, t[0], t[1]), side(p, q, t[1], t[2]),
                                    side(p, q, t[2], t[0])};
  const auto has = [&](int sign) {
    return std::find(edges.begin(), edges.end(), sign) != edges.end();
  };
  if (has(1) && has(-1)) return Crossing::No;
  if (has(0)) return Crossing::Unclear;
  const int at_p = side(p, t[0], t[1], t[2]), at_q = side(q, t[0], t[1], t[2]);
  if (at_p == 0) return Crossing::OnSurface;
  if (at_q == 0) return Crossing::Unclear;
  return at_p != at_q ? Crossing::Yes : Crossing::No;
}

/// For every vertex the first one that has the same coordinates.
std::vector<std::int32_t> first_equals(std::span<const Vec3> vertices) {
  std::vector<std::int32_t> order(vertices.size()), first(vertices.size());
  std::iota(order.begin(), order.end(), 0);
  const auto before = [&](std::int32_t i, std::int32_t j) {
    const Vec3 &a = vertices[i], &b = vertices[j];
    for (int k = 0; k < 3; ++k)
      if (a[k] != b[k]) return a[k] < b[k];
    return i < j;
  };
  std::sort(order.begin(), order.end(), before);
  for (std::size_t i = 0; i < order.size(); ++i)
    first[order[i]] =
        i > 0 && vertices[order[i]] == vertices[order[i - 1]] ? first[order[i - 1]] : order[i];
  return first;
}

/// Two of a triangle's corners are one: it bounds nothing.
bool is_degenerate(const std::array<std::int32_t, 3>& c) {
  return c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
}

}  // namespace

Solid::Solid(std::vector<Vec3> vertices, std::span<const Face> triangles)
    : vertices_(std::move(vertices)), triangles_(triangles) {
  find_parts(first_equals(vertices_));
  find_hollows();
}

void Solid::find_parts(std::span<const std::int32_t> same) {
  std::vector<std::int32_t> up(same.begin(), same.end());  // towards a vertex of the same part
  const auto root = [&](std::int32_t i) {
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
  };
  for (const Face& t : triangles_)
    for (const int k : {1, 2}) up[root(t[k])] = root(t[0]);
  std::map<std::int32_t, std::size_t> part_of_root;
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    const auto [at, fresh] = part_of_root.emplace(root(triangles_[i][0]), parts_.size());
    if (fresh) parts_.emplace_back();
    parts_[at->second].triangles.push_back(static_cast<std::int32_t>(i));
  }
  for (Part& part : parts_) {
    struct Uses {
      int count = 0, direction = 0;
    };
    std::map<std::pair<std::int32_t, std::int32_t>, Uses> edges;
    double volume = 0;
    part.low = part.high = vertices_[triangles_[part.triangles[0]][0]];
    const Vec3 origin = part.low;
    for (const std::int32_t triangle : part.triangles) {
      const Face& t = triangles_[triangle];
      for (const int corner : t) {
        part.low = part.low.cwiseMin(vertices_[corner]);
        part.high = part.high.cwiseMax(vertices_[corner]);
      }
      const std::array<std::int32_t, 3> c = {same[t[0]], same[t[1]], same[t[2]]};
      if (is_degenerate(c)) continue;
      volume += (vertices_[t[0]] - origin)
                    .dot((vertices_[t[1]] - origin).cross(vertices_[t[2]] - origin));
      for (std::size_t k = 0; k < 3; ++k) {
        const std::int32_t a = c[k], b = c[(k + 1) % 3];
        Uses& uses = edges[std::minmax(a, b)];
        ++uses.count;
        uses.direction += a < b ? 1 : -1;
      }
    }
    const auto all = [&](const auto& holds) {
      return std::all_of(edges.begin(), edges.end(), holds);
    };
    part.closed =
        !edges.empty() && all([](const auto& edge) { return edge.second.count % 2 == 0; });
    const bool oriented = all([](const auto& edge) { return edge.second.direction == 0; });
    part.facing = oriented && volume < 0 ? -1 : 1;
    has_inside_ = has_inside_ || part.closed;
  }
}

void Solid::find_hollows() {
  for (Part& part : parts_) {
    if (!part.closed) continue;
    const Vec3& sample = vertices_[triangles_[part.triangles[0]][0]];
    for (const Part& other : parts_)
      if (&other != &part && other.closed && other.facing != part.facing &&
          is_within(other, sample))
        part.weight = -1;
  }
}

std::vector<Vec3> Solid::samples() const {
  std::vector<Vec3> points;
  for (const Part& part : parts_) points.push_back(vertices_[triangles_[part.triangles[0]][0]]);
  return points;
}

bool Solid::contains(const Vec3& point) const {
  int count = 0;
  for (const Part& part : parts_)
    if (part.closed && is_within(part, point)) count += part.weight;
  return count > 0;
}

bool Solid::is_within(const Part& part, const Vec3& point) const {
  if ((point.array() < part.low.array()).any() || (point.array() > part.high.array()).any())
    return false;
  const Vec3 size = part.high - part.low;
  std::uint64_t random = 1;
  const auto aside = [&](double length) {  // up to 1 % of the length
    random = random * 6364136223846793005u + 1442695040888963407u;
    return length * (static_cast<double>(random >> 40) / static_cast<double>(1 << 24) - 0.5) / 50;
  };
  for (int ray = 0; ray < kRays; ++ray) {
    const Vec3 end(point.x() + aside(size.x()), point.y() + aside(size.y()),
                   part.high.z() + size.z() + 1);
    const Vec3 low = point.cwiseMin(end), high = point.cwiseMax(end);
    int crossings = 0;
    bool clear = true;
    for (std::size_t i = 0; clear && i < part.triangles.size(); ++i) {
      const Face& t = triangles_[part.triangles[i]];
      const Vec3 &a = vertices_[t[0]], &b = vertices_[t[1]], &c = vertices_[t[2]];
      if (a == b || b == c || c == a) continue;
      if ((a.cwiseMax(b).cwiseMax(c).array() < low.array()).any() ||
          (a.cwiseMin(b).cwiseMin(c).array() > high.array()).any())
        continue;
      Unit unit;
      for (const Vec3* v : {&point, &end, &a, &b, &c})
        for (int k = 0; k < 3; ++k) unit.cover((*v)[k]);
      const auto whole = [&](const Vec3& v) {
        return Vector{unit.of(v.x()), unit.of(v.y()), unit.of(v.z())};
      };
      const Crossing crossing = crosses(whole(point), whole(end), {whole(a), whole(b), whole(c)});
      if (crossing == Crossing::OnSurface) return true;
      clear = crossing != Crossing::Unclear;
      if (crossing == Crossing::Yes) ++crossings;
    }
    if (clear) return crossings % 2 == 1;
  }
  return true;  // every ray met an edge: the point is on one
}

bool lies_inside(const Solid& inner, const Solid& outer) {
  if (!outer.has_inside()) return false;
  const std::vector<Vec3> points = inner.samples();
  return std::any_of(points.begin(), points.end(),
                     [&](const Vec3& point) { return outer.contains(point); });
}

}  // namespace firstcontact::verify
