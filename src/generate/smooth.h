#pragma once
/// Sine and cosine with the same bits on every machine, unlike those of the C library.

namespace firstcontact::generate {

/// sin(2 pi turns) and cos(2 pi turns), within 1e-7. |turns| < 2^31.
double sine_of_turns(double turns);
double cosine_of_turns(double turns);

}  // namespace firstcontact::generate
