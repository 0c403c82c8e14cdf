#include "sim/step_context.h"

namespace firstcontact::sim {

PointMatrix StepContext::scripted_way(const PointMatrix& x, const PointMatrix& targets) const {
  PointMatrix way = PointMatrix::Zero(x.rows(), 3);
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    if (world.scripted[i]) way.row(i) = targets.row(i) - x.row(i);
  return way;
}

std::string StepContext::in_the_way(const ContactDetection::SafeStep& safe) const {
  std::string why = "no step is free";
  if (safe.limiting) why += ": " + world.name_of(*safe.limiting) + " are in the way";
  return why;
}

}  // namespace firstcontact::sim
