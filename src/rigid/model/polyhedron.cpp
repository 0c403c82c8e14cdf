// Makes a checked polyhedron from a description:
//   1. Check that the corners of every face exist, are different and span an area. Flat faces stay;
//      others become fans of triangles.
//   2. Compute normals by Newell's sum over the corners, which is exact for flat polygons of any
//      shape.
//   3. Triangulate every face (polygon_triangulation.h).
//   4. Collect the edges, the sides of all faces sorted by their ends, and for each the faces that
//      run along it and against it.
#include <firstcontact/polyhedron.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "arith/fixed_order.h"
#include "geometry/polygon_triangulation.h"

namespace firstcontact {
namespace {

/// Corners of a flat face are off its plane by at most this share of its size.
constexpr double kFlatness = 1e-9;
/// A face with a smaller area than this share of its size squared has no normal beyond rounding.
constexpr double kLeastArea = 1e-15;
/// Several times the number of corners must fit an int.
constexpr std::size_t kMostCorners = std::numeric_limits<int>::max() / 8;

using Corners = std::vector<int>;

std::string number(std::size_t i) { return std::to_string(i); }
std::string number(int i) { return std::to_string(i); }

/// What is wrong with a face's corners, or an empty string. `last_seen` holds for every vertex the
/// last face that used it, or -1.
std::string fault_of_corners(const Corners& face, int face_index, std::vector<int>& last_seen) {
  const auto where = [&] { return "face " + number(face_index) + ": "; };
  for (std::size_t k = 0; k < face.size(); ++k)
    if (face[k] < 0 || static_cast<std::size_t>(face[k]) >= last_seen.size())
      return where() + "corner " + number(k) + " is vertex " + number(face[k]) + ": there are " +
             number(last_seen.size()) + " vertices";
  if (face.size() < 3)
    return where() + "it has " + number(face.size()) + (face.size() == 1 ? " corner" : " corners") +
           ", needs 3";
  for (std::size_t k = 0; k < face.size(); ++k) {
    int& seen = last_seen[face[k]];
    if (seen == face_index)
      return where() + "corners " +
             number(static_cast<std::size_t>(std::find(face.begin(), face.end(), face[k]) -
                                             face.begin())) +
             " and " + number(k) + " are both vertex " + number(face[k]);
    seen = face_index;
  }
  return {};
}

std::string fault_of(const PolyhedronDescription& description) {
  if (description.faces.empty()) return "there is no face";
  std::size_t corner_count = description.vertices.size();
  for (const Corners& face : description.faces) corner_count += face.size();
  if (corner_count > kMostCorners)
    return "more than " + number(kMostCorners) + " vertices and corners";
  for (std::size_t i = 0; i < description.vertices.size(); ++i)
    for (int k = 0; k < 3; ++k)
      if (!std::isfinite(description.vertices[i][k]))
        return "vertex " + number(i) + ": " + "xyz"[k] + " is " +
               (std::isnan(description.vertices[i][k]) ? "not a number" : "infinite");
  std::vector<int> last_seen(description.vertices.size(), -1);
  for (std::size_t i = 0; i < description.faces.size(); ++i)
    if (std::string fault = fault_of_corners(description.faces[i], static_cast<int>(i), last_seen);
        !fault.empty())
      return fault;
  return {};
}

/// A polygon relative to its first corner, scaled by a power of two to a size in [1, 2), so that no
/// product overflows or vanishes.
struct ScaledFace {
  double size = 0;  ///< largest side of its box, before scaling
  double scaled_size = 0;
  std::vector<Vec3> corners;
  Vec3 area = Vec3::Zero();  ///< normal with the length of twice the area

  ScaledFace(const std::vector<Vec3>& vertices, const Corners& face) {
    const auto vertex = [&](int i) -> const Vec3& { return vertices[i]; };
    Vec3 low = vertex(face[0]), high = low;
    for (const int i : face) {
      low = low.cwiseMin(vertex(i));
      high = high.cwiseMax(vertex(i));
    }
    size = (high - low).maxCoeff();
    if (!(size > 0) || !std::isfinite(size)) return;
    const int exponent = -std::ilogb(size);
    scaled_size = std::scalbn(size, exponent);
    for (const int i : face)
      corners.push_back((vertex(i) - vertex(face[0])).unaryExpr([&](double x) {
        return std::scalbn(x, exponent);
      }));
    for (std::size_t k = 1; k + 1 < corners.size(); ++k) area += corners[k].cross(corners[k + 1]);
  }

