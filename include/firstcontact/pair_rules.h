#pragma once
/// Which pairs of a mesh are tested, told by tables instead of a callback.
#include <array>
#include <vector>

namespace firstcontact {

/// A pair is tested unless a rule excludes it. Empty tables exclude nothing. Tables of vertices
/// have one entry for each vertex of the mesh.
struct PairRules {
  /// Marked vertices take no part: neither do elements that have one.
  std::vector<bool> left_out = {};
  /// Vertices that do not move (obstacles). Pairs all of whose vertices are marked are not tested.
  std::vector<bool> immobile = {};
  /// The patch of each vertex; if empty, its object (Mesh::object_of). An element belongs to the
  /// patch of its first vertex.
  std::vector<int> patches = {};
  /// Pairs of these patches are not tested, in either order. {p, p}: no contact within patch p.
  std::vector<std::array<int, 2>> ignored = {};

  bool empty() const { return left_out.empty() && immobile.empty() && ignored.empty(); }
};

}  // namespace firstcontact
