#pragma once
/// Proves cheaply, in floating point, that a pair touches within a short interval.
#include <firstcontact/options.h>

#include "narrow/certified/gap_corners.h"

namespace firstcontact::narrow {

/// True only if the pair, with its exact inputs, touches (comes within the separation) at some time
/// in [from, to]. False means that nothing is known. `planar`: the corners lie in z = 0.
/// `separation_down` is the separation in the units of `corners`, rounded down. Precondition:
/// 0 <= from < to <= 1.
bool confirm_contact(const GapCorners& corners, bool planar, double separation_down, Norm norm,
                     double from, double to);

}  // namespace firstcontact::narrow
