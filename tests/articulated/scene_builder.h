#pragma once
/// Short ways to write small scenes.
#include <firstcontact/scene_contact.h>

namespace firstcontact::test {

inline Pose at(double x, double y, double z) { return {Mat3::Identity(), Vec3(x, y, z)}; }

inline Link make_link(const std::string& name, int parent, JointType type, const Vec3& axis,
                      const Pose& origin, std::vector<Shape> shapes) {
  Link link;
  link.name = name;
  link.parent = parent;
  link.joint = {.name = name + "_joint", .type = type, .origin = origin, .axis = axis};
  link.shapes = std::move(shapes);
  return link;
}

/// A box from corner to corner: a surface only, unless `solid`.
inline Shape box_between(const Vec3& low, const Vec3& high, bool solid = false) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < 8; ++i)
    vertices.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(),
                          i & 4 ? high.z() : low.z());
  constexpr std::array<Face, 12> kFaces = {{{0, 4, 6},
                                            {0, 6, 2},
                                            {1, 3, 7},
                                            {1, 7, 5},
                                            {0, 1, 5},
                                            {0, 5, 4},
                                            {2, 6, 7},
                                            {2, 7, 3},
                                            {0, 2, 3},
                                            {0, 3, 1},
                                            {4, 5, 7},
                                            {4, 7, 6}}};
  return {TriangleBody(vertices, kFaces), 0, solid};
}

inline Shape triangles(const std::vector<Vec3>& vertices, const std::vector<Face>& faces) {
  return {TriangleBody(vertices, faces)};
}

/// A segment with a radius.
inline Shape rod(const Vec3& from, const Vec3& to, double radius) {
  return {TriangleBody(std::array{from, to}, std::array<Face, 1>{{{0, 1, 1}}}), radius};
}

inline SceneObject object(const std::string& name, Shape shape, const Pose& pose = {}) {
  return {name, {std::move(shape)}, pose};
}

inline SceneDescription describe(std::vector<Link> links, std::vector<SceneObject> objects = {}) {
  SceneDescription description;
  description.models.push_back({"arm", ArticulatedModel(std::move(links))});
  description.objects = std::move(objects);
  return description;
}

}  // namespace firstcontact::test
