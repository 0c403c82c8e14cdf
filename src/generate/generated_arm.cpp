#include <string>

#include "generate/articulated_scenes.h"
#include "generate/soup.h"

namespace firstcontact::generate {
namespace {

constexpr double kQuarter = 0x1.921fb54442d18p+0;

/// Along z: thick at both joints, a waist between them.
Shape arm_link(double length, double radius) {
  const std::vector<Vec2> keys = {
      {-0.6 * radius, 0.5 * radius}, {-0.3 * radius, radius},
      {0.2 * length, 0.95 * radius}, {0.5 * length, 0.7 * radius},
      {0.8 * length, 0.85 * radius}, {length - 0.3 * radius, 0.9 * radius},
      {length, 0.45 * radius}};
  Soup soup;
  soup.add_lathe(smooth_rings(keys, 16), 20);
  return soup.shape();
}

/// A flange with two fingers.
Shape gripper() {
  Soup soup;
  soup.add_box({0.05, 0.18, 0.05}, at(0, 0, 0.04));
  for (const double side : {-1.0, 1.0}) soup.add_box({0.02, 0.015, 0.09}, at(0, 0.05 * side, 0.11));
  return soup.shape();
}

SceneObject box(const char* name, const Vec3& size, const Vec3& where) {
  return {name, {box_shape(size)}, {Mat3::Identity(), where}};
}

}  // namespace

ArticulatedModel arm_model() {
  struct Step {
    double height;  ///< of the joint above the one before, along the link before
    Vec3 axis;
    double limit, length, radius;
  };
  const Vec3 turn(0, 0, 1), bend(0, 1, 0);
  const Step steps[] = {{0.16, turn, 2.9, 0.17, 0.07}, {0.17, bend, 2.0, 0.2, 0.065},
                        {0.2, turn, 2.9, 0.2, 0.06},   {0.2, bend, 2.0, 0.17, 0.055},
                        {0.17, turn, 2.9, 0.15, 0.05}, {0.15, bend, 2.0, 0.07, 0.05},
                        {0.07, turn, 3.0, 0, 0}};
  std::vector<Link> links(1);
  links[0].name = "base";
  links[0].joint.name = "base_joint";
  Soup foot;
  foot.add_cylinder(0.1, 0.14, 4, 24, at(0, 0, 0.07));
  links[0].shapes.push_back(foot.shape());
  for (int i = 0; i < 7; ++i) {
    const Step& step = steps[i];
    Link link;
    link.name = "link" + std::to_string(i + 1);
    link.parent = i;
    link.joint.name = "joint" + std::to_string(i + 1);
    link.joint.type = JointType::Revolute;
    link.joint.origin = at(0, 0, step.height);
    link.joint.axis = step.axis;
    link.joint.lower = -step.limit;
    link.joint.upper = step.limit;
    link.shapes.push_back(step.length > 0 ? arm_link(step.length, step.radius) : gripper());
    links.push_back(std::move(link));
  }
  return ArticulatedModel(std::move(links));
}

GeneratedArm generated_arm() {
  GeneratedArm arm;
  arm.description.models.push_back({"arm", arm_model()});
  arm.description.objects = {box("table", {1.6, 1.6, 0.05}, {0, 0, -0.026}),
                             box("post", {0.08, 0.08, 0.7}, {0.55, 0, 0.35}),
                             box("crate", {0.25, 0.3, 0.2}, {0.1, 0.6, 0.1}),
                             box("shelf", {0.3, 0.3, 0.03}, {-0.5, 0.2, 0.5})};
  // Links with one link between them cannot meet within the limits, and the first one keeps its
  // distance from the table.
  const std::span<const Link> links = arm.description.models[0].model.links();
  for (std::size_t i = 0; i + 2 < links.size(); ++i)
    arm.description.allowed.emplace_back(links[i].name, links[i + 2].name);
  arm.description.allowed.emplace_back("table", "link1");
  // The first joint turns by half a turn, the arm stretched out and low.
  arm.start = {-kQuarter, 1.2, 0, 0.4, 0, 0.3, 0};
  arm.goal = {kQuarter, 1.2, 0, 0.4, 0, 0.3, 0};
  Configuration up_at_start = arm.start, up_at_goal = arm.goal;
  for (Configuration* up : {&up_at_start, &up_at_goal})
    (*up)[1] = 0.1, (*up)[3] = 0.1, (*up)[5] = 0.1;
  arm.detour = {arm.start, up_at_start, up_at_goal, arm.goal};
  return arm;
}

}  // namespace firstcontact::generate
