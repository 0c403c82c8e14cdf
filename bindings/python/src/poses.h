#pragma once
/// Vectors and poses on their way between Python and C++. The Python layer turns every form of a
/// pose into a matrix of 4 x 4 doubles.
#include <firstcontact/pose.h>

#include "arrays.h"

namespace firstcontact::python {

/// Shape (3,), finite.
Vec3 vector_of(const py::object& given, const char* name);
/// Shape (4, 4), float64: a rotation, a position and a last row of 0, 0, 0, 1. Throws
/// std::invalid_argument with the fault of the pose.
Pose pose_of(const py::object& given, const char* name);

/// Arrays of shape (3,) and (4, 4).
py::object give_vector(const Vec3& vector);
py::object give_pose(const Pose& pose);
/// Poses as an array of shape (n, 4, 4).
py::object give_poses(const std::vector<Pose>& poses);

}  // namespace firstcontact::python
