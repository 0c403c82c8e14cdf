#pragma once
/// The vectorised inclusion function of the published algorithm: all eight corners of one box at
/// once.
#include "narrow/published/tight_inclusion_problem.h"

namespace firstcontact::narrow::tight_inclusion {

enum class BoxAnswer {
  Free,   ///< the box holds no contact
  Wide,   ///< the box may hold a contact and must be split
  Small,  ///< the box may hold a contact and is narrow enough
};

/// Bounds the gap over the box with left ends t, u, v by its values at the eight corners, axis by
/// axis. The answer does not depend on the instruction set.
BoxAnswer check_corners(const Problem& problem, const Level& level, double t, double u, double v);

}  // namespace firstcontact::narrow::tight_inclusion
