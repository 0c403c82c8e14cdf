#pragma once
/// The bodies of a scene joined into one list of vertices, one body after the other.
#include <firstcontact/mesh_step.h>

#include <span>
#include <string>
#include <vector>

#include "sim/scene.h"

namespace firstcontact::sim {

struct World {
  explicit World(const Scene& scene);

  /// Empty, or which body has lists that do not fit together.
  std::string fault;
  /// First vertex of each body, and the number of all vertices at the end.
  std::vector<int> first_vertex;
  std::vector<std::string> names;
  PointMatrix rest, start, velocity;
  /// Vertices that follow a script, and those of obstacles.
  std::vector<bool> scripted;
  /// The rows of vertices with a script are those at `time`; the others are those of `x`.
  PointMatrix with_scripts(const PointMatrix& x, double time) const;

  CollisionMesh collision;
  /// No contact between what never moves, nor within bodies without self-contact.
  PairRules rules;
  /// Diagonal of the box around the start.
  double diagonal = 0;

  std::size_t vertex_count() const { return scripted.size(); }
  /// "vertex 3 of torus and face 1-2-3 of cone": by their vertices, numbered within their body.
  std::string name_of(const ElementPair& pair) const;
  std::string name_of(const NearPair& pair) const;
  std::string name_of(const Intersection& pair) const;

 private:
  struct ScriptedVertex {
    int vertex;
    Script motion;
  };
  /// The name of a vertex, edge or face of the surface.
  std::string element_name(std::span<const int> vertices) const;
  std::string pair_name(Kind kind, const std::array<int, 4>& vertices) const;

  std::vector<ScriptedVertex> motions_;
};

}  // namespace firstcontact::sim
