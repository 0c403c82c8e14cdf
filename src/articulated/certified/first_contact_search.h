#pragma once
/// The earliest contact of a scene: intervals in the order of time; what is later than the earliest
/// contact so far is dropped.
#include "articulated/certified/contact_problem.h"
#include "motion/space_time_search.h"

namespace firstcontact::articulated {

class FirstContactSearch {
 public:
  /// `problem` must have the goal First, and stay.
  FirstContactSearch(MovingScene& scene, ContactProblem& problem, SceneProofs& proofs, double t_max)
      : scene_(scene), problem_(problem), proofs_(proofs), t_max_(t_max), search_(problem) {}

  /// Searches [0, t_max], into problem.contact(). If the end is not Complete, [0, reached()] was
  /// searched completely.
  motion::SearchEnd run();
  double reached() const { return search_.reached(); }
  std::int64_t intervals() const { return search_.intervals(); }

 private:
  motion::SearchEnd search_start(const std::vector<NodePair>& pairs);

  MovingScene& scene_;
  ContactProblem& problem_;
  SceneProofs& proofs_;
  double t_max_;
  motion::SpaceTimeSearch<ContactProblem> search_;
};

}  // namespace firstcontact::articulated
