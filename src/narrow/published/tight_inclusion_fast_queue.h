#pragma once
/// The boxes that tight inclusion still has to check, in bounded memory.
///
/// The search is breadth first, as in the paper, while a level has at most kMaxLevelBoxes boxes.
/// Beyond that the earliest kChunkBoxes are followed to their end first; the others wait on a stack
/// of segments, at most one per level, each sorted by time.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

#include <array>
#include <cstddef>
#include <vector>

#include "narrow/published/tight_inclusion_fast_kernel.h"
#include "narrow/published/tight_inclusion_problem.h"

namespace firstcontact::narrow::tight_inclusion {

inline constexpr std::size_t kMaxLevelBoxes = 256;
inline constexpr std::size_t kChunkBoxes = 128;

/// Boxes by their left ends, as a structure of arrays, so that SIMD lanes load boxes directly. Has
/// room for the halves of kMaxLevelBoxes boxes.
struct BoxList {
  static constexpr std::size_t kCapacity = 2 * kMaxLevelBoxes;
  using Values = std::array<double, kCapacity + kLanePadding>;

  alignas(64) Values t{};
  alignas(64) Values u{};
  alignas(64) Values v{};
  std::size_t count = 0;

  Corner operator[](std::size_t i) const { return {t[i], u[i], v[i]}; }
  void append(const Corner& corner) {
    t[count] = corner.t;
    u[count] = corner.u;
    v[count] = corner.v;
    ++count;
  }
};

/// A stack of boxes that were checked, may hold a contact, and wait to be split.
class SegmentStack {
 public:
  bool empty() const { return segments_.empty(); }
  void clear();
  /// Moves the boxes [begin, list.count) from `list` to a new segment.
  void push(BoxList& list, std::size_t begin, int level);
  /// Moves the first boxes of the top segment, at most kChunkBoxes, to `list`, and drops those
  /// whose time is `t_end` or later. Returns their level. The list may stay empty. Precondition:
  /// the stack is not empty, and `list` is.
  int pop(BoxList& list, double t_end);

  /// Calls visit(corner, level) for the earliest box of each segment.
  template <class Visit>
  void for_each_front(Visit visit) const {
    for (const Segment& s : segments_) visit(boxes_[s.begin], s.level);
  }

  std::size_t bytes() const {
    return boxes_.capacity() * sizeof(Corner) + segments_.capacity() * sizeof(Segment);
  }

 private:
  /// boxes_[begin, end), of one level, sorted by time.
  struct Segment {
    std::size_t begin, end;
    int level;
  };
  std::vector<Corner> boxes_;
  std::vector<Segment> segments_;
};

/// Memory that one thread reuses for all its queries.
struct Workspace {
  std::array<BoxList, 2> lists;
  SegmentStack waiting;

  std::size_t bytes() const { return sizeof(*this) + waiting.bytes(); }
};

/// Upper bound of `Workspace::bytes`: the two lists, and a stack that grows by doubling. 3 MB.
inline constexpr std::size_t kMaxQueueBytes =
    sizeof(Workspace) +
    2 * kMaxLevels *
        ((BoxList::kCapacity - kChunkBoxes) * sizeof(Corner) + 3 * sizeof(std::size_t));

/// `solve_tight_inclusion_fast` with the caller's memory. The answer does not depend on what the
/// workspace was used for before.
Result solve_in(Workspace& workspace, const Query& query, const Options& options);

}  // namespace firstcontact::narrow::tight_inclusion
