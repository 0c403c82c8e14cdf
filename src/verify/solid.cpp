// The winding number of a closed surface around a point is the number of times that a ray from it
// leaves the surface, less the number of times that it enters. The ray goes to a point above the
// surface, slightly aside so that it meets no edge; whether it does is seen exactly, and then
// another one is taken. A point for which all rays meet an edge or a vertex, or that lies in a
// triangle's plane within the triangle, is on the surface.
#include "verify/solid.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>

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

}  // namespace

Solid::Solid(std::vector<Vec3> vertices, std::span<const Face> triangles)
    : vertices_(std::move(vertices)) {
  for (const int vertex : connected_vertices(vertices_, triangles))
    samples_.push_back(vertices_[vertex]);
  for (ClosedPart& closed : closed_parts(vertices_, triangles)) {
    const Vec3& first = vertices_[closed.triangles[0][0]];
    Part part = {std::move(closed), first, first};
    for (const Face& t : part.surface.triangles)
      for (const int corner : t) {
        part.low = part.low.cwiseMin(vertices_[corner]);
        part.high = part.high.cwiseMax(vertices_[corner]);
      }
    parts_.push_back(std::move(part));
  }
}

bool Solid::contains(const Vec3& point) const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [&](const Part& part) { return is_within(part, point); });
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
    if (!end.allFinite()) return true;
    const Crossings found = crossings(part, point, end);
    if (found.on_surface) return true;
    if (found.clear) return part.surface.oriented ? found.turns != 0 : found.count % 2 == 1;
  }
  return true;  // every ray met an edge: the point is on one
}

Solid::Crossings Solid::crossings(const Part& part, const Vec3& point, const Vec3& end) const {
  const Vec3 low = point.cwiseMin(end), high = point.cwiseMax(end);
  Crossings found;
  for (const Face& t : part.surface.triangles) {
    const Vec3 &a = vertices_[t[0]], &b = vertices_[t[1]], &c = vertices_[t[2]];
    if ((a.cwiseMax(b).cwiseMax(c).array() < low.array()).any() ||
        (a.cwiseMin(b).cwiseMin(c).array() > high.array()).any())
      continue;
    Unit unit;
    for (const Vec3* v : {&point, &end, &a, &b, &c})
      for (int k = 0; k < 3; ++k) unit.cover((*v)[k]);
    const auto whole = [&](const Vec3& v) {
      return Vector{unit.of(v.x()), unit.of(v.y()), unit.of(v.z())};
    };
    const Vector p = whole(point);
    const std::array<Vector, 3> corners = {whole(a), whole(b), whole(c)};
    const Crossing crossing = crosses(p, whole(end), corners);
    if (crossing == Crossing::OnSurface) return {0, 0, true, true};
    found.clear = found.clear && crossing != Crossing::Unclear;
    if (crossing != Crossing::Yes) continue;
    ++found.count;
    found.turns += side(p, corners[0], corners[1], corners[2]);
  }
  return found;
}

bool lies_inside(const Solid& inner, const Solid& outer) {
  if (!outer.has_inside()) return false;
  return std::any_of(inner.samples().begin(), inner.samples().end(),
                     [&](const Vec3& point) { return outer.contains(point); });
}

}  // namespace firstcontact::verify
