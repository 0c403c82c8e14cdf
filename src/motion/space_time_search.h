#pragma once
/// Divide and conquer in space and time: proves pairs of nodes apart over intervals, and hands
/// pairs of triangles that it cannot to whoever decides them.
///
/// Intervals are halved, earlier halves first. On one interval a stack of pairs of nodes is worked
/// off: a pair that a direction proves apart is done; one that is only proven apart at the ends
/// keeps the window in between; otherwise the larger node is divided, or, where the bodies travel
/// farther than the nodes are large, the pair is put off to the halves of the interval.
#include <firstcontact/moving_bodies.h>

#include <cstdint>
#include <vector>

#include "motion/box_direction.h"
#include "motion/posed_interval.h"

namespace firstcontact::motion {

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
  /// False: the interval is too long to decide; its halves will be asked about what is left of the
  /// pair's window, which may have been narrowed.
  virtual bool decide(const SearchInterval& interval, LeafPair& pair) = 0;
  /// Nothing that is later than this matters any more.
  virtual double horizon() const = 0;
};

class SpaceTimeSearch {
 public:
  struct Bodies {
    const geometry::BodyTree& a;
    const Motion& motion_a;
    const geometry::BodyTree& b;
    const Motion& motion_b;
  };

  /// `certificate` may be null. Pairs farther apart than `separation` are proven apart.
  SpaceTimeSearch(Bodies bodies, double separation, std::int64_t max_checks,
                  BodyCertificate* certificate);

  /// Searches [t0, t1]. False if the checks ran out: [t0, reached()] was searched completely.
  bool run(double t0, double t1, LeafDecider& decider);

  std::int64_t checks() const { return checks_; }
  /// For deciders that do checks of their own. False: the budget is used up.
  bool spend(std::int64_t count) { return (checks_ += count) <= max_checks_; }
  double reached() const { return reached_; }
  /// A motion gave control poses that are not finite, or errors that are negative: nothing can be
  /// said.
  bool bad_motion() const { return bad_motion_; }
  void prove(double t0, double t1, const Vec3& n, const Node& a, const Node& b);

 private:
  struct Pair {
    std::int32_t a, b;
    double first, last;
  };
  enum class Outcome { Apart, Undecided };

  bool search(double t0, double t1, int depth, LeafDecider& decider);
  bool work_off(const SearchInterval& interval, int depth, LeafDecider& decider);
  /// Shrinks the pair's window; Apart if nothing is left of it.
  Outcome separate(const SearchInterval& interval, Pair& pair);
  Outcome apply(const SearchInterval& interval, const Vec3& n, Pair& pair);
  void divide(const Pair& pair, bool first_body);
  double travel(const SearchInterval& interval, const Pair& pair) const;

  Bodies bodies_;
  double separation_;
  std::int64_t max_checks_, checks_ = 0;
  double reached_ = 0;
  bool a_rests_, b_rests_, bad_motion_ = false;
  BodyCertificate* certificate_;
  PlacedBoxes placed_a_, placed_b_;
  std::vector<Pair> stack_;
  /// Put off, by depth.
  std::vector<std::vector<Pair>> put_off_;
};

}  // namespace firstcontact::motion
