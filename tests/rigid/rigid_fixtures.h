#pragma once
/// Small inputs that several tests of rigid bodies share.
#include <firstcontact/polyhedron.h>
#include <firstcontact/pose.h>

#include "generate/random.h"

namespace firstcontact::test {

/// The pose at this position, without rotation.
inline Pose at(double x, double y, double z) { return {Mat3::Identity(), Vec3(x, y, z)}; }

/// A vector with coordinates in [-size, size).
inline Vec3 random_vector(generate::Random& random, double size = 1) {
  const double x = random.symmetric();
  const double y = random.symmetric();
  const double z = random.symmetric();
  return size * Vec3(x, y, z);
}

/// The unit cube with a corner at the origin.
inline PolyhedronDescription unit_cube() {
  return {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}},
          {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};
}

}  // namespace firstcontact::test
