#pragma once
/// Boxes that contain shapes during a whole motion: the dynamic bounding volumes of Zhang, Redon,
/// Lee and Kim 2007.
///
/// Every frame's motion is enclosed by a 4x4 homogeneous matrix of Taylor models of order 3 (or of
/// intervals, for comparison), which is the product of the joints' matrices along the chain. It is
/// applied to the eight corners of each shape's oriented box.
#include <span>
#include <vector>

#include "articulated/model/scene_data.h"
#include "articulated/model/scene_index.h"

namespace firstcontact::articulated {

enum class BoxArithmetic { TaylorModels, Intervals };

/// The number of equal pieces of [0, 1] in which frames turn by at most about kTurnPerPiece, all
/// joints of the chain together. (The remainders of the Taylor models grow with the fourth power of
/// the turn.) It is a power of two, at most kMostPieces.
int piece_count(const articulated::SceneData& scene, std::span<const ArticulatedMotion> motions);
inline constexpr double kTurnPerPiece = 2;
inline constexpr int kMostPieces = 64;

/// For each shape of the scene a box of the world that contains its triangles at all times of [0,
/// t_max]; a shape's radius is not part of it. `pieces` of [0, 1] are enclosed one by one: a power
/// of two, or 0 for piece_count. Preconditions: one motion for each model, without fault; t_max in
/// [0, 1].
std::vector<WorldBox> dynamic_boxes(const articulated::SceneData& scene,
                                    std::span<const ArticulatedMotion> motions,
                                    BoxArithmetic arithmetic, double t_max = 1, int pieces = 0);

}  // namespace firstcontact::articulated
