#pragma once
/// The geometries of a Collada file: what a <geometry> element holds, before any node places it.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "io/mesh_file.h"
#include "io/polygon_triangles.h"
#include "io/xml_input.h"

namespace firstcontact::io {

/// Elements of a Collada file by their ids.
class ColladaIds {
 public:
  explicit ColladaIds(const XmlFile& file) : places_(file.places_by_id()) {}

  /// The element <`name`> that an attribute of `place` refers to as "#id". Throws InputError if
  /// there is none or if the id is taken twice, and for a reference to another file.
  XmlElement at(const XmlElement& place, const char* attribute, const char* name) const;

 private:
  std::multimap<std::string_view, XmlElement> places_;
};

/// Reads each geometry once, when it is first asked for.
class ColladaGeometries {
 public:
  /// `ids` must outlive this.
  explicit ColladaGeometries(const ColladaIds& ids) : ids_(ids) {}

  /// Faces and lines of a <geometry>, with the vertices that they use. Everything in it that has a
  /// shape is read or refused: throws InputError.
  const MeshData& mesh_of(const XmlElement& geometry);

 private:
  using Numbers = std::shared_ptr<const std::vector<double>>;
  /// Vertex i has the coordinates numbers[offset + i * stride + axes[k]].
  struct Positions {
    Numbers numbers;
    std::uint64_t count = 0, offset = 0, stride = 1;
    std::array<std::uint64_t, 3> axes = {};

    Vec3 at(std::uint64_t i) const;
  };
  class Builder;

  Numbers array_of(const XmlElement& array);
  const Positions& positions_of(const XmlElement& source);
  const Positions& positions_of_vertices(const XmlElement& vertices);

  const ColladaIds& ids_;
  PolygonCutter cutter_;
  std::map<const void*, MeshData> meshes_;
  std::map<const void*, Numbers> arrays_;
  std::map<const void*, Positions> positions_;
  std::map<const void*, const Positions*> vertices_;
};

}  // namespace firstcontact::io
