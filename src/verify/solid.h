#pragma once
/// What lies inside of closed surfaces, decided exactly.
#include <firstcontact/mesh.h>
#include <firstcontact/query.h>

#include <span>
#include <vector>

#include "verify/closed_parts.h"

namespace firstcontact::verify {

/// A mesh as a solid: what closed_parts() finds.
class Solid {
 public:
  /// Precondition: the triangles' vertices exist and are finite.
  Solid(std::vector<Vec3> vertices, std::span<const Face> triangles);

  bool has_inside() const { return !parts_.empty(); }
  /// One vertex of each set of triangles that are connected through corners.
  const std::vector<Vec3>& samples() const { return samples_; }
  /// Inside of one of the closed parts; points of their surfaces count as inside. Exact: the
  /// doubles are taken as the real numbers they are.
  bool contains(const Vec3& point) const;

 private:
  struct Part {
    ClosedPart surface;
    Vec3 low, high;
  };
  /// Where a ray passes through a surface.
  struct Crossings {
    int count = 0;
    int turns = 0;            ///< the winding number
    bool clear = true;        ///< the ray meets no edge: the numbers count
    bool on_surface = false;  ///< where the ray begins
  };
  bool is_within(const Part& part, const Vec3& point) const;
  Crossings crossings(const Part& part, const Vec3& point, const Vec3& end) const;

  std::vector<Vec3> vertices_, samples_;
  std::vector<Part> parts_;
};

/// Something of `inner` lies inside of `outer`. Precondition: their surfaces do not touch, so that
/// one point tells for everything that is connected with it.
bool lies_inside(const Solid& inner, const Solid& outer);

}  // namespace firstcontact::verify
