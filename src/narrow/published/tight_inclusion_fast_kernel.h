#pragma once
/// The vectorised inclusion test of tight inclusion: many boxes of one level at a time.
#include <cstddef>

#include "narrow/published/tight_inclusion_problem.h"

namespace firstcontact::narrow::tight_inclusion {

/// The arrays given to `check_boxes` must be readable and writable this far beyond their end.
inline constexpr std::size_t kLanePadding = 8;

/// Left ends of a box.
struct Corner {
  double t, u, v;
};

struct CheckedBoxes {
  /// Number of boxes before `first_small` that may hold a contact; they were moved to the front in
  /// their order.
  std::size_t survivors;
  /// Index of the first box that may hold a contact and is narrow enough; `count` if there is none.
  /// Boxes after it were not checked.
  std::size_t first_small;
  /// The box with that index, if there is one.
  Corner small;
};

/// Checks the boxes [t, t + width) x [u, u + width) x [v, v + width) with left ends t[i], u[i],
/// v[i], in order. The answer does not depend on the instruction set. Preconditions: t is sorted,
/// t[i] <= t_limit; every left end is a multiple of the level's width.
CheckedBoxes check_boxes(const Problem& problem, const Level& level, double* t, double* u,
                         double* v, std::size_t count);

}  // namespace firstcontact::narrow::tight_inclusion
