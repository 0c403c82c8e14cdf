#pragma once
/// Whether two surfaces cut through each other at the start.
#include <firstcontact/polyhedron.h>
#include <firstcontact/screw.h>

#include <cstdint>
#include <optional>

#include "motion/two_body_search.h"

namespace firstcontact::rigid {

struct StartCrossing {
  /// An edge that passes through a face at t = 0 by more than rounding, if there is one: the first
  /// by (kind, a, b). The point is in A's coordinates; normal and properness are not set.
  std::optional<Collision> crossing;
  std::int64_t checks = 0;
  motion::SearchEnd end = motion::SearchEnd::Complete;
};

StartCrossing find_start_crossing(const Polyhedron& a, const Polyhedron& b,
                                  const motion::TwoBodies& bodies, std::int64_t max_checks);

}  // namespace firstcontact::rigid
