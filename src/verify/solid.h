#pragma once
/// What lies inside of closed surfaces, decided exactly.
#include <firstcontact/mesh.h>
#include <firstcontact/query.h>

#include <cstdint>
#include <span>
#include <vector>

namespace firstcontact::verify {

/// A mesh as a solid. Triangles that share a corner (the same coordinates) make up a part. A part
/// is closed if an even number of its triangles meet in every edge; open parts have no inside. A
/// part that lies inside of another one and faces the other way is a hollow in it; every other part
/// is full, whatever way it faces.
class Solid {
 public:
  /// Precondition: the triangles' vertices exist and are finite. `triangles` must outlive the
  /// solid.
  Solid(std::vector<Vec3> vertices, std::span<const Face> triangles);

  bool has_inside() const { return has_inside_; }
  /// One vertex of each part.
  std::vector<Vec3> samples() const;
  /// Within a full part and not within a hollow of it; points of a closed surface count as inside.
  /// Exact: the doubles are taken as the real numbers they are.
  bool contains(const Vec3& point) const;

 private:
  struct Part {
    std::vector<std::int32_t> triangles;
    bool closed = false;
    int facing = 1;  ///< 1: outward, or unknown; -1: inward
    int weight = 1;  ///< what being inside of it counts: 1 full, -1 a hollow
    Vec3 low, high;
  };
  void find_parts(std::span<const std::int32_t> same);
  void find_hollows();
  bool is_within(const Part& part, const Vec3& point) const;

  std::vector<Vec3> vertices_;
  std::span<const Face> triangles_;
  std::vector<Part> parts_;
  bool has_inside_ = false;
};

/// Some part of `inner` lies inside of `outer`. Precondition: their surfaces do not touch, so that
/// one point tells for its part.
bool lies_inside(const Solid& inner, const Solid& outer);

}  // namespace firstcontact::verify
