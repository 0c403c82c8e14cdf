#pragma once
/// The space-time search for two bodies. Pairs of triangles that it cannot prove apart are decided
/// by a LeafDecider.
#include <firstcontact/moving_bodies.h>

#include <cstdint>
#include <vector>

#include "motion/box_direction.h"
#include "motion/posed_interval.h"
#include "motion/space_time_search.h"

namespace firstcontact::motion {

/// Two bodies and how they move.
struct TwoBodies {
  const geometry::BodyTree& a;
  const Motion& motion_a;
  const geometry::BodyTree& b;
  const Motion& motion_b;
};

/// An interval of the search with both bodies' poses.
struct SearchInterval {
  double t0 = 0, t1 = 1;
  PosedBody a, b;
};

/// Two triangles that may touch in [first, last], a part of the interval.
struct LeafPair {
  const Node* a = nullptr;
  const Node* b = nullptr;
  double first = 0, last = 1;
};

/// Decides pairs of triangles.
class LeafDecider {
 public:
  virtual ~LeafDecider() = default;
  /// May narrow the pair's window: after TooLong, only what is left of it is asked about again.
  virtual LeafDecision decide(const SearchInterval& interval, LeafPair& pair) = 0;
  /// Nothing that is later than this matters any more.
  virtual double horizon() const = 0;
};

/// Two bodies as the problem of a SpaceTimeSearch: see SearchProblem.
class TwoBodyProblem {
 public:
  /// Nodes of the two trees that may touch in [first, last].
  struct Pair {
    std::int32_t a, b;
    double first, last;
  };
  static constexpr double kTravelPerSize = 0.5;
  static constexpr bool kExamineBeforeStacking = false;

  TwoBodyProblem(const TwoBodies& bodies, double separation, std::int64_t max_checks,
                 BodyCertificate* certificate);

  void set_decider(LeafDecider& decider) { decider_ = &decider; }
  void prove(double t0, double t1, const Vec3& n, const Node& a, const Node& b);
  CheckBudget& budget() { return budget_; }

  SearchEnd begin(double t0, double t1, std::size_t depth);
  double horizon() const { return decider_->horizon(); }
  bool is_finished() const { return false; }
  Examined examine(Pair& pair, bool may_defer);
  NodesInMotion nodes(const Pair& pair) const {
    return {interval_.a, interval_.b, bodies_.a.nodes[pair.a], bodies_.b.nodes[pair.b]};
  }
  double travel(const NodesInMotion& nodes, const Pair& pair) const;
  void divide(const NodesInMotion& nodes, const Pair& pair, std::vector<Pair>& out) const {
    motion::divide(nodes, pair, out);
  }
  LeafDecision decide(const NodesInMotion& nodes, Pair& pair);
  /// The children of a node stay in their order.
  void order(std::vector<Pair>::iterator, std::vector<Pair>::iterator) const {}

 private:
  TwoBodies bodies_;
  double separation_;
  bool a_rests_, b_rests_;
  BodyCertificate* certificate_;
  CheckBudget budget_;
  LeafDecider* decider_ = nullptr;
  SearchInterval interval_;
  PlacedBoxes placed_a_, placed_b_;
};

class TwoBodySearch {
 public:
  /// Pairs farther apart than `separation` are proven apart. `certificate` may be null.
  TwoBodySearch(const TwoBodies& bodies, double separation, std::int64_t max_checks,
                BodyCertificate* certificate)
      : problem_(bodies, separation, max_checks, certificate), search_(problem_) {}
  TwoBodySearch(const TwoBodySearch&) = delete;
  TwoBodySearch& operator=(const TwoBodySearch&) = delete;

  /// Searches [t0, t1]. If the end is not Complete, [t0, reached()] was searched completely.
  SearchEnd run(double t0, double t1, LeafDecider& decider);

  double reached() const { return search_.reached(); }
  std::int64_t checks() { return problem_.budget().spent(); }
  /// For deciders that make checks of their own.
  void spend(std::int64_t count) { problem_.budget().spend(count); }
  /// For deciders: the nodes are proven apart along n over [t0, t1].
  void prove(double t0, double t1, const Vec3& n, const Node& a, const Node& b) {
    problem_.prove(t0, t1, n, a, b);
  }

 private:
  TwoBodyProblem problem_;
  SpaceTimeSearch<TwoBodyProblem> search_;
  std::vector<TwoBodyProblem::Pair> roots_;
};

}  // namespace firstcontact::motion
