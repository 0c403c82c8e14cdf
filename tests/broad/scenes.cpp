#include "scenes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <tuple>

namespace firstcontact::test {

namespace {

using broad::Box;
using generate::Random;

double uniform(Random& random, double low, double high) {
  const double share = random.unit();
  return low * (1 - share) + high * share;
}

/// Of a random sign, the logarithm uniform.
double any_scale(Random& random, double low_exponent, double high_exponent) {
  const double magnitude = std::pow(10.0, uniform(random, low_exponent, high_exponent));
  return random.below(2) == 0 ? magnitude : -magnitude;
}

Box around(const double (&centre)[3], const double (&half)[3]) {
  Box box;
  for (int k = 0; k < 3; ++k) box.min[k] = centre[k] - half[k], box.max[k] = centre[k] + half[k];
  return box;
}

/// In a unit cube, with the given half extents.
Box in_cube(Random& random, double half_x, double half_y, double half_z) {
  double centre[3];
  for (double& c : centre) c = uniform(random, 0, 1);
  return around(centre, {half_x, half_y, half_z});
}

/// Long in one (or all but one) of the axes.
Box elongated(Random& random, double along, double across) {
  double half[3] = {across, across, across};
  half[random.below(3)] = along;
  return in_cube(random, half[0] * uniform(random, 0.2, 1), half[1] * uniform(random, 0.2, 1),
                 half[2] * uniform(random, 0.2, 1));
}

Box on_lattice(Random& random, int cells, int widest, double origin, double spacing) {
  Box box;
  for (int k = 0; k < 3; ++k) {
    const int low = random.below(cells), width = random.below(widest + 1);
    box.min[k] = origin + spacing * low;
    box.max[k] = origin + spacing * (low + width);
  }
  return box;
}

Box mixed_scales(Random& random) {
  Box box;
  for (int k = 0; k < 3; ++k) {
    const double a = any_scale(random, -300, 300),
                 b = random.below(3) == 0 ? a : any_scale(random, -300, 300);
    box.min[k] = std::min(a, b);
    box.max[k] = std::max(a, b);
  }
  return box;
}

Box largest_finite(Random& random) {
  constexpr double kMax = std::numeric_limits<double>::max();
  const double values[] = {-kMax, -0.75 * kMax, -0.5 * kMax, 0, 0.5 * kMax, 0.75 * kMax, kMax};
  Box box;
  for (int k = 0; k < 3; ++k) {
    const int a = random.below(7), b = random.below(2) == 0 ? a : random.below(7);
    box.min[k] = values[std::min(a, b)];
    box.max[k] = values[std::max(a, b)];
  }
  return box;
}

Box all_overlapping(Random& random) {
  Box box;
  for (int k = 0; k < 3; ++k) {
    box.min[k] = uniform(random, -1, 0);
    box.max[k] = uniform(random, 0, 1);
  }
  return box;
}

Box in_cluster(Random& random) {
  const double spread = 0.01, half = 0.001;
  double centre[3];
  const int cluster = random.below(5);
  for (int k = 0; k < 3; ++k)
    centre[k] = (cluster * (k + 1)) % 5 * 1e4 + uniform(random, 0, spread);
  return around(centre, {half, half, half});
}

Box make_box(Family family, std::size_t count, Random& random) {
  // Neighbours about this far apart: a handful of overlaps for each box.
  const double spacing = std::cbrt(1.0 / static_cast<double>(std::max<std::size_t>(count, 1)));
  const int cells = std::max(2, static_cast<int>(2 / spacing));
  switch (family) {
    case Family::Scattered: {
      const double half = uniform(random, 0, 0.9 * spacing);
      return in_cube(random, half, half * uniform(random, 0, 1), half * uniform(random, 0, 1));
    }
    case Family::Points: return on_lattice(random, std::max(2, cells / 2), 0, -1, 0.5);
    case Family::Lattice: return on_lattice(random, cells, 2, -3, 1);
    case Family::Identical: return {{-1, 2, 3}, {-0.5, 2, 3.25}};
    case Family::AllOverlapping: return all_overlapping(random);
    case Family::OneGiant: return in_cube(random, 0.3 * spacing, 0.3 * spacing, 0.3 * spacing);
    case Family::MixedSizes: {
      const double half = std::abs(any_scale(random, -12, -0.5));
      return in_cube(random, half, half, half);
    }
    case Family::MixedScales: return mixed_scales(random);
    case Family::Subnormal:
      return on_lattice(random, cells, 2, 0, std::numeric_limits<double>::denorm_min());
    case Family::LargestFinite: return largest_finite(random);
    case Family::Rods: return elongated(random, 0.5, 0.3 * spacing * spacing);
    case Family::Slabs: {
      double half[3] = {0.3, 0.3, 0.3};
      half[random.below(3)] = 1e-4;
      return in_cube(random, half[0], half[1], half[2]);
    }
    case Family::InALine: {
      const double half = uniform(random, 0, 2.0 / static_cast<double>(count));
      return around({uniform(random, 0, 1), 5, -7}, {half, 0, half});
    }
    case Family::FarOff: return on_lattice(random, cells, 2, 1e15, 0.125);
    case Family::Clusters: return in_cluster(random);
  }
  return {};
}

void sort(Pairs& pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const broad::IndexPair& a, const broad::IndexPair& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  });
}

