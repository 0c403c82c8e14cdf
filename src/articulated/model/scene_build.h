#pragma once
/// Makes the solvers' scene of a description.
#include "articulated/model/scene_data.h"

namespace firstcontact::articulated {

/// If the description has a fault, only the fault is set: there are no bodies, pairs and frames.
/// Does not throw for bad input.
articulated::SceneData build_scene(SceneDescription description);

}  // namespace firstcontact::articulated
