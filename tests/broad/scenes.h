#pragma once
/// Scenes of boxes for the broad phases, the awkward ones among them, and the pairs that a plain
/// double loop finds.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "broad/pair_finder.h"
#include "generate/random.h"

namespace firstcontact::test {

enum class Family {
  Scattered,       ///< small boxes in a cube
  Points,          ///< no extent, on a lattice, so that some coincide
  Lattice,         ///< integer coordinates: many touch exactly
  Identical,       ///< one box many times
  AllOverlapping,  ///< all contain a common point
  OneGiant,        ///< small boxes and one around all
  MixedSizes,      ///< sizes over twelve decades
  MixedScales,     ///< coordinates and sizes from 1e-300 to 1e300
  Subnormal,       ///< multiples of the smallest double
  LargestFinite,   ///< up to the largest finite numbers
  Rods,            ///< long and thin, along all three axes
  Slabs,           ///< wide and flat, across all three axes
  InALine,         ///< along x only
  FarOff,          ///< at 1e15, as small as the doubles there allow
  Clusters,        ///< dense clusters far from each other
};
inline constexpr Family kFamilies[] = {
    Family::Scattered,      Family::Points,        Family::Lattice,    Family::Identical,
    Family::AllOverlapping, Family::OneGiant,      Family::MixedSizes, Family::MixedScales,
    Family::Subnormal,      Family::LargestFinite, Family::Rods,       Family::Slabs,
    Family::InALine,        Family::FarOff,        Family::Clusters};
const char* name(Family family);

std::vector<broad::Box> make_scene(Family family, std::size_t count, generate::Random& random);

using Pairs = std::vector<broad::IndexPair>;

/// In ascending order.
Pairs naive_self_pairs(const std::vector<broad::Box>& boxes);
Pairs naive_pairs_with(const std::vector<broad::Box>& queries,
                       const std::vector<broad::Box>& boxes);

/// What a finder finds, in ascending order, nothing removed. Fails the test if a block is empty or
/// too large.
Pairs self_pairs(const broad::PairFinder& finder, int threads = 1);
Pairs pairs_with(broad::PairFinder& finder, const std::vector<broad::Box>& queries,
                 int threads = 1);

inline constexpr broad::Method kMethods[] = {broad::Method::Bvh, broad::Method::Sweep,
                                             broad::Method::Hash, broad::Method::Brute};
const char* name(broad::Method method);

/// For tests of every method: TEST_P(EveryFinder, …).
class EveryFinder : public testing::TestWithParam<broad::Method> {
 protected:
  static std::unique_ptr<broad::PairFinder> make() { return broad::make_pair_finder(GetParam()); }
};
inline std::string method_name(const testing::TestParamInfo<broad::Method>& info) {
  return name(info.param);
}

}  // namespace firstcontact::test
