// The public class Scene. It is made in the default floating-point environment, because sums of
// radii are rounded up.
#include <firstcontact/scene.h>

#include "arith/float_environment.h"
#include "articulated/model/scene_build.h"
#include "articulated/model/scene_index.h"

namespace firstcontact {

Scene::Scene(SceneDescription description) {
  const arith::FloatEnvironmentGuard guard;
  const auto data =
      std::make_shared<articulated::SceneData>(articulated::build_scene(std::move(description)));
  if (data->fault.empty()) data->index = std::make_shared<const articulated::SceneIndex>(*data);
  data_ = data;
}

const articulated::SceneData& articulated::data_of(const Scene& scene) { return *scene.data_; }

const std::string& Scene::fault() const {
  static const std::string kEmpty = "the scene has no models";
  return data_ ? data_->fault : kEmpty;
}

std::span<const SceneModel> Scene::models() const {
  return data_ ? std::span<const SceneModel>(data_->description.models)
               : std::span<const SceneModel>();
}

std::span<const Scene::Body> Scene::bodies() const {
  return data_ ? std::span<const Body>(data_->bodies) : std::span<const Body>();
}

int Scene::body_index(std::string_view name) const {
  for (std::size_t i = 0; i < bodies().size(); ++i)
    if (bodies()[i].name == name) return static_cast<int>(i);
  return -1;
}

std::span<const Scene::Pair> Scene::pairs() const {
  return data_ ? std::span<const Pair>(data_->pairs) : std::span<const Pair>();
}

std::size_t Scene::value_count() const { return data_ ? data_->value_count : 0; }

}  // namespace firstcontact
