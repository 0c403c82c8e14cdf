#pragma once
/// The point of a gap set that is nearest to the origin, in plain floating point.
///
/// There is no bound on its rounding error: use it to propose directions and to describe contacts,
/// never to decide.
#include <firstcontact/query.h>

#include <array>

namespace firstcontact::narrow {

/// Nearest point of the hull, and its parameters as in query.h.
struct ClosestPoint {
  Vec3 gap = Vec3::Zero();
  double u = 0, v = 0;
};

/// `points` are the pair's points at one time, in the order of Query. The gap is a point of the
/// first primitive minus a point of the second. Degenerate primitives (a face without area, an edge
/// without length) are allowed.
ClosestPoint closest_point(Kind kind, const std::array<Vec3, 4>& points);

}  // namespace firstcontact::narrow
