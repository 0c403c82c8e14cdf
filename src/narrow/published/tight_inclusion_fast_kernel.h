#pragma once
/// The vectorised inclusion test of tight inclusion: many boxes of one level at a time.
#include <cstddef>

#include "narrow/published/tight_inclusion_problem.h"

namespace firstcontact::narrow::tight_inclusion {

/// The arrays given to `check_boxes` are readable and writable this far beyond their end.
inline constexpr std::size_t kLanePadding = 8;

/// Left ends of a box.
struct Corner {
  double t, u, v;
};

struct CheckedBoxes {
  /// Boxes that may hold a contact, moved to the front in their order. None at or behind
  /// `first_small`.
  std::size_t survivors;
  /// The first box that may hold a contact and is narrow enough; `count` if there is none. Boxes
  /// behind it were not looked at.
  std::size_t first_small;
  /// That box, if there is one.
  Corner small;
};

/// Checks the boxes [t, t + width) x [u, u + width) x [v, v + width) with left ends t[i], u[i],
/// v[i], in order. Precondition: t is sorted, t[i] <= t_limit; every left end is a multiple of the
/// level's width. The answer does not depend on the instruction set.
CheckedBoxes check_boxes(const Problem& problem, const Level& level, double* t, double* u,
                         double* v, std::size_t count);

}  // namespace firstcontact::narrow::tight_inclusion
