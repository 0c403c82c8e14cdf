#pragma once
/// Records the proofs that pairs of nodes are apart: one certificate for each pair of shapes.
#include <firstcontact/scene_contact.h>

#include <algorithm>
#include <vector>

#include "articulated/certified/moving_scene.h"

namespace firstcontact::articulated {

class SceneProofs {
 public:
  /// Records nothing if proofs are not wanted.
  SceneProofs(bool wanted, std::size_t shape_pair_count)
      : certificates_(wanted ? shape_pair_count : 0) {}

  bool are_wanted() const { return !certificates_.empty(); }
  void pause() { paused_ = true; }
  void resume() { paused_ = false; }
  /// The nodes are apart along n over [t0, t1]; what lies outside the pair's window is left out.
  void add(const NodePair& pair, const motion::NodesInMotion& nodes, const Vec3& n, double t0,
           double t1) {
    if (!are_wanted() || paused_) return;
    t0 = std::max(t0, pair.first);
    t1 = std::min(t1, pair.last);
    if (t0 <= t1)
      certificates_[pair.shape_pair].entries.push_back(
          {t0, t1, n, nodes.node_a.begin, nodes.node_a.end, nodes.node_b.begin, nodes.node_b.end});
  }
  /// By shape pair; empty if proofs are not wanted. Separation, t_max and the triangles' orders are
  /// not set.
  std::vector<BodyCertificate>& certificates() { return certificates_; }

 private:
  bool paused_ = false;
  std::vector<BodyCertificate> certificates_;
};

}  // namespace firstcontact::articulated
