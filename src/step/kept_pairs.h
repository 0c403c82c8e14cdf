#pragma once
/// What Candidates hold: pairs, and the boxes from which they were found.
#include <firstcontact/candidates.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "broad/pair_finder.h"
#include "step/swept_boxes.h"

namespace firstcontact::step {

/// All pairs whose boxes overlap, for one PairStream and one set of rules. If the boxes of another
/// question lie within these, then every pair of theirs that overlaps is in the list.
struct KeptPairs {
  /// PairStream::id of the stream that found them.
  std::uint64_t stream = 0;
  bool planar = false;
  bool within_objects = true, between_objects = true;
  PairRules rules;
  /// Sorted. Those of kind k begin at first[k] and end at first[k + 1].
  std::vector<ElementPair> pairs;
  std::array<std::size_t, 6> first = {};
  /// The boxes of each list of elements, by Elements.
  std::array<std::vector<broad::Box>, 5> boxes;

  std::span<const ElementPair> of_kind(Kind kind) const {
    const auto k = static_cast<std::size_t>(kind);
    return std::span(pairs).subspan(first[k], first[k + 1] - first[k]);
  }

  /// Whether the options admit only pairs that were admitted when these were found.
  bool admit_all_of(const StepOptions& options) const;
  /// Whether each box lies within the one of the same element.
  bool contain(Elements elements, std::span<const broad::Box> boxes_of_elements) const;
};

}  // namespace firstcontact::step
