#pragma once
/// Cheap proofs, in floating point, that a pair really touches within a short interval.
#include <firstcontact/options.h>

#include "narrow/certified/gap_corners.h"

namespace firstcontact::narrow {

/// True only if the pair of exact inputs touches at some time in [from, to] (with a separation:
/// comes within it). False says nothing. `planar`: the corners lie in z = 0. `separation_down`: the
/// separation in the units of `corners`, rounded down. 0 <= from < to <= 1.
bool confirm_contact(const GapCorners& corners, bool planar, double separation_down, Norm norm,
                     double from, double to);

}  // namespace firstcontact::narrow
