#pragma once
/// All questions that the simulators ask collision detection, with the time they take.
///
/// By default the library's functions of a whole step answer. With another PairMethod every
/// candidate is asked on its own, and the answers are combined as the published algorithms 3 and 4
/// do (docs/guide/simulate.md), so that methods can be compared within the same loop.
#include <firstcontact/collision_mesh.h>
#include <firstcontact/mesh_step.h>
#include <firstcontact/safe_displacements.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/pair_method.h"

namespace firstcontact::sim {

/// Visits every motion that collision detection is asked about.
using VisitQuestion =
    std::function<void(const Positions& t0, const Positions& t1, const StepOptions& options)>;

class ContactDetection {
 public:
  /// `options`: rules, threads and tolerance of every question. `leave_room`: see safe_step.
  ContactDetection(const Mesh& mesh, PairMethod method, StepOptions options, bool leave_room);

  /// What a step may do.
  struct SafeStep {
    double step = 1;
    /// The pair that limits the step.
    std::optional<ElementPair> limiting = {};
    /// Not empty: no answer.
    std::string fault = {};
  };

  /// The largest step towards x_t1 that leaves room for the next one: every pair keeps a fifth of
  /// its distance, or of `cap` if that is less. Without `leave_room` it is the step up to the
  /// contact, after which every further step is 0.
  SafeStep safe_step(const PointMatrix& t0, const PointMatrix& t1, double cap);

  /// The step of each vertex on its own, so that any combination is free.
  SafeDisplacements safe_displacements(const PointMatrix& t0, const PointMatrix& t1, double cap);

  /// Pairs that come within `separation` during the motion, as linear constraints.
  ActiveSet active_set(const PointMatrix& t0, const PointMatrix& t1, double separation);

  /// True if the method is the library's own step.
  bool is_certified() const { return !method_.solve; }

  /// Since the last call of `restart_counts`.
  struct Counts {
    std::int64_t questions = 0, candidates = 0;
    double seconds = 0;
  };
  const Counts& counts() const { return counts_; }
  void restart_counts() { counts_ = {}; }

  void on_question(VisitQuestion visit) { visit_ = std::move(visit); }
  StepSolver& solver() { return solver_; }
  const StepOptions& options() const { return options_; }

 private:
  class Stopwatch;

  void announce(const PointMatrix& t0, const PointMatrix& t1, double separation);
  SafeStep safe_step_by_pairs(const PointMatrix& t0, const PointMatrix& t1, double cap);
  double pair_limit(const Query& query, double cap) const;
  ActiveSet active_set_by_pairs(const PointMatrix& t0, const PointMatrix& t1, double separation);

  StepSolver solver_;
  PairMethod method_;
  StepOptions options_;
  bool leave_room_;
  VisitQuestion visit_;
  Counts counts_;
};

}  // namespace firstcontact::sim
