// Sources, vertices and primitives of <mesh> and <convex_mesh>. The schema: Collada 1.4.1 and 1.5.
#include "io/collada_geometry.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>

#include "io/mesh_formats.h"
#include "io/shown_text.h"

namespace firstcontact::io {

XmlElement ColladaIds::at(const XmlElement& place, const char* attribute, const char* name) const {
  const std::string url = place.text(attribute);
  if (!url.starts_with('#'))
    place.refuse(attribute,
                 shown_text(url) + " is in another file, which is not read: #ID is needed");
  const auto [first, last] = places_.equal_range(std::string_view(url).substr(1));
  if (first == last)
    place.refuse(attribute, "there is no element with the id " + shown_text(url.substr(1)));
  if (std::next(first) != last)
    place.refuse(attribute, "the id " + shown_text(url.substr(1)) + " is taken twice, on lines " +
                                std::to_string(first->second.line()) + " and " +
                                std::to_string(std::next(first)->second.line()));
  const XmlElement& found = first->second;
  if (found.name() != name)
    place.refuse(attribute, shown_text(url) + " is a " + found.label() + " (line " +
                                std::to_string(found.line()) + "), not a <" + name + ">");
  return found.called(std::string(name) + " " + shown_text(url.substr(1)));
}

Vec3 ColladaGeometries::Positions::at(std::uint64_t i) const {
  const auto coordinate = [&](std::size_t k) { return (*numbers)[offset + i * stride + axes[k]]; };
  return {coordinate(0), coordinate(1), coordinate(2)};
}

ColladaGeometries::Numbers ColladaGeometries::array_of(const XmlElement& array) {
  Numbers& numbers = arrays_[array.key()];
  if (numbers) return numbers;
  auto found = std::make_shared<std::vector<double>>(array.content_numbers());
  if (array.has("count") && array.count("count") != found->size())
    array.refuse("count", array.text("count") + ", but there are " + std::to_string(found->size()) +
                              " numbers");
  return numbers = std::move(found);
}

const ColladaGeometries::Positions& ColladaGeometries::positions_of(const XmlElement& source) {
  const auto [known, is_new] = positions_.try_emplace(source.key());
  Positions& positions = known->second;
  if (!is_new) return positions;
  const auto technique = source.child("technique_common");
  const auto accessor = technique ? technique->child("accessor") : std::nullopt;
  if (!accessor) source.refuse("<technique_common> with an <accessor> is missing");
  positions.numbers = array_of(ids_.at(*accessor, "source", "float_array"));
  positions.count = accessor->count("count");
  if (accessor->has("offset")) positions.offset = accessor->count("offset");
  if (accessor->has("stride")) positions.stride = accessor->count("stride");
  const std::vector<XmlElement> params = accessor->children("param");
  for (std::size_t k = 0; k < 3; ++k) {
    std::optional<std::size_t> at;
    for (std::size_t i = 0; i < params.size(); ++i) {
      if (!params[i].has("name") || (params[i].text("name") != std::string{"XYZ"[k]} &&
                                     params[i].text("name") != kAxisNames[k]))
        continue;
      if (at) params[i].refuse("name", params[i].text("name") + " comes twice");
      if (params[i].has("type") && params[i].text("type") != "float" &&
          params[i].text("type") != "double")
        params[i].refuse("type", shown_text(params[i].text("type")) + " is not float or double");
      at = i;
    }
    if (!at)
      accessor->refuse(std::string("<param name=\"") + "XYZ"[k] +
                       "\"> is missing: positions have X, Y and Z");
    positions.axes[k] = *at;
  }
  if (positions.stride < params.size())
    accessor->refuse("stride", std::to_string(positions.stride) +
                                   " is less than the number of <param>s, " +
                                   std::to_string(params.size()));
  // Divisions, because products of what a file says may overflow.
  const std::uint64_t size = positions.numbers->size(),
                      needed = *std::max_element(positions.axes.begin(), positions.axes.end()) + 1;
  if (positions.count > 0 &&
      (positions.offset > size || size - positions.offset < needed ||
       (size - positions.offset - needed) / positions.stride < positions.count - 1))
    accessor->refuse("its " + std::to_string(positions.count) + " positions reach beyond the " +
                     std::to_string(size) + " numbers of its array");
  return positions;
}

const ColladaGeometries::Positions& ColladaGeometries::positions_of_vertices(
    const XmlElement& vertices) {
  const Positions*& found = vertices_[vertices.key()];
  if (found != nullptr) return *found;
  for (const XmlElement& input : vertices.children("input")) {
    if (input.text("semantic") != "POSITION") continue;
    if (found != nullptr) input.refuse("a second POSITION");
    found = &positions_of(ids_.at(input, "source", "source"));
  }
  if (found == nullptr) vertices.refuse("<input semantic=\"POSITION\"> is missing");
  return *found;
}

/// Adds the primitives of one <mesh>.
class ColladaGeometries::Builder {
 public:
  Builder(ColladaGeometries& geometries, MeshData& mesh) : geometries_(geometries), mesh_(mesh) {}

