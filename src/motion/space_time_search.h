#pragma once
/// Divide and conquer in space and time: proves pairs of nodes apart over intervals of time, and
/// hands pairs of triangles that it cannot prove apart to the problem, which decides them.
///
/// Intervals are halved, and the earlier half is searched first. On one interval a stack of pairs
/// of nodes is processed: a pair that a direction proves apart is done; one that is proven apart
/// only at the ends keeps the window of time in between. A pair that stays open is divided (its
/// larger node is replaced by its children) or, where the nodes travel farther than they are large,
/// deferred to the halves of the interval.
///
/// The problem is two bodies (two_body_search.h) or all pairs of shapes of a scene
/// (articulated/certified). It knows the poses, the separation that is asked for and what to do
/// with two triangles; this class knows the order of the work.
#include <algorithm>
#include <array>
#include <concepts>
#include <vector>

#include "motion/node_separation.h"
#include "motion/search_end.h"

namespace firstcontact::motion {

/// What is known about a pair after a direction, or several, have been tried.
enum class Examined {
  Apart,     ///< nothing is left of the pair's window
  Open,      ///< the pair may touch within its window
  Deferred,  ///< shorter intervals have to decide
  Stop,      ///< the search ends: out of budget or resolution, or enough was found
};

/// What became of a pair of triangles.
enum class LeafDecision {
  Decided,
  TooLong,  ///< the halves of the interval have to decide about what is left of the pair's window
};

template <class P>
concept SearchProblem = requires(P problem, typename P::Pair pair,
                                 std::vector<typename P::Pair> out, const NodesInMotion& nodes,
                                 double t, std::size_t depth) {
  /// A pair is deferred when its nodes travel more than this many times their size.
  { P::kTravelPerSize } -> std::convertible_to<double>;
  /// True: pairs are examined before they go on the stack, so that `order` can sort them by what
  /// was found out. False: when they are taken from it, when a contact found in the meantime may
  /// have made them needless.
  { P::kExamineBeforeStacking } -> std::convertible_to<bool>;
  /// Computes what depends on the interval [t, t]. Complete, or why the search cannot go on.
  { problem.begin(t, t, depth) } -> std::same_as<SearchEnd>;
  /// Nothing that happens later than this matters any more.
  { problem.horizon() } -> std::convertible_to<double>;
  /// What was found makes the rest of the search needless.
  { problem.is_finished() } -> std::convertible_to<bool>;
  /// Tries to prove the pair apart; may narrow its window. The flag: pairs may be deferred.
  { problem.examine(pair, true) } -> std::same_as<Examined>;
  { problem.nodes(pair) } -> std::same_as<NodesInMotion>;
  /// About how far the nodes travel over the interval, in sum.
  { problem.travel(nodes, pair) } -> std::convertible_to<double>;
  problem.divide(nodes, pair, out);
  /// Decides two triangles; may narrow the pair's window.
  { problem.decide(nodes, pair) } -> std::same_as<LeafDecision>;
  problem.order(out.begin(), out.end());
  { problem.budget() } -> std::convertible_to<const CheckBudget&>;
};

template <class Problem>
class SpaceTimeSearch {
 public:
  using Pair = typename Problem::Pair;
  using Pairs = std::vector<Pair>;

  /// `problem` must stay.
  explicit SpaceTimeSearch(Problem& problem) : problem_(problem) {
    static_assert(SearchProblem<Problem>);
  }

  /// Searches `pairs` over [t0, t1], which is what is left after `depth` halvings. `pairs` is used
  /// up. If the end is not Complete, [t0, reached()] was searched completely.
  SearchEnd run(double t0, double t1, Pairs& pairs, std::size_t depth = 0) {
    deferred_[depth].swap(pairs);
    reached_ = t0;
    return search(t0, t1, depth);
  }

  /// Appends the pairs that are not proven apart over the interval that the problem has begun.
  SearchEnd keep_open(Pairs& pairs, Pairs& kept) {
    for (Pair& pair : pairs) {
      const Examined state = examine(pair, true);
      if (state == Examined::Stop) return stopped();
      if (state != Examined::Apart) kept.push_back(pair);
    }
    return SearchEnd::Complete;
  }

  /// Processes the pairs over the interval that the problem has begun; appends to `deferred` those
  /// that its halves have to decide. `pairs` is used up.
  SearchEnd process(Pairs& pairs, bool may_defer, Pairs& deferred) {
    stack_.swap(pairs);
    return process_stack(may_defer, deferred);
  }

