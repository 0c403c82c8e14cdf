#pragma once
/// Sine and cosine that are the same bits on every machine; those of the C library are not.

namespace firstcontact::generate {

/// sin(2 pi turns) and cos(2 pi turns), within 1e-7. |turns| < 2^31.
double sine_of_turns(double turns);
double cosine_of_turns(double turns);

}  // namespace firstcontact::generate