template <class Run>
Pairs collect(int threads, const Run& run) {
  Pairs pairs;
  std::mutex mutex;
  broad::Traversal traversal;
  traversal.threads = threads;
  traversal.visit = [&](std::span<const broad::IndexPair> block) {
    const std::lock_guard lock(mutex);
    EXPECT_FALSE(block.empty());
    EXPECT_LE(block.size(), broad::Traversal::kBlock);
    pairs.insert(pairs.end(), block.begin(), block.end());
    return true;
  };
  EXPECT_TRUE(run(traversal));
  sort(pairs);
  return pairs;
}

}  // namespace

const char* name(Family family) {
  constexpr const char* kNames[] = {"Scattered",      "Points",        "Lattice",    "Identical",
                                    "AllOverlapping", "OneGiant",      "MixedSizes", "MixedScales",
                                    "Subnormal",      "LargestFinite", "Rods",       "Slabs",
                                    "InALine",        "FarOff",        "Clusters"};
  return kNames[static_cast<std::size_t>(family)];
}

const char* name(broad::Method method) {
  constexpr const char* kNames[] = {"Bvh", "Sweep", "Hash", "Brute"};
  return kNames[static_cast<std::size_t>(method)];
}

std::vector<Box> make_scene(Family family, std::size_t count, Random& random) {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) boxes.push_back(make_box(family, count, random));
  if (family == Family::OneGiant && count > 0)
    boxes[random.below(static_cast<int>(count))] = {{-1e6, -1e6, -1e6}, {1e6, 1e6, 1e6}};
  return boxes;
}

Pairs naive_self_pairs(const std::vector<Box>& boxes) {
  Pairs pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j)
      if (overlap(boxes[i], boxes[j]))
        pairs.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
  return pairs;
}

Pairs naive_pairs_with(const std::vector<Box>& queries, const std::vector<Box>& boxes) {
  Pairs pairs;
  for (std::size_t i = 0; i < queries.size(); ++i)
    for (std::size_t j = 0; j < boxes.size(); ++j)
      if (overlap(queries[i], boxes[j]))
        pairs.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
  return pairs;
}

Pairs self_pairs(const broad::PairFinder& finder, int threads) {
  return collect(threads,
                 [&](const broad::Traversal& traversal) { return finder.self_pairs(traversal); });
}

Pairs pairs_with(broad::PairFinder& finder, const std::vector<Box>& queries, int threads) {
  return collect(threads, [&](const broad::Traversal& traversal) {
    return finder.pairs_with(queries, traversal);
  });
}

}  // namespace firstcontact::test
