// Space is divided into cells so small that any two points of a cell are neighbours. Collisions of
// one cell that are neighbours in time belong to one group, so a new collision has to be compared
// with only one recent member of every group in each cell near by.
#include "screw_groups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "arith/fixed_order.h"

namespace firstcontact::apps {
namespace {

using Cell = std::array<double, 3>;

/// Largest differences that still count as the same instant, the same direction and (as a share of
/// the distance of neighbours) the same plane.
constexpr double kSameInstant = 1e-9, kSameDirection = 1e-6;

/// Disjoint sets of collisions: each points to another of its group, the root to itself.
class Union {
 public:
  explicit Union(std::size_t size) : parents_(size) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }

  std::size_t root(std::size_t i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  /// The root of both becomes the smaller one.
  void join(std::size_t i, std::size_t j) {
    i = root(i), j = root(j);
    parents_[std::max(i, j)] = std::min(i, j);
  }

 private:
  std::vector<std::size_t> parents_;
};

Cell cell_of(const Vec3& point, double size) {
  return {std::floor(point.x() / size), std::floor(point.y() / size), std::floor(point.z() / size)};
}

/// Joins collisions that begin at the same instant with the same normal in the same plane. A face
/// that meets a face has collisions only at its rim.
void join_flat_contacts(std::span<const Collision> collisions, double distance, Union& groups) {
  std::vector<std::size_t> planes;  // one collision each, of the instant
  double instant = -1;
  for (std::size_t i = 0; i < collisions.size(); ++i) {
    const Collision& c = collisions[i];
    if (!counts_as_proper(c) || c.normal.isZero(0)) continue;
    if (c.time > instant + kSameInstant) planes.clear(), instant = c.time;
    const auto same = std::find_if(planes.begin(), planes.end(), [&](std::size_t p) {
      const Collision& other = collisions[p];
      return norm(c.normal - other.normal) <= kSameDirection &&
             std::abs(dot(c.normal, c.point - other.point)) <= kSameDirection * distance;
    });
    if (same != planes.end())
      groups.join(*same, i);
    else
      planes.push_back(i);
  }
}

}  // namespace

std::vector<CollisionGroup> group_collisions(std::span<const Collision> collisions,
                                             double distance) {
  const double cell_size = distance / std::sqrt(3.0);
  Union groups(collisions.size());
  std::map<Cell, std::vector<std::size_t>> cells;
  const auto recent = [&](std::size_t i, std::size_t other) {
    return collisions[i].time - collisions[other].time <= kGroupTime;
  };
  for (std::size_t i = 0; i < collisions.size(); ++i) {
    if (!counts_as_proper(collisions[i])) continue;
    const Cell home = cell_of(collisions[i].point, cell_size);
    for (int dx = -2; dx <= 2; ++dx)
      for (int dy = -2; dy <= 2; ++dy)
        for (int dz = -2; dz <= 2; ++dz) {
          const auto cell = cells.find({home[0] + dx, home[1] + dy, home[2] + dz});
          if (cell == cells.end()) continue;
          const std::vector<std::size_t>& members = cell->second;
          for (auto m = members.rbegin();
               m != members.rend() && recent(i, *m) && groups.root(*m) != groups.root(i); ++m)
            if (norm(collisions[*m].point - collisions[i].point) <= distance) groups.join(*m, i);
        }
    cells[home].push_back(i);
  }
  join_flat_contacts(collisions, distance, groups);
  std::vector<CollisionGroup> out;
  std::map<std::size_t, std::size_t> number_of_root;
  for (std::size_t i = 0; i < collisions.size(); ++i) {
    if (!counts_as_proper(collisions[i])) continue;
    const auto [at, is_new] = number_of_root.try_emplace(groups.root(i), out.size());
    if (is_new) out.emplace_back();
    out[at->second].push_back(i);
  }
  return out;
}

}  // namespace firstcontact::apps
