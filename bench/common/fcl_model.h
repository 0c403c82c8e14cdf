#pragma once
/// Triangles as a model of FCL. Only for the files that include FCL.
#include <fcl/geometry/bvh/BVH_model.h>

#include <memory>
#include <vector>

namespace firstcontact::bench {

/// `Model` is an fcl::BVHModel.
template <class Model, class Vertices, class Faces>
std::shared_ptr<Model> make_fcl_model(const Vertices& vertices, const Faces& faces) {
  std::vector<fcl::Triangle> triangles;
  for (const auto& f : faces) triangles.emplace_back(f[0], f[1], f[2]);
  auto model = std::make_shared<Model>();
  model->beginModel();
  model->addSubModel(std::vector<fcl::Vector3d>(vertices.begin(), vertices.end()), triangles);
  model->endModel();
  return model;
}

}  // namespace firstcontact::bench
