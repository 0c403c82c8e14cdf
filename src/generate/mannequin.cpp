#include "generate/mannequin.h"

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"
#include "generate/soup.h"

namespace firstcontact::generate {
namespace {

constexpr double kSole = -0.07, kHeel = -0.06, kToe = 0.19;
constexpr int kFeet[] = {11, 14};

/// A limb from 0 down to −length: radii at equal distances, two sinews along it, and three shallow
/// grooves around it.
Shape limb(double length, const std::vector<double>& radii, int rings, int sides) {
  std::vector<Vec2> keys;
  for (std::size_t i = 0; i < radii.size(); ++i)
    keys.emplace_back(
        -length * (1 - static_cast<double>(i) / static_cast<double>(radii.size() - 1)),
        radii[radii.size() - 1 - i]);
  Soup soup;
  soup.add_lathe(smooth_rings(keys, rings), sides, {}, [&](const Vec3& x) -> Vec3 {
    const double groove = 1 - 0.04 * arith::sine(3 * arith::kFullTurn * x.z() / length);
    const double squared = x.x() * x.x() + x.y() * x.y();
    const double sinew = squared > 0 ? 1 + 0.08 * (x.x() * x.x() - x.y() * x.y()) / squared : 1;
    return {groove * sinew * x.x(), groove * sinew * x.y(), x.z()};
  });
  return soup.shape();
}

/// Circles made ellipses.
std::vector<Ring> flattened(std::vector<Ring> rings, double x_scale, double y_scale) {
  for (Ring& ring : rings) ring.x_radius *= x_scale, ring.y_radius *= y_scale;
  return rings;
}

Shape pelvis() {
  const std::vector<Vec2> keys = {{-0.11, 0.04}, {-0.08, 0.10}, {0, 0.145},
                                  {0.06, 0.14},  {0.1, 0.12},   {0.12, 0.08}};
  Soup soup;
  soup.add_lathe(flattened(smooth_rings(keys, 20), 0.72, 1), 32);
  return soup.shape();
}

Shape torso() {
  const std::vector<Vec2> keys = {{0, 0.09},    {0.02, 0.12}, {0.1, 0.12}, {0.22, 0.15},
                                  {0.33, 0.17}, {0.41, 0.15}, {0.44, 0.06}};
  Soup soup;
  soup.add_lathe(flattened(smooth_rings(keys, 30), 0.68, 1), 40, {}, [](const Vec3& x) -> Vec3 {
    const double spine =
        x.x() < 0 ? 0.02 * std::max(0.0, 1 - 400 * x.y() * x.y()) : 0;  // a furrow along the back
    return {x.x() + spine, x.y(), x.z()};
  });
  return soup.shape();
}

Shape head() {
  const std::vector<Vec2> keys = {{0, 0.05},     {0.05, 0.045}, {0.08, 0.06}, {0.12, 0.075},
                                  {0.17, 0.085}, {0.23, 0.08},  {0.27, 0.05}, {0.28, 0.02}};
  Soup soup;
  soup.add_lathe(flattened(smooth_rings(keys, 30), 1.1, 0.9), 40, {}, [](const Vec3& x) -> Vec3 {
    const double dy = x.y() / 0.02, dz = (x.z() - 0.15) / 0.03;
    const double nose =
        x.x() > 0 ? 0.025 * std::max(0.0, 1 - dy * dy) * std::max(0.0, 1 - dz * dz) : 0;
    const double side = x.x() / 0.03;
    const double ear = 0.02 * std::max(0.0, 1 - side * side) * std::max(0.0, 1 - dz * dz);
    return {x.x() + nose, x.y() + (x.y() > 0 ? ear : -ear), x.z()};
  });
  return soup.shape();
}

/// Palm and five fingers, hanging down; `side` 1: the left one, its thumb forward.
Shape hand(double side) {
  Soup soup;
  const std::vector<Vec2> palm = {{-0.105, 0.02}, {-0.09, 0.038}, {-0.04, 0.036}, {0, 0.024}};
  soup.add_lathe(flattened(smooth_rings(palm, 12), 1, 0.42), 16);
  const std::vector<Vec2> finger = {
      {-0.075, 0.003}, {-0.07, 0.007}, {-0.045, 0.0065}, {-0.02, 0.008}, {0, 0.007}};
  const std::vector<Ring> rings = smooth_rings(finger, 8);
  for (int i = 0; i < 4; ++i) {
    const double spread = 0.1 * (1.5 - i);
    soup.add_lathe(rings, 10, about({0, 1, 0}, -spread, {0.03 - 0.02 * i, 0, -0.1}));
  }
  soup.add_lathe(rings, 10, about({0, 1, 0}, -0.6, {0.036, -0.008 * side, -0.04}));
  return soup.shape();
}

Shape foot() {
  const std::vector<Vec2> keys = {{kHeel, 0.015}, {-0.045, 0.036}, {0, 0.04},    {0.06, 0.036},
                                  {0.13, 0.045},  {0.17, 0.038},   {kToe, 0.015}};
  Soup soup;
  // Along x; flat below, high at the ankle.
  soup.add_lathe(smooth_rings(keys, 15), 20, {}, [](const Vec3& x) -> Vec3 {
    const double instep = 0.9 - 3.2 * std::max(0.0, x.z());
    const double up = x.x() < 0 ? -instep * x.x() : std::max(-0.02, -0.5 * x.x());
    return {x.z(), x.y(), std::max(kSole, kSole + 0.02 + up)};
  });
  return soup.shape();
}

Link make_link(const char* name, int parent, JointType type, const Vec3& where, Shape shape) {
  Link link;
  link.name = name;
  link.parent = parent;
  link.joint.name = std::string(name) + "_joint";
  link.joint.type = type;
  link.joint.origin.position = where;
  link.joint.axis = Vec3::UnitY();
  link.shapes.push_back(std::move(shape));
  return link;
}

void append_turn(Configuration& values, const Vec3& turn) {
  const double angle = std::sqrt(dot(turn, turn));
  const arith::SineCosine half = arith::sine_cosine(0.5 * angle);
  const Vec3 v = angle > 0 ? Vec3(turn * (half.sine / angle)) : Vec3::Zero();
  values.insert(values.end(), {v.x(), v.y(), v.z(), half.cosine});
}

}  // namespace

ArticulatedModel mannequin_model() {
  std::vector<Link> links;
  links.push_back(make_link("pelvis", -1, JointType::Floating, Vec3::Zero(), pelvis()));
  links.push_back(make_link("torso", 0, JointType::Spherical, {0, 0, 0.13}, torso()));
  links.push_back(make_link("head", 1, JointType::Spherical, {0, 0, 0.45}, head()));
  const Shape upper_arm = limb(0.28, {0.03, 0.048, 0.046, 0.05, 0.036, 0.03}, 24, 24);
  const Shape forearm = limb(0.25, {0.028, 0.042, 0.04, 0.03, 0.024, 0.022}, 24, 24);
  const Shape thigh = limb(0.42, {0.05, 0.078, 0.08, 0.07, 0.058, 0.045}, 27, 28);
  const Shape shin = limb(0.4, {0.045, 0.05, 0.058, 0.048, 0.034, 0.032}, 26, 28);
  const char* names[2][6] = {
      {"left_upper_arm", "left_forearm", "left_hand", "left_thigh", "left_shin", "left_foot"},
      {"right_upper_arm", "right_forearm", "right_hand", "right_thigh", "right_shin",
       "right_foot"}};
  for (int s = 0; s < 2; ++s) {
    const double side = s == 0 ? 1 : -1;
    const int first = static_cast<int>(links.size());
    links.push_back(
        make_link(names[s][0], 1, JointType::Spherical, {0, 0.215 * side, 0.4}, upper_arm));
    links.push_back(make_link(names[s][1], first, JointType::Revolute, {0, 0, -0.29}, forearm));
    links.push_back(
        make_link(names[s][2], first + 1, JointType::Spherical, {0, 0, -0.26}, hand(side)));
  }
  for (int s = 0; s < 2; ++s) {
    const double side = s == 0 ? 1 : -1;
    const int first = static_cast<int>(links.size());
    links.push_back(
        make_link(names[s][3], 0, JointType::Spherical, {0, 0.095 * side, -0.05}, thigh));
    links.push_back(make_link(names[s][4], first, JointType::Revolute, {0, 0, -0.43}, shin));
    links.push_back(make_link(names[s][5], first + 1, JointType::Revolute, {0, 0, -0.42}, foot()));
  }
  return ArticulatedModel(std::move(links));
}

Configuration mannequin_configuration(const MannequinPose& pose) {
  Configuration values = {pose.position.x(), pose.position.y(), pose.position.z()};
  append_turn(values, {0, 0, pose.heading});
  append_turn(values, pose.torso);
  append_turn(values, pose.head);
  for (const MannequinPose::Arm& arm : pose.arms) {
    append_turn(values, arm.shoulder);
    values.push_back(arm.elbow);
    append_turn(values, arm.wrist);
  }
  for (const MannequinPose::Leg& leg : pose.legs) {
    append_turn(values, leg.hip);
    values.push_back(leg.knee);
    values.push_back(leg.ankle);
  }
  return values;
}

void stand_on_ground(const ArticulatedModel& mannequin, MannequinPose& pose) {
  const std::vector<Pose> links = mannequin.poses(mannequin_configuration(pose));
  double lowest = 1e300;
  for (const int foot : kFeet)
    for (const double x : {kHeel, kToe})
      lowest = std::min(lowest, links[foot].apply({x, 0, kSole}).z());
  pose.position.z() += 0.004 - lowest;
}

MannequinPose walking_pose(double phase, double cross) {
  MannequinPose pose;
  pose.position.x() = kStride * phase;
  pose.torso = {0, 0.06, 0.06 * arith::sine(arith::kFullTurn * phase)};
  for (int s = 0; s < 2; ++s) {
    const double side = s == 0 ? 1 : -1, at = phase + 0.5 * s;
    const double swing = arith::sine(arith::kFullTurn * at);
    const double lift = 0.5 + 0.5 * arith::cosine(arith::kFullTurn * (at + 0.07));
    auto& [hip, knee, ankle] = pose.legs[s];
    hip = {-side * cross, -0.06 - 0.42 * swing, 0};
    knee = 0.1 + 0.95 * lift * lift * lift;
    ankle = -0.8 * (hip.y() + knee);
    auto& [shoulder, wrist, elbow] = pose.arms[s];
    shoulder = {0.16 * side, 0.38 * swing, 0};
    elbow = -0.35 - 0.25 * lift;
  }
  return pose;
}

}  // namespace firstcontact::generate
