#pragma once
/// The objects of a scene file as bodies of the simulator.
#include <string>
#include <vector>

#include "io/json_field.h"
#include "sim/scene.h"

namespace firstcontact::apps {

/// The bodies of the list "objects", in their order, copies one after the other. `size` elements
/// are shared out among the solids and cloth that are not read from files. Throws io::InputError
/// that names the field.
std::vector<sim::Body> bodies_of(const io::JsonField& objects, int size);

/// Paths of the meshes that the objects of this list are read from.
std::vector<std::string> mesh_files_of(const io::JsonField& objects);

}  // namespace firstcontact::apps
