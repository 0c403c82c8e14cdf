#pragma once
/// Cuts a flat polygon into triangles.
#include <firstcontact/mesh.h>
#include <firstcontact/query.h>

#include <span>
#include <vector>

namespace firstcontact {

/// Divides a simple polygon into corner_count − 2 triangles with the polygon's orientation, given
/// by the indices of the corners. Corners may lie on the line between others. `normal` is any
/// vector across the plane, about which the corners run counter-clockwise. A polygon that crosses
/// itself gives triangles too, but they do not cover it.
std::vector<Face> triangulate_polygon(std::span<const Vec3> corners, const Vec3& normal);

}  // namespace firstcontact
