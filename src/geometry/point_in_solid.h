#pragma once
/// Decides exactly whether points lie in a solid. docs/math/solids.md explains how.
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
  PlacedSolid(const geometry::BodyTree& tree, const AffineMap& pose);

  /// Whether the point, given in the frame that the body is placed in, lies in a solid of the body
  /// or on its surface. Precondition: the point is farther from the surface than the rounding of
  /// the pose; then the answer is exact.
  bool contains(const Vec3& point) const;

  /// How often a part of the body's solids winds around a point.
  struct Winding {
    std::int32_t part;
    int count;
  };
  /// The winding numbers of all parts that may wind around the point, in ascending order of parts.
  /// Adds the number of boxes it examines to `work`.
  std::vector<Winding> windings(const Vec3& point, std::size_t& work) const;

 private:
  class Crossings;
  std::size_t cross(const Vec3& point, Crossings& crossings) const;

  const geometry::BodyTree& tree_;
  AffineMap pose_;
  /// Takes the frame to the body's own coordinates. None if the pose is too flat to be inverted:
  /// then every triangle is placed in the frame instead.
  std::optional<Mat3> inverse_;
  double scale_ = 1;  ///< a power of two that brings coordinates to at most 1
};

/// x times `scale`, a power of two that brings coordinates to at most 1, so that signs can be
/// computed exactly. Coordinates below 2^-200 become 0.
Vec3 scaled(const Vec3& x, double scale);
double scale_to_one(double largest);

/// One body, or a connected part of it, that lies in a solid of the other one at an instant.
struct Nested {
  bool first_is_inside = true;
  int triangle_a = -1, triangle_b = -1;
  Triangle corners_a = {}, corners_b = {};
  NearestPoints nearest = {};  ///< of the two triangles
};

/// Precondition: the surfaces do not touch, so that one point decides for everything that is
/// connected with it. `a_is_solid`, `b_is_solid`: whether the insides count.
std::optional<Nested> find_nested(const geometry::BodyTree& a, const AffineMap& at_a,
                                  bool a_is_solid, const geometry::BodyTree& b,
                                  const AffineMap& at_b, bool b_is_solid);

/// The triangle of the body that is nearest to a point.
int nearest_triangle(const geometry::BodyTree& tree, const AffineMap& pose, const Vec3& point);
Triangle placed_triangle(const geometry::BodyTree& tree, const AffineMap& pose, int triangle);

}  // namespace firstcontact::geometry
