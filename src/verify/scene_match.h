#pragma once
/// Compares a claim about a scene with the one that a robot, a scene and joint values need.
/// docs/formats/certificates.md says what is compared.
#include <span>
#include <string>
#include <vector>

#include "verify/scene_inputs.h"
#include "verify/scene_verify.h"

namespace firstcontact::verify {

/// Joint values that go linearly from `from` to `to`; the claim must cover [0, t_max].
struct SceneMotion {
  std::span<const double> from, to;  ///< configurations: as many values as the inputs have
  double t_max = 1;
};

/// All that differs; empty if the claim says at least what the inputs need: the same links, bodies
/// and triangles, the same motion up to rounding (kMatchTolerance), every pair that has to keep
/// apart with at least its margin, and all of the time. A claim may say more. `geometries` are what
/// the claim's shapes name. Precondition: the claim has no fault.
std::vector<std::string> differences(
    const SceneInputs& inputs, const SceneMotion& motion, const SceneClaim& claim,
    std::span<const std::shared_ptr<const SceneTriangles>> geometries);

/// Which solids lie inside of each other at t = 0 though they have to keep apart: "a starts inside
/// of b", one sentence each. Decided exactly for the vertices as placed by the claim's frames and
/// rounded to doubles. Precondition: the claim has no differences.
std::vector<std::string> nested_at_start(const SceneInputs& inputs, const SceneClaim& claim);

}  // namespace firstcontact::verify