  /// False for what has no shape of its own.
  bool add(const XmlElement& element) {
    const std::string kind = element.name();
    if (kind == "source" || kind == "vertices" || kind == "extra") return false;
    if (kind == "triangles")
      add_triangles(element);
    else if (kind == "polylist")
      add_polylist(element);
    else if (kind == "lines")
      add_lines(element);
    else if (kind == "polygons")
      add_lists(element, &Builder::add_polygon);
    else if (kind == "trifans")
      add_lists(element, &Builder::add_fan);
    else if (kind == "tristrips")
      add_lists(element, &Builder::add_strip);
    else if (kind == "linestrips")
      add_lists(element, &Builder::add_line_strip);
    else
      element.refuse("is not known: nothing in a mesh is left out");
    return true;
  }

 private:
  using Corners = std::span<const int>;

  /// Where in the indices of a primitive those of the vertices stand, and what they count.
  struct Inputs {
    const Positions* positions = nullptr;
    std::uint64_t offset = 0, stride = 1;
  };

  Inputs inputs_of(const XmlElement& element) const {
    Inputs inputs;
    std::uint64_t last = 0;
    for (const XmlElement& input : element.children("input")) {
      const std::uint64_t offset = input.has("offset") ? input.count("offset") : 0;
      last = std::max(last, offset);
      const std::string semantic = input.text("semantic");
      if (semantic != "VERTEX" && semantic != "POSITION") continue;
      if (inputs.positions != nullptr) input.refuse("a second " + semantic);
      inputs.offset = offset;
      inputs.positions =
          &(semantic == "POSITION"
                ? geometries_.positions_of(geometries_.ids_.at(input, "source", "source"))
                : geometries_.positions_of_vertices(
                      geometries_.ids_.at(input, "source", "vertices")));
    }
    if (inputs.positions == nullptr) element.refuse("<input semantic=\"VERTEX\"> is missing");
    constexpr std::uint64_t kMostInputs = 1000;
    if (last >= kMostInputs)
      element.refuse("an <input> has an offset of " + std::to_string(last) +
                     ", which is too large");
    inputs.stride = last + 1;
    return inputs;
  }

  /// The corners in a <p>, as vertices of the mesh.
  std::vector<int> corners_of(const XmlElement& p, const Inputs& inputs) {
    const std::vector<std::uint64_t> indices = p.content_counts();
    if (indices.size() % inputs.stride != 0)
      p.refuse(std::to_string(indices.size()) + " indices, but every corner has " +
               std::to_string(inputs.stride));
    std::unordered_map<std::uint64_t, int>& known = vertices_[inputs.positions];
    std::vector<int> corners;
    for (std::size_t i = inputs.offset; i < indices.size(); i += inputs.stride) {
      if (indices[i] >= inputs.positions->count)
        p.refuse(out_of_range_of(indices[i], inputs.positions->count));
      const auto [vertex, is_new] =
          known.try_emplace(indices[i], static_cast<int>(mesh_.vertices.size()));
      if (is_new) mesh_.vertices.push_back(inputs.positions->at(indices[i]));
      corners.push_back(vertex->second);
    }
    return corners;
  }

  static std::string out_of_range_of(std::uint64_t index, std::uint64_t count) {
    return "vertex " + std::to_string(index) + " is out of range: there are " +
           std::to_string(count);
  }

  /// Of an element with one <p>.
  std::vector<int> only_corners_of(const XmlElement& element) {
    const Inputs inputs = inputs_of(element);
    refuse_strange(element, {"input", "p", "vcount", "extra"});
    const auto p = element.child("p");
    return p ? corners_of(*p, inputs) : std::vector<int>();
  }

  static void refuse_strange(const XmlElement& element,
                             std::initializer_list<std::string_view> known) {
    for (const XmlElement& part : element.children())
      if (std::find(known.begin(), known.end(), part.name()) == known.end())
        part.refuse(part.name() == "ph" ? "polygons with holes are not read"
                                        : "is not known: nothing in a mesh is left out");
  }

  /// The attribute `count` must be there and be right: a file that was cut short or miscounted has
  /// lost something.
  static void expect_count(const XmlElement& element, std::uint64_t found, const char* what) {
    if (element.count("count") != found)
      element.refuse(
          "count", element.text("count") + ", but there are " + std::to_string(found) + " " + what);
  }

