#pragma once
/// Builds the parts of generated models from triangles, piece by piece. Every number is the same on
/// every machine.
#include <firstcontact/shapes.h>

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace firstcontact::generate {

using Vec2 = Eigen::Vector2d;

/// An ellipse across z.
struct Ring {
  double z = 0;
  double x_radius = 0, y_radius = 0;
  Vec2 centre = Vec2::Zero();
};

/// A smooth curve (Catmull and Rom's) through the given (z, radius), as `count` circles.
/// Precondition: two keys or more, radii positive, count >= 2. Radii stay at or above a tenth of
/// the smallest given one.
std::vector<Ring> smooth_rings(std::span<const Vec2> keys, int count);

/// Moves a point of a piece before the piece gets its pose.
using Bend = std::function<Vec3(const Vec3&)>;

class Soup {
 public:
  /// Around the origin of `where`: 12 triangles.
  void add_box(const Vec3& size, const Pose& where = {});
  /// Rings one after the other joined by a surface, ends closed by fans: 2 * sides * rings
  /// triangles. A closed surface, facing outward if z ascends.
  void add_lathe(std::span<const Ring> rings, int sides, const Pose& where = {},
                 const Bend& bend = {});
  /// The same without the ends: 2 * sides * (rings - 1) triangles.
  void add_tube(std::span<const Ring> rings, int sides, const Pose& where = {},
                const Bend& bend = {});
  /// Cylinder of `rings` rings along z, centred.
  void add_cylinder(double radius, double length, int rings, int sides, const Pose& where = {});
  /// A bar of square cross section between two points: 12 triangles. Precondition: the points
  /// differ.
  void add_bar(const Vec3& from, const Vec3& to, double thickness);
  /// z over a rectangle of columns * rows cells of two triangles each.
  void add_heights(const Vec2& low, const Vec2& high, int columns, int rows,
                   const std::function<double(double, double)>& height);

  std::size_t triangle_count() const { return triangles_.size(); }
  Shape shape() const;

 private:
  int add_vertex(const Vec3& x) {
    return vertices_.push_back(x), static_cast<int>(vertices_.size()) - 1;
  }

  std::vector<Vec3> vertices_;
  std::vector<Face> triangles_;
};

/// a·b.
Pose operator*(const Pose& a, const Pose& b);
Pose at(double x, double y, double z);
Pose about(const Vec3& axis, double angle, const Vec3& position = Vec3::Zero());

}  // namespace firstcontact::generate
