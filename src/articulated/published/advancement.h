#pragma once
/// SceneMethod::Advancement: the published pipeline.
#include <firstcontact/scene_contact.h>

#include "articulated/model/scene_data.h"

namespace firstcontact::articulated {

/// Preconditions: inputs without fault; the default floating-point environment. Clearance and
/// certificates are not set.
SceneResult advance_scene(const articulated::SceneData& scene,
                          std::span<const ArticulatedMotion> motions, const SceneOptions& options);

}  // namespace firstcontact::articulated
