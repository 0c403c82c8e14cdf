#pragma once
#include <firstcontact/articulated.h>

namespace firstcontact::articulated {

/// The pose of the link in its parent at time t, rounded.
AffineMap map_at(const JointMotion& motion, double t);

}  // namespace firstcontact::articulated
