#include "articulated/certified/any_contact_search.h"

#include <algorithm>

#include "articulated/certified/start_inside.h"

namespace firstcontact::articulated {

motion::SearchEnd AnyContactSearch::run() {
  const motion::SearchEnd end = search_surfaces();
  if (end == motion::SearchEnd::Complete && !problem_.contact().exists())
    problem_.set_contact(find_start_inside(scene_, problem_.divided_pairs()));
  return end;
}

motion::SearchEnd AnyContactSearch::search_surfaces() {
  problem_.begin_whole();
  std::vector<Part> parts, halves;
  parts.push_back({0, t_max_, problem_.whole_pairs()});
  for (std::size_t depth = 0; depth <= ContactProblem::kProbedDepth && !parts.empty(); ++depth) {
    for (Part& part : parts) {
      const motion::SearchEnd end = process(part, depth, halves);
      if (end != motion::SearchEnd::Complete || problem_.is_finished()) return end;
    }
    parts.swap(halves);
    halves.clear();
  }
  // What is left is short. It is searched in the order of time.
  for (Part& part : parts) {
    const motion::SearchEnd end =
        search_.run(part.t0, part.t1, part.pairs, ContactProblem::kProbedDepth + 1);
    if (end != motion::SearchEnd::Complete || problem_.is_finished()) return end;
  }
  return motion::SearchEnd::Complete;
}

motion::SearchEnd AnyContactSearch::process(Part& part, std::size_t depth,
                                            std::vector<Part>& halves) {
  const double middle = 0.5 * (part.t0 + part.t1);
  problem_.begin(part.t0, part.t1, depth);
  if (depth == 0)
    probe_.set_times({middle, t_max_});
  else
    probe_.set_times({middle});
  deferred_.clear();
  const motion::SearchEnd end = search_.process(part.pairs, part.t0 < part.t1, deferred_);
  if (end != motion::SearchEnd::Complete || problem_.is_finished()) return end;
  Part left = {part.t0, middle, {}}, right = {middle, part.t1, {}};
  for (const NodePair& pair : deferred_) {
    if (pair.first <= middle) {
      left.pairs.push_back(pair);
      left.pairs.back().last = std::min(pair.last, middle);
    }
    if (pair.last >= middle) {
      right.pairs.push_back(pair);
      right.pairs.back().first = std::max(pair.first, middle);
    }
  }
  if (!left.pairs.empty()) halves.push_back(std::move(left));
  if (!right.pairs.empty()) halves.push_back(std::move(right));
  return end;
}

}  // namespace firstcontact::articulated
