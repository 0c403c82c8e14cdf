#pragma once
/// The direction test for one query: DirectionTest<ScalarLanes, corners>.
#include "narrow/certified/error_bounds.h"
#include "narrow/certified/scalar_lanes.h"
#include "narrow/vector3.h"

namespace firstcontact::narrow {

/// The tests are seven directions, and last the plane of the hull, which moves with the hull and is
/// not a direction.
inline constexpr int kPlaneTest = 7, kDirections = 8;

/// A pair counts as separated if it stays farther apart than distance + relative * size, where size
/// is the largest |component| of its gap corners at t = 0 and t = 1. Both are finite and not
/// negative; 0 and 0 mean plain contact.
struct SeparationMargin {
  /// In the units of the corners, rounded up.
  double distance = 0;
  /// Otherwise the Chebyshev norm.
  bool euclidean = true;
  /// With kRelativeTolerance the pair must stay beyond the solver's default tolerance.
  double relative = 0;
};

// The order matters.
// clang-format off
#include "narrow/certified/plane_cubic-inl.h"
#include "narrow/certified/direction_test-inl.h"
// clang-format on

}  // namespace firstcontact::narrow
