// Poses, motions and the first contact of two rigid bodies.
#include <firstcontact/rigid_bodies.h>

#include <cmath>
#include <memory>
#include <vector>

#include "c_bodies.h"
#include "c_border.h"

namespace firstcontact::c {
namespace {

AffineMap map_from(const double* numbers) {
  AffineMap map;
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) map.linear(row, k) = numbers[4 * row + k];
    map.offset[row] = numbers[4 * row + 3];
  }
  return map;
}

void set_numbers(const Pose& pose, double* numbers) {
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) numbers[4 * row + k] = pose.rotation(row, k);
    numbers[4 * row + 3] = pose.position[row];
  }
}

void refuse_infinite(const double* numbers, int count, const std::string& name) {
  for (int i = 0; i < count; ++i)
    if (!std::isfinite(numbers[i]))
      throw BadArgument(name + "[" + std::to_string(i) + "] is not finite");
}

Vec3 position_from(const double* position) {
  if (!position) return Vec3::Zero();
  refuse_infinite(position, 3, "position");
  return Vec3(position);
}

/// Refuses what became no pose, for example by an angle so large that it has no sine.
void hand_over(const Pose& pose, double* numbers) {
  if (const std::string wrong = fault(pose); !wrong.empty()) throw BadArgument("pose: " + wrong);
  set_numbers(pose, numbers);
}

fc_motion default_motion() {
  fc_motion motion = {};
  motion.size = sizeof motion;
  motion.kind = FC_MOTION_REST;
  set_numbers({}, motion.from);
  set_numbers({}, motion.to);
  motion.axis[2] = 1;
  return motion;
}

ScrewMotion turn_from(const fc_motion& motion, const std::string& name) {
  refuse_infinite(motion.axis, 3, name + "->axis");
  refuse_infinite(motion.point, 3, name + "->point");
  if (!std::isfinite(motion.angle)) throw BadArgument(name + "->angle is not finite");
  if (!std::isfinite(motion.travel)) throw BadArgument(name + "->travel is not finite");
  if (std::abs(motion.angle) > kLargestAngle)
    throw BadArgument(name + "->angle is more than 1000 radians");
  const Vec3 axis(motion.axis);
  if (axis.isZero(0)) throw BadArgument(name + "->axis has length 0");
  return screw_motion(pose_from(motion.from, name + "->from"), axis, Vec3(motion.point),
                      motion.angle, motion.travel);
}

std::unique_ptr<Motion> motion_from(const fc_motion* given, const std::string& name) {
  required(given, name.c_str());
  const fc_motion motion = options_from(given, default_motion(), name.c_str());
  switch (motion.kind) {
    case FC_MOTION_REST: {
      const Pose pose = pose_from(motion.from, name + "->from");
      return std::make_unique<Rest>(AffineMap{pose.rotation, pose.position});
    }
    case FC_MOTION_SCREW: {
      const PoseChange poses = {pose_from(motion.from, name + "->from"),
                                pose_from(motion.to, name + "->to")};
      return std::make_unique<ScrewMotion>(screw_motion(poses));
    }
    case FC_MOTION_TURN: return std::make_unique<ScrewMotion>(turn_from(motion, name));
    case FC_MOTION_LINEAR:
      refuse_infinite(motion.from, 12, name + "->from");
      refuse_infinite(motion.to, 12, name + "->to");
      return std::make_unique<LinearMotion>(map_from(motion.from), map_from(motion.to));
  }
  throw BadArgument(name + "->kind is " + std::to_string(motion.kind) + ": there is no such value");
}

fc_body_options default_body_options() {
  const BodyOptions ours;
  fc_body_options options = {};
  options.size = sizeof options;
  options.min_separation = ours.min_separation;
  options.tolerance = FC_TOLERANCE_UNSET;
  options.t_max = ours.t_max;
  options.max_checks = ours.max_checks;
  options.insides = ours.insides;
  return options;
}

