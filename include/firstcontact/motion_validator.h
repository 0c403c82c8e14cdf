#pragma once
/// For motion planners: is this edge free? Of the shape of OMPL's MotionValidator; bindings/ompl
/// has the adapter.
#include <firstcontact/scene_contact.h>

namespace firstcontact {

struct LastValid {
  double time = 0;      ///< fraction of the edge: everything before is proven free
  Configuration state;  ///< there
};

/// Thread-safe: one validator may be used by any number of threads.
class MotionValidator {
 public:
  explicit MotionValidator(Scene scene, SceneOptions options = {});

  /// Empty, or what is wrong with the scene or the options: every answer is then InvalidInput.
  const std::string& fault() const { return fault_; }
  const Scene& scene() const { return scene_; }

  /// True: the whole edge is proven free and within the joints' limits. Undecided and bad input
  /// count as not free.
  bool check_motion(std::span<const double> q_t0, std::span<const double> q_t1) const;
  /// The same; where false, also up to where it is free. The state has the values of q_t0 if that
  /// is in contact itself.
  bool check_motion(std::span<const double> q_t0, std::span<const double> q_t1,
                    LastValid& last_valid) const;
  /// Free, Contact, Undecided (the budget ran out) or InvalidInput (count, NaN, limits).
  Status decide(std::span<const double> q_t0, std::span<const double> q_t1) const;
  /// Everything: when, which links, where. Never decide_only.
  SceneResult first_contact(std::span<const double> q_t0, std::span<const double> q_t1) const;
  bool is_valid(std::span<const double> q) const;
  /// One status an edge, in parallel and deterministic.
  std::vector<Status> decide(std::span<const SceneEdge> edges, int threads = 0) const;

 private:
  std::string fault_of_edge(std::span<const double> q_t0, std::span<const double> q_t1) const;

  Scene scene_;
  SceneOptions options_;
  std::string fault_;
};

}  // namespace firstcontact
