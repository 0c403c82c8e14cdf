#include <firstcontact/proof.h>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "proof/step_check.h"
#include "verify/motion_verify.h"
#include "verify/scene_verify.h"
#include "verify/step_sweep.h"

namespace firstcontact::proof {
namespace {

Verdict refused(std::string reason) { return {false, std::move(reason)}; }

void refuse_bad_mesh(const MeshDescription& mesh, std::span<const Vec3> t0,
                     std::span<const Vec3> t1) {
  if (t0.size() != mesh.vertex_count || t1.size() != mesh.vertex_count)
    throw std::invalid_argument("the mesh has another number of vertices than there are positions");
  for (const std::span<const Vec3> positions : {t0, t1})
    for (const Vec3& position : positions)
      if (!position.allFinite()) throw std::invalid_argument("a position is not finite");
  const auto exists = [&](int vertex) {
    return vertex >= 0 && static_cast<std::size_t>(vertex) < mesh.vertex_count;
  };
  if (!mesh.objects.empty() && mesh.objects.size() != mesh.vertex_count)
    throw std::invalid_argument("the mesh has another number of vertices than `objects`");
  for (const Face& face : mesh.faces)
    if (!std::all_of(face.begin(), face.end(), exists))
      throw std::invalid_argument("a face names a vertex that does not exist");
  for (const Edge& edge : mesh.edges)
    if (!std::all_of(edge.begin(), edge.end(), exists))
      throw std::invalid_argument("an edge names a vertex that does not exist");
}

bool is_about(const Query& query, const std::array<int, 4>& vertices, std::span<const Vec3> t0,
              std::span<const Vec3> t1) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(point_count(query.kind)); ++i) {
    const auto vertex = static_cast<std::size_t>(vertices[i]);
    if (query.t0[i] != t0[vertex] || query.t1[i] != t1[vertex]) return false;
  }
  return true;
}

}  // namespace

Verdict verify(const PairProof& proof) { return verify::verify(proof); }
Verdict verify(const MotionProof& proof) { return verify::verify(proof); }

Verdict verify(const SceneProof& proof) {
  return verify::verify(proof.claim, proof.triangles, proof.pairs);
}

Verdict verify(const MeshDescription& mesh, std::span<const Vec3> t0, std::span<const Vec3> t1,
               const StepClaim& claim, std::span<const StepPairProof> pairs) {
  refuse_bad_mesh(mesh, t0, t1);
  if (std::string fault = fault_of(claim); !fault.empty()) return refused("step: " + fault);
  const verify::StepElements elements(mesh, claim.self);
  const auto same = [](std::int32_t claimed, std::size_t count) {
    return static_cast<std::int64_t>(claimed) == static_cast<std::int64_t>(count);
  };
  if (!same(claim.vertices, elements.vertex_count()) ||
      !same(claim.edges, elements.edges().size()) || !same(claim.faces, elements.faces().size()))
    return refused("step: the mesh has other numbers of vertices, edges or faces than the claim");

  const auto object_of = [&](std::size_t v) { return mesh.objects.empty() ? 0 : mesh.objects[v]; };
  if (!claim.self && !are_objects(claim.objects, mesh.vertex_count, object_of))
    return refused("step: the mesh has other objects than the claim");

  StepCheck check(claim, 0);
  std::vector<verify::StepPair> proven;
  for (const StepPairProof& pair : pairs) {
    const Verdict verdict = verify::verify(pair.proof);
    if (!verdict.proven) return refused(verify::name_of(pair.pair) + ": " + verdict.reason);
    if (std::string fault = check.add(pair, true); !fault.empty()) return refused(fault);
    const std::optional<verify::StepPair> found = elements.find(pair.pair);
    if (!found || found->kind != pair.proof.query.kind ||
        !is_about(pair.proof.query, elements.vertices_of(*found), t0, t1))
      return refused(verify::name_of(pair.pair) + ": it is not about this mesh");
    proven.push_back(*found);
  }
  if (std::string fault = check.fault(true); !fault.empty()) return refused(fault);

  std::sort(proven.begin(), proven.end());
  std::optional<verify::StepPair> missing;
  const verify::StepSweep sweep(elements, t0, t1, claim.separation, claim.t_max);
  sweep.visit_close_pairs(0, sweep.size(), [&](const verify::StepPair& pair) {
    if (!std::binary_search(proven.begin(), proven.end(), pair) && (!missing || pair < *missing))
      missing = pair;
  });
  if (missing)
    return refused(verify::name_of(elements.named(*missing)) +
                   ": the pair comes near and has no proof");
  return {true, ""};
}

}  // namespace firstcontact::proof
