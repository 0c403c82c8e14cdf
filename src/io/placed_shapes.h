#pragma once
/// Meshes and places as files give them.
#include <firstcontact/shapes.h>

#include "io/mesh_file.h"

namespace firstcontact::io {

/// Scaled first. A scale may mirror: the triangles are turned around then.
Shape placed_mesh(const MeshData& mesh, const Vec3& scale, const Pose& place);

/// Fixed axes: first roll about x, then pitch about y, then yaw about z. The same bits on every machine.
Mat3 rotation_of_rpy(const Vec3& rpy);

}  // namespace firstcontact::io
