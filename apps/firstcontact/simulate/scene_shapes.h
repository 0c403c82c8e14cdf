#pragma once
/// The shapes of a scene file: solids, cloth and obstacles.
#include <optional>
#include <string>

#include "io/json_field.h"
#include "sim/shapes/mesh_parts.h"

namespace firstcontact::apps {

/// The tetrahedra of {"shape": "ball", "radius": r} and the like, with about so many elements, or
/// of {"file": "body.msh"}. Throws io::InputError that names the field.
sim::TetMesh solid_of(const io::JsonField& place, int elements);

/// The triangles of {"shape": "sheet", "size": [x, y]} and the like, with about so many elements,
/// or of {"file": "body.obj"}. Throws io::InputError that names the field.
sim::TriangleMesh surface_of(const io::JsonField& place, int elements);

/// Path of the mesh that {"file": "body.obj"} names, from the folder of the scene; unset for a shape.
std::optional<std::string> mesh_file_of(const io::JsonField& place);

/// A positive number. The refusal names the value.
double positive_at(const io::JsonField& place, const char* name);

}  // namespace firstcontact::apps
