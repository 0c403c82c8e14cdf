#pragma once
/// Random pairs of small polyhedra with screw motions, generic and degenerate.
#include <firstcontact/polyhedron.h>
#include <firstcontact/screw.h>

#include <cstdint>
#include <string>

namespace firstcontact::test {

struct ScrewCase {
  std::string family;
  Polyhedron a, b;
  PoseChange motion_a, motion_b;
};

inline constexpr int kGenericFamily = 0;
inline constexpr int kFamilies = 10;

/// One of a family: 0 generic; 1 boxes on a grid, translated along an axis; 2 a turn about an axis
/// through a face; 3 edges parallel to the axis; 4 half a turn; 5 a tiny turn; 6 sliding, in
/// contact all the time; 7 contact at exactly 0 or 1; 8 the axis through a vertex or along an edge;
/// 9 both bodies far from the origin and moving together as well.
ScrewCase screw_case(int family, std::uint64_t seed);

}  // namespace firstcontact::test
