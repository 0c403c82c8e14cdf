#pragma once
/// Chains of boxes and scenes of them.
#include <firstcontact/scene_contact.h>

#include "articulated/random_trees.h"
#include "geometry/body_tree.h"

namespace firstcontact::test {

/// Each link a bar along x with its joint at one end; turned by turns about z, y and x. A chain
/// without mimics: one value a link.
inline ArticulatedModel bar_chain(int link_count, double length, double thickness) {
  std::vector<Link> links;
  for (int i = 0; i < link_count; ++i) {
    Link link;
    link.name = "link" + std::to_string(i);
    link.parent = i - 1;
    link.joint.name = "joint" + std::to_string(i);
    link.joint.type = JointType::Revolute;
    link.joint.axis = i % 3 == 0 ? Vec3::UnitZ() : i % 3 == 1 ? Vec3::UnitY() : Vec3::UnitX();
    if (i > 0) link.joint.origin.position = Vec3(length, 0, 0);
    const Pose middle = {Mat3::Identity(), Vec3(0.5 * length, 0, 0)};
    link.shapes.push_back(placed(box_shape(Vec3(0.8 * length, thickness, thickness)), middle));
    links.push_back(std::move(link));
  }
  return ArticulatedModel(std::move(links));
}

inline Configuration random_angles(generate::Random& random, const ArticulatedModel& model,
                                   double size) {
  Configuration q;
  for (std::size_t i = 0; i < model.value_count(); ++i) q.push_back(size * random.symmetric());
  return q;
}

/// A chain of bars among boxes that rest.
inline Scene bars_among_boxes(generate::Random& random, int link_count, int box_count,
                              double box_size, double margin = 0) {
  SceneDescription description;
  description.models.push_back({"arm", bar_chain(link_count, 0.4, 0.06)});
  for (int i = 0; i < box_count; ++i) {
    SceneObject object;
    object.name = "box" + std::to_string(i);
    const double x = 0.3 + random.unit(), y = 0.3 + random.unit(), z = 0.3 + random.unit();
    object.shapes.push_back(box_shape(box_size * Vec3(x, y, z)));
    object.pose = random_pose(random, 1);
    // Not around the foot of the arm.
    const double distance = object.pose.position.norm();
    object.pose.position *= (0.5 + 0.7 * random.unit()) / (distance > 0.01 ? distance : 0.01);
    description.objects.push_back(std::move(object));
  }
  description.min_separation = margin;
  return Scene(std::move(description));
}

}  // namespace firstcontact::test
