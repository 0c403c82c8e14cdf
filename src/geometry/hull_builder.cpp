// 1. Start with a tetrahedron of far points. Give every other point to the face that it is farthest
//    above; a point that is above no face is inside.
// 2. Add the point that is farthest above its face. Remove the faces that it sees, join the rim of
//    the hole to it, and give the points of the removed faces to the new ones. Repeat until no
//    point is far outside, or there are enough vertices.
// 3. If rounding makes the rim of a point's hole anything but one closed loop, the point is left
//    out. The measured excess covers such points.
#include "geometry/hull_builder.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "arith/fixed_order.h"
#include "geometry/triangle_distance.h"

namespace firstcontact::geometry {
namespace {

constexpr double kRelativeRounding = 0x1p-46;
/// A tetrahedron that is flatter than this share of its size cannot be the start.
constexpr double kFlattest = 1e-9;

/// The first of the points for which a value is largest.
template <class Value>
int farthest(std::span<const Vec3> points, Value value) {
  int best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i)
    if (const double here = value(points[i]); here > most) {
      most = here;
      best = static_cast<int>(i);
    }
  return best;
}

}  // namespace

HullBuilder::HullBuilder(std::span<const Vec3> points, double precision, std::size_t most_vertices)
    : points_(points) {
  if (points.size() < 4 || !start()) return;
  ok_ = true;
  while (vertex_count_ < most_vertices) {
    const int face = highest_face();
    if (face < 0 || faces_[face].distance <= precision) break;
    if (add_point(face)) ++vertex_count_;
  }
}

bool HullBuilder::start() {
  const int a = farthest(points_, [](const Vec3& x) { return x.x() + 0.5 * x.y() + 0.25 * x.z(); });
  const int b = farthest(points_, [&](const Vec3& x) { return squared_norm(x - at(a)); });
  const Vec3 along = at(b) - at(a);
  const double size = norm(along);
  if (!(size > 0)) return false;
  const int c =
      farthest(points_, [&](const Vec3& x) { return squared_norm(along.cross(x - at(a))); });
  const Vec3 normal = along.cross(at(c) - at(a));
  if (!(norm(normal) > kFlattest * size * size)) return false;
  const Vec3 unit = normal / norm(normal);
  const int d = farthest(points_, [&](const Vec3& x) { return std::abs(dot(unit, x - at(a))); });
  const double height = dot(unit, at(d) - at(a));
  if (!(std::abs(height) > kFlattest * size)) return false;
  double reach = 0;
  for (const Vec3& x : points_) reach = std::max(reach, norm(x));
  rounding_ = kRelativeRounding * reach;
  const auto [p, q] = height > 0 ? std::pair(c, b) : std::pair(b, c);
  add_face(a, p, q);
  add_face(a, q, d);
  add_face(q, p, d);
  add_face(p, a, d);
  for (std::size_t i = 0; i < points_.size(); ++i) give(static_cast<int>(i));
  vertex_count_ = 4;
  return true;
}

void HullBuilder::add_face(int a, int b, int c) {
  std::size_t slot = faces_.size();
  if (free_.empty()) {
    faces_.emplace_back();
  } else {
    slot = static_cast<std::size_t>(free_.back());
    free_.pop_back();
  }
  Face& face = faces_[slot];
  face.v = {a, b, c};
  const Vec3 normal = (at(b) - at(a)).cross(at(c) - at(a));
  const double length = norm(normal);
  face.normal = length > 0 ? Vec3(normal / length) : Vec3::Zero();
  face.height = dot(face.normal, at(a));
  face.farthest = -1;
  face.distance = 0;
  face.alive = true;
  new_.push_back(static_cast<int>(slot));
}

/// Gives the point to the new face that it is farthest above.
void HullBuilder::give(int point) {
  double most = rounding_;
  Face* best = nullptr;
  for (const int i : new_) {
    Face& face = faces_[i];
    if (const double here = above(face, point); here > most) {
      most = here;
      best = &face;
    }
  }
  if (!best) return;
  best->outside.push_back(point);
  if (most > best->distance) {
    best->distance = most;
    best->farthest = point;
  }
}

int HullBuilder::highest_face() const {
  int best = -1;
  double most = 0;
  for (std::size_t i = 0; i < faces_.size(); ++i)
    if (faces_[i].alive && faces_[i].distance > most) {
      most = faces_[i].distance;
      best = static_cast<int>(i);
    }
  return best;
}

/// Finds the edges of visible faces that no two of them share, in their direction. False if they
/// are not one closed loop.
bool HullBuilder::find_rim(int point) {
  edges_.clear();
  rim_.clear();
  for (const int i : visible_)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& v = faces_[i].v;
      edges_.emplace_back(v[k], v[(k + 1) % 3]);
    }
  std::sort(edges_.begin(), edges_.end());
  for (const auto& edge : edges_)
    if (!std::binary_search(edges_.begin(), edges_.end(), std::pair(edge.second, edge.first)))
      rim_.push_back(edge);
  if (rim_.size() < 3) return false;
  // Sorted by their starts. Going from edge to edge must come back after all of them.
  std::size_t length = 0;
  int at_vertex = rim_[0].first;
  do {
    const auto next = std::lower_bound(rim_.begin(), rim_.end(), std::pair(at_vertex, -1));
    if (next == rim_.end() || next->first != at_vertex || at_vertex == point) return false;
    at_vertex = next->second;
    ++length;
  } while (at_vertex != rim_[0].first && length <= rim_.size());
  return length == rim_.size();
}

