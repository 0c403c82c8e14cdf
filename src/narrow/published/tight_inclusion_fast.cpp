// Tight inclusion: B. Wang, Z. Ferguson, T. Schneider, X. Jiang, M. Attene, D. Panozzo, "A Large
// Scale Benchmark and an Inclusion-Based Algorithm for Continuous Collision Detection", 2021:
// algorithm 2 of section 5, minimum separation of section 6.
//
// Steps: bound the gap F over a box in (t, u, v) by its values at the corners. Drop the box if 0 is
// outside these bounds; otherwise halve the dimension along which F varies most. Proceed level by
// level, and by time within a level, until the earliest remaining box is narrow.
//
// Deviations, each with its reason in docs/math/tight-inclusion.md:
// - A narrow box that is not the first of its level is not lost: its time bounds the answer, and
//   all other boxes are clipped to it.
// - The filter is relative to coordinate differences of the prescaled query, not to the cube of the
//   coordinates.
// - All boxes of a level have the same widths, so no sorting is needed: halves are written in the
//   order of time.
// - The search is breadth first only while a level is small; then it follows the earliest boxes
//   first. This takes little memory and far fewer boxes.
// - t_max clips every time interval, and an exhausted budget is not reported as a contact.
#include "narrow/published/tight_inclusion_fast.h"

#include <algorithm>
#include <array>
#include <limits>

#include "narrow/published/tight_inclusion_fast_kernel.h"
#include "narrow/published/tight_inclusion_fast_queue.h"
#include "narrow/published/tight_inclusion_problem.h"

namespace firstcontact::narrow {
namespace {

using namespace tight_inclusion;

/// Halves the boxes along t: for each time interval first all early halves, then all late ones.
/// Leaves out halves that start after t_max, or at t_end or later.
void split_time(const BoxList& from, BoxList& to, double half, double t_max, double t_end) {
  std::size_t out = 0;
  for (std::size_t begin = 0, end = 0; begin < from.count; begin = end) {
    const double t = from.t[begin];
    while (end < from.count && from.t[end] == t) ++end;
    for (const double left : {t, t + half}) {
      if (left > t_max || left >= t_end) break;
      for (std::size_t i = begin; i < end; ++i, ++out) {
        to.t[out] = left;
        to.u[out] = from.u[i];
        to.v[out] = from.v[i];
      }
    }
  }
  to.count = out;
}

/// Halves the boxes along u or v. On the triangle a half is left out if it has at most one point
/// inside, because the other half has this point too.
void split_parameter(const BoxList& from, BoxList& to, double half, Dimension dimension,
                     bool triangle) {
  std::size_t out = 0;
  const double half_u = dimension == kU ? half : 0, half_v = dimension == kU ? 0 : half;
  for (std::size_t i = 0; i < from.count; ++i) {
    const double u = from.u[i] + half_u, v = from.v[i] + half_v;
    to.t[out] = from.t[i];
    to.u[out] = from.u[i];
    to.v[out] = from.v[i];
    ++out;
    to.t[out] = from.t[i];
    to.u[out] = u;
    to.v[out] = v;
    out += !triangle || u + v < 1;
  }
  to.count = out;
}

/// One query's search.
class Bisection {
 public:
  Bisection(const Problem& problem, std::int64_t max_checks, Workspace& workspace)
      : problem_(problem),
        t_max_(problem.t_limit),
        max_checks_(max_checks),
        work_(workspace),
        current_(&workspace.lists[0]),
        next_(&workspace.lists[1]) {
    levels_[0] = root_level(problem);
  }

  Result run() {
    work_.waiting.clear();
    current_->count = 0;
    current_->append({0, 0, 0});
    if (!check()) return exhausted();
    while (true) {
      if (current_->count == 0) {
        if (work_.waiting.empty()) return finished();
        level_ = work_.waiting.pop(*current_, earliest_small_);
        continue;
      }
      if (current_->count > kMaxLevelBoxes) work_.waiting.push(*current_, kChunkBoxes, level_);
      if (!split()) {
        // This should not happen, because boxes that cannot be split are narrow. Their earliest
        // time is a safe answer anyway.
        note_small((*current_)[0]);
        current_->count = 0;
        continue;
      }
      if (!check()) return exhausted();
    }
  }

