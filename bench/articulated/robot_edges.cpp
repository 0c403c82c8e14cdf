#include "robot_edges.h"

#include <firstcontact/srdf_file.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "generate/articulated_scenes.h"
#include "generate/random.h"

namespace firstcontact::bench {
namespace {

constexpr double kDegree = 0x1.1df46a2529d39p-6;
constexpr int kBoxes = 50;
/// Height of the shoulder. The centres of the boxes are between kNearest and kFarthest from it, and
/// at least kNearest from the foot.
constexpr double kShoulderHeight = 0.333, kNearest = 0.42, kFarthest = 0.95;

SceneObject random_box(generate::Random& random, int number) {
  Vec3 size, where;
  for (int i = 0; i < 3; ++i) size[i] = 0.05 + 0.15 * random.unit();
  for (;;) {
    for (int i = 0; i < 3; ++i) where[i] = kFarthest * random.symmetric();
    const double out = where.norm(), from_foot = (where + Vec3(0, 0, kShoulderHeight)).norm();
    if (out >= kNearest && out <= kFarthest && from_foot >= kNearest &&
        where.z() > -kShoulderHeight)
      break;
  }
  where.z() += kShoulderHeight;
  Vec3 axis;
  for (int i = 0; i < 3; ++i) axis[i] = random.symmetric();
  const double angle = 3 * random.unit();
  return {
      "box" + std::to_string(number), {box_shape(size)}, Pose::from_axis_angle(axis, angle, where)};
}

int step_count(const SceneEdge& edge, double degrees) {
  double largest = 0;
  for (std::size_t i = 0; i < edge.q_t0.size(); ++i)
    largest = std::max(largest, std::abs(edge.q_t1[i] - edge.q_t0[i]));
  return std::max(1, static_cast<int>(std::ceil(largest / (degrees * kDegree))));
}

}  // namespace

RobotScene robot_among_boxes(std::uint64_t seed) {
  RobotScene result;
  SceneDescription description;
  const char* data = std::getenv("FIRSTCONTACT_DATA");
  const std::filesystem::path folder = std::filesystem::path(data ? data : "") / "robots" / "panda";
  const auto urdf = folder / "moveit_resources_panda_description" / "urdf" / "panda.urdf";
  if (data && std::filesystem::exists(urdf)) {
    result.name = "panda";
    const io::Robot robot = io::read_robot(urdf.string(), {.package_paths = {folder.string()}});
    const auto srdf = folder / "moveit_resources_panda_moveit_config" / "config" / "panda.srdf";
    description.allowed = io::read_srdf(srdf.string(), robot).disabled;
    description.models.push_back({"panda", robot.model});
  } else {
    result.name = "generated arm";
    result.note =
        "There is no panda: FIRSTCONTACT_DATA is not set or has no robots/panda. This is an arm of "
        "our own instead.";
    description.models.push_back({"arm", generate::arm_model()});
  }
  generate::Random random{generate::hash("boxes"), seed};
  for (int i = 0; i < kBoxes; ++i) description.objects.push_back(random_box(random, i));
  result.scene = Scene(std::move(description));
  return result;
}

std::vector<SceneEdge> random_edges(const Scene& scene, FclScene* fcl, int count,
                                    std::uint64_t seed) {
  const MotionValidator validator(scene);
  const ArticulatedModel& model = scene.models()[0].model;
  FastForward forward(scene);
  generate::Random random{generate::hash("edges"), seed};
  std::vector<SceneEdge> edges;
  while (static_cast<int>(edges.size()) < count) {
    SceneEdge edge{model.neutral(), {}};
    edge.q_t1 = edge.q_t0;
    for (std::size_t i = 0; i < model.links().size(); ++i) {
      const Joint& joint = model.links()[i].joint;
      if (joint.type != JointType::Revolute || joint.mimic >= 0) continue;
      const std::size_t v = model.first_value(i);
      edge.q_t0[v] = joint.lower + (joint.upper - joint.lower) * random.unit();
      const double change = 30 * kDegree * random.symmetric();
      edge.q_t1[v] = std::clamp(edge.q_t0[v] + change, joint.lower, joint.upper);
    }
    if (validator.is_valid(edge.q_t0) && !(fcl && fcl->collides(forward(edge.q_t0))))
      edges.push_back(std::move(edge));
  }
  return edges;
}

std::span<const Pose> DiscreteChecker::poses_at(const SceneEdge& edge, double t) {
  q_.resize(edge.q_t0.size());
  for (std::size_t i = 0; i < q_.size(); ++i)
    q_[i] = edge.q_t0[i] + t * (edge.q_t1[i] - edge.q_t0[i]);
  return forward_(q_);
}

bool DiscreteChecker::collides_at(const SceneEdge& edge, double t) {
  return fcl_.collides(poses_at(edge, t));
}

double DiscreteChecker::distance_at(const SceneEdge& edge, double t, int body_a, int body_b) {
  return fcl_.distance(body_a, body_b, poses_at(edge, t));
}

bool DiscreteChecker::collides_by_halves(const SceneEdge& edge, double degrees) {
  const int steps = step_count(edge, degrees);
  if (collides_at(edge, 1)) return true;
  ranges_.assign(1, {1, steps - 1});
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    const auto [first, last] = ranges_[i];
    if (first > last) continue;
    const int middle = (first + last) / 2;
    if (collides_at(edge, static_cast<double>(middle) / steps)) return true;
    ranges_.emplace_back(first, middle - 1);
    ranges_.emplace_back(middle + 1, last);
  }
  return false;
}

double DiscreteChecker::first_contact(const SceneEdge& edge, double degrees) {
  const int steps = step_count(edge, degrees);
  for (int i = 1; i <= steps; ++i)
    if (collides_at(edge, static_cast<double>(i) / steps)) return static_cast<double>(i) / steps;
  return 2;
}

}  // namespace firstcontact::bench
