// The public entry: checks the input.
#include <firstcontact/moving_bodies.h>

#include "arith/float_environment.h"
#include "motion/first_contact.h"

namespace firstcontact {
namespace {

std::string find_fault(const TriangleBody& a, const TriangleBody& b, const BodyOptions& options) {
  if (!a.fault().empty()) return "body a: " + a.fault();
  if (!b.fault().empty()) return "body b: " + b.fault();
  if (!(options.min_separation >= 0 && options.min_separation < kLargestCoordinate))
    return "the separation must be a length, 0 or more";
  if (options.tolerance && !(*options.tolerance >= 0 && *options.tolerance < kLargestCoordinate))
    return "the tolerance must be a length, 0 or more";
  if (!(options.t_max >= 0 && options.t_max <= 1)) return "t_max must lie in [0, 1]";
  if (options.max_checks < 1) return "max_checks must be at least 1";
  return "";
}

}  // namespace

BodyResult first_contact(const TriangleBody& a, const Motion& motion_a, const TriangleBody& b,
                         const Motion& motion_b, const BodyOptions& options) {
  const std::string fault = find_fault(a, b, options);
  if (!fault.empty()) {
    BodyResult result;
    result.message = fault;
    return result;
  }
  const arith::FloatEnvironmentGuard guard;
  return motion::find_first_contact(geometry::tree_of(a), motion_a, geometry::tree_of(b), motion_b,
                                    options);
}

}  // namespace firstcontact
