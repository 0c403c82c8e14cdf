#pragma once
// What rigid bodies and robots share.
#include <firstcontact/moving_bodies.h>
#include <firstcontact/pose.h>

#include <string>

/// The triangles of a rigid body.
struct fc_body {
  firstcontact::TriangleBody body;
};

namespace firstcontact::c {

/// A pose of twelve numbers, row after row. Throws BadArgument if it is none.
Pose pose_from(const double* numbers, const std::string& name);

}  // namespace firstcontact::c
