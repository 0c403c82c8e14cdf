// 1. Triangles with two equal corners are left out, and of copies all but the first.
// 2. Triangles with an edge of their own are taken away until there are none.
// 3. What is connected through edges is a component. It is closed if every edge has an even number
//    of triangles, and consistent if every edge is passed as often in one sense as in the other.
// 4. The triangles of a closed component that is not consistent are turned, each like its neighbour
//    over an edge of two triangles. Sets of triangles that are connected through such edges are
//    patches.
// 5. The triangles that bound nothing so far go through 2 to 4 again, if some of them have copies:
//    this time copies are taken away in pairs, so that two boxes with a common wall are closed.
#include "verify/closed_parts.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace firstcontact::verify {
namespace {

using Corners = std::array<int, 3>;
using Edge = std::pair<int, int>;
using Indices = std::vector<std::size_t>;
using Flags = std::vector<char>;  // of triangles or vertices

/// For every vertex the first one that has the same coordinates.
std::vector<int> first_equals(std::span<const Vec3> vertices) {
  std::vector<int> order(vertices.size()), first(vertices.size());
  std::iota(order.begin(), order.end(), 0);
  const auto before = [&](int i, int j) {
    const Vec3 &a = vertices[i], &b = vertices[j];
    for (int k = 0; k < 3; ++k)
      if (a[k] != b[k]) return a[k] < b[k];
    return i < j;
  };
  std::sort(order.begin(), order.end(), before);
  for (std::size_t i = 0; i < order.size(); ++i)
    first[order[i]] =
        i > 0 && vertices[order[i]] == vertices[order[i - 1]] ? first[order[i - 1]] : order[i];
  return first;
}

/// Triangles with the edges that they share.
class EdgeTable {
 public:
  EdgeTable(const std::vector<Corners>& corners, const Indices& triangles)
      : corners_(corners), present_(corners.size(), false) {
    for (const std::size_t t : triangles) {
      present_[t] = 1;
      for (int k = 0; k < 3; ++k) users_[edge(t, k)].push_back(t);
    }
  }

  bool has(std::size_t triangle) const { return present_[triangle]; }
  Edge edge(std::size_t triangle, int k) const {
    return std::minmax({corners_[triangle][k], corners_[triangle][(k + 1) % 3]});
  }
  const Indices& users(const Edge& edge) const { return users_.at(edge); }

  /// 1 if the triangle runs along its k-th edge from the smaller vertex to the larger one, else -1.
  int sense(std::size_t triangle, int k) const {
    return corners_[triangle][k] < corners_[triangle][(k + 1) % 3] ? 1 : -1;
  }
  int sense(std::size_t triangle, const Edge& wanted) const {
    for (int k = 0; k < 3; ++k)
      if (edge(triangle, k) == wanted) return sense(triangle, k);
    return 0;
  }

  void remove(std::size_t triangle) {
    present_[triangle] = false;
    for (int k = 0; k < 3; ++k) std::erase(users_[edge(triangle, k)], triangle);
  }

 private:
  const std::vector<Corners>& corners_;
  Flags present_;
  std::map<Edge, Indices> users_;
};

void remove_borders(EdgeTable& table, const Indices& triangles) {
  Indices waiting = triangles;
  while (!waiting.empty()) {
    const std::size_t t = waiting.back();
    waiting.pop_back();
    if (!table.has(t)) continue;
    bool ends = false;
    for (int k = 0; k < 3; ++k) ends = ends || table.users(table.edge(t, k)).size() == 1;
    if (!ends) continue;
    table.remove(t);
    for (int k = 0; k < 3; ++k)
      for (const std::size_t neighbour : table.users(table.edge(t, k)))
        waiting.push_back(neighbour);
  }
}

/// Every edge is passed as often in one sense as in the other.
bool is_balanced(const EdgeTable& table, const Indices& triangles, const Flags& flipped) {
  std::map<Edge, int> sums;
  for (const std::size_t t : triangles)
    for (int k = 0; k < 3; ++k)
      sums[table.edge(t, k)] += flipped[t] ? -table.sense(t, k) : table.sense(t, k);
  return std::all_of(sums.begin(), sums.end(), [](const auto& sum) { return sum.second == 0; });
}

class Finder {
 public:
  Finder(std::span<const Vec3> vertices, std::span<const Face> triangles)
      : triangles_(triangles),
        bounds_(triangles.size(), false),
        flipped_(triangles.size(), false),
        in_patch_(triangles.size(), false) {
    const std::vector<int> same = first_equals(vertices);
    for (const Face& t : triangles) corners_.push_back({same[t[0]], same[t[1]], same[t[2]]});
  }