 private:
  /// Checks the current boxes and keeps those that may hold a contact. Returns false if the budget
  /// ran out before the last of them.
  bool check() {
    BoxList& list = *current_;
    const auto budget = static_cast<std::uint64_t>(max_checks_ - checks_);
    const std::size_t count = budget < list.count ? static_cast<std::size_t>(budget) : list.count;
    const Corner first_unchecked = list[count];
    const CheckedBoxes checked =
        check_boxes(problem_, levels_[level_], list.t.data(), list.u.data(), list.v.data(), count);
    if (checked.first_small < count) {
      checks_ += static_cast<std::int64_t>(checked.first_small) + 1;
      note_small(checked.small);
      // The unchecked boxes of this level start no earlier than the narrow box.
      list.count = checked.survivors;
      while (list.count > 0 && list.t[list.count - 1] >= earliest_small_) --list.count;
      return true;
    }
    checks_ += static_cast<std::int64_t>(count);
    if (count < list.count) {
      pending_ = checked.survivors > 0 ? list[0] : first_unchecked;
      return false;
    }
    list.count = checked.survivors;
    return true;
  }

  /// Stores the earliest narrow box. Boxes that do not start before the known one are dropped
  /// everywhere, so every new one is earlier.
  void note_small(const Corner& corner) {
    tolerance_ = excess(problem_, gap_box(problem_, levels_[level_], corner.t, corner.u, corner.v));
    earliest_small_ = corner.t;
    problem_.t_limit = corner.t;
  }

  /// Replaces the current boxes by their halves. Returns false if no dimension can be split.
  bool split() {
    const Level& level = levels_[level_];
    if (!can_split(problem_, level)) return false;
    const Dimension dimension = split_dimension(problem_, level);
    const double half = level.width[dimension] / 2;
    if (dimension == kTime)
      split_time(*current_, *next_, half, t_max_, earliest_small_);
    else
      split_parameter(*current_, *next_, half, dimension, problem_.triangle);
    std::swap(current_, next_);
    levels_[level_ + 1] = halved(level, dimension);
    ++level_;
    return true;
  }

  Result contact() const {
    Result result;
    result.status = Status::Contact;
    result.starts_in_contact = !(earliest_small_ > 0);
    result.toi = earliest_small_;
    result.toi_upper = t_max_;
    result.tolerance = tolerance_;
    result.checks = checks_;
    return result;
  }

  Result finished() const {
    if (earliest_small_ < kNever) return contact();
    Result result;
    result.status = Status::Free;
    result.toi = result.toi_upper = t_max_;
    result.checks = checks_;
    return result;
  }

  /// The result when the budget ran out. The safe time is that of the earliest box that may hold a
  /// contact, among the current and the waiting ones.
  Result exhausted() const {
    Corner earliest = pending_;
    int level = level_;
    work_.waiting.for_each_front([&](const Corner& corner, int corner_level) {
      if (corner.t < earliest.t) {
        earliest = corner;
        level = corner_level;
      }
    });
    if (earliest_small_ <= earliest.t) return contact();
    Result result;
    result.status = Status::Undecided;
    result.toi = earliest.t;
    result.toi_upper = t_max_;
    result.tolerance =
        excess(problem_, gap_box(problem_, levels_[level], earliest.t, earliest.u, earliest.v));
    result.checks = checks_;
    return result;
  }

  Problem problem_;
  const double t_max_;
  const std::int64_t max_checks_;
  Workspace& work_;
  BoxList* current_;
  BoxList* next_;
  std::array<Level, kMaxLevels> levels_;
  int level_ = 0;
  std::int64_t checks_ = 0;
  double earliest_small_ = kNever;
  double tolerance_ = 0;
  /// Set when the budget ran out: the earliest current box that may hold a contact.
  Corner pending_{0, 0, 0};
};

}  // namespace

Result tight_inclusion::solve_in(Workspace& workspace, const Query& query, const Options& options) {
  const Problem problem = make_problem(query, options);
  return Bisection(problem, options.max_checks, workspace).run();
}

Result solve_tight_inclusion_fast(const Query& query, const Options& options) {
  thread_local Workspace workspace;
  return solve_in(workspace, query, options);
}

}  // namespace firstcontact::narrow
