#pragma once
/// The convex hulls of a scene's shapes.
#include <memory>
#include <mutex>

#include "articulated/model/scene_data.h"
#include "geometry/convex_hull.h"

namespace firstcontact::articulated {

/// The hulls of a scene's shapes, each built when it is first asked for. Thread-safe.
class HullCache {
 public:
  explicit HullCache(std::size_t shape_count) : slots_(std::make_unique<Slot[]>(shape_count)) {}
  const geometry::ConvexHull& of(const SceneData& scene, std::size_t shape) const {
    Slot& slot = slots_[shape];
    std::call_once(slot.once, [&] {
      slot.hull = geometry::convex_hull(scene.shapes[shape].tree());
      slot.hull.rows = geometry::PointRows(slot.hull.vertices);
    });
    return slot.hull;
  }

 private:
  struct Slot {
    std::once_flag once;
    geometry::ConvexHull hull;
  };
  std::unique_ptr<Slot[]> slots_;
};

}  // namespace firstcontact::articulated
