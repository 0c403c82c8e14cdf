#pragma once
/// A scene as the solvers use it: frames in order, shapes in frames, pairs of shapes.
#include <firstcontact/scene.h>

#include <cstdint>
#include <vector>

#include "geometry/body_tree.h"

namespace firstcontact::articulated {

class SceneIndex;

struct SceneData {
  /// What moves as one. All links of all models in order, then one for each attachment. Objects
  /// have none: they are at rest.
  struct Frame {
    int parent = -1;            ///< frame, smaller than its own; -1: the world
    int model = -1, link = -1;  ///< whose JointMotion moves it; link -1: an attachment, which does
                                ///< not move relative to its parent
    AffineMap fixed;            ///< of an attachment: in its parent
  };
  struct PlacedShape {
    int body = -1, shape = -1;  ///< indices in `bodies` and within the body
    int frame = -1;             ///< -1: at rest, at `pose`
    AffineMap pose;             ///< of a resting one in the world; identity for one in a frame
    TriangleBody body_geometry;
    double radius = 0;
    bool convex_solid = false, surface_only = false;
    /// Its inside counts.
    bool is_solid() const { return !surface_only && (convex_solid || tree().solid.has_solid); }
    const geometry::BodyTree& tree() const { return geometry::tree_of(body_geometry); }
  };
  /// Of two shapes: in contact when the distance of their triangles is at most `separation` =
  /// margin + both radii, rounded up.
  struct ShapePair {
    int a = -1, b = -1;  ///< indices in `shapes`; if one rests it is b
    double separation = 0, margin = 0;
    int pair = -1;  ///< of bodies
  };

  SceneDescription description;
  std::vector<Scene::Body> bodies;
  std::vector<Scene::Pair> pairs;
  std::vector<Frame> frames;
  std::vector<std::size_t> first_frame_of_model;  ///< links of a model follow each other
  std::vector<PlacedShape> shapes;
  std::vector<ShapePair> shape_pairs;  ///< in the order of `pairs`
  std::size_t value_count = 0;
  std::string fault;
  std::shared_ptr<const SceneIndex> index;  ///< null if there is a fault
};

}  // namespace firstcontact::articulated
