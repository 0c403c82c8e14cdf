#pragma once
/// What the digests ask about. Made in the default floating-point environment only: callers hold a
/// FloatEnvironmentGuard.
#include <firstcontact/polyhedron.h>
#include <firstcontact/screw.h>

#include <vector>

#include "generate/cloth_step.h"

namespace firstcontact::test {

struct BodyCase {
  Polyhedron a, b;
  PoseChange move_a, move_b;
  ScrewMotion screw_a, screw_b;
  Pose between, back;  ///< of A at 0.3, and its inverse
};

std::vector<generate::Step> sheets(int count);

/// A random polyhedron against a torus, `reach` from the origin; or against another random one.
std::vector<BodyCase> body_cases(int count, double reach, bool against_torus);

}  // namespace firstcontact::test
