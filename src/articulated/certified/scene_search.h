#pragma once
/// Divide and conquer in space and time for all pairs of a scene at once: on an interval of time,
/// with poses computed once for each frame, pairs of nodes are worked off; what is not proven apart
/// is divided, or put off to the halves of the interval. As motion/space_time_search.h, which is
/// for two bodies.
#include <firstcontact/scene_contact.h>

#include <cstdint>
#include <vector>

#include "articulated/certified/pose_cache.h"
#include "articulated/model/contact_features.h"
#include "articulated/model/scene_index.h"
#include "motion/leaf_advance.h"

namespace firstcontact::articulated {

/// Nodes of the trees of a shape pair's two shapes that may touch in [first, last].
struct NodePair {
  std::int32_t shape_pair, a, b;
  double first, last;
};

/// Where shapes touch, or come nearest.
struct Meeting {
  int shape_pair = -1;  ///< -1: nowhere
  int triangle_a = -1, triangle_b = -1;
  double time = 0;
  geometry::NearestPoints nearest = {};  ///< in the pair's common frame
  bool certain = false;  ///< they certainly meet there, or one lies in the other, a solid
  NestedSide nested = NestedSide::None;
  double error = 0;  ///< the distance is off by at most this
};

class SceneSearch {
 public:
  SceneSearch(const articulated::SceneData& scene, const SceneIndex& index, const ChainPoses& poses,
              const SceneOptions& options);

  /// False: the budget ran out; [0, reached()] was searched completely.
  /// The earliest contact in [0, t_max].
  bool find_first(double t_max);
  /// Any contact in [0, t_max]; if none is found, there is none.
  bool find_any(double t_max);
  /// The smallest distance over [t0, t1], if it is below what was found before: into
  /// smallest_upper(), nearest().
  bool find_nearest(double t0, double t1);

  /// Of the pairs that were not told apart as a whole so far: does one lie in the other, a solid,
  /// at t = 0? Into contact().
  bool find_inside();
  /// The pair's surfaces certainly cut through each other, or are within the separation, at t.
  bool certainly_meet(int shape_pair, double t);

  const Meeting& contact() const { return contact_; }
  const Meeting& nearest() const { return nearest_; }
  /// Not smaller than the smallest distance.
  double smallest_upper() const { return smallest_ + smallest_error_; }
  /// No distance is smaller, after find_nearest.
  double smallest_proven() const;
  double reached() const { return reached_; }
  /// checks, steps, after_spatial and after_temporal; of find_first and find_any.
  SceneCounts counts() const;
  std::int64_t checks() const { return checks_; }

  double tolerance_of(int shape_pair) const;
  /// About how long the meeting's points take to travel this far, at most 1.
  double time_to_travel(const Meeting& meeting, double length);
  /// The triangles at the time of the meeting, in the pair's common frame.
  std::pair<geometry::Triangle, geometry::Triangle> triangles_at(const Meeting& meeting);
  /// One a shape pair if asked for; empty otherwise. find_first adds to them.
  std::vector<BodyCertificate>& certificates() { return certificates_; }

 private:
  enum class Goal { First, Any, Nearest };
  /// Done: apart, or put off. Stop: a contact was found that is enough, or the budget ran out.
  enum class Next { Done, Open, Stop };
  struct Interval {
    PoseCache cache;
    std::vector<NodePair> put_off;
  };
  struct Sides {
    const motion::PosedBody& a;
    const motion::PosedBody& b;
    const motion::Node& node_a;
    const motion::Node& node_b;
  };

  void gather(PoseCache& cache, double t0, double t1, std::vector<NodePair>& out);
  void sort_nearest_last(PoseCache& cache, std::vector<NodePair>& pairs);
  void begin(PoseCache& cache, double t0, double t1);
  bool search_whole(double t0, double t1);
  bool search(double t0, double t1, std::size_t depth);
  bool look_at_start(const std::vector<NodePair>& pairs);
  bool work_off(PoseCache& cache, bool may_put_off, std::vector<NodePair>& put_off);
  bool take(PoseCache& cache, bool may_put_off, std::vector<NodePair>& put_off);
  Next examine(PoseCache& cache, NodePair& pair, bool may_put_off, std::vector<NodePair>& put_off);
  bool contact_found() const { return contact_.shape_pair >= 0; }
  void divide(const Sides& sides, const NodePair& pair, bool nearest_last,
              std::vector<NodePair>& out);
  /// By the boxes of the nodes. True: apart over all of the pair's window, which may become smaller
  /// otherwise.
  bool separate(PoseCache& cache, const Sides& sides, NodePair& pair);
  /// Whole shapes, by their convex hulls.
  enum class Hulls { Apart, ApartInTheMiddle, Unknown };
  Hulls separate_hulls(PoseCache& cache, const Sides& sides, NodePair& pair);
  bool apply(PoseCache& cache, const Sides& sides, const Vec3& n, const motion::Heights& gap,
             NodePair& pair);
  bool boxes_apart(PoseCache& cache, const NodePair& pair);
  /// False: put it off.
  bool decide(PoseCache& cache, const Sides& sides, NodePair& pair);
  double travel(const PoseCache& cache, const Sides& sides, const NodePair& pair) const;
  /// Do the pair's shapes touch at one of the probe times? Into contact_.
  bool probe(const NodePair& pair, Hulls hulls);
  /// At the instant of `instant`.
  Meeting touch(PoseCache& instant, const NodePair& start, bool certain, int max_checks);
  bool find_inside(int shape_pair);
  Sides sides(PoseCache& cache, const NodePair& pair) const;
  const WorldBox& box_of(PoseCache& cache, int shape, int place);
  double separation(int shape_pair) const;
  double horizon() const { return goal_ == Goal::Nearest ? 2 : horizon_; }
  bool spend(std::int64_t count) { return (checks_ += count) <= options_.max_checks; }
  void prove(const NodePair& pair, double t0, double t1, const Vec3& n, const Sides& sides);
  Interval& interval(std::size_t depth);

  const articulated::SceneData& scene_;
  const SceneIndex& index_;
  const ChainPoses& poses_;
  const SceneOptions& options_;
  Goal goal_ = Goal::First;
  double horizon_ = 1, smallest_ = std::numeric_limits<double>::infinity(), smallest_error_ = 0,
         reached_ = 0;
  Meeting contact_, nearest_;
  std::int64_t checks_ = 0, steps_ = 0;
  std::vector<std::unique_ptr<Interval>> intervals_;
  PoseCache instant_;
  std::vector<double> probe_times_;       ///< of the interval: its middle, then others
  std::array<PoseCache, 2> probe_cache_;  ///< one a probe time
  std::vector<NodePair> stack_, fresh_, probes_;
  bool proving_ = true;
  std::vector<int> found_;
  /// Shape pairs that were not told apart as a whole at some time: only these can lie one in the
  /// other.
  std::vector<int> divided_;
  /// Boxes of shapes over the interval being worked off.
  std::vector<WorldBox> boxes_;
  std::vector<std::int64_t> boxes_of_interval_;
  std::int64_t interval_number_ = 0;
  std::vector<std::uint8_t> after_spatial_, after_temporal_;  ///< by pair of bodies
  std::vector<BodyCertificate> certificates_;
};

}  // namespace firstcontact::articulated
