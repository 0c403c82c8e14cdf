#pragma once
/// The search behind the public `first_contact`.
#include <firstcontact/moving_bodies.h>

#include "geometry/body_tree.h"

namespace firstcontact::motion {

/// The default tolerance, as a share of the size of the larger body.
inline constexpr double kRelativeMotionTolerance = 1e-6;

/// The size of the larger body; default tolerances are a share of it.
double motion_scale(const geometry::BodyTree& a, const geometry::BodyTree& b);

/// Preconditions: bodies and options without fault; the default floating-point environment.
BodyResult find_first_contact(const geometry::BodyTree& a, const Motion& motion_a,
                              const geometry::BodyTree& b, const Motion& motion_b,
                              const BodyOptions& options);

}  // namespace firstcontact::motion
