#pragma once
/// A scene as the solvers use it: frames in order, shapes in frames, pairs of shapes.
#include <firstcontact/scene.h>

#include <cstdint>
#include <vector>

#include "geometry/body_tree.h"

namespace firstcontact::articulated {

class SceneIndex;

struct SceneData {
  /// A part of the scene that moves as one. The frames are all links of all models in order, then
  /// one for each attachment. Objects have no frame: they are at rest.
  struct Frame {
    int parent = -1;  ///< index of the parent frame, which is smaller; -1 for the world
    /// The link whose JointMotion moves the frame. Link -1 is an attachment, which does not move
    /// relative to its parent.
    int model = -1, link = -1;
    AffineMap fixed;  ///< the pose of an attachment in its parent
  };
  struct PlacedShape {
    int body = -1, shape = -1;  ///< indices in `bodies` and within the body
    int frame = -1;             ///< -1 if it is at rest, at `pose`
    AffineMap pose;             ///< in the world, if it is at rest; the identity otherwise
    TriangleBody body_geometry;
    double radius = 0;
    bool convex_solid = false, surface_only = false;
    /// Shapes inside it are in contact with it.
    bool is_solid() const { return !surface_only && (convex_solid || tree().solid.has_solid); }
    const geometry::BodyTree& tree() const { return geometry::tree_of(body_geometry); }
  };
  /// Two shapes. They are in contact if the distance of their triangles is at most `separation`,
  /// which is min_separation plus both radii, rounded up.
  struct ShapePair {
    int a = -1, b = -1;  ///< indices in `shapes`; a resting shape is b
    double separation = 0, min_separation = 0;
    int pair = -1;  ///< index of the pair of bodies
  };

  SceneDescription description;
  std::vector<Scene::Body> bodies;
  std::vector<Scene::Pair> pairs;
  std::vector<Frame> frames;
  std::vector<std::size_t> first_frame_of_model;  ///< the links of a model are consecutive
  std::vector<PlacedShape> shapes;
  std::vector<ShapePair> shape_pairs;  ///< in the order of `pairs`
  std::size_t value_count = 0;
  std::string fault;
  std::shared_ptr<const SceneIndex> index;  ///< null if there is a fault
};

}  // namespace firstcontact::articulated
