#pragma once
/// The search for a contact of a scene, as the problem of a motion::SpaceTimeSearch: how pairs of
/// nodes are proven apart, and how pairs of triangles are decided. FirstContactSearch and
/// AnyContactSearch choose the order of the intervals.
#include <cstdint>
#include <vector>

#include "articulated/certified/instant_probe.h"
#include "articulated/certified/moving_scene.h"
#include "articulated/certified/pair_separation.h"
#include "articulated/certified/scene_proofs.h"
#include "motion/space_time_search.h"

namespace firstcontact::articulated {

enum class ContactGoal { First, Any };

class ContactProblem {
 public:
  using Pair = NodePair;
  static constexpr double kTravelPerSize = 0.25;
  static constexpr bool kExamineBeforeStacking = true;
  /// Intervals down to this depth are probed in the middle.
  static constexpr std::size_t kProbedDepth = 5;

  /// Everything given must stay. Contacts after t_max are not looked for.
  ContactProblem(ContactGoal goal, MovingScene& scene, InstantProbe& probe,
                 PairSeparation& separation, motion::CheckBudget& budget, SceneProofs& proofs,
                 double t_max);

  /// Begins the whole interval [0, t_max], without probes. `begin` for depth 0 returns to it.
  void begin_whole();
  /// The pairs of whole shapes whose boxes over the whole interval do not tell them apart.
  std::vector<NodePair> whole_pairs();

  /// The contact that was found: the earliest so far, or any.
  const ShapeContact& contact() const { return contact_; }
  void set_contact(const ShapeContact& contact) { contact_ = contact; }
  /// Shape pairs that were not proven apart as a whole over some interval, in ascending order. Only
  /// these can lie one in the other: shapes that are separated at any time cannot have been nested
  /// at the start.
  std::vector<int> divided_pairs() const;
  /// Pairs of bodies that were left after the tests of boxes and hulls.
  SceneCounts counts() const;

  // What SpaceTimeSearch asks for.
  motion::SearchEnd begin(double t0, double t1, std::size_t depth);
  double horizon() const { return horizon_; }
  bool is_finished() const { return goal_ == ContactGoal::Any && contact_.exists(); }
  motion::Examined examine(NodePair& pair, bool may_defer);
  motion::NodesInMotion nodes(const NodePair& pair) { return scene_.nodes(*cache_, pair); }
  double travel(const motion::NodesInMotion& nodes, const NodePair& pair) const {
    return scene_.travel(*cache_, nodes, pair);
  }
  void divide(const motion::NodesInMotion& nodes, const NodePair& pair, std::vector<NodePair>& out);
  motion::LeafDecision decide(const motion::NodesInMotion& leaves, NodePair& pair);
  /// First: pairs that may touch early come last, because they are processed first. A contact that
  /// is found early makes later ones needless.
  void order(std::vector<NodePair>::iterator first, std::vector<NodePair>::iterator last) const;
  motion::CheckBudget& budget() { return budget_; }

 private:
  ContactGoal goal_;
  MovingScene& scene_;
  InstantProbe& probe_;
  PairSeparation& separation_;
  motion::CheckBudget& budget_;
  SceneProofs& proofs_;
  double horizon_, t_max_;
  ShapeContact contact_;
  PoseCache whole_, part_;
  PoseCache* cache_ = &whole_;  ///< of the interval that was begun last
  std::vector<int> divided_;    ///< shape pairs, in the order of the search, some more than once
  std::vector<std::uint8_t> after_spatial_, after_temporal_;  ///< by pair of bodies
};

}  // namespace firstcontact::articulated
