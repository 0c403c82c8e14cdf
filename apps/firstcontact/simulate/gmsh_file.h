#pragma once
/// Reads meshes of tetrahedra from Gmsh's files.
#include <string>
#include <string_view>

#include "sim/shapes/mesh_parts.h"

namespace firstcontact::apps {

/// The tetrahedra of an MSH file in ASCII, version 2.2 or 4.1, unpacked first when its name ends in
/// ".gz". Points, lines and triangles in it are skipped; elements of any other type are refused, as
/// are files without a tetrahedron. Nodes that no tetrahedron uses are dropped. Tetrahedra of
/// negative volume are turned around; those without volume are refused. Throws io::InputError
/// that names the file, the line and the field.
sim::TetMesh read_gmsh(const std::string& path);

/// The same from the text of a file; `path` is for messages.
sim::TetMesh parse_gmsh(std::string_view text, const std::string& path);

}  // namespace firstcontact::apps
