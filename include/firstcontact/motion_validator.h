#pragma once
/// For motion planners: is this edge free? The class has the functions of OMPL's MotionValidator;
/// bindings/ompl has an adapter.
#include <firstcontact/export.h>
#include <firstcontact/scene_contact.h>

namespace firstcontact {

/// The end of the part of an edge that is proven free.
struct LastValid {
  double time = 0;      ///< fraction of the edge; everything before it is proven free
  Configuration state;  ///< the configuration at that time
};

/// Any number of threads may use one validator.
class FIRSTCONTACT_API MotionValidator {
 public:
  explicit MotionValidator(Scene scene, SceneOptions options = {});

  /// What is wrong with the scene or the options, or an empty string. With a fault every answer is
  /// InvalidInput.
  const std::string& fault() const { return fault_; }
  const Scene& scene() const { return scene_; }

  /// True if the whole edge is proven free and within the joints' limits. False otherwise: for
  /// contact, undecided and bad input.
  bool check_motion(std::span<const double> q_t0, std::span<const double> q_t1) const;
  /// The same. If it is false, last_valid tells up to where the edge is free. Its state is q_t0 if
  /// q_t0 is in contact itself.
  bool check_motion(std::span<const double> q_t0, std::span<const double> q_t1,
                    LastValid& last_valid) const;
  /// Free, Contact, Undecided (the budget ran out) or InvalidInput (a wrong number of values, a
  /// NaN, a value outside its limits).
  Status decide(std::span<const double> q_t0, std::span<const double> q_t1) const;
  /// The whole answer: when, which links, where.
  SceneResult first_contact(std::span<const double> q_t0, std::span<const double> q_t1) const;
  bool is_valid(std::span<const double> q) const;
  /// One status for each edge, computed on several threads (0: all).
  std::vector<Status> decide(std::span<const SceneEdge> edges, int threads = 0) const;

 private:
  std::string fault_of_edge(std::span<const double> q_t0, std::span<const double> q_t1) const;

  Scene scene_;
  SceneOptions options_;
  std::string fault_;
};

}  // namespace firstcontact
