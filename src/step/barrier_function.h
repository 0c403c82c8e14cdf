#pragma once
/// The barrier as a function of the distance.
#include <firstcontact/barrier.h>

#include "step/feature_geometry.h"

namespace firstcontact::step {

/// The natural logarithm of a positive finite number, within a few units of the last place. Unlike
/// that of the C library it has the same bits on every machine.
double logarithm(double x);

/// The potential of a pair with this distance, by the distance. Infinite in contact, with NaN for
/// derivatives; NaN if the distance is.
Jet barrier_of(const NearPair& pair, double distance, const Barrier& barrier);

/// The barrier's numbers are positive and finite.
bool is_sound(const Barrier& barrier);

}  // namespace firstcontact::step
