#pragma once
/// What both ways of responding to contacts need for a step, and what they give back.
#include <string>

#include "sim/contact_detection.h"
#include "sim/elastic_model.h"
#include "sim/newton_system.h"
#include "sim/step_objective.h"
#include "sim/world.h"

namespace firstcontact::sim {

struct StepContext {
  const World& world;
  const ElasticModel& elastic;
  const Settings& settings;
  ContactDetection& detection;
  NewtonSystem& system;

  PointMatrix surface(const PointMatrix& x) const { return world.collision.surface_positions(x); }
  /// Largest displacement of any vertex.
  static double largest_row(const PointMatrix& p) { return p.rowwise().norm().maxCoeff(); }
};

struct StepEnd {
  PointMatrix positions;
  int iterations = 0;
  bool converged = false;
  std::int64_t contacts = 0;
  /// Not empty: the simulation cannot go on.
  std::string stopped = {};
};

}  // namespace firstcontact::sim
