#include "scene_proof_writer.h"

#include <map>
#include <unordered_map>
#include <utility>

#include "articulated/model/scene_data.h"
#include "geometry/body_tree.h"

namespace firstcontact::apps {
namespace {

/// Pairs are seen from the world.
verify::SceneClaim claim_without_bases(const articulated::SceneData& data,
                                       std::span<const ArticulatedMotion> motions, double t_max,
                                       std::span<const int> geometry_of) {
  verify::SceneClaim claim;
  claim.t_max = t_max;
  for (const articulated::SceneData::Frame& frame : data.frames) {
    verify::ProofFrame& proof = claim.frames.emplace_back();
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

verify::ProofGeometry proof_geometry(const TriangleBody& body) {
  const geometry::BodyTree& tree = geometry::tree_of(body);
  return {tree.vertices, tree.triangles, tree.order};
}

SceneProof scene_proof(const Scene& scene, std::span<const ArticulatedMotion> motions,
                       const SceneResult& result, std::span<const int> geometry_of) {
  SceneProof proof = {
      claim_without_bases(articulated::data_of(scene), motions, result.toi, geometry_of), {}};
  const articulated::SceneData& data = articulated::data_of(scene);
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
    verify::PairProof& pair = proof.proofs.emplace_back();
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

void SceneProofWriter::add(const Scene& scene, std::span<const ArticulatedMotion> motions,
                           const SceneResult& result) {
  std::unordered_map<const geometry::BodyTree*, int> number;
  for (std::size_t i = 0; i < written_.size(); ++i)
    number[&geometry::tree_of(written_[i])] = static_cast<int>(i);
  std::vector<int> geometry_of;
  for (const articulated::SceneData::PlacedShape& shape : articulated::data_of(scene).shapes) {
    const auto [at, is_new] = number.emplace(&shape.tree(), static_cast<int>(written_.size()));
    geometry_of.push_back(at->second);
    if (!is_new) continue;
    written_.push_back(shape.body_geometry);
    file_.write(triangles_line(proof_geometry(shape.body_geometry)));
  }
  const SceneProof proof = scene_proof(scene, motions, result, geometry_of);
  file_.write(claim_line(proof.claim));
  for (const verify::PairProof& pair : proof.proofs) file_.write(pair_line(pair));
}

void write_scene_proofs(const std::string& path, const Scene& scene,
                        std::span<const ArticulatedMotion> motions, const SceneResult& result) {
  SceneProofWriter writer(path);
  writer.add(scene, motions, result);
  writer.close();
}

}  // namespace firstcontact::apps