void HullBuilder::leave_out(Face& face, int point) const {
  face.outside.erase(std::find(face.outside.begin(), face.outside.end(), point));
  face.distance = 0;
  face.farthest = -1;
  for (const int i : face.outside)
    if (const double here = above(face, i); here > face.distance) {
      face.distance = here;
      face.farthest = i;
    }
}

bool HullBuilder::add_point(int from) {
  const int point = faces_[from].farthest;
  visible_.clear();
  for (std::size_t i = 0; i < faces_.size(); ++i)
    if (faces_[i].alive && (static_cast<int>(i) == from || above(faces_[i], point) > rounding_))
      visible_.push_back(static_cast<int>(i));
  if (!find_rim(point)) {
    leave_out(faces_[from], point);
    return false;
  }
  std::vector<int> homeless;
  for (const int i : visible_) {
    Face& face = faces_[i];
    homeless.insert(homeless.end(), face.outside.begin(), face.outside.end());
    face.alive = false;
    face.outside.clear();
    face.distance = 0;
    free_.push_back(i);
  }
  new_.clear();
  for (const auto& [a, b] : rim_) add_face(a, b, point);
  for (const int i : homeless)
    if (i != point) give(i);
  return true;
}

std::vector<int> HullBuilder::vertices() const {
  std::vector<int> out;
  for (const Face& face : faces_)
    if (face.alive) out.insert(out.end(), face.v.begin(), face.v.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// With c, the mean of the vertices, and the corners v_k of any face: c + Σ λ_k (v_k − c), λ_k >= 0,
// Σ λ_k <= 1, is a point of the hull whether or not the surface is convex. The λ of a point solve
// that equation for it; clamped to what is allowed they give a point of the hull, and the distance
// from it is a bound. The face whose cone from c contains the point is found by walking over edges.
double HullBuilder::measure_excess() const {
  const std::vector<int> corners = vertices();
  std::vector<std::array<int, 3>> surface;
  for (const Face& face : faces_)
    if (face.alive) surface.push_back(face.v);
  Vec3 c = Vec3::Zero();
  for (const int i : corners) c += at(i);
  c /= static_cast<double>(corners.size());
  struct Cone {
    std::array<Vec3, 3> side;  ///< inward normals of the sides through edge k
    std::array<int, 3> neighbour = {-1, -1, -1};
    double determinant = 0;
  };
  std::map<std::pair<int, int>, int> owner;
  for (std::size_t i = 0; i < surface.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      owner[{surface[i][k], surface[i][(k + 1) % 3]}] = static_cast<int>(i);
  std::vector<Cone> cones(surface.size());
  for (std::size_t i = 0; i < surface.size(); ++i) {
    const auto& v = surface[i];
    for (std::size_t k = 0; k < 3; ++k) {
      cones[i].side[k] = (at(v[k]) - c).cross(at(v[(k + 1) % 3]) - c);
      if (const auto other = owner.find({v[(k + 1) % 3], v[k]}); other != owner.end())
        cones[i].neighbour[k] = other->second;
    }
    cones[i].determinant = dot(at(v[0]) - c, cones[i].side[1]);
  }
  const auto excess_from = [&](const Vec3& x, std::size_t face) {
    const auto& v = surface[face];
    const Cone& cone = cones[face];
    const Vec3 d = x - c;
    Vec3 weights(dot(cone.side[1], d), dot(cone.side[2], d), dot(cone.side[0], d));
    weights = (weights / cone.determinant).cwiseMax(0);
    if (!(sum(weights) <= 1))
      return nearest_points({x, x, x}, {at(v[0]), at(v[1]), at(v[2])}).distance;
    const Vec3 inside =
        weights[0] * (at(v[0]) - c) + weights[1] * (at(v[1]) - c) + weights[2] * (at(v[2]) - c);
    return norm(d - inside);
  };
  double excess = 0;
  std::size_t face = 0;
  for (const Vec3& x : points_) {
    const Vec3 d = x - c;
    for (std::size_t walked = 0; walked < surface.size(); ++walked) {
      const Cone& cone = cones[face];
      std::size_t worst = 0;
      for (std::size_t k = 1; k < 3; ++k)
        if (dot(cone.side[k], d) < dot(cone.side[worst], d)) worst = k;
      if (dot(cone.side[worst], d) >= 0 || cone.neighbour[worst] < 0) break;
      face = static_cast<std::size_t>(cone.neighbour[worst]);
    }
    double here = excess_from(x, face);
    for (std::size_t i = 0; here > excess && here > rounding_ && i < surface.size(); ++i)
      here = std::min(here, excess_from(x, i));
    excess = std::max(excess, here);
  }
  return excess;
}

}  // namespace firstcontact::geometry
