#pragma once
/// Conservative advancement of two shapes' convex hulls: a lower bound of their time of contact.
#include "articulated/published/advancement_pair.h"
#include "geometry/convex_hull.h"

namespace firstcontact::articulated {

/// The shapes are proven free before `time` or, if `to_end`, in all of [0, t_max].
struct FreeTime {
  double time = 0;
  bool to_end = false;
};

/// Advances from 0 until the hulls are nearly in contact, or t_max.
FreeTime advance_hulls(const AdvancementContext& context, AdvancementPair& pair,
                       const geometry::ConvexHull& hull_a, const geometry::ConvexHull& hull_b);

}  // namespace firstcontact::articulated
