#pragma once
/// Finds the pairs of shapes that may touch, by boxes around their whole motions.
#include <span>
#include <vector>

#include "articulated/model/scene_data.h"
#include "articulated/model/scene_index.h"

namespace firstcontact::articulated {

/// The shape pairs whose boxes are not more than the pair's separation apart, as ascending indices
/// in scene.shape_pairs. `boxes` has one for each shape. With `hierarchy`, trees of boxes are
/// compared: one for each model and one for all resting shapes; within a model every leaf is
/// compared with every other. Without it, every pair of the scene is tested.
std::vector<int> close_pairs(const articulated::SceneData& scene, std::span<const WorldBox> boxes,
                             bool hierarchy);

/// The index in scene.shape_pairs of two shapes, in either order; -1 if they are no pair.
int find_shape_pair(const articulated::SceneData& scene, int shape_a, int shape_b);

}  // namespace firstcontact::articulated
