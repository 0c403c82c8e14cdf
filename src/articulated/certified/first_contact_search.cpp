#include "articulated/certified/first_contact_search.h"

#include "articulated/certified/start_inside.h"

namespace firstcontact::articulated {

motion::SearchEnd FirstContactSearch::run() {
  problem_.begin_whole();
  std::vector<NodePair> pairs = problem_.whole_pairs(), open;
  motion::SearchEnd end = search_.keep_open(pairs, open);
  if (end != motion::SearchEnd::Complete) return end;
  end = search_start(open);
  if (end != motion::SearchEnd::Complete || problem_.contact().exists()) return end;
  return search_.run(0, t_max_, open);
}

// The start is searched by itself: bodies that touch from the beginning would be hard to decide
// over an interval.
motion::SearchEnd FirstContactSearch::search_start(const std::vector<NodePair>& pairs) {
  std::vector<NodePair> at_start;
  for (NodePair pair : pairs)
    if (pair.first <= 0) {
      pair.last = 0;
      at_start.push_back(pair);
    }
  proofs_.pause();
  const motion::SearchEnd end = search_.run(0, 0, at_start, 1);
  proofs_.resume();
  if (end == motion::SearchEnd::Complete && !problem_.contact().exists())
    problem_.set_contact(find_start_inside(scene_, problem_.divided_pairs()));
  return end;
}

}  // namespace firstcontact::articulated
