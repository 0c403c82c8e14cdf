#pragma once
/// Collada meshes, which robots use beside the formats of mesh_file.h.
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh_file.h"

namespace firstcontact::io {

/// The name ends in ".dae", in any case.
bool is_dae(const std::string& path);

/// All polygons and lines of the scene of a Collada file, through its nodes and instances: in
/// metres and with z up, its <unit> and <up_axis> applied; without an <up_axis> coordinates stay as
/// written. Only vertices that are used, in double precision; no fans are told. Whatever else would
/// have a shape (controllers, splines, polygons with holes, unknown elements, references that lead
/// nowhere) is refused: nothing is left out silently. Time and memory grow with the file, also if
/// it instances itself many times over. Throws InputError.
MeshData read_dae(const std::string& path);

/// The same from text that stands for the file `path`. `notes` gets what users of other programs
/// may not expect.
MeshData read_dae_text(std::string_view text, const std::string& path,
                       std::vector<std::string>* notes = nullptr);

/// By read_dae or read_mesh. Throws InputError, also if there is neither a triangle nor a line.
MeshData read_triangles(const std::string& path, std::vector<std::string>* notes = nullptr);

}  // namespace firstcontact::io
