#pragma once
/// The elements of a mesh that moves in a step, and the pairs of them that must not touch. Worked
/// out from the description alone, apart from the solver's own mesh, so that the two check each
/// other.
#include <firstcontact/proof_types.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace firstcontact::verify {

/// Two elements without a common vertex. Vertex-face: vertex, face. Edge-edge: indices into
/// StepElements::edges, a < b. Point-edge: vertex, edge. Point-point: vertices, a < b.
struct StepPair {
  Kind kind = Kind::VertexFace;
  int a = 0, b = 0;

  friend auto operator<=>(const StepPair&, const StepPair&) = default;
};

using proof::NamedPair;

/// How many numbers of a NamedPair are set; 0 for kinds that a mesh in space does not have.
int number_count(Kind kind);

class StepElements {
 public:
  /// Precondition: every index is in range. Thickness is ignored. `self`: pairs within one object
  /// count too.
  StepElements(MeshDescription description, bool self);

  std::size_t vertex_count() const { return description_.vertex_count; }
  std::span<const Face> faces() const { return description_.faces; }
  /// Every edge once, its smaller vertex first, ascending.
  std::span<const Edge> edges() const { return edges_; }
  /// Indices of the edges of no face, and vertices of no edge; ascending.
  std::span<const int> loose_edges() const { return loose_edges_; }
  std::span<const int> loose_points() const { return loose_points_; }

  /// Whether the two have no vertex in common and are of different objects, or of any with `self`.
  /// Precondition: the elements exist; a < b for edge-edge and point-point.
  bool must_keep_apart(const StepPair& pair) const;
  /// The vertices in the order of Query; -1 beyond point_count(kind).
  std::array<int, 4> vertices_of(const StepPair& pair) const;

  NamedPair named(const StepPair& pair) const;
  /// The pair of that name, if this mesh has it and the two have no vertex in common.
  std::optional<StepPair> find(const NamedPair& name) const;

 private:
  bool share_a_vertex(const StepPair& pair) const;
  std::optional<int> find_edge(int vertex0, int vertex1) const;

  MeshDescription description_;
  bool self_;
  std::vector<Edge> edges_;
  std::vector<int> loose_edges_, loose_points_;
};

/// "vertex 3 and face 7", "edge 0-4 and edge 2-3" and so on.
std::string name_of(const NamedPair& pair);

}  // namespace firstcontact::verify
