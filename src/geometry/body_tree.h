#pragma once
/// The hierarchy of oriented boxes over a body's triangles, in the body's own frame: one for each
/// shape of a scene, built once and moved with the body. (src/broad/box_tree.h is another thing: a
/// hierarchy of axis-aligned boxes over boxes that are given, to find which of them overlap.)
#include <firstcontact/moving_bodies.h>

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/solid_parts.h"

namespace firstcontact::geometry {

struct BodyTree {
  /// Contains the triangles order[begin … end). For every direction b (body coordinates) and every
  /// point x of them
  ///   |b·(x − centre)|  <=  Σ_i half[i] |b·axes.row(i)|      and      |x| <= reach,
  /// as real numbers. `half` and `reach` are rounded up so far that the rounding in an evaluation
  /// of the sum is covered.
  struct Node {
    Vec3 centre = Vec3::Zero();
    Mat3 axes = Mat3::Identity();
    Vec3 half = Vec3::Zero();
    double radius = 0;  ///< |half|
    double reach = 0;   ///< farthest distance of its points from the body's origin
    std::int32_t begin = 0, end = 0;
    /// Index of the first child, which the second one follows; -1 for a leaf, which has one
    /// triangle.
    std::int32_t children = -1;
    bool is_leaf() const { return children < 0; }
  };

  std::vector<Vec3> vertices;
  std::vector<Face> triangles;
  std::vector<std::int32_t> order;
  std::vector<Node> nodes;  ///< the root first; empty if there is a fault
  SolidParts solid;         ///< which triangles bound solids; not set if there is a fault
  std::string fault;

  BodyTree(std::span<const Vec3> vertices, std::span<const Face> triangles);
  /// Corner k of the triangle of a leaf.
  const Vec3& corner(const Node& leaf, std::size_t k) const {
    const Face& face = triangles[order[leaf.begin]];
    return vertices[face[k]];
  }
};

}  // namespace firstcontact::geometry
