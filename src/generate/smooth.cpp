#include "generate/smooth.h"

#include <cmath>

namespace firstcontact::generate {

/// Reduces to a quarter turn, then the Taylor polynomial of degree 11: its first term left out is
/// (pi / 2)^13 / 13! < 6e-8.
double sine_of_turns(double turns) {
  double x = turns - std::floor(turns);  // [0, 1)
  double sign = 1;
  if (x >= 0.5) {
    x -= 0.5;
    sign = -1;
  }
  if (x > 0.25) x = 0.5 - x;
  const double a = 6.283185307179586 * x;
  const double s = a * a;
  double sum = 1;
  for (int k = 11; k >= 3; k -= 2) sum = 1 - s / ((k - 1) * k) * sum;
  return sign * a * sum;
}

double cosine_of_turns(double turns) { return sine_of_turns(turns + 0.25); }

}  // namespace firstcontact::generate