  double reached() const { return reached_; }
  /// Intervals that were processed.
  std::int64_t intervals() const { return intervals_; }

 private:
  /// Halving beyond this gives intervals of neighbouring doubles.
  static constexpr std::size_t kLargestDepth = 52;

  // deferred_[depth] has the pairs for this interval and its sibling.
  SearchEnd search(double t0, double t1, std::size_t depth) {
    stack_.clear();
    for (Pair pair : deferred_[depth]) {
      pair.first = std::max(pair.first, t0);
      pair.last = std::min(pair.last, t1);
      if (pair.first <= pair.last) stack_.push_back(pair);
    }
    if (!stack_.empty()) {
      SearchEnd end = problem_.begin(t0, t1, depth);
      if (end != SearchEnd::Complete) return end;
      Pairs& deferred = deferred_[depth + 1];
      deferred.clear();
      end = process_stack(depth < kLargestDepth && t0 < t1, deferred);
      if (end != SearchEnd::Complete || problem_.is_finished()) return end;
      if (!deferred.empty()) {
        const double middle = 0.5 * (t0 + t1);
        end = search(t0, middle, depth + 1);
        if (end != SearchEnd::Complete || problem_.is_finished()) return end;
        if (middle < problem_.horizon()) {
          end = search(middle, t1, depth + 1);
          if (end != SearchEnd::Complete || problem_.is_finished()) return end;
        }
      }
    }
    reached_ = t1;
    return SearchEnd::Complete;
  }

  SearchEnd process_stack(bool may_defer, Pairs& deferred) {
    ++intervals_;
    if constexpr (Problem::kExamineBeforeStacking) {
      fresh_.swap(stack_);
      stack_.clear();
      if (!examine_all(may_defer, deferred)) return stopped();
    }
    while (!stack_.empty()) {
      Pair pair = stack_.back();
      stack_.pop_back();
      if constexpr (Problem::kExamineBeforeStacking) {
        if (!clip(pair)) continue;
      } else {
        const Examined state = examine(pair, may_defer);
        if (state == Examined::Stop) return stopped();
        if (state == Examined::Deferred) deferred.push_back(pair);
        if (state != Examined::Open) continue;
      }
      const NodesInMotion nodes = problem_.nodes(pair);
      if (nodes.are_leaves()) {
        if (problem_.decide(nodes, pair) == LeafDecision::TooLong) {
          if (!may_defer) return stopped();
          deferred.push_back(pair);
        }
        if (problem_.is_finished()) return SearchEnd::Complete;
      } else if (may_defer &&
                 problem_.travel(nodes, pair) >
                     Problem::kTravelPerSize * (nodes.node_a.radius + nodes.node_b.radius)) {
        deferred.push_back(pair);
      } else if constexpr (Problem::kExamineBeforeStacking) {
        fresh_.clear();
        problem_.divide(nodes, pair, fresh_);
        if (!examine_all(may_defer, deferred)) return stopped();
      } else {
        problem_.divide(nodes, pair, stack_);
      }
    }
    return SearchEnd::Complete;
  }

  /// Examines fresh_ and moves what stays open to the stack. False: the search ends.
  bool examine_all(bool may_defer, Pairs& deferred) {
    const auto begin = static_cast<std::ptrdiff_t>(stack_.size());
    for (Pair& pair : fresh_) {
      const Examined state = examine(pair, may_defer);
      if (state == Examined::Stop) return false;
      if (state == Examined::Open) stack_.push_back(pair);
      if (state == Examined::Deferred) deferred.push_back(pair);
    }
    problem_.order(stack_.begin() + begin, stack_.end());
    return true;
  }

  Examined examine(Pair& pair, bool may_defer) {
    return clip(pair) ? problem_.examine(pair, may_defer) : Examined::Apart;
  }

  /// False: the pair's window lies beyond the horizon.
  bool clip(Pair& pair) const {
    pair.last = std::min<double>(pair.last, problem_.horizon());
    return pair.first <= pair.last;
  }

  SearchEnd stopped() const {
    if (problem_.is_finished()) return SearchEnd::Complete;
    return problem_.budget().is_exhausted() ? SearchEnd::OutOfBudget : SearchEnd::OutOfResolution;
  }

  Problem& problem_;
  double reached_ = 0;
  std::int64_t intervals_ = 0;
  Pairs stack_, fresh_;
  std::array<Pairs, kLargestDepth + 2> deferred_;  ///< by depth
};

}  // namespace firstcontact::motion
