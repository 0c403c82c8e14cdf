#pragma once
/// Quickhull: adds the farthest point first. It examines all faces for each point, so it is for
/// hulls of few vertices.
#include <firstcontact/query.h>

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "arith/fixed_order.h"

namespace firstcontact::geometry {

/// A closed surface of triangles around points, convex up to rounding.
class HullBuilder {
 public:
  /// `points` must stay. For degenerate points the only promise is that it ends; `ok` is then
  /// false.
  HullBuilder(std::span<const Vec3> points, double precision, std::size_t most_vertices);

  bool ok() const { return ok_; }
  /// The vertices of the hull, as indices of points.
  std::vector<int> vertices() const;
  /// An upper bound of how far any of the points lies outside the hull of the vertices, up to
  /// rounding of about 1e-14 of their size.
  double measure_excess() const;

 private:
  struct Face {
    std::array<int, 3> v;
    Vec3 normal = Vec3::Zero();  ///< unit
    double height = 0;
    std::vector<int> outside;  ///< points above the face
    int farthest = -1;
    double distance = 0;
    bool alive = true;
  };

  bool start();
  void add_face(int a, int b, int c);
  void give(int point);
  bool find_rim(int point);
  void leave_out(Face& face, int point) const;
  int highest_face() const;
  bool add_point(int face);
  double above(const Face& face, int point) const {
    return dot(face.normal, points_[point]) - face.height;
  }
  const Vec3& at(int i) const { return points_[i]; }

  std::span<const Vec3> points_;
  double rounding_ = 0;  ///< a point that is above a face by less counts as on it
  bool ok_ = false;
  std::size_t vertex_count_ = 0;
  std::vector<Face> faces_;  ///< removed ones are used again
  std::vector<int> free_, visible_, new_;
  std::vector<std::pair<int, int>> edges_, rim_;
};

}  // namespace firstcontact::geometry
