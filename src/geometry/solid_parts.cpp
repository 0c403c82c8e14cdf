// 1. Vertices with equal coordinates become one.
// 2. Triangles with an edge that no other triangle shares are removed until there are none: what is
//    left has no border.
// 3. Triangles that share edges are one component. It is closed if every edge is shared by an even
//    number of them. Its triangles are oriented by the edges that exactly two of them share; the
//    orientation is consistent if every edge is passed as often in one sense as in the other. Where
//    components touch each other only along edges of more than two triangles, each is one by itself
//    if it is closed and consistently oriented as it is given.
// Copies of a triangle count once. If this leaves something open, a second round removes pairs of
// copies altogether: two closed bodies with a common wall are closed without the wall.
#include "geometry/solid_parts.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

namespace firstcontact::geometry {
namespace {

using Corners = std::array<std::int32_t, 3>;

/// Disjoint sets whose members are flipped or not relative to each other.
class FlippedSets {
 public:
  explicit FlippedSets(std::size_t count) : parent_(count), flipped_(count, 0), size_(count, 1) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  struct Member {
    std::int32_t root;
    bool flipped;
  };
  Member find(std::int32_t i) {
    std::int32_t root = i;
    bool flipped = false;
    while (parent_[at(root)] != root) flipped ^= flipped_[at(root)] != 0, root = parent_[at(root)];
    bool rest = flipped;
    while (parent_[at(i)] != root) {  // path compression
      const std::int32_t next = parent_[at(i)];
      const bool step = flipped_[at(i)] != 0;
      parent_[at(i)] = root;
      flipped_[at(i)] = rest;
      rest ^= step, i = next;
    }
    return {root, flipped};
  }
  void join(std::int32_t i, std::int32_t j, bool flip) {
    const Member a = find(i), b = find(j);
    if (a.root == b.root) return;
    const bool a_is_larger = size_[at(a.root)] >= size_[at(b.root)];
    const std::int32_t under = a_is_larger ? b.root : a.root, over = a_is_larger ? a.root : b.root;
    parent_[at(under)] = over;
    flipped_[at(under)] = a.flipped ^ b.flipped ^ flip;
    size_[at(over)] += size_[at(under)];
  }

 private:
  static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }
  std::vector<std::int32_t> parent_;
  std::vector<char> flipped_;
  std::vector<std::int32_t> size_;
};

std::vector<std::int32_t> welded(std::span<const Vec3> vertices) {
  std::vector<std::int32_t> order(vertices.size()), id(vertices.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](std::int32_t i) {
    const Vec3& x = vertices[i];
    return std::tuple(x[0], x[1], x[2]);
  };
  std::sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) {
    const auto a = key(i), b = key(j);
    return a != b ? a < b : i < j;
  });
  for (std::size_t i = 0; i < order.size(); ++i)
    id[order[i]] = i > 0 && key(order[i]) == key(order[i - 1]) ? id[order[i - 1]] : order[i];
  return id;
}

/// One side of a triangle.
struct Side {
  std::int32_t low, high, triangle;
  bool forward;  ///< from low to high
  bool same_edge(const Side& other) const { return low == other.low && high == other.high; }
};

class Finder {
 public:
  Finder(std::span<const Vec3> vertices, std::span<const Face> triangles) {
    const std::vector<std::int32_t> id = welded(vertices);
    for (const Face& face : triangles) {
      Corners corners;
      for (std::size_t k = 0; k < 3; ++k) corners[k] = id[face[k]];
      corners_.push_back(corners);
    }
    out_.triangles.resize(triangles.size());
    find_representatives(vertices.size());
  }

