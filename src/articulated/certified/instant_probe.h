#pragma once
/// Looks whether pairs of shapes touch at single instants. A search that happens to look at the
/// right time finds a contact long before it would have narrowed one down.
#include <vector>

#include "articulated/certified/moving_scene.h"
#include "articulated/certified/pair_separation.h"
#include "motion/search_end.h"

namespace firstcontact::articulated {

class InstantProbe {
 public:
  /// Everything given must stay.
  InstantProbe(MovingScene& scene, PairSeparation& separation, motion::CheckBudget& budget)
      : scene_(scene), separation_(separation), budget_(budget) {}

  /// At which times `find` looks: at most two, the first one the middle of the search's interval.
  void set_times(std::initializer_list<double> times) { times_ = times; }
  /// A contact of the pair's shapes at one of the times, if it is found with few checks. `hulls`:
  /// what is known about the shapes at the middle of the interval.
  ShapeContact find(const NodePair& pair, PairSeparation::Hulls hulls);
  /// The pair's surfaces certainly cut through each other, or are within the separation, at t.
  bool certainly_meet(int shape_pair, double t);

 private:
  enum class Needed { WithinTolerance, Certain };
  ShapeContact find_at(PoseCache& instant, int shape_pair, Needed needed, int max_checks);
  ShapeContact test_triangles(const motion::NodesInMotion& leaves, int shape_pair, double t,
                              Needed needed) const;

  MovingScene& scene_;
  PairSeparation& separation_;
  motion::CheckBudget& budget_;
  std::vector<double> times_;
  std::array<PoseCache, 2> caches_;  ///< by index in times_
  PoseCache instant_;
  std::vector<NodePair> stack_;
};

}  // namespace firstcontact::articulated
