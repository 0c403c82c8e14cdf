// The public entry: checks the input.
#include <firstcontact/moving_bodies.h>

#include "arith/float_environment.h"
#include "motion/first_contact.h"

namespace firstcontact {
namespace {

std::string find_fault(const TriangleBody& a, const TriangleBody& b, const MotionOptions& options) {
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

const char* to_string(MotionStatus status) {
  switch (status) {
    case MotionStatus::Free: return "Free";
    case MotionStatus::Contact: return "Contact";
    case MotionStatus::Undecided: return "Undecided";
    case MotionStatus::InvalidInput: return "InvalidInput";
  }
  return "?";
}

MotionResult first_contact(const TriangleBody& a, const Motion& motion_a, const TriangleBody& b, const Motion& motion_b,
                           const MotionOptions& options) {
  const std::string fault = find_fault(a, b, options);
  if (!fault.empty()) {
    MotionResult result;
    result.message = fault;
    return result;
  }
  const arith::FloatEnvironmentGuard guard;
  return motion::find_first_contact(a.tree(), motion_a, b.tree(), motion_b, options);
}

}  // namespace firstcontact
