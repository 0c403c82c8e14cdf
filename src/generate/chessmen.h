#pragma once
/// Chessmen as high as a knee or a thigh, as in parks.
#include <firstcontact/scene.h>

namespace firstcontact::generate {

inline constexpr double kSquare = 0.6;

/// 16 men of 101 K triangles, standing on z = 0 in the middle of squares of a board of 8 by 8
/// around the origin.
std::vector<SceneObject> chessmen();
/// The board under them.
SceneObject chessboard();

}  // namespace firstcontact::generate
