#include "sim/step_objective.h"

namespace firstcontact::sim {

double StepObjective::energy(const PointMatrix& x) const {
  double inertia = 0;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const Vec3 away = x.row(i) - predicted_.row(i);
    inertia += elastic_.masses()[i] * away.squaredNorm();
  }
  return inertia / 2 + scale() * elastic_.energy(x);
}

PointMatrix StepObjective::gradient(const PointMatrix& x) const {
  PointMatrix gradient = PointMatrix::Zero(x.rows(), 3);
  elastic_.add_gradient(x, gradient);
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    gradient.row(i) =
        scale() * gradient.row(i) + elastic_.masses()[i] * (x.row(i) - predicted_.row(i));
  return gradient;
}

}  // namespace firstcontact::sim
