#pragma once
/// Makes the proofs of scenes.
#include <firstcontact/proof_types.h>
#include <firstcontact/scene_contact.h>

#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace firstcontact::proof {

/// Numbers the triangles that shapes share, in the order in which they come.
class TriangleNumbers {
 public:
  /// The number of the body's triangles, and whether they come for the first time.
  std::pair<int, bool> number_of(const TriangleBody& body);
  std::size_t count() const { return static_cast<std::size_t>(next_); }
  /// Numbers go on after `count` meshes whose triangles are not known.
  void skip(std::size_t count) { next_ += static_cast<int>(count); }

 private:
  std::unordered_map<const geometry::BodyTree*, int> numbers_;
  std::vector<TriangleBody> kept_;  ///< so that no other body gets the address of one of them
  int next_ = 0;
};

/// Triangles in the order in which certificates name them.
SceneTriangles triangles_of(const TriangleBody& body);

/// The proof that `result` is, with those triangles that `numbers` did not know before.
SceneProof scene_proof_of(const Scene& scene, std::span<const ArticulatedMotion> motions,
                          const SceneResult& result, TriangleNumbers& numbers);

}  // namespace firstcontact::proof
