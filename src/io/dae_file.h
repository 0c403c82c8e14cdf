#pragma once
/// Collada meshes, which robots use beside the formats of mesh_file.h.
#include <string>

#include "io/mesh_file.h"

namespace firstcontact::io {

/// The name ends in ".dae", in any case.
bool is_dae(const std::string& path);

/// All triangles of all nodes of a Collada file, in metres: its <unit> is applied. Its <up_axis> is not: coordinates stay as
/// written, as RViz and MoveIt have them. Vertices are rounded to single precision. Points and lines are left out. Throws
/// InputError.
MeshData read_dae(const std::string& path);

/// By read_dae or read_mesh. Throws InputError, also if there is no triangle.
MeshData read_triangles(const std::string& path);

}  // namespace firstcontact::io
