#include "rigid/find_in_world.h"

#include <algorithm>
#include <tuple>

#include "arith/fixed_order.h"
#include "rigid/certified/certified.h"
#include "rigid/model/relative_screw.h"
#include "rigid/published/screen_modes.h"

namespace firstcontact::rigid {
namespace {

ScrewResult in_frame_of_a(const Polyhedron& a, const Polyhedron& b, const RelativeMotion& motion,
                          const ScrewOptions& options) {
  if (options.mode == ScrewMode::Certified) return certified_collisions(a, b, motion, options);
  ScrewResult result;
  result.collisions = options.mode == ScrewMode::Pixels
                          ? pixel_collisions(a, b, motion, options)
                          : analytic_collisions(a, b, motion, options);
  for (Collision& collision : result.collisions) {
    if (collision.kind == CollisionKind::VertexFace) collision.b = b.source_of_face(collision.b);
    if (collision.kind == CollisionKind::FaceVertex) collision.a = a.source_of_face(collision.a);
  }
  result.status = result.collisions.empty() ? Status::Free : Status::Contact;
  result.toi = 1;
  for (const Collision& collision : result.collisions)
    result.toi = std::min(result.toi, collision.time);
  result.starts_in_contact = result.toi == 0;
  if (result.status == Status::Free) result.message = "found nothing; only Certified proves it";
  return result;
}

}  // namespace

ScrewResult find_collisions_in_world(const Polyhedron& a, const PoseChange& motion_a,
                                     const Polyhedron& b, const PoseChange& motion_b,
                                     const ScrewOptions& options) {
  const RelativeMotion motion = relative_motion(motion_a, motion_b);
  ScrewResult result = in_frame_of_a(a, b, motion, options);
  result.screw = motion.screw;
  for (Collision& collision : result.collisions) {
    const Pose pose = pose_at(motion_a, collision.time);
    collision.point = pose.apply(collision.point);
    collision.normal = Vec3::Zero() - times(pose.rotation, collision.normal);
  }
  std::sort(result.collisions.begin(), result.collisions.end(),
            [](const Collision& x, const Collision& y) {
              return std::tie(x.time, x.kind, x.a, x.b, x.time_upper) <
                     std::tie(y.time, y.kind, y.a, y.b, y.time_upper);
            });
  return result;
}

}  // namespace firstcontact::rigid
