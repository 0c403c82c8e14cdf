#pragma once
/// Vector3<double> and its operations.

namespace firstcontact::narrow {
#include "narrow/vector3-inl.h"
}  // namespace firstcontact::narrow
