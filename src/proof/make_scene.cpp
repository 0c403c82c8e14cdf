#include "proof/make_scene.h"

#include <map>
#include <utility>

#include "articulated/model/scene_data.h"
#include "geometry/body_tree.h"

namespace firstcontact::proof {
namespace {

/// Pairs are seen from the world.
SceneClaim claim_without_bases(const articulated::SceneData& data,
                               std::span<const ArticulatedMotion> motions, double t_max,
                               std::span<const int> geometry_of) {
  SceneClaim claim;
  claim.t_max = t_max;
  for (const articulated::SceneData::Frame& frame : data.frames) {
    SceneFrame& proof = claim.frames.emplace_back();
    proof.parent = frame.parent;
    if (frame.link < 0)
      proof.motion.before = frame.fixed;
    else
      proof.motion = motions[frame.model].joints[frame.link];
  }
  for (std::size_t i = 0; i < data.shapes.size(); ++i) {
    const articulated::SceneData::PlacedShape& shape = data.shapes[i];
    int frame = shape.frame;
    if (frame < 0) {  // at rest: a frame of its own
      frame = static_cast<int>(claim.frames.size());
      claim.frames.emplace_back().motion.before = shape.pose;
    }
    claim.shapes.push_back({data.bodies[shape.body].name, geometry_of[i], frame});
  }
  for (const articulated::SceneData::ShapePair& pair : data.shape_pairs)
    claim.pairs.push_back({pair.a, pair.b, pair.separation, -1});
  return claim;
}

}  // namespace

std::pair<int, bool> TriangleNumbers::number_of(const TriangleBody& body) {
  const auto [at, is_new] = numbers_.emplace(&geometry::tree_of(body), next_);
  if (is_new) {
    ++next_;
    kept_.push_back(body);
  }
  return {at->second, is_new};
}

SceneTriangles triangles_of(const TriangleBody& body) {
  const geometry::BodyTree& tree = geometry::tree_of(body);
  return {tree.vertices, tree.triangles, tree.order};
}

SceneProof scene_proof_of(const Scene& scene, std::span<const ArticulatedMotion> motions,
                          const SceneResult& result, TriangleNumbers& numbers) {
  const articulated::SceneData& data = articulated::data_of(scene);
  SceneProof proof;
  std::vector<int> geometry_of;
  for (const articulated::SceneData::PlacedShape& shape : data.shapes) {
    const auto [number, is_new] = numbers.number_of(shape.body_geometry);
    geometry_of.push_back(number);
    if (is_new) proof.triangles.push_back(triangles_of(shape.body_geometry));
  }
  proof.claim = claim_without_bases(data, motions, result.toi, geometry_of);
  std::map<std::pair<int, int>, int> shape_of;  // body and shape within it
  for (std::size_t i = 0; i < data.shapes.size(); ++i)
    shape_of[{data.shapes[i].body, data.shapes[i].shape}] = static_cast<int>(i);
  std::map<std::pair<int, int>, std::size_t> pair_of;
  for (std::size_t i = 0; i < data.shape_pairs.size(); ++i)
    pair_of[{data.shape_pairs[i].a, data.shape_pairs[i].b}] = i;
  for (const PairCertificate& given : result.certificates) {
    const int a = shape_of.at({given.body_a, given.shape_a}),
              b = shape_of.at({given.body_b, given.shape_b});
    const auto found = pair_of.find({a, b});
    const bool swapped = found == pair_of.end();
    ScenePairProof& pair = proof.pairs.emplace_back();
    pair.pair = swapped ? pair_of.at({b, a}) : found->second;
    pair.entries = given.certificate.entries;
    for (BodyCertificateEntry& entry : pair.entries) {
      if (!swapped) break;
      entry.n *= -1;
      std::swap(entry.a_begin, entry.b_begin);
      std::swap(entry.a_end, entry.b_end);
    }
    if (given.common_link < 0) continue;
    const int model = data.bodies[given.body_a].model;
    proof.claim.pairs[pair.pair].base =
        static_cast<int>(data.first_frame_of_model[model]) + given.common_link;
  }
  return proof;
}

}  // namespace firstcontact::proof