  std::vector<ClosedPart> run() {
    std::map<Corners, Indices> copies;
    for (std::size_t t = 0; t < corners_.size(); ++t) {
      Corners sorted = corners_[t];
      std::sort(sorted.begin(), sorted.end());
      if (sorted[0] != sorted[1] && sorted[1] != sorted[2]) copies[sorted].push_back(t);
    }
    Indices once, odd;
    for (const auto& [corners, all] : copies) once.push_back(all.front());
    add_components(once);
    bool has_copies = false;
    for (const auto& [corners, all] : copies) {
      if (bounds_[all.front()]) continue;
      has_copies = has_copies || all.size() > 1;
      if (all.size() % 2 == 1) odd.push_back(all.front());
    }
    if (has_copies) add_components(odd);
    if (!consistent_.triangles.empty()) parts_.push_back(std::move(consistent_));
    return std::move(parts_);
  }

 private:
  void add_components(const Indices& triangles) {
    EdgeTable table(corners_, triangles);
    remove_borders(table, triangles);
    Flags seen(corners_.size(), false);
    for (const std::size_t start : triangles) {
      if (!table.has(start) || seen[start]) continue;
      Indices component = {start};
      seen[start] = true;
      bool closed = true;
      for (std::size_t i = 0; i < component.size(); ++i)
        for (int k = 0; k < 3; ++k) {
          const Indices& users = table.users(table.edge(component[i], k));
          closed = closed && users.size() % 2 == 0;
          for (const std::size_t t : users)
            if (!std::exchange(seen[t], char{1})) component.push_back(t);
        }
      if (closed) add_closed(table, component);
    }
  }

  void add_closed(const EdgeTable& table, const Indices& component) {
    for (const std::size_t t : component) bounds_[t] = true;
    if (is_balanced(table, component, flipped_)) {
      add_to(consistent_, component);
      return;
    }
    const std::optional<std::vector<Indices>> patches = turn_like_neighbours(table, component);
    const auto is_closed = [&](const Indices& patch) {
      return is_balanced(table, patch, flipped_);
    };
    if (patches && std::all_of(patches->begin(), patches->end(), is_closed)) {
      for (const Indices& patch : *patches) add_to(parts_.emplace_back(), patch);
      return;
    }
    const bool oriented = patches && is_closed(component);
    add_to(parts_.emplace_back(), component);
    parts_.back().oriented = oriented;
  }

  /// The patches; nothing if one of them cannot be oriented. Changes flipped_.
  std::optional<std::vector<Indices>> turn_like_neighbours(const EdgeTable& table,
                                                           const Indices& component) {
    std::vector<Indices> patches;
    Flags& seen = in_patch_;
    for (const std::size_t start : component) {
      if (std::exchange(seen[start], char{1})) continue;
      Indices patch = {start};
      for (std::size_t i = 0; i < patch.size(); ++i)
        for (int k = 0; k < 3; ++k) {
          const std::size_t t = patch[i];
          const Edge edge = table.edge(t, k);
          const Indices& users = table.users(edge);
          if (users.size() != 2) continue;
          const std::size_t other = users[0] == t ? users[1] : users[0];
          const bool turn = (table.sense(t, k) == table.sense(other, edge)) != (flipped_[t] != 0);
          if (!std::exchange(seen[other], char{1})) {
            flipped_[other] = turn;
            patch.push_back(other);
          } else if ((flipped_[other] != 0) != turn) {
            return std::nullopt;
          }
        }
      patches.push_back(std::move(patch));
    }
    return patches;
  }

  void add_to(ClosedPart& part, const Indices& triangles) const {
    for (const std::size_t t : triangles) {
      const Face& f = triangles_[t];
      part.triangles.push_back(flipped_[t] ? Face{f[0], f[2], f[1]} : f);
    }
  }

  std::span<const Face> triangles_;
  std::vector<Corners> corners_;
  Flags bounds_;   ///< triangles that bound a solid
  Flags flipped_;  ///< triangles that were turned
  Flags in_patch_;
  ClosedPart consistent_;
  std::vector<ClosedPart> parts_;
};

}  // namespace

std::vector<ClosedPart> closed_parts(std::span<const Vec3> vertices,
                                     std::span<const Face> triangles) {
  return Finder(vertices, triangles).run();
}

std::vector<int> connected_vertices(std::span<const Vec3> vertices,
                                    std::span<const Face> triangles) {
  std::vector<int> up = first_equals(vertices);  // towards a vertex of the same set
  const auto root = [&](int i) {
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
  };
  for (const Face& t : triangles)
    for (const int k : {1, 2}) up[root(t[k])] = root(t[0]);
  Flags seen(vertices.size(), false);
  std::vector<int> found;
  for (const Face& t : triangles) {
    const int at = root(t[0]);
    if (seen[at]) continue;
    seen[at] = true;
    found.push_back(t[0]);
  }
  return found;
}

}  // namespace firstcontact::verify