BodyOptions body_options(const fc_body_options* given) {
  const fc_body_options options = options_from(given, default_body_options());
  BodyOptions ours;
  ours.min_separation = options.min_separation;
  ours.tolerance = tolerance_from(options.tolerance);
  ours.t_max = options.t_max;
  ours.max_checks = options.max_checks;
  ours.insides = options.insides != 0;
  return ours;
}

fc_body_result answer_of(const BodyResult& ours) {
  fc_body_result answer = {};
  set_outcome(answer, ours);
  set_contact_points(answer, ours);
  answer.tolerance = ours.tolerance;
  answer.triangle_a = ours.triangle_a;
  answer.triangle_b = ours.triangle_b;
  answer.starts_inside = ours.starts_inside;
  return answer;
}

}  // namespace

Pose pose_from(const double* numbers, const std::string& name) {
  const AffineMap map = map_from(&required(numbers, name.c_str()));
  const Pose pose = {map.linear, map.offset};
  if (const std::string wrong = fault(pose); !wrong.empty()) throw BadArgument(name + ": " + wrong);
  return pose;
}

}  // namespace firstcontact::c

using namespace firstcontact;

fc_error fc_pose_from_quaternion(double w, double x, double y, double z, const double position[3],
                                 double pose[12]) {
  return c::guarded([&] {
    c::required(pose, "pose");
    const double parts[4] = {w, x, y, z};
    for (const double part : parts)
      if (!std::isfinite(part)) throw c::BadArgument("the quaternion is not finite");
    if (w == 0 && x == 0 && y == 0 && z == 0) throw c::BadArgument("the quaternion has length 0");
    c::hand_over(Pose::from_quaternion({w, x, y, z}, c::position_from(position)), pose);
  });
}

fc_error fc_pose_from_axis_angle(const double axis[3], double angle, const double position[3],
                                 double pose[12]) {
  return c::guarded([&] {
    c::required(pose, "pose");
    c::refuse_infinite(&c::required(axis, "axis"), 3, "axis");
    if (!std::isfinite(angle)) throw c::BadArgument("angle is not finite");
    if (Vec3(axis).isZero(0) && angle != 0) throw c::BadArgument("axis has length 0");
    c::hand_over(Pose::from_axis_angle(Vec3(axis), angle, c::position_from(position)), pose);
  });
}

fc_error fc_body_create(const double* vertices, size_t vertex_count, const int32_t* triangles,
                        size_t triangle_count, fc_body** body) {
  return c::guarded([&] {
    c::required(body, "body") = nullptr;
    const std::span<const double> numbers =
        c::array(vertices, vertex_count, 3, "vertices", "vertex_count");
    std::vector<Vec3> points(vertex_count);
    for (std::size_t i = 0; i < vertex_count; ++i) points[i] = Vec3(numbers.data() + 3 * i);
    const TriangleBody made(
        points, c::index_list<3>(triangles, triangle_count, "triangles", "triangle_count"));
    if (!made.fault().empty()) throw c::BadArgument("body: " + made.fault());
    *body = new fc_body{made};
  });
}
void fc_body_destroy(fc_body* body) { delete body; }

fc_error fc_motion_init(fc_motion* motion, size_t size) {
  return c::init(motion, size, c::default_motion(), "motion");
}
fc_error fc_body_options_init(fc_body_options* options, size_t size) {
  return c::init(options, size, c::default_body_options(), "options");
}

fc_error fc_first_contact(const fc_body* a, const fc_motion* motion_a, const fc_body* b,
                          const fc_motion* motion_b, const fc_body_options* options,
                          fc_body_result* result) {
  return c::guarded([&] {
    c::ResultWriter<fc_body_result> writer(result, c::answer_of({}));
    c::required(a, "a");
    c::required(b, "b");
    const std::unique_ptr<Motion> moves_a = c::motion_from(motion_a, "motion_a");
    const std::unique_ptr<Motion> moves_b = c::motion_from(motion_b, "motion_b");
    const BodyResult ours =
        first_contact(a->body, *moves_a, b->body, *moves_b, c::body_options(options));
    writer.write(c::answer_of(ours), ours.message);
  });
}
