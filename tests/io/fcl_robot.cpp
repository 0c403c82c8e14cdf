#include "fcl_robot.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>

#include "geometry/body_tree.h"

namespace firstcontact::testing {
namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

Geometry triangles_of(const TriangleBody& body) {
  const geometry::BodyTree& tree = geometry::tree_of(body);
  std::vector<fcl::Triangle> triangles;
  for (const Face& f : tree.triangles)
    triangles.emplace_back(static_cast<std::size_t>(f[0]), static_cast<std::size_t>(f[1]),
                           static_cast<std::size_t>(f[2]));
  auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  model->beginModel();
  model->addSubModel(std::vector<fcl::Vector3d>(tree.vertices.begin(), tree.vertices.end()),
                     triangles);
  model->endModel();
  return model;
}

Geometry shape_of(const Primitive& primitive) {
  if (primitive.radius > 0)
    return std::make_shared<fcl::Cylinderd>(primitive.radius, primitive.length);
  return std::make_shared<fcl::Boxd>(primitive.box);
}

using Body = std::vector<fcl::CollisionObjectd>;

bool overlap(const Body& a, const Body& b) {
  for (const fcl::CollisionObjectd& x : a)
    for (const fcl::CollisionObjectd& y : b) {
      if (!x.getAABB().overlap(y.getAABB())) continue;
      fcl::CollisionResultd result;
      if (fcl::collide(&x, &y, fcl::CollisionRequestd(1, false), result) > 0) return true;
    }
  return false;
}

}  // namespace

struct FclRobot::Links {
  std::vector<std::vector<Geometry>> shapes;
};

bool FclRobot::is_known() { return true; }

FclRobot::FclRobot(const ArticulatedModel& model) : links_(new Links) {
  for (const Link& link : model.links()) {
    std::vector<Geometry>& shapes = links_->shapes.emplace_back();
    for (const Shape& shape : link.shapes) shapes.push_back(triangles_of(shape.body));
  }
}

FclRobot::~FclRobot() = default;

bool FclRobot::touches(const Scene& scene, std::span<const Primitive> objects,
                       std::span<const Pose> links) const {
  std::vector<Body> bodies;
  std::size_t next_object = 0;
  for (const Scene::Body& source : scene.bodies()) {
    Body& body = bodies.emplace_back();
    if (source.model < 0) {
      const Primitive& object = objects[next_object++];
      body.emplace_back(shape_of(object), object.pose.rotation, object.pose.position);
      continue;
    }
    const auto link = static_cast<std::size_t>(source.link);
    for (const Geometry& shape : links_->shapes[link])
      body.emplace_back(shape, links[link].rotation, links[link].position);
  }
  for (const Scene::Pair& pair : scene.pairs())
    if (overlap(bodies[pair.a], bodies[pair.b])) return true;
  return false;
}

}  // namespace firstcontact::testing
