// The scene of a Collada file: nodes, one in the other and instanced, place geometries.
#include "io/dae_file.h"

#include <firstcontact/pose.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>

#include "arith/fixed_order.h"
#include "io/byte_source.h"
#include "io/collada_geometry.h"
#include "io/shown_text.h"
#include "io/xml_input.h"

namespace firstcontact::io {
namespace {

struct Placement {
  Mat3 linear = Mat3::Identity();
  Vec3 offset = Vec3::Zero();

  Vec3 apply(const Vec3& x) const { return times(linear, x) + offset; }
  /// `inner` comes first.
  Placement operator*(const Placement& inner) const {
    return {times(linear, inner.linear), apply(inner.offset)};
  }
};

Placement matrix_of(const XmlElement& element) {
  std::array<double, 16> m;
  element.content_numbers(m);
  if (m[12] != 0 || m[13] != 0 || m[14] != 0 || m[15] != 1)
    element.refuse("the last row is not 0 0 0 1");
  Placement out;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) {
      const double number = m[4 * row + column];
      (column < 3 ? out.linear(row, column) : out.offset[row]) = number;
    }
  if (determinant(out.linear) == 0)
    element.refuse("squeezes everything flat: its determinant is 0");
  return out;
}

Placement rotation_of(const XmlElement& element) {
  std::array<double, 4> numbers;
  element.content_numbers(numbers);
  const Vec3 axis(numbers[0], numbers[1], numbers[2]);
  // Whole turns do not matter; an axis of any length does.
  const double degrees = std::remainder(numbers[3], 360.0);
  const double length = scaled_norm(axis);
  if (!(length > 0)) element.refuse("an axis of length 0");
  return {Pose::from_axis_angle(axis / length, degrees / 180 * std::numbers::pi).rotation,
          Vec3::Zero()};
}

/// What a child of a <node> does to the coordinates; nothing for one that is not about them.
std::optional<Placement> placement_of(const XmlElement& element) {
  const std::string kind = element.name();
  if (kind == "matrix") return matrix_of(element);
  if (kind == "rotate") return rotation_of(element);
  if (kind != "translate" && kind != "scale") return std::nullopt;
  std::array<double, 3> numbers;
  element.content_numbers(numbers);
  const Vec3 v(numbers[0], numbers[1], numbers[2]);
  if (kind == "translate") return Placement{Mat3::Identity(), v};
  if ((v.array() == 0).any()) element.refuse("a scale of 0");
  return Placement{v.asDiagonal(), Vec3::Zero()};
}

/// What an <asset> says about coordinates.
struct Asset {
  double metres = 1;  ///< of the unit of length
  std::string up;     ///< X_UP, Y_UP, Z_UP, or empty: nothing is said

  /// To metres with z up.
  Placement world() const {
    Placement out;
    if (up == "X_UP") out.linear << 0, -1, 0, 0, 0, -1, 1, 0, 0;
    if (up == "Y_UP") out.linear << 1, 0, 0, 0, 0, -1, 0, 1, 0;
    out.linear *= metres;
    return out;
  }
};

/// Of the <asset> in `place`, where it says something; else that of the elements around it.
Asset asset_of(const XmlElement& place, const Asset& around) {
  Asset asset = around;
  const auto element = place.child("asset");
  if (!element) return asset;
  if (const auto up = element->child("up_axis")) {
    asset.up = up->content();
    if (asset.up != "X_UP" && asset.up != "Y_UP" && asset.up != "Z_UP")
      up->refuse("X_UP, Y_UP or Z_UP is needed");
  }
  if (const auto unit = element->child("unit"); unit && unit->has("meter")) {
    asset.metres = unit->number("meter");
    if (!(asset.metres > 0)) unit->refuse("meter", "not positive");
  }
  return asset;
}

/// Goes through the nodes without recursion: files may nest and instance them as deep as they like.
class SceneWalk {
 public:
  SceneWalk(const ColladaIds& ids, const Asset& asset, std::size_t budget)
      : ids_(ids), geometries_(ids), asset_(asset), budget_(budget) {}

  /// Libraries, scenes, nodes and geometries may have an <asset> too.
  void expect_same_asset(const XmlElement& place) {
    if (!same_asset_.insert(place.key()).second) return;
    const Asset own = asset_of(place, asset_);
    if (own.world().linear != asset_.world().linear)
      place.child("asset")->refuse("another <unit> or <up_axis> than the file's is not read");
  }

  MeshData walk(const XmlElement& visual_scene) {
    open_.push_back({visual_scene, asset_.world(), false});
    while (!open_.empty()) {
      const Open next = std::move(open_.back());
      open_.pop_back();
      if (next.is_end)
        inside_.erase(next.place.key());
      else
        enter(next.place, next.at);
    }
    return std::move(mesh_);
  }

 private:
  struct Open {
    XmlElement place;  ///< a <node> or the <visual_scene>
    Placement at;
    bool is_end;  ///< everything in the node is done
  };
  /// What is in a node; read once, however often it is instanced.
  struct Node {
    Placement placement;
    std::vector<std::pair<XmlElement, const MeshData*>> geometries;
    std::vector<XmlElement> nodes;
  };

  /// Every node, vertex, triangle and line that comes into being counts, however often it is
  /// instanced.
  void spend(const XmlElement& place, std::size_t count) {
    if (count > budget_)
      place.refuse(
          "the instances of the file blow up: there are far more of them than it has bytes");
    budget_ -= count;
  }

