#pragma once
/// What both ways of responding to contacts need for a step, and what they give back.
#include <cstdint>
#include <string>

#include "sim/contact_detection.h"
#include "sim/elastic_model.h"
#include "sim/newton_solver.h"
#include "sim/sparse_assembly.h"
#include "sim/step_objective.h"
#include "sim/world.h"

namespace firstcontact::sim {

struct StepContext {
  const World& world;
  const ElasticModel& elastic;
  const Settings& settings;
  ContactDetection& detection;
  SparseAssembly& assembly;
  NewtonSolver& newton;
  /// Newton's method ends when no vertex moves farther than this.
  double small_way;

  PointMatrix surface(const PointMatrix& x) const { return world.collision.surface_positions(x); }
  /// The way of scripted vertices from `x` to `targets`; 0 for all others.
  PointMatrix scripted_way(const PointMatrix& x, const PointMatrix& targets) const;
  /// Why there is no way forward.
  std::string in_the_way(const ContactDetection::SafeStep& safe) const;
  /// Largest displacement of any vertex.
  static double largest_row(const PointMatrix& p) { return p.rowwise().norm().maxCoeff(); }
};

struct StepEnd {
  PointMatrix positions;
  int iterations = 0;
  bool converged = false;
  std::int64_t contacts = 0;
  /// Not empty: the simulation cannot go on, and the positions are unset.
  std::string stopped = {};
};

}  // namespace firstcontact::sim
