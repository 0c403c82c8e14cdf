#pragma once
/// Which closed parts of a body are cavities of others. docs/math/solids.md gives the rule.
#include "geometry/body_tree.h"

namespace firstcontact::geometry {

/// Sets `counted_with` of the parts in `tree.solid`. Precondition: everything else of the tree is
/// set. A part that is not certainly a cavity counts as none, so that its inside stays solid.
void join_cavities(geometry::BodyTree& tree);

}  // namespace firstcontact::geometry