  void enter(const XmlElement& place, const Placement& above) {
    if (!inside_.insert(place.key()).second) place.refuse("contains an instance of itself");
    open_.push_back({place, above, true});
    const Node& node = node_of(place);
    spend(place, 1 + node.nodes.size() + node.geometries.size());
    const Placement at = above * node.placement;
    const double volume = at.linear.determinant();
    if (!std::isfinite(volume) || volume == 0 || !at.offset.allFinite())
      place.refuse("with all nodes around it, it is placed beyond the range of numbers");
    for (const auto& [instance, mesh] : node.geometries) append(instance, *mesh, at);
    for (std::size_t i = node.nodes.size(); i-- > 0;) open_.push_back({node.nodes[i], at, false});
  }

  const Node& node_of(const XmlElement& place) {
    const auto [known, is_new] = nodes_.try_emplace(place.key());
    Node& node = known->second;
    if (!is_new) return node;
    expect_same_asset(place);
    for (const XmlElement& part : place.children()) {
      if (const auto placement = placement_of(part))
        node.placement = node.placement * *placement;
      else
        add_part(part, node);
    }
    return node;
  }

  void add_part(const XmlElement& part, Node& node) {
    const std::string kind = part.name();
    if (kind == "node") {
      const std::string id = part.has("id")     ? part.text("id")
                             : part.has("name") ? part.text("name")
                                                : "";
      node.nodes.push_back(part.called(id.empty() ? "<node>" : "node " + shown_text(id)));
    } else if (kind == "instance_node") {
      node.nodes.push_back(ids_.at(part, "url", "node"));
    } else if (kind == "instance_geometry") {
      const XmlElement geometry = ids_.at(part, "url", "geometry");
      expect_same_asset(geometry);
      node.geometries.emplace_back(part, &geometries_.mesh_of(geometry));
    } else if (kind == "instance_controller") {
      part.refuse("skins and morphs are not read: only geometry that does not change its shape is");
    } else if (kind == "skew" || kind == "lookat") {
      part.refuse("is not read: matrix, translate, rotate and scale are");
    } else {
      constexpr std::array<std::string_view, 5> kShapeless = {"asset", "extra", "instance_camera",
                                                              "instance_light", "evaluate_scene"};
      if (std::find(kShapeless.begin(), kShapeless.end(), kind) == kShapeless.end())
        part.refuse("is not known: nothing in a scene is left out");
    }
  }

  void append(const XmlElement& instance, const MeshData& part, const Placement& at) {
    spend(instance, part.vertices.size() + part.faces.size() + part.edges.size());
    const int first = static_cast<int>(mesh_.vertices.size());
    for (const Vec3& vertex : part.vertices) {
      mesh_.vertices.push_back(at.apply(vertex));
      if (!mesh_.vertices.back().allFinite())
        instance.refuse("a vertex is placed beyond the range of numbers");
    }
    const bool mirrored = at.linear.determinant() < 0;
    for (std::array<int, 3> face : part.faces) {
      if (mirrored) std::swap(face[1], face[2]);
      mesh_.faces.push_back({first + face[0], first + face[1], first + face[2]});
    }
    for (const std::array<int, 2>& edge : part.edges)
      mesh_.edges.push_back({first + edge[0], first + edge[1]});
  }

  const ColladaIds& ids_;
  ColladaGeometries geometries_;
  const Asset& asset_;
  std::size_t budget_;
  std::map<const void*, Node> nodes_;
  std::vector<Open> open_;
  std::set<const void*> inside_;      ///< nodes around the current one
  std::set<const void*> same_asset_;  ///< elements that were looked at
  MeshData mesh_;
};

}  // namespace

bool is_dae(const std::string& path) {
  constexpr std::string_view kSuffix = ".dae";
  return path.size() >= kSuffix.size() &&
         std::equal(kSuffix.begin(), kSuffix.end(),
                    path.end() - static_cast<std::ptrdiff_t>(kSuffix.size()),
                    [](char known, char c) {
                      return known == (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
                    });
}

MeshData read_dae(const std::string& path) { return read_dae_text(read_text(path), path); }

MeshData read_dae_text(std::string_view text, const std::string& path,
                       std::vector<std::string>* notes) {
  constexpr std::size_t kSmallestBudget = 1'000'000;
  const XmlFile file(text, path);
  const XmlElement root = file.root("COLLADA");
  const ColladaIds ids(file);
  const Asset asset = asset_of(root, {});
  const auto scene = root.child("scene");
  const auto instance = scene ? scene->child("instance_visual_scene") : std::nullopt;
  if (!instance)
    (scene ? *scene : root)
        .refuse(std::string(scene ? "" : "<scene> with ") + "<instance_visual_scene> is missing");
  const XmlElement visual_scene = ids.at(*instance, "url", "visual_scene");
  SceneWalk walk(ids, asset, std::max(kSmallestBudget, text.size()));
  for (const XmlElement& library : root.children()) walk.expect_same_asset(library);
  MeshData mesh = walk.walk(visual_scene);
  if (notes != nullptr && !asset.up.empty() && asset.up != "Z_UP")
    notes->push_back(path + ": its <up_axis> " + asset.up +
                     " is applied, so that z is up; RViz and MoveIt ignore it");
  if (mesh.vertices.empty()) visual_scene.refuse("holds no geometry");
  return mesh;
}

MeshData read_triangles(const std::string& path, std::vector<std::string>* notes) {
  MeshData mesh = is_dae(path) ? read_dae_text(read_text(path), path, notes) : read_mesh(path);
  if (mesh.faces.empty() && mesh.edges.empty()) throw InputError(path, "holds no triangle");
  return mesh;
}

}  // namespace firstcontact::io
