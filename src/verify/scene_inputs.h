#pragma once
/// What a proof about a scene has to be about: the frames, bodies and pairs that follow from a
/// robot and a scene's description. Written apart from the solver's own scene, and linking none of
/// it, so that the two check each other.
#include <firstcontact/scene.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace firstcontact::verify {

/// The triangles of a shape. Refers to vertices and triangles of whoever made it.
struct InputShape {
  std::span<const Vec3> vertices;
  std::span<const Face> triangles;
  double radius = 0;  ///< the shape is all that lies within it of the triangles
};

/// A link, or something that a link carries: then the joint is fixed, and its origin is where it is
/// carried.
struct InputFrame {
  std::string name;
  int parent = -1;  ///< a frame before this one; -1: the world
  Joint joint;
  /// Where the values of the joint begin in a configuration (of a mimic: those of the joint it
  /// follows); -1: it has none.
  int first_value = -1;
};

struct InputBody {
  std::string name;
  int frame = -1;  ///< -1: rests in the world
  Pose place;      ///< of one that rests
  std::vector<InputShape> shapes;
};

/// Bodies that have to keep more than min_separation apart.
struct InputPair {
  int a = 0, b = 0;  ///< a < b
  double min_separation = 0;
};

struct SceneInputs {
  /// All links in order, then what they carry.
  std::vector<InputFrame> frames;
  /// Links with shapes, then what they carry, then objects at rest.
  std::vector<InputBody> bodies;
  /// Every two bodies but those that are joined rigidly or both rest, a link and the nearest one
  /// above it that has shapes, a carried body and the links that it may touch, and pairs that the
  /// description allows.
  std::vector<InputPair> pairs;
  std::size_t value_count = 0;
  /// Empty, or what is wrong with the description: a name that does not exist, two separations for one
  /// pair.
  std::string fault;
};

using ShapeReader = std::function<InputShape(const Shape&)>;

/// `links` are those of the description's only model, without a fault. The result refers to what
/// `read` gives.
SceneInputs scene_inputs(std::span<const Link> links, const SceneDescription& description,
                         const ShapeReader& read);

/// How many values of a configuration the joint has, if it is no mimic.
int values_of(JointType type);

}  // namespace firstcontact::verify
