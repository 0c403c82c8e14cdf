#pragma once
/// Two nodes of two bodies over one interval of time: bounds of the gap between them along a
/// direction, and the part of a window of time in which they may still touch.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "arith/fixed_order.h"
#include "motion/posed_interval.h"

namespace firstcontact::motion {

/// Two nodes and the bodies they belong to, over one interval of time.
struct NodesInMotion {
  const PosedBody& a;
  const PosedBody& b;
  const Node& node_a;
  const Node& node_b;

  bool are_leaves() const { return node_a.is_leaf() && node_b.is_leaf(); }
  /// True if node A is the one to replace by its children: the larger one that has any.
  bool divides_a() const {
    return !node_a.is_leaf() && (node_b.is_leaf() || node_a.radius > node_b.radius);
  }
};

/// The Bernstein coefficients of a lower bound of the gap along n, less `separation` and all errors
/// of the poses. `low` bounds B's heights from below, `high` A's heights from above.
inline Heights gap_of(const Heights& low, const Heights& high, const NodesInMotion& nodes,
                      double separation) {
  const double margin =
      (nodes.a.error(nodes.node_a) + nodes.b.error(nodes.node_b) + separation) * (1 + 0x1p-40);
  Heights gap;
  for (std::size_t k = 0; k < 4; ++k) gap[k] = (low[k] - high[k]) - margin;
  return gap;
}

/// The same for the boxes of the nodes.
inline Heights box_gap(const NodesInMotion& nodes, const Vec3& n, double separation) {
  Heights low, high;
  nodes.b.lowest(nodes.node_b, n, low);
  nodes.a.highest(nodes.node_a, n, high);
  return gap_of(low, high, nodes, separation);
}

/// The rounding in t0 + s (t1 − t0) for times of at most 1, and a little more.
inline constexpr double kTimeRoom = 0x1p-50;

/// Narrows the pair's window [first, last] to the times of [t0, t1] at which `gap` may be 0 or
/// less. Returns true if no time is left: the pair is apart. Calls proven(from, to) for each span
/// that is proven free; spans may extend beyond the pair's window, and they may be empty.
template <class Pair, class Proven>
bool narrow_window(const Heights& gap, double t0, double t1, Pair& pair, const Proven& proven) {
  const Window window = where_not_positive(gap);
  if (window.empty()) {
    proven(t0, t1);
    return true;
  }
  const double width = t1 - t0;
  if (window.first > 0) {
    const double first = t0 + window.first * width - kTimeRoom;
    if (first > pair.first) {
      proven(pair.first, first);
      pair.first = first;
    }
  }
  if (window.last < 1) {
    const double last = t0 + window.last * width + kTimeRoom;
    if (last < pair.last) {
      proven(last, pair.last);
      pair.last = last;
    }
  }
  return pair.first > pair.last;
}

/// Appends the two pairs that have the children of the divided node in its place; the first child
/// comes last, because stacks are processed from their end.
template <class Pair>
void divide(const NodesInMotion& nodes, const Pair& pair, std::vector<Pair>& out) {
  const bool first = nodes.divides_a();
  const std::int32_t child = (first ? nodes.node_a : nodes.node_b).children;
  Pair half = pair;
  for (const std::int32_t i : {child + 1, child}) {
    (first ? half.a : half.b) = i;
    out.push_back(half);
  }
}

/// As `divide`, but the child that is nearer to the other node at the middle of the interval comes
/// last. `nodes_a`, `nodes_b`: all nodes of the two trees.
template <class Pair>
void divide_nearest_last(const NodesInMotion& nodes, const std::vector<Node>& nodes_a,
                         const std::vector<Node>& nodes_b, const Pair& pair,
                         std::vector<Pair>& out) {
  const bool first = nodes.divides_a();
  const Node &divided = first ? nodes.node_a : nodes.node_b,
             &other = first ? nodes.node_b : nodes.node_a;
  const std::vector<Node>& all = first ? nodes_a : nodes_b;
  const AffineMap& map = (first ? nodes.a : nodes.b).middle();
  const Vec3 target = (first ? nodes.b : nodes.a).middle().apply(other.centre);
  const auto distance = [&](std::int32_t i) {
    return squared_norm(map.apply(all[i].centre) - target);
  };
  divide(nodes, pair, out);
  if (distance(divided.children + 1) < distance(divided.children))
    std::swap(out[out.size() - 1], out[out.size() - 2]);
}

}  // namespace firstcontact::motion
