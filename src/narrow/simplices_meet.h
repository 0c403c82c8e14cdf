#pragma once
/// Decides exactly whether two points, segments or triangles at rest have a point in common. The
/// doubles are taken as the real numbers they are.
#include <firstcontact/query.h>

#include <array>

namespace firstcontact::narrow {

/// One to three corners: a point, a segment or a triangle. Corners may coincide or lie on one line.
struct Simplex {
  std::array<Vec3, 3> corners = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  int count = 0;

  void add(const Vec3& corner) { corners[count++] = corner; }
};

/// Whether the two have a point in common; touching counts.
///
/// 1. Boxes that do not overlap, or a direction along which the two are apart by more than the
///    rounding error, prove that they do not meet. Most pairs are decided here.
/// 2. Otherwise exact signs of volumes and areas decide (point_sides.h).
///
/// Preconditions: both have a corner; finite coordinates; default floating-point environment.
bool meet(const Simplex& a, const Simplex& b);

}  // namespace firstcontact::narrow
