#pragma once
/// A scene: articulated models, objects at rest, things that links carry, and rules about which
/// pairs of them must be kept apart.
#include <firstcontact/articulated.h>
#include <firstcontact/export.h>

#include <utility>

namespace firstcontact {

class Scene;
namespace articulated {
struct SceneData;
const SceneData& data_of(const Scene& scene);
}  // namespace articulated

/// A robot, a character or a machine of a scene, with a name of its own.
struct SceneModel {
  std::string name = {};
  ArticulatedModel model = {};
};

/// An object at rest in the world.
struct SceneObject {
  std::string name = {};
  std::vector<Shape> shapes = {};
  Pose pose = {};
};

/// A thing that a link carries: it moves as if it were part of the link. It is not checked against
/// that link and its touch_links.
struct Attachment {
  std::string name = {};
  std::string link = {};  ///< the name of the link's body: see Scene
  std::vector<Shape> shapes = {};
  Pose pose = {};  ///< in the link's frame
  std::vector<std::string> touch_links = {};
};

/// Two bodies, by name, and the distance that they must keep.
struct PairSeparation {
  std::string a, b = {};
  double min_separation = 0;
};

/// What a Scene is made from.
struct SceneDescription {
  std::vector<SceneModel> models = {};
  std::vector<SceneObject> objects = {};
  std::vector<Attachment> attachments = {};
  /// Allowed-collision matrix: pairs of bodies that are never checked. "*" as the second name
  /// stands for every body.
  std::vector<std::pair<std::string, std::string>> allowed = {};
  /// A pair is in contact if its distance is at most this length, or what `pair_separations` says
  /// for the pair.
  double min_separation = 0;
  std::vector<PairSeparation> pair_separations = {};
};

/// A checked scene, with the pairs of bodies that must be kept apart. Cheap to copy; thread-safe.
///
/// Bodies are the links with shapes, then the attachments, then the objects. The body of a link has
/// the name of the link; if there are several models, its name is "model/link".
///
/// These pairs are never checked: two bodies that are both at rest or otherwise joined rigidly;
/// neighbouring links (a link and the nearest link above it that has shapes); and what the
/// description allows. A closed loop is given as several trees with motions that fit together, and
/// the pairs that the loop joins are given as allowed.
class FIRSTCONTACT_API Scene {
 public:
  /// A link, an object or an attachment.
  struct Body {
    std::string name;
    int model = -1;  ///< -1: an object
    int link = -1;   ///< of the model: the link itself, or the one that carries the attachment
    std::size_t shape_count = 0, triangle_count = 0;
    std::vector<Closedness> closedness = {};  ///< of each shape: whether its inside counts
  };
  /// Two bodies that are checked against each other.
  struct Pair {
    int a = 0, b = 0;  ///< bodies, a < b
    double min_separation = 0;
  };

  Scene() = default;
  /// Never throws for bad input: see `fault`.
  explicit Scene(SceneDescription description);

  /// What is wrong with the scene, naming the body or rule, or an empty string.
  const std::string& fault() const;
  std::span<const SceneModel> models() const;
  std::span<const Body> bodies() const;
  /// The index of a body in bodies(), or -1.
  int body_index(std::string_view name) const;
  /// Sorted by a, then b.
  std::span<const Pair> pairs() const;
  /// The number of values of a configuration of the scene: those of all models, one model after the
  /// other.
  std::size_t value_count() const;

 private:
  friend const articulated::SceneData& articulated::data_of(const Scene& scene);
  std::shared_ptr<const articulated::SceneData> data_;
};

}  // namespace firstcontact
