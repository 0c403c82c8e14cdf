// B. Wang, Z. Ferguson, T. Schneider, X. Jiang, M. Attene, D. Panozzo, "A Large Scale Benchmark and
// an Inclusion-Based Algorithm for Continuous Collision Detection", 2021: algorithm 2 of section 5,
// minimum separation of section 6.
//
// As in the paper: a priority queue orders boxes in (t, u, v) by level, and by time within a level.
// The gap over a box is bounded by its values at the eight corners; the box is halved along the
// dimension in which the gap varies most. The answer is the first box of a level that is narrow
// enough.
//
// Repaired (docs/math/tight-inclusion.md): a narrow box that is not the first of its level is not
// lost, because its time bounds the answer; filters are relative to the prescaled query; t_max
// clips every box; the queue is bounded; an exhausted budget is not reported as a contact.
#include "narrow/published/tight_inclusion.h"

#include <algorithm>
#include <array>
#include <limits>
#include <queue>
#include <vector>

#include "narrow/published/tight_inclusion_kernel.h"
#include "narrow/published/tight_inclusion_problem.h"

namespace firstcontact::narrow {
namespace {

using namespace tight_inclusion;

/// A box by its left ends. All boxes of a level have the same widths.
struct Box {
  double t, u, v;
  std::int32_t level;
  std::uint32_t order;  // order of creation, which decides among boxes of equal level and time
};

struct Later {
  bool operator()(const Box& a, const Box& b) const {
    if (a.level != b.level) return a.level > b.level;
    if (a.t != b.t) return a.t > b.t;
    return a.order > b.order;
  }
};

class PublishedSearch {
 public:
  PublishedSearch(const Query& query, const Options& options)
      : problem_(make_problem(query, options)),
        t_max_(problem_.t_limit),
        max_checks_(options.max_checks) {
    levels_[0] = root_level(problem_);
  }

  Result run() {
    push({0, 0, 0, 0, 0});
    int contact_level = -1;
    double first_of_level = 0;
    while (!queue_.empty()) {
      const Box box = queue_.top();
      queue_.pop();
      if (box.t >= earliest_small_) continue;
      if (checks_ >= max_checks_ || queue_.size() >= kMaxQueueBoxes)
        return exhausted(box, contact_level, first_of_level);
      ++checks_;
      const BoxAnswer answer = check_corners(problem_, levels_[box.level], box.t, box.u, box.v);
      if (answer == BoxAnswer::Free) continue;
      const bool first = box.level != contact_level;
      if (first) first_of_level = box.t;
      contact_level = box.level;
      if (answer == BoxAnswer::Small || !can_split(problem_, levels_[box.level])) {
        note_small(box);
        if (first) break;  // all remaining boxes, of this level and the next, start no earlier
      } else {
        split(box);
      }
    }
    if (earliest_small_ == kNever) return result(Status::Free, t_max_);
    return result(Status::Contact, earliest_small_);
  }

 private:
  void push(Box box) {
    if (box.t > t_max_ || (problem_.triangle && box.u + box.v > 1)) return;
    box.order = created_++;
    queue_.push(box);
  }

  void split(const Box& box) {
    const Level& level = levels_[box.level];
    const Dimension dimension = split_dimension(problem_, level);
    levels_[box.level + 1] = halved(level, dimension);
    const double half = level.width[dimension] / 2;
    Box child = box;
    ++child.level;
    push(child);
    (dimension == kTime ? child.t : dimension == kU ? child.u : child.v) += half;
    push(child);
  }

  void note_small(const Box& box) {
    earliest_small_ = box.t;
    tolerance_ = excess(problem_, gap_box(problem_, levels_[box.level], box.t, box.u, box.v));
  }

  /// The result when the budget or the queue ran out. The boxes of a level are taken in the order
  /// of time, and those of the next level are their halves, so the first that may touch is the
  /// earliest of all.
  Result exhausted(const Box& box, int contact_level, double first_of_level) {
    const double safe = box.level == contact_level ? first_of_level : box.t;
    if (safe >= earliest_small_) return result(Status::Contact, earliest_small_);
    tolerance_ = excess(problem_, gap_box(problem_, levels_[box.level], box.t, box.u, box.v));
    return result(Status::Undecided, safe);
  }

  Result result(Status status, double toi) const {
    Result out;
    out.status = status;
    out.toi = toi;
    out.toi_upper = t_max_;
    out.tolerance = status == Status::Free ? 0 : tolerance_;
    out.checks = checks_;
    out.starts_in_contact = status == Status::Contact && !(toi > 0);
    return out;
  }

  Problem problem_;
  const double t_max_;
  const std::int64_t max_checks_;
  std::priority_queue<Box, std::vector<Box>, Later> queue_;
  std::array<Level, kMaxLevels + 1> levels_;
  std::uint32_t created_ = 0;
  std::int64_t checks_ = 0;
  double earliest_small_ = kNever;
  double tolerance_ = 0;
};

}  // namespace

Result solve_tight_inclusion(const Query& query, const Options& options) {
  return PublishedSearch(query, options).run();
}

}  // namespace firstcontact::narrow
