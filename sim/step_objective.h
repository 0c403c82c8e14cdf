#pragma once
/// What a step of implicit Euler minimises: m/2 |x - predicted|^2 + h^2 (elastic energy of x).
#include "sim/elastic_model.h"
#include "sim/world.h"

namespace firstcontact::sim {

class StepObjective {
 public:
  /// `predicted` is where every vertex would be after the step without forces but gravity. The
  /// model must outlive the objective.
  StepObjective(const ElasticModel& elastic, PointMatrix predicted, double time_step)
      : elastic_(elastic), predicted_(std::move(predicted)), time_step_(time_step) {}

  double energy(const PointMatrix& x) const;
  PointMatrix gradient(const PointMatrix& x) const;
  double time_step() const { return time_step_; }
  /// h^2: the factor of every potential.
  double scale() const { return time_step_ * time_step_; }

 private:
  const ElasticModel& elastic_;
  PointMatrix predicted_;
  double time_step_;
};

}  // namespace firstcontact::sim
