#pragma once
/// The exact oracle: decides a pair of doubles with no rounding at all, and encloses the first
/// contact time as tightly as asked. Method, derivation and the list of candidate times:
/// docs/math/exact-oracle.md.
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <cstdint>

#include "exact/integer.h"

namespace firstcontact::exact {

/// mantissa * 2^exponent.
struct Dyadic {
  Integer mantissa;
  std::int64_t exponent = 0;

  /// Largest double <= this, and smallest double >= this.
  double round_down() const;
  double round_up() const;
};

struct Request {
  double min_separation = 0;
  Norm norm = Norm::L2;
  double t_max = 1;
  /// The enclosure of the first contact time is at most 2^-width_bits wide.
  int width_bits = 30;
};

struct Decision {
  bool contact = false;
  /// In contact: the first contact time lies in [lower, upper], within [0, t_max]; equal when it is
  /// a dyadic number that was met.
  Dyadic lower, upper;
  /// Candidate times that were examined.
  std::int64_t candidates = 0;
};

/// Precondition: every coordinate and option is finite and valid (`narrow/validate.h`).
Decision decide(const Query& query, const Request& request = {});

}  // namespace firstcontact::exact
