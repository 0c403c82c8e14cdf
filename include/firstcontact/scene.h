#pragma once
/// Several articulated models, objects at rest and things that links carry, with rules about which
/// pairs matter.
#include <firstcontact/articulated.h>

#include <utility>

namespace firstcontact {

class Scene;
namespace articulated {
struct SceneData;
const SceneData& data_of(const Scene& scene);
}  // namespace articulated

struct SceneModel {
  std::string name;
  ArticulatedModel model;
};

/// Rests in the world.
struct SceneObject {
  std::string name;
  std::vector<Shape> shapes;
  Pose pose;
};

/// Moves with a link as if it were part of it. Not checked against that link and its touch_links.
struct Attachment {
  std::string name;
  std::string link;  ///< name of the link as a body: see Scene
  std::vector<Shape> shapes;
  Pose pose;  ///< in the link's frame
  std::vector<std::string> touch_links;
};

struct PairMargin {
  std::string a, b;
  double margin = 0;
};

struct SceneDescription {
  std::vector<SceneModel> models;
  std::vector<SceneObject> objects;
  std::vector<Attachment> attachments;
  /// Allowed-collision matrix: pairs of bodies that are never checked. "*" as second: the first one
  /// with everything.
  std::vector<std::pair<std::string, std::string>> allowed;
  /// A pair is in contact when its distance is at most its margin: that of `margins`, or else this
  /// one.
  double margin = 0;
  std::vector<PairMargin> margins;
};

/// A checked scene with the pairs of bodies that are to be kept apart. Plain value, cheap to copy,
/// thread-safe.
///
/// Bodies are the links with shapes, then the attachments, then the objects. A link's body is named
/// like the link; where there are several models, "model/link". Pairs that are never checked: two
/// bodies at rest (objects, links fixed to the world) or otherwise joined rigidly; neighbouring
/// links, that is, a link and the nearest one above it that has shapes; what the description
/// allows. Closed loops are given as several trees with motions that fit, and the pairs that the
/// loops join as allowed.
class Scene {
 public:
  struct Body {
    std::string name;
    int model = -1;  ///< -1: an object
    int link = -1;   ///< of the model: the link itself, or what carries the attachment
    std::size_t shape_count = 0, triangle_count = 0;
    std::vector<Closedness> closedness = {};  ///< of each shape: does its inside count?
  };
  struct Pair {
    int a = 0, b = 0;  ///< bodies, a < b
    double margin = 0;
  };

  Scene() = default;
  /// Never throws for bad input: see `fault`.
  explicit Scene(SceneDescription description);

  /// Empty, or what is wrong, naming the body or rule.
  const std::string& fault() const;
  std::span<const SceneModel> models() const;
  std::span<const Body> bodies() const;
  /// -1: none.
  int body_index(std::string_view name) const;
  /// Ascending.
  std::span<const Pair> pairs() const;
  /// What `from` and `to` have to have: the sum of the models' value counts, model after model.
  std::size_t value_count() const;

 private:
  friend const articulated::SceneData& articulated::data_of(const Scene& scene);
  std::shared_ptr<const articulated::SceneData> data_;
};

}  // namespace firstcontact
