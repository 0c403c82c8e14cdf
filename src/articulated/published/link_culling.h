#pragma once
/// Pairs of shapes that the boxes of their whole motions do not tell apart.
#include <span>
#include <vector>

#include "articulated/model/scene_data.h"
#include "articulated/model/scene_index.h"

namespace firstcontact::articulated {

/// Indices in scene.shape_pairs, ascending: all whose boxes are not more than the pair's separation
/// apart. `boxes`: one a shape. With `hierarchy` trees of boxes are compared, one a model and one
/// for all that rests, and within a model all leaves with all; else every pair of the scene.
std::vector<int> close_pairs(const articulated::SceneData& scene, std::span<const WorldBox> boxes,
                             bool hierarchy);

/// The index in scene.shape_pairs of two shapes in either order; -1: none.
int find_shape_pair(const articulated::SceneData& scene, int shape_a, int shape_b);

}  // namespace firstcontact::articulated