  SolidParts run() {
    std::vector<std::int32_t> all;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      const Corners& c = corners_[i];
      if (c[0] != c[1] && c[1] != c[2] && c[2] != c[0])
        all.push_back(static_cast<std::int32_t>(i));
      else
        out_.triangles[i].part = SolidParts::kIgnored;
    }
    const bool only_degenerate = all.empty();
    find_parts(without_copies(all, true));
    mark_copies();
    std::erase_if(all, [&](std::int32_t i) { return triangle(i).part != SolidParts::kOpen; });
    if (has_copies_ && !all.empty()) find_parts(without_copies(all, false));
    for (const SolidParts::Triangle& t : out_.triangles) {
      out_.has_solid = out_.has_solid || t.part >= 0;
      out_.has_open = out_.has_open || t.part == SolidParts::kOpen;
    }
    out_.has_open = out_.has_open || only_degenerate;
    return std::move(out_);
  }

 private:
  SolidParts::Triangle& triangle(std::int32_t i) { return out_.triangles[i]; }

  void find_representatives(std::size_t vertex_count) {
    FlippedSets sets(vertex_count);
    for (const Corners& c : corners_) {
      sets.join(c[0], c[1], false);
      sets.join(c[0], c[2], false);
    }
    std::vector<char> seen(vertex_count, 0);
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      char& known = seen[sets.find(corners_[i][0]).root];
      if (!known) out_.representatives.push_back(static_cast<std::int32_t>(i));
      known = 1;
    }
  }

  /// Of several triangles with the same corners, keeps the first one; if `keep_one` is false, only
  /// if their number is odd.
  std::vector<std::int32_t> without_copies(const std::vector<std::int32_t>& from, bool keep_one) {
    const auto key = [&](std::int32_t i) {
      Corners c = corners_[i];
      std::sort(c.begin(), c.end());
      return c;
    };
    std::vector<std::pair<Corners, std::int32_t>> sorted;
    for (const std::int32_t i : from) sorted.emplace_back(key(i), i);
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::int32_t> kept;
    for (std::size_t i = 0; i < sorted.size();) {
      std::size_t end = i + 1;
      while (end < sorted.size() && sorted[end].first == sorted[i].first) ++end;
      if (end - i > 1) {
        has_copies_ = true;
        if (keep_one)
          for (std::size_t k = i + 1; k < end; ++k)
            copies_.emplace_back(sorted[k].second, sorted[i].second);
      }
      if (keep_one || (end - i) % 2 == 1) kept.push_back(sorted[i].second);
      i = end;
    }
    std::sort(kept.begin(), kept.end());
    return kept;
  }

  /// A copy of a triangle that bounds a solid does not count as a surface.
  void mark_copies() {
    for (const auto& [copy, original] : copies_)
      if (triangle(copy).part == SolidParts::kOpen && triangle(original).part != SolidParts::kOpen)
        triangle(copy).part = SolidParts::kIgnored;
  }

  std::vector<Side> sides_of(const std::vector<std::int32_t>& triangles) const {
    std::vector<Side> sides;
    for (const std::int32_t i : triangles)
      for (std::size_t k = 0; k < 3; ++k) {
        const std::int32_t from = corners_[i][k], to = corners_[i][(k + 1) % 3];
        sides.push_back({std::min(from, to), std::max(from, to), i, from < to});
      }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
      return std::tie(a.low, a.high, a.triangle, a.forward) <
             std::tie(b.low, b.high, b.triangle, b.forward);
    });
    return sides;
  }

  /// Calls visit(begin, end) for the sides of each edge.
  template <class Visit>
  static void for_each_edge(const std::vector<Side>& sides, const Visit& visit) {
    for (std::size_t i = 0; i < sides.size();) {
      std::size_t end = i + 1;
      while (end < sides.size() && sides[end].same_edge(sides[i])) ++end;
      visit(i, end);
      i = end;
    }
  }

  /// The sides of the triangles that are left when triangles with a border are removed repeatedly.
  std::vector<Side> without_border(const std::vector<std::int32_t>& triangles) const {
    std::vector<Side> sides = sides_of(triangles);
    std::vector<std::int32_t> count, edge_of_side(sides.size()), first_side;
    for_each_edge(sides, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        edge_of_side[i] = static_cast<std::int32_t>(count.size());
      count.push_back(static_cast<std::int32_t>(end - begin));
      first_side.push_back(static_cast<std::int32_t>(begin));
    });
    std::vector<std::array<std::int32_t, 3>> edges_of(corners_.size(), {-1, -1, -1});
    for (std::size_t i = 0; i < sides.size(); ++i)
      for (std::int32_t& edge : edges_of[sides[i].triangle])
        if (edge < 0) {
          edge = edge_of_side[i];
          break;
        }
    std::vector<char> gone(corners_.size(), 0);
    std::vector<std::int32_t> border;
    for (std::size_t e = 0; e < count.size(); ++e)
      if (count[e] == 1) border.push_back(static_cast<std::int32_t>(e));
    while (!border.empty()) {
      const auto edge = static_cast<std::size_t>(border.back());
      border.pop_back();
      if (count[edge] != 1) continue;
      auto side = static_cast<std::size_t>(first_side[edge]);
      while (gone[sides[side].triangle]) ++side;
      const auto triangle = static_cast<std::size_t>(sides[side].triangle);
      gone[triangle] = 1;
      for (const std::int32_t e : edges_of[triangle])
        if (--count[e] == 1) border.push_back(e);
    }
    std::erase_if(sides, [&](const Side& s) { return gone[s.triangle] != 0; });
    return sides;
  }

  void find_parts(const std::vector<std::int32_t>& triangles) {
    std::vector<Side> sides = without_border(triangles);
    if (sides.empty()) return;
    FlippedSets sets(corners_.size());
    // An edge of exactly two triangles tells how they are oriented relative to each other; any
    // other edge only tells that its triangles belong together.
    join_at_edges(sides, true, sets);
    add_closed_parts(sides, sets, true);
    std::erase_if(sides, [&](const Side& side) { return triangle(side.triangle).part >= 0; });
    join_at_edges(sides, false, sets);
    add_closed_parts(sides, sets, false);
  }

  static void join_at_edges(const std::vector<Side>& sides, bool of_two, FlippedSets& sets) {
    for_each_edge(sides, [&](std::size_t begin, std::size_t end) {
      if ((end - begin == 2) != of_two) return;
      for (std::size_t i = begin + 1; i < end; ++i)
        sets.join(sides[begin].triangle, sides[i].triangle,
                  of_two && sides[begin].forward == sides[i].forward);
    });
  }

  /// Makes a part of every set that is closed by itself; with `only_as_given`, only if its
  /// triangles are consistently oriented as they are given.
  void add_closed_parts(const std::vector<Side>& sides, FlippedSets& sets, bool only_as_given) {
    struct Ends {
      std::int32_t root;
      int sense, flipped_sense;
    };
    std::vector<char> closed(corners_.size(), 1), as_given(corners_.size(), 1),
        orientable(corners_.size(), 1);
    std::vector<Ends> ends;
    for_each_edge(sides, [&](std::size_t begin, std::size_t end) {
      ends.clear();
      for (std::size_t i = begin; i < end; ++i) {
        const FlippedSets::Member member = sets.find(sides[i].triangle);
        const int sense = sides[i].forward ? 1 : -1;
        ends.push_back({member.root, sense, member.flipped ? -sense : sense});
      }
      std::sort(ends.begin(), ends.end(),
                [](const Ends& a, const Ends& b) { return a.root < b.root; });
      for (std::size_t i = 0; i < ends.size();) {
        const auto root = static_cast<std::size_t>(ends[i].root);
        int count = 0, given = 0, flipped = 0;
        for (; i < ends.size() && ends[i].root == static_cast<std::int32_t>(root); ++i) {
          ++count;
          given += ends[i].sense;
          flipped += ends[i].flipped_sense;
        }
        if (count % 2 != 0) closed[root] = 0;
        if (given != 0) as_given[root] = 0;
        if (flipped != 0) orientable[root] = 0;
      }
    });
    std::vector<std::int32_t> part_of(corners_.size(), SolidParts::kOpen);
    for (const Side& side : sides) {
      const FlippedSets::Member member = sets.find(side.triangle);
      const auto root = static_cast<std::size_t>(member.root);
      if (!closed[root] || (only_as_given && !as_given[root])) continue;
      const bool given = as_given[root] != 0, turned = orientable[root] != 0;
      if (part_of[root] < 0) {
        part_of[root] = static_cast<std::int32_t>(out_.parts.size());
        out_.parts.push_back({given || turned, given, part_of[root]});
      }
      triangle(side.triangle) = {part_of[root], !given && turned && member.flipped};
    }
  }

  std::vector<Corners> corners_;
  std::vector<std::pair<std::int32_t, std::int32_t>>
      copies_;  ///< a copy and the triangle that is kept
  bool has_copies_ = false;
  SolidParts out_;
};

}  // namespace

SolidParts find_solid_parts(std::span<const Vec3> vertices, std::span<const Face> triangles) {
  return Finder(vertices, triangles).run();
}

}  // namespace firstcontact::geometry
