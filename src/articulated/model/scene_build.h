#pragma once
/// Makes the solvers' scene of a description.
#include "articulated/model/scene_data.h"

namespace firstcontact::articulated {

/// With the fault, if there is one; then without bodies, pairs and frames. Never throws for bad
/// input.
articulated::SceneData build_scene(SceneDescription description);

}  // namespace firstcontact::articulated
