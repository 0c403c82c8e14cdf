// The public function: checks its input.
#include <firstcontact/screw.h>

#include "arith/float_environment.h"
#include "rigid/find_in_world.h"

namespace firstcontact {
namespace {

std::string find_fault(const Polyhedron& body, const PoseChange& motion, const char* name) {
  const auto with_name = [&](const std::string& what) {
    return std::string("body ") + name + ": " + what;
  };
  if (!body.fault().empty()) return with_name(body.fault());
  if (!body.body().fault().empty()) return with_name(body.body().fault());
  for (const auto& [pose, which] : {std::pair(motion.from, "the pose at the start: "),
                                    std::pair(motion.to, "the pose at the end: ")}) {
    const std::string what = fault(pose);
    if (!what.empty()) return with_name(which + what);
    if (!(pose.position.cwiseAbs().maxCoeff() < kLargestCoordinate))
      return with_name(std::string(which) + "a position of 1e70 or more");
  }
  return "";
}

std::string find_fault(const ScrewOptions& options) {
  const auto bad_length = [](const std::optional<double>& x) {
    return x && !(*x > 0 && *x < kLargestCoordinate);
  };
  if (options.mode != ScrewMode::Pixels && options.mode != ScrewMode::Analytic &&
      options.mode != ScrewMode::Certified)
    return "there is no such mode";
  if (bad_length(options.resolution)) return "the resolution must be a length above 0";
  if (bad_length(options.pixel_time_resolution))
    return "the time resolution of pixels must be above 0";
  if (options.tolerance && !(*options.tolerance >= 0 && *options.tolerance < kLargestCoordinate))
    return "the tolerance must be a length, 0 or more";
  if (!(options.time_resolution > 0 && options.time_resolution <= 1))
    return "the time resolution must lie in (0, 1]";
  if (options.min_properness && !(*options.min_properness >= -1 && *options.min_properness <= 1))
    return "the least properness must lie in [-1, 1]";
  if (options.max_checks < 1) return "max_checks must be at least 1";
  if (options.certificate && options.mode != ScrewMode::Certified)
    return "only the certified mode gives certificates";
  return "";
}

}  // namespace

const char* to_string(CollisionKind kind) {
  switch (kind) {
    case CollisionKind::VertexFace: return "VF";
    case CollisionKind::FaceVertex: return "FV";
    case CollisionKind::EdgeEdge: return "EE";
    case CollisionKind::EdgeFace: return "EF";
    case CollisionKind::FaceEdge: return "FE";
  }
  return "?";
}

ScrewResult find_collisions(const Polyhedron& a, const PoseChange& motion_a, const Polyhedron& b,
                            const PoseChange& motion_b, const ScrewOptions& options) {
  ScrewResult result;
  for (const std::string& what :
       {find_fault(a, motion_a, "a"), find_fault(b, motion_b, "b"), find_fault(options)})
    if (!what.empty()) {
      result.message = what;
      return result;
    }
  const arith::FloatEnvironmentGuard guard;
  return rigid::find_collisions_in_world(a, motion_a, b, motion_b, options);
}

}  // namespace firstcontact
