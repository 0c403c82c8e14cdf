#pragma once
/// The smallest distance of a scene over a motion. A pair is done when it is proven farther apart
/// than the smallest distance found so far, less the precision.
#include <limits>
#include <vector>

#include "articulated/certified/moving_scene.h"
#include "articulated/certified/pair_separation.h"
#include "motion/space_time_search.h"

namespace firstcontact::articulated {

/// The problem of the SpaceTimeSearch in ClearanceSearch.
class ClearanceProblem {
 public:
  using Pair = NodePair;
  static constexpr double kTravelPerSize = 0.25;
  static constexpr bool kExamineBeforeStacking = true;

  ClearanceProblem(MovingScene& scene, motion::CheckBudget& budget)
      : scene_(scene), budget_(budget), separation_(scene, budget, nullptr) {}

  void begin_whole(double t0, double t1);
  /// All pairs of whole shapes; those that are nearest come last, because they are processed first:
  /// a small distance that is found early proves most of the others apart.
  std::vector<NodePair> whole_pairs();

  /// The triangles at the smallest distance found so far.
  const ShapeContact& nearest() const { return nearest_; }
  double smallest_upper() const { return smallest_ + smallest_error_; }
  double smallest_lower() const;

  // What SpaceTimeSearch asks for.
  motion::SearchEnd begin(double t0, double t1, std::size_t depth);
  double horizon() const { return 2; }  // all times matter
  bool is_finished() const { return false; }
  motion::Examined examine(NodePair& pair, bool may_defer);
  motion::NodesInMotion nodes(const NodePair& pair) { return scene_.nodes(*cache_, pair); }
  double travel(const motion::NodesInMotion& nodes, const NodePair& pair) const {
    return scene_.travel(*cache_, nodes, pair);
  }
  void divide(const motion::NodesInMotion& nodes, const NodePair& pair,
              std::vector<NodePair>& out) const;
  motion::LeafDecision decide(const motion::NodesInMotion& leaves, NodePair& pair);
  void order(std::vector<NodePair>::iterator, std::vector<NodePair>::iterator) const {}
  motion::CheckBudget& budget() { return budget_; }

 private:
  double separation_of(int shape_pair) const;

  MovingScene& scene_;
  motion::CheckBudget& budget_;
  PairSeparation separation_;
  double smallest_ = std::numeric_limits<double>::infinity(), smallest_error_ = 0;
  ShapeContact nearest_;
  PoseCache whole_, part_;
  PoseCache* cache_ = &whole_;  ///< of the interval that was begun last
};

class ClearanceSearch {
 public:
  /// Everything given must stay.
  ClearanceSearch(MovingScene& scene, motion::CheckBudget& budget)
      : problem_(scene, budget), search_(problem_) {}
  ClearanceSearch(const ClearanceSearch&) = delete;
  ClearanceSearch& operator=(const ClearanceSearch&) = delete;

  /// Searches [t0, t1] for distances below those found before.
  motion::SearchEnd run(double t0, double t1);

  /// The triangles at the smallest distance found; none if no distance was computed.
  const ShapeContact& nearest() const { return problem_.nearest(); }
  /// The smallest distance is not larger than this.
  double smallest_upper() const { return problem_.smallest_upper(); }
  /// The smallest distance is not smaller than this, if all ends were Complete.
  double smallest_lower() const { return problem_.smallest_lower(); }

 private:
  ClearanceProblem problem_;
  motion::SpaceTimeSearch<ClearanceProblem> search_;
};

}  // namespace firstcontact::articulated