  void add_triangles(const XmlElement& element) {
    const std::vector<int> corners = only_corners_of(element);
    if (corners.size() % 3 != 0)
      element.refuse(std::to_string(corners.size()) + " corners do not make triangles");
    expect_count(element, corners.size() / 3, "triangles");
    for (std::size_t i = 0; i < corners.size(); i += 3)
      mesh_.faces.push_back({corners[i], corners[i + 1], corners[i + 2]});
  }

  void add_lines(const XmlElement& element) {
    const std::vector<int> corners = only_corners_of(element);
    if (corners.size() % 2 != 0)
      element.refuse(std::to_string(corners.size()) + " ends do not make lines");
    expect_count(element, corners.size() / 2, "lines");
    for (std::size_t i = 0; i < corners.size(); i += 2)
      mesh_.edges.push_back({corners[i], corners[i + 1]});
  }

  void add_polylist(const XmlElement& element) {
    const std::vector<int> corners = only_corners_of(element);
    const auto counts_at = element.child("vcount");
    const std::vector<std::uint64_t> counts =
        counts_at ? counts_at->content_counts() : std::vector<std::uint64_t>();
    expect_count(element, counts.size(), "numbers in <vcount>");
    std::size_t first = 0;
    for (const std::uint64_t count : counts) {
      if (count > corners.size() - first)
        element.refuse("<vcount> needs more than the " + std::to_string(corners.size()) +
                       " corners of <p>");
      add_polygon(element, Corners(corners).subspan(first, count));
      first += count;
    }
    if (first != corners.size())
      element.refuse("<p> has " + std::to_string(corners.size()) + " corners, <vcount> only uses " +
                     std::to_string(first));
  }

  /// Any number of <p>, each given to `add_one`.
  void add_lists(const XmlElement& element, void (Builder::*add_one)(const XmlElement&, Corners)) {
    const Inputs inputs = inputs_of(element);
    refuse_strange(element, {"input", "p", "extra"});
    const std::vector<XmlElement> lists = element.children("p");
    expect_count(element, lists.size(), "<p>");
    for (const XmlElement& p : lists) (this->*add_one)(p, corners_of(p, inputs));
  }

  void add_polygon(const XmlElement& place, Corners corners) {
    if (corners.size() == 2) return mesh_.edges.push_back({corners[0], corners[1]});
    if (corners.size() < 3) place.refuse(too_few_corners(corners.size()));
    const std::vector<std::array<int, 3>> triangles =
        geometries_.cutter_.cut(corners, mesh_.vertices);
    if (triangles.empty())
      place.refuse("the polygons of the file that are not convex have too many corners");
    mesh_.faces.insert(mesh_.faces.end(), triangles.begin(), triangles.end());
  }

  void add_fan(const XmlElement& place, Corners corners) {
    if (corners.size() < 3) place.refuse(too_few_corners(corners.size()));
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
      mesh_.faces.push_back({corners[0], corners[i], corners[i + 1]});
  }

  void add_strip(const XmlElement& place, Corners corners) {
    if (corners.size() < 3) place.refuse(too_few_corners(corners.size()));
    for (std::size_t i = 0; i + 2 < corners.size(); ++i)
      mesh_.faces.push_back(i % 2 == 0 ? std::array{corners[i], corners[i + 1], corners[i + 2]}
                                       : std::array{corners[i + 1], corners[i], corners[i + 2]});
  }

  void add_line_strip(const XmlElement& place, Corners corners) {
    if (corners.size() < 2) place.refuse("a line needs at least 2 ends");
    for (std::size_t i = 0; i + 1 < corners.size(); ++i)
      mesh_.edges.push_back({corners[i], corners[i + 1]});
  }

  ColladaGeometries& geometries_;
  MeshData& mesh_;
  std::map<const Positions*, std::unordered_map<std::uint64_t, int>>
      vertices_;  ///< of `mesh_`, by index in the file
};

const MeshData& ColladaGeometries::mesh_of(const XmlElement& geometry) {
  const auto [known, is_new] = meshes_.try_emplace(geometry.key());
  if (!is_new) return known->second;
  Builder builder(*this, known->second);
  std::size_t primitives = 0;
  for (const XmlElement& part : geometry.children()) {
    if (part.name() == "asset" || part.name() == "extra") continue;
    if (part.name() != "mesh" && part.name() != "convex_mesh")
      part.refuse("is not read: <mesh> and <convex_mesh> are");
    if (part.has("convex_hull_of"))
      part.refuse("convex_hull_of", "the hull of another geometry is not made");
    for (const XmlElement& element : part.children()) primitives += builder.add(element) ? 1 : 0;
  }
  if (primitives == 0) geometry.refuse("holds no triangles, polygons or lines");
  return known->second;
}

}  // namespace firstcontact::io