  bool has_area() const { return norm(area) > kLeastArea * scaled_size * scaled_size; }
  Vec3 normal() const { return normalized(area); }
  bool flat() const {
    const Vec3 n = normal();
    double low = 0, high = 0, sum = 0;
    for (const Vec3& corner : corners) {
      const double height = dot(corner, n);
      low = std::min(low, height);
      high = std::max(high, height);
      sum += height;
    }
    // Newell's plane passes through the mean of the corners.
    const double middle = sum / static_cast<double>(corners.size());
    return std::max(high - middle, middle - low) <= kFlatness * scaled_size;
  }
};

Corners fan_triangle(const Corners& face, std::size_t apex, std::size_t k) {
  return {face[apex], face[(apex + k) % face.size()], face[(apex + k + 1) % face.size()]};
}

/// The fan of triangles from the first corner for which all triangles have an area; empty if there
/// is no such corner.
std::vector<Corners> fan_of(const std::vector<Vec3>& vertices, const Corners& face) {
  for (std::size_t apex = 0; apex < face.size(); ++apex) {
    std::vector<Corners> fan;
    for (std::size_t k = 1; k + 1 < face.size(); ++k) {
      fan.push_back(fan_triangle(face, apex, k));
      if (!ScaledFace(vertices, fan.back()).has_area()) break;
    }
    if (fan.size() == face.size() - 2 && ScaledFace(vertices, fan.back()).has_area()) return fan;
  }
  return {};
}

/// The flat faces of the polyhedron with their normals and triangles.
struct Surface {
  explicit Surface(const std::vector<Vec3>& all_vertices) : vertices(all_vertices) {}

  /// What is wrong with the face, or null.
  const char* add(Corners face, int source) {
    const ScaledFace scaled(vertices, face);
    if (std::isinf(scaled.size)) return "is too large: the distance of its corners is infinite";
    if (!scaled.has_area()) return "has no area: its corners lie on a line, or its parts cancel";
    if (scaled.flat()) {
      add_flat(std::move(face), source, scaled.normal());
      return nullptr;
    }
    std::vector<Corners> fan = fan_of(vertices, face);
    if (fan.empty()) return "is not flat, and every fan of triangles in it has one without area";
    for (Corners& triangle : fan) {
      const Vec3 normal = ScaledFace(vertices, triangle).normal();
      add_flat(std::move(triangle), source, normal);
    }
    return nullptr;
  }

  const std::vector<Vec3>& vertices;
  std::vector<Corners> faces;
  std::vector<Vec3> normals;
  std::vector<int> source_of_face, face_of_triangle;
  std::vector<Face> triangles;

