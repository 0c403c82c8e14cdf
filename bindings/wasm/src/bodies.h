#pragma once
/// Rigid bodies as JSON, for the functions about screws and for the collision screen.
#include <firstcontact/screw.h>

#include "values.h"

namespace firstcontact::wasm {

/// The polyhedron that the arrays "<name>Vertices" (three numbers each) and "<name>Faces" (number
/// of corners, corners; …) of the call describe.
Polyhedron polyhedron(const Call& call, const std::string& name);

ScrewOptions screw_options(const Json& in);
Json screw_json(const Screw& screw);
/// With the vertices of the features.
Json collision_json(const Collision& collision, const Polyhedron& a, const Polyhedron& b);
/// Null if there are no entries.
Json certificate_json(const BodyCertificate& certificate);

}  // namespace firstcontact::wasm
