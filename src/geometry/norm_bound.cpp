#include "geometry/norm_bound.h"

#include <cmath>

#include "arith/fixed_order.h"

namespace firstcontact::geometry {

// With G = MᵀM the largest singular value is the eighth root of the largest eigenvalue of G⁴, which
// is at most the Frobenius norm of G⁴, which is at most √3 times it: 3^(1/16) < 1.072 for three
// equal ones. One more squaring: 3^(1/32) < 1.035.
double norm_bound(const Mat3& m) {
  const double scale = m.cwiseAbs().maxCoeff();
  if (!(scale > 0)) return 0;
  const Mat3 unit = m / scale;
  Mat3 power = times(unit.transpose(), unit);
  for (int i = 0; i < 3; ++i) power = times(power, power);
  double root = norm(power);
  for (int i = 0; i < 4; ++i) root = std::sqrt(root);
  return scale * root * (1 + 1e-12);
}

}  // namespace firstcontact::geometry
