#pragma once
/// Cuts a flat polygon into triangles.
#include <firstcontact/mesh.h>
#include <firstcontact/query.h>

#include <span>
#include <vector>

namespace firstcontact {

/// The corners' indices (0 …) of corner_count − 2 triangles that cover the polygon, each turning
/// the way the polygon does. Simple polygons of any shape; corners may lie on the line between
/// others. `normal` is any vector across the plane, about which the corners run counter-clockwise.
/// A polygon that crosses itself gives triangles too, which then do not cover it.
std::vector<Face> triangulate_polygon(std::span<const Vec3> corners, const Vec3& normal);

}  // namespace firstcontact
