#pragma once
/// Doubles as integers in a common power of two. Bit operations only: no rounding, whatever the
/// floating-point environment.
#include <limits>

#include "exact/integer.h"

namespace firstcontact::verify {

bool is_finite(double value);

/// The order of the real numbers; both zeros are equal. Negative, zero or positive as a is less
/// than, equal to or greater than b. Precondition: both are finite.
int compare(double a, double b);

/// A power of two that a set of doubles are all integer multiples of.
class Unit {
 public:
  /// Precondition: finite, and `of` has not been called yet.
  void cover(double value);
  /// value / unit. Precondition: `value` was covered, or is a multiple of something that was.
  exact::Integer of(double value) const;
  /// The unit is 2 to this power. Precondition: a value other than 0 was covered.
  int exponent() const { return exponent_; }

 private:
  int exponent_ = std::numeric_limits<int>::max();
};

}  // namespace firstcontact::verify
