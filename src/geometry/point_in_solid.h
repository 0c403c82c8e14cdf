#pragma once
/// Points that lie in a solid: decided exactly. docs/math/solids.md explains it.
#include <firstcontact/motion.h>

#include <optional>
#include <vector>

#include "geometry/body_tree.h"
#include "geometry/triangle_distance.h"

namespace firstcontact::geometry {

/// A body's solids at an instant.
class PlacedSolid {
 public:
  /// `tree` must stay.
  PlacedSolid(const geometry::BodyTree& tree, const AffineMap& place);

  /// The point, in the frame that the body is placed in, lies in a solid of the body or on its
  /// surface. Exact up to the rounding of the places: precondition for a right answer is that the
  /// point is farther from the surface than that.
  bool contains(const Vec3& point) const;

  /// How often a part of the body's solids winds around a point.
  struct Winding {
    std::int32_t part;
    int count;
  };
  /// Of all parts that are not known not to wind around the point, in ascending order. Adds the
  /// boxes it looks at to `work`.
  std::vector<Winding> windings(const Vec3& point, std::size_t& work) const;

 private:
  class Crossings;
  std::size_t cross(const Vec3& point, Crossings& crossings) const;

  const geometry::BodyTree& tree_;
  AffineMap place_;
  /// From the frame to the body's own coordinates; none if the place is too flat to be inverted:
  /// then all triangles are placed.
  std::optional<Mat3> inverse_;
  double scale_ = 1;  ///< a power of two that brings coordinates to at most 1
};

/// Coordinates times a power of two that brings them to at most 1, for exact signs: those below
/// 2^-200 become 0.
Vec3 scaled(const Vec3& x, double scale);
double scale_to_one(double largest);

/// What of one body lies in a solid of the other one at an instant, if something does.
struct Nested {
  bool first_is_inside = true;
  int triangle_a = -1, triangle_b = -1;
  Triangle corners_a = {}, corners_b = {};
  NearestPoints nearest = {};  ///< of the two triangles
};

/// Precondition: the surfaces do not touch, so that one point speaks for everything that is
/// connected with it. `a_is_solid`, `b_is_solid`: whether the insides count.
std::optional<Nested> find_nested(const geometry::BodyTree& a, const AffineMap& at_a,
                                  bool a_is_solid, const geometry::BodyTree& b,
                                  const AffineMap& at_b, bool b_is_solid);

/// The triangle of the body that is nearest to a point.
int nearest_triangle(const geometry::BodyTree& tree, const AffineMap& place, const Vec3& point);
Triangle placed_triangle(const geometry::BodyTree& tree, const AffineMap& place, int triangle);

}  // namespace firstcontact::geometry