 private:
  void add_flat(Corners face, int source, const Vec3& normal) {
    std::vector<Vec3> corners;
    for (const int i : face) corners.push_back(vertices[i]);
    const auto corner = [&](int k) { return face[k]; };
    for (const auto& [a, b, c] : triangulate_polygon(corners, normal)) {
      triangles.push_back({corner(a), corner(b), corner(c)});
      face_of_triangle.push_back(static_cast<int>(faces.size()));
    }
    faces.push_back(std::move(face));
    normals.push_back(normal);
    source_of_face.push_back(source);
  }
};

/// A side of a face, sortable by the edge that it belongs to.
struct FaceSide {
  std::uint64_t edge = 0;  ///< key of the smaller and the larger end
  int face = 0;
  bool against = false;  ///< runs from the larger end to the smaller
  friend auto operator<=>(const FaceSide&, const FaceSide&) = default;
};

std::uint64_t edge_key(int a, int b) {
  return static_cast<std::uint64_t>(std::min(a, b)) << 32 |
         static_cast<std::uint64_t>(std::max(a, b));
}

std::vector<FaceSide> sides_of(const std::vector<Corners>& faces) {
  std::vector<FaceSide> sides;
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (std::size_t k = 0; k < faces[f].size(); ++k) {
      const int a = faces[f][k], b = faces[f][(k + 1) % faces[f].size()];
      sides.push_back({edge_key(a, b), static_cast<int>(f), a > b});
    }
  std::sort(sides.begin(), sides.end());
  return sides;
}

std::vector<PolyhedronEdge> edges_of(const std::vector<Corners>& faces) {
  const std::vector<FaceSide> sides = sides_of(faces);
  std::vector<PolyhedronEdge> edges;
  for (std::size_t i = 0; i < sides.size();) {
    PolyhedronEdge edge;
    edge.v0 = static_cast<int>(sides[i].edge >> 32);
    edge.v1 = static_cast<int>(sides[i].edge & 0xffffffff);
    int along = 0, against = 0;
    const std::uint64_t key = sides[i].edge;
    for (; i < sides.size() && sides[i].edge == key; ++i) {
      ++(sides[i].against ? against : along);
      (sides[i].against ? edge.right : edge.left) = sides[i].face;
      edge.faces.push_back(sides[i].face);
    }
    if (along != 1) edge.left = -1;
    if (against != 1) edge.right = -1;
    edges.push_back(std::move(edge));
  }
  return edges;
}

bool between_two_faces(const PolyhedronEdge& edge) {
  return edge.left >= 0 && edge.right >= 0 && edge.faces.size() == 2;
}

}  // namespace

Polyhedron::Polyhedron(PolyhedronDescription description) : fault_(fault_of(description)) {
  if (!fault_.empty()) return;
  Surface surface(description.vertices);
  for (std::size_t f = 0; f < description.faces.size(); ++f)
    if (const char* what = surface.add(std::move(description.faces[f]), static_cast<int>(f))) {
      fault_ = "face " + number(f) + " " + what;
      return;
    }
  Polyhedron made;
  made.faces_ = std::move(surface.faces);
  made.normals_ = std::move(surface.normals);
  made.source_of_face_ = std::move(surface.source_of_face);
  made.triangles_ = std::move(surface.triangles);
  made.face_of_triangle_ = std::move(surface.face_of_triangle);
  made.vertices_ = std::move(description.vertices);
  made.edges_ = edges_of(made.faces_);
  made.edges_at_.resize(made.vertices_.size());
  made.faces_at_.resize(made.vertices_.size());
  for (std::size_t e = 0; e < made.edges_.size(); ++e)
    for (const int v : {made.edges_[e].v0, made.edges_[e].v1})
      made.edges_at_[v].push_back(static_cast<int>(e));
  for (std::size_t f = 0; f < made.faces_.size(); ++f)
    for (const int v : made.faces_[f]) made.faces_at_[v].push_back(static_cast<int>(f));
  made.closed_ = std::all_of(made.edges_.begin(), made.edges_.end(), between_two_faces);
  made.triangle_edges_.reserve(made.triangles_.size());
  for (const Face& t : made.triangles_)
    made.triangle_edges_.push_back({made.edge_between(t[0], t[1]), made.edge_between(t[1], t[2]),
                                    made.edge_between(t[2], t[0])});
  made.body_ = TriangleBody(made.vertices_, made.triangles_);
  *this = std::move(made);
}

int Polyhedron::edge_between(int v0, int v1) const {
  const auto key = edge_key(v0, v1);
  const auto at = std::lower_bound(
      edges_.begin(), edges_.end(), key,
      [](const PolyhedronEdge& edge, std::uint64_t k) { return edge_key(edge.v0, edge.v1) < k; });
  return at != edges_.end() && edge_key(at->v0, at->v1) == key
             ? static_cast<int>(at - edges_.begin())
             : -1;
}

std::string Polyhedron::adjacency_report() const {
  if (!fault_.empty()) return fault_;
  if (faces_.empty()) return "there is no face";
  std::size_t open = 0, crowded = 0, same_way = 0;
  for (const PolyhedronEdge& edge : edges_) {
    if (edge.faces.size() == 1) ++open;
    if (edge.faces.size() > 2) ++crowded;
    if (edge.faces.size() == 2 && !between_two_faces(edge)) ++same_way;
  }
  std::string report;
  const auto add = [&](std::size_t count, const char* one, const char* many) {
    if (count == 0) return;
    report += (report.empty() ? "" : "; ") + number(count) + (count == 1 ? one : many);
  };
  add(open, " edge has one face only", " edges have one face only");
  add(crowded, " edge has more than two faces", " edges have more than two faces");
  add(same_way, " edge has two faces that run the same way along it",
      " edges have two faces that run the same way along them");
  return report;
}

}  // namespace firstcontact
