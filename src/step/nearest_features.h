#pragma once
/// Which features (vertices, edges, face) of two elements are nearest to each other.
#include <firstcontact/query.h>

#include <array>
#include <cstdint>
#include <limits>

namespace firstcontact::step {

/// The nearest features of a pair, as indices into the pair's own points in the order of Query.
struct NearestFeatures {
  Kind kind = Kind::PointPoint;
  std::array<std::int8_t, 4> points = {0, 0, 0, 0};
  /// Squared distance.
  double squared = std::numeric_limits<double>::infinity();
};

/// Of the pair x. Faces and pairs of edges that span no plane count as their edges and ends. If the
/// planes or lines of the elements are farther apart than the root of `limit`, the search may end
/// early with any features and a squared distance above `limit`. Precondition: the fourth powers of
/// all differences of coordinates are finite; default floating-point environment.
NearestFeatures nearest_features(Kind kind, const Vec3* x,
                                 double limit = std::numeric_limits<double>::infinity());

/// Distance of two features with the points x in the order of Query: of a point from a point, from
/// the line of an edge or from the plane of a face, or of the lines of two edges. 0 where a face or
/// two edges span no plane.
double feature_distance(Kind kind, const Vec3* x);

}  // namespace firstcontact::step
