#pragma once
/// The search behind the public `first_contact`.
#include <firstcontact/moving_bodies.h>

#include "motion/body_tree.h"

namespace firstcontact::motion {

inline constexpr double kRelativeMotionTolerance = 1e-6;

/// The size that default tolerances are a share of.
double motion_scale(const TriangleBody::Tree& a, const TriangleBody::Tree& b);

/// Preconditions: bodies and options without fault; the default floating-point environment.
MotionResult find_first_contact(const TriangleBody::Tree& a, const Motion& motion_a, const TriangleBody::Tree& b,
                                const Motion& motion_b, const MotionOptions& options);

}  // namespace firstcontact::motion
