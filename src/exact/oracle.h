#pragma once
/// The exact oracle decides a pair without any rounding, and encloses the first contact time as
/// tightly as asked. Method, derivation and the list of candidate times: docs/math/exact-oracle.md.
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
  /// If in contact: the first contact time lies in [lower, upper], within [0, t_max]. Both are
  /// equal if the time is a dyadic number that was found exactly.
  Dyadic lower, upper;
  /// Number of candidate times that were examined.
  std::int64_t candidates = 0;
};

/// Precondition: all coordinates and options are finite and valid (narrow/validate.h).
Decision decide(const Query& query, const Request& request = {});

}  // namespace firstcontact::exact
