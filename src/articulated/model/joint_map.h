#pragma once
#include <firstcontact/articulated.h>

namespace firstcontact::articulated {

/// The link in its parent at t, rounded.
AffineMap map_at(const JointMotion& motion, double t);

}  // namespace firstcontact::articulated
