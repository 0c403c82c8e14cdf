#pragma once
/// Which pairs of a mesh are tested, told by tables instead of a callback: static obstacles, parts
/// that take no part, and parts that may not touch themselves or each other.
#include <firstcontact/language.h>

#include <array>
#include <vector>

namespace firstcontact {

/// A pair is tested unless a rule excludes it. Empty tables exclude nothing. Tables of vertices
/// have one entry for each vertex of the mesh; any other size is bad input. Looking up a
/// candidate takes a few nanoseconds, a small share of a step.
struct PairRules {
  /// Marked vertices take no part: neither do elements that have one. (`intersections` tests two
  /// elements if any pair of their parts may be tested: a face with a marked vertex still has
  /// others.)
  std::vector<bool> left_out = {};
  /// Vertices that do not move (obstacles). Pairs all of whose vertices are marked are not tested.
  /// Whether they really stay where they are is not looked at.
  std::vector<bool> immobile = {};
  /// The patch of each vertex, any integer; if empty, its object (Mesh::object_of). An element
  /// belongs to the patch of its first vertex.
  std::vector<int> patches = {};
  /// Pairs of these patches are not tested, in either order. {p, p}: no contact within patch p.
  std::vector<std::array<int, 2>> ignored = {};

  /// True if no pair is excluded.
  bool empty() const { return left_out.empty() && immobile.empty() && ignored.empty(); }

  friend bool operator==(const PairRules&, const PairRules&) = default;
};

}  // namespace firstcontact
