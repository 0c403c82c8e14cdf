#pragma once
/// What the settling by the plane is made of, for one query: with ScalarLanes.
#include "narrow/certified/plane_settling.h"
#include "narrow/certified/separating_directions.h"

namespace firstcontact::narrow {

// The order matters.
// clang-format off
#include "narrow/certified/plane_side-inl.h"
#include "narrow/certified/nearest_of_patch-inl.h"
#include "narrow/certified/touches_between-inl.h"
#include "narrow/certified/plane_settling-inl.h"
// clang-format on

}  // namespace firstcontact::narrow
