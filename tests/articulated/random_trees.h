#pragma once
/// Random trees of links with every kind of joint, and configurations of them.
#include <firstcontact/articulated.h>

#include "generate/random.h"

namespace firstcontact::test {

inline Vec3 random_vector(generate::Random& random, double size) {
  const double x = random.symmetric(), y = random.symmetric(), z = random.symmetric();
  return size * Vec3(x, y, z);
}

inline Pose random_pose(generate::Random& random, double size) {
  const Vec3 axis = random_vector(random, 1);
  const double angle = 3 * random.symmetric();
  return Pose::from_axis_angle(axis, angle, random_vector(random, size));
}

/// Link i has a joint of kind i modulo 7, so that seven links have all of them. Every ninth link
/// mimics a revolute joint.
inline ArticulatedModel random_tree(generate::Random& random, int link_count) {
  std::vector<Link> links;
  for (int i = 0; i < link_count; ++i) {
    Link link;
    link.name = "link" + std::to_string(i);
    link.parent = i == 0 ? -1 : random.between(-1, i - 1);
    link.joint.name = "joint" + std::to_string(i);
    link.joint.type = static_cast<JointType>(i % 7);
    link.joint.origin = random_pose(random, 1);
    link.joint.axis = random_vector(random, 2);
    if (i % 9 == 8) {
      link.joint.type = JointType::Prismatic;
      link.joint.mimic = 1;
      link.joint.multiplier = -0.5;
      link.joint.offset = 0.1;
    }
    links.push_back(link);
  }
  return ArticulatedModel(links);
}

inline Configuration random_configuration(generate::Random& random, const ArticulatedModel& model) {
  Configuration q;
  for (std::size_t i = 0; i < model.value_count(); ++i) q.push_back(2 * random.symmetric());
  return q;
}

}  // namespace firstcontact::test
