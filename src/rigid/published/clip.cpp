#include "rigid/published/clip.h"

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"

namespace firstcontact::rigid {

namespace {

/// Rounding error of n·flow, as a share of the largest speed.
constexpr double kFacingError = 0x1p-36;

double largest_speed(const Screen& screen, const ScreenBody& body) {
  double square = 0;
  for (const Vec3& point : body.points) square = std::max(square, squared_norm(screen.flow(point)));
  return std::sqrt(square);
}

}  // namespace

bool ScreenBody::is_active(const Screen& screen, int vertex) const {
  for (const int face : polyhedron->faces_at(vertex))
    if (wanted == Facing::Any || (active[face] != 0 && is_wanted(facing_at(screen, face, vertex))))
      return true;
  return false;
}

ScreenBody make_screen_body(const Polyhedron& polyhedron, const AffineMap& map,
                            const Screen& screen, bool moving, Facing wanted) {
  ScreenBody body;
  body.polyhedron = &polyhedron;
  body.moving = moving;
  body.wanted = wanted;
  body.doppel_angle = moving ? 0 : screen.angle();
  body.cuts = moving ? screen.cuts_b() : screen.cuts_a();
  body.points.reserve(polyhedron.vertices().size());
  body.phi.reserve(polyhedron.vertices().size());
  body.on_screen.reserve(polyhedron.vertices().size());
  body.normals.reserve(polyhedron.normals().size());
  for (const Vec3& x : polyhedron.vertices()) {
    const Vec3 point = screen.from_a(map.apply(x));
    const double phi = screen.phi(point);
    body.points.push_back(point);
    body.phi.push_back(phi);
    body.on_screen.push_back(screen.project(point, phi));
  }
  for (const Vec3& normal : polyhedron.normals())
    body.normals.push_back(screen.direction_from_a(times(map.linear, normal)));
  body.facing_error = kFacingError * largest_speed(screen, body);

  body.active.assign(polyhedron.faces().size(), wanted == Facing::Any ? 1 : 0);
  if (wanted == Facing::Any) return body;
  for (std::size_t face = 0; face < polyhedron.faces().size(); ++face) {
    for (const int vertex : polyhedron.faces()[face]) {
      const double value = body.facing_at(screen, static_cast<int>(face), vertex);
      if (value != 0 && body.is_wanted(value)) {
        body.active[face] = 1;
        break;
      }
    }
  }
  return body;
}

void outline_crossings(const ScreenBody& body, int face, const std::vector<double>& values,
                       const Vec3& direction, std::vector<OutlineCrossing>& crossings) {
  crossings.clear();
  const std::vector<int>& corners = body.polyhedron->faces()[face];
  for (std::size_t i = 0; i < corners.size(); ++i) {
    std::size_t i0 = i, i1 = i + 1 < corners.size() ? i + 1 : 0;
    if ((values[i0] < 0) == (values[i1] < 0)) continue;
    if (corners[i0] > corners[i1]) std::swap(i0, i1);
    const Vec3 point = cut_point(body.points[corners[i0]], body.points[corners[i1]],
                                 cut_share(values[i0], values[i1]));
    crossings.push_back({point, dot(point, direction)});
  }
  std::stable_sort(
      crossings.begin(), crossings.end(),
      [](const OutlineCrossing& x, const OutlineCrossing& y) { return x.along < y.along; });
}

PlaceInFace place_in_face(const ScreenBody& body, int face, const Vec3& point, double tolerance) {
  const std::vector<int>& corners = body.polyhedron->faces()[face];
  Eigen::Index drop = 0;
  body.normals[face].cwiseAbs().maxCoeff(&drop);
  const Eigen::Index u = (drop + 1) % 3, v = (drop + 2) % 3;
  PlaceInFace place;
  bool odd = false;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3& p = body.points[corners[i]];
    const Vec3& q = body.points[corners[i + 1 < corners.size() ? i + 1 : 0]];
    const Vec3 along = q - p, to = point - p;
    if (norm(to) <= tolerance) return {true, -1, static_cast<int>(i)};
    const double share = std::clamp(dot(along, to) / squared_norm(along), 0.0, 1.0);
    if (place.edge < 0 && norm(to - share * along) <= tolerance)
      place = {true, static_cast<int>(i), -1};
    if ((p[v] <= point[v]) != (q[v] <= point[v]) &&
        p[u] + (q[u] - p[u]) * ((point[v] - p[v]) / (q[v] - p[v])) > point[u])
      odd = !odd;
  }
  if (place.edge >= 0) {
    const int next = place.edge + 1 < static_cast<int>(corners.size()) ? place.edge + 1 : 0;
    const bool at_far_end = norm(point - body.points[corners[next]]) <= tolerance;
    return at_far_end ? PlaceInFace{true, -1, next} : place;
  }
  return {odd, -1, -1};
}

}  // namespace firstcontact::rigid
