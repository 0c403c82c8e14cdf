// A scene in FCL. With rigid/fcl_pair.cpp the only file that includes FCL.
#include "fcl_scene.h"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "../common/fcl_model.h"
#include "articulated/model/scene_data.h"

namespace firstcontact::bench {
namespace {

using Model = fcl::BVHModel<fcl::OBBRSSd>;
using Object = fcl::CollisionObjectd;

std::shared_ptr<Model> make_model(const TriangleBody& body) {
  const geometry::BodyTree& tree = geometry::tree_of(body);
  std::shared_ptr<Model> model = make_fcl_model<Model>(tree.vertices, tree.triangles);
  model->computeLocalAABB();
  return model;
}

bool touch(const Object& a, const Object& b) {
  const fcl::CollisionRequestd request(1, false);
  fcl::CollisionResultd result;
  return fcl::collide(&a, &b, request, result) > 0;
}

class SceneOfFcl final : public FclScene {
 public:
  explicit SceneOfFcl(const Scene& scene) : data_(articulated::data_of(scene)) {
    for (std::size_t i = 0; i < data_.shapes.size(); ++i) {
      const articulated::SceneData::PlacedShape& shape = data_.shapes[i];
      auto object = std::make_unique<Object>(make_model(shape.body_geometry));
      if (shape.frame < 0) {
        object->setTransform(shape.pose.linear, shape.pose.offset);
        object->computeAABB();
        resting_.registerObject(object.get());
      }
      object->setUserData(reinterpret_cast<void*>(i));
      objects_.push_back(std::move(object));
    }
    resting_.setup();
    checked_.assign(objects_.size() * objects_.size(), 0);
    for (const articulated::SceneData::ShapePair& pair : data_.shape_pairs) {
      const std::size_t a = pair.a, b = pair.b;
      checked_[a * objects_.size() + b] = 1;
      if (data_.shapes[b].frame >= 0)
        self_pairs_.push_back({a, b});
      else if (std::find(movers_.begin(), movers_.end(), a) == movers_.end())
        movers_.push_back(a);
    }
  }

  bool collides(std::span<const Pose> frames) override {
    place(frames);
    Query query{this, 0, false};
    for (const std::size_t mover : movers_) {
      query.mover = mover;
      resting_.collide(objects_[mover].get(), &query, &SceneOfFcl::on_pair);
      if (query.found) return true;
    }
    for (const auto& [a, b] : self_pairs_)
      if (objects_[a]->getAABB().overlap(objects_[b]->getAABB()) &&
          touch(*objects_[a], *objects_[b]))
        return true;
    return false;
  }

  double distance(int body_a, int body_b, std::span<const Pose> frames) override {
    place(frames);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < objects_.size(); ++i)
      for (std::size_t j = 0; j < objects_.size(); ++j) {
        if (data_.shapes[i].body != body_a || data_.shapes[j].body != body_b) continue;
        fcl::DistanceResultd result;
        fcl::distance(objects_[i].get(), objects_[j].get(), fcl::DistanceRequestd(), result);
        least = std::min(least, result.min_distance);
      }
    return least;
  }

 private:
  struct Query {
    const SceneOfFcl* scene;
    std::size_t mover;
    bool found;
  };

  static bool on_pair(Object* a, Object* b, void* data) {
    Query& query = *static_cast<Query*>(data);
    const auto first = reinterpret_cast<std::uintptr_t>(a->getUserData()),
               second = reinterpret_cast<std::uintptr_t>(b->getUserData());
    const std::size_t resting = first == query.mover ? second : first;
    const SceneOfFcl& scene = *query.scene;
    if (scene.checked_[query.mover * scene.objects_.size() + resting]) query.found = touch(*a, *b);
    return query.found;
  }

  void place(std::span<const Pose> frames) {
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      const int frame = data_.shapes[i].frame;
      if (frame < 0) continue;
      const Pose& pose = frames[frame];
      objects_[i]->setTransform(pose.rotation, pose.position);
      objects_[i]->computeAABB();
    }
  }

  const articulated::SceneData& data_;
  std::vector<std::unique_ptr<Object>> objects_;  ///< one a shape
  fcl::DynamicAABBTreeCollisionManagerd resting_;
  std::vector<char> checked_;
  std::vector<std::size_t> movers_;
  std::vector<std::pair<std::size_t, std::size_t>> self_pairs_;
};

}  // namespace

std::unique_ptr<FclScene> make_fcl_scene(const Scene& scene) {
  return std::make_unique<SceneOfFcl>(scene);
}

}  // namespace firstcontact::bench
