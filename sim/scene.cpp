#include "sim/scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace firstcontact::sim {

Vec3 Script::position(const Vec3& start, double time) const {
  const double elapsed = std::min(time, end) - begin;
  if (!(elapsed > 0)) return start;
  const Vec3 shift = elapsed * velocity;
  const double length = axis.norm();
  if (turns_per_second == 0 || !(length > 0)) return start + shift;
  // Whole turns are taken off first, so that the angle keeps its digits however many there are.
  const double turns = turns_per_second * elapsed;
  const double angle = 2 * std::numbers::pi * (turns - std::round(turns));
  const Vec3 unit = axis / length, arm = start - center, across = unit.cross(arm);
  // Rodrigues' formula for the difference; 1 - cos as a square, which small angles need.
  const double half = std::sin(angle / 2);
  return start + shift + std::sin(angle) * across + 2 * half * half * unit.cross(across);
}

}  // namespace firstcontact::sim
