#pragma once
/// Chooses the pixels of the collision screen.
#include <firstcontact/screw.h>

#include "rigid/published/pixel_draw.h"

namespace firstcontact::rigid {

/// A motion whose rotation moves no point by more than this share of a pixel is taken as a
/// translation.
inline constexpr double kStraightShare = 0.01;

/// The size of a pixel: options.resolution, or a twelfth of the mean edge length; larger if that
/// would take too many pixels.
double pixel_size(const Polyhedron& a, const Polyhedron& b, const ScrewOptions& options);

/// The rows are those that both bodies have.
PixelGrid make_grid(const Screen& screen, const ScreenBody& a, const ScreenBody& b, double pixel,
                    const ScrewOptions& options);

}  // namespace firstcontact::rigid
