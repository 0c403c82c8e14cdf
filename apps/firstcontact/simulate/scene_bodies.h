#pragma once
/// The objects of a scene file as bodies of the simulator.
#include <vector>

#include "io/json_field.h"
#include "sim/scene.h"

namespace firstcontact::apps {

/// The bodies of the list "objects", in their order, copies one after the other. `size` elements
/// are shared out among the solids and cloth that are not read from files. Throws io::InputError
/// that names the field.
std::vector<sim::Body> bodies_of(const io::JsonField& objects, int size);

}  // namespace firstcontact::apps
