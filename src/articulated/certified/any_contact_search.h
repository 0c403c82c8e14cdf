#pragma once
/// Any contact of a scene, not the earliest: all intervals of one length are processed before those
/// of half of it, down to some length, and every pair is probed where it is most likely to touch.
/// A contact that lasts is found long before a search in the order of time would get to it.
#include "articulated/certified/contact_problem.h"
#include "motion/space_time_search.h"

namespace firstcontact::articulated {

class AnyContactSearch {
 public:
  /// `problem` must have the goal Any, and stay.
  AnyContactSearch(MovingScene& scene, ContactProblem& problem, InstantProbe& probe, double t_max)
      : scene_(scene), problem_(problem), probe_(probe), t_max_(t_max), search_(problem) {}

  /// Searches [0, t_max], into problem.contact(): if none is found and the end is Complete, there
  /// is none.
  motion::SearchEnd run();
  std::int64_t intervals() const { return search_.intervals(); }

 private:
  struct Part {
    double t0, t1;
    std::vector<NodePair> pairs;
  };
  motion::SearchEnd search_surfaces();
  motion::SearchEnd process(Part& part, std::size_t depth, std::vector<Part>& halves);

  MovingScene& scene_;
  ContactProblem& problem_;
  InstantProbe& probe_;
  double t_max_;
  motion::SpaceTimeSearch<ContactProblem> search_;
  std::vector<NodePair> deferred_;
};

}  // namespace firstcontact::articulated
