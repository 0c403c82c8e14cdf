#pragma once
/// Random scenes of trees of links and objects, with triangles of every kind, at any scale.
#include <firstcontact/scene_contact.h>

#include <cmath>

#include "articulated/random_trees.h"
#include "articulated/scene_builder.h"

namespace firstcontact::test {

inline Shape random_shape(generate::Random& random, double size) {
  const Vec3 centre = random_vector(random, 0.3 * size);
  std::vector<Vec3> v;
  std::vector<Face> f;
  switch (random.below(7)) {
    case 0:  // tetrahedron
      for (int i = 0; i < 4; ++i) v.push_back(centre + random_vector(random, size));
      f = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
      break;
    case 1:  // a bent sheet, open
      for (int i = 0; i < 9; ++i) {
        const double height = 0.2 * size * random.symmetric();
        v.push_back(centre + Vec3(size * (i % 3 - 1), size * (i / 3 - 1), height));
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
          const int k = 3 * i + j;
          f.push_back({k, k + 1, k + 4});
          f.push_back({k, k + 4, k + 3});
        }
      break;
    case 2: {  // box
      const Vec3 half = Vec3::Constant(0.6 * size) + random_vector(random, 0.4 * size);
      return box_between(centre - half, centre + half);
    }
    case 3:  // soup
      for (int i = 0; i < 12; ++i) v.push_back(centre + random_vector(random, size));
      f = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}};
      break;
    case 4:  // degenerate: a point, a segment, a needle, two equal triangles
      for (int i = 0; i < 6; ++i) v.push_back(centre + random_vector(random, size));
      v.push_back(v[1] + 1e-9 * (v[2] - v[0]));
      f = {{0, 0, 0}, {1, 2, 2}, {0, 1, 6}, {3, 4, 5}, {3, 4, 5}};
      break;
    case 5: {  // ball or rod
      const Vec3 end = random.chance(1, 2) ? centre : Vec3(centre + random_vector(random, size));
      return rod(centre, end, size * (0.1 + 0.4 * random.unit()));
    }
    default: {  // triangles with a radius
      for (int i = 0; i < 6; ++i) v.push_back(centre + random_vector(random, size));
      Shape shape = triangles(v, {{0, 1, 2}, {3, 4, 5}});
      shape.radius = 0.2 * size * random.unit();
      return shape;
    }
  }
  return triangles(v, f);
}

struct RandomScene {
  SceneDescription description;
  Configuration from, to;
  double size = 1;  ///< of the links' distances
};

/// Up to `most_links` links and four objects. Values change by up to several turns, or very little.
inline RandomScene random_scene(generate::Random& random, double size, int most_links) {
  RandomScene out;
  out.size = size;
  const double part = size * (0.2 + 0.4 * random.unit());
  const Vec3 away = random.chance(1, 4) ? random_vector(random, 100 * size) : Vec3::Zero();
  const int count = random.between(1, most_links);
  std::vector<Link> links;
  const double change = std::exp2(random.between(-4, 3));
  for (int i = 0; i < count; ++i) {
    const int parent = i == 0 ? -1 : random.between(std::max(-1, i - 3), i - 1);
    const auto type = static_cast<JointType>(random.between(i == 0 ? 1 : 0, 6));
    Pose origin = random_pose(random, size);
    if (parent < 0) origin.position += away;
    const Vec3 axis = random.chance(1, 2) ? Vec3::Unit(random.below(3)) : random_vector(random, 2);
    links.push_back(make_link("link" + std::to_string(i), parent, type, axis, origin, {}));
    const int shapes = random.between(i + 1 == count ? 1 : 0, 2);
    for (int k = 0; k < shapes; ++k) links.back().shapes.push_back(random_shape(random, part));
    for (int k = 0; k < value_count(type); ++k) {
      const bool is_length = type == JointType::Prismatic || (type == JointType::Planar && k < 2) ||
                             (type == JointType::Floating && k < 3);
      const double start = random.symmetric(), way = random.symmetric();
      out.from.push_back(is_length ? size * start : 2 * start);
      out.to.push_back(out.from.back() + (is_length ? size : 1) * change * way);
    }
  }
  out.description = describe(links);
  const ArticulatedModel& model = out.description.models[0].model;
  const int objects = random.between(1, 4);
  for (int i = 0; i < objects; ++i) {  // each near to where a link comes
    const double t = random.unit();
    const auto near = static_cast<std::size_t>(random.below(count));
    Pose pose = random_pose(random, (0.5 + 2.5 * random.unit()) * part);
    pose.position += model.poses(configuration_at(model, out.from, out.to, t))[near].position;
    out.description.objects.push_back(
        object("object" + std::to_string(i), random_shape(random, part), pose));
  }
  if (random.chance(1, 4)) out.description.min_separation = 0.1 * part * random.unit();
  return out;
}

}  // namespace firstcontact::test
