#pragma once
/// Do two points, segments or triangles at rest have a point in common? Decided exactly, for the
/// doubles as real numbers.
#include <firstcontact/query.h>

#include <array>

namespace firstcontact::narrow {

/// One to three corners: a point, a segment or a triangle. Corners may coincide or lie on one line.
struct Simplex {
  std::array<Vec3, 3> corners = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  int count = 0;

  void add(const Vec3& corner) { corners[count++] = corner; }
};

/// Simplices are closed: touching is meeting.
///
/// 1. Boxes that do not overlap, and directions along which the two are apart by more than the
/// rounding error, prove that they do
///    not meet: most pairs end here.
/// 2. Otherwise signs of volumes and areas decide (point_sides.h), which are exact.
///
/// Preconditions: both have a corner, coordinates are finite, default floating-point environment.
bool meet(const Simplex& a, const Simplex& b);

}  // namespace firstcontact::narrow
