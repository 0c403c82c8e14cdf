#pragma once
/// Sine and cosine, and the factors of a turn made of them, enclosed.
#include "verify/rational_ball.h"

namespace firstcontact::verify {

struct SineCosineBalls {
  Ball sine, cosine;
};

/// Contain the sine and the cosine of every member of `angle` (radians, of any size). Beyond the
/// radius of `angle` their radii are below 2^-230 for |angle| <= 1000; they double with every
/// doubling of a larger angle.
SineCosineBalls sine_cosine(const Ball& angle);

/// The functions of time in a turn with the angle a over the whole step: sin(a t), cos(a t), and
///   first = sin(a t) / a,   second = (1 − cos(a t)) / a²;   for a = 0 the limits t and t²/2.
struct TurnBalls {
  Ball sine, cosine, first, second;
};

/// Precondition: 0 <= t <= 1. The radii are below 2^-220 for |a| <= 1000, however small it is.
TurnBalls turn(const Dyadic& angle, const Dyadic& time);

}  // namespace firstcontact::verify
