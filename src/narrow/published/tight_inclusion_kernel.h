#pragma once
/// The vectorised inclusion function of the published algorithm: the eight corners of one box at
/// once.
#include "narrow/published/tight_inclusion_problem.h"

namespace firstcontact::narrow::tight_inclusion {

enum class BoxAnswer {
  Free,   ///< no contact in the box
  Wide,   ///< perhaps one: split it
  Small,  ///< perhaps one, and the gap is narrow enough
};

/// Bounds the gap over the box with left ends t, u, v by its values at the eight corners, axis by
/// axis. The answer does not depend on the instruction set.
BoxAnswer check_corners(const Problem& problem, const Level& level, double t, double u, double v);

}  // namespace firstcontact::narrow::tight_inclusion
