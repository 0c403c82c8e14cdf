#pragma once
/// The entry of SceneMethod::Certified.
#include <firstcontact/scene_contact.h>

#include "articulated/model/scene_data.h"
#include "articulated/model/scene_index.h"

namespace firstcontact::articulated {

/// Preconditions: inputs without fault; the default floating-point environment.
SceneResult certify_scene(const articulated::SceneData& scene, const SceneIndex& index,
                          std::span<const ArticulatedMotion> motions, const SceneOptions& options);

}  // namespace firstcontact::articulated
