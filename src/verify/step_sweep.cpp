#include "verify/step_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "verify/units.h"

namespace firstcontact::verify {
namespace {

using exact::Integer;

constexpr std::size_t kLeaf = 8;
constexpr int kDoubleBits = 53;
constexpr int kSmallestExponent = -1074;

/// A double at most (or with `up` at least) value * 2^exponent, and the nearest such one.
double rounded(Integer value, int exponent, bool up) {
  const int sign = value.sign();
  if (sign == 0) return 0;
  const std::int64_t excess = std::max<std::int64_t>(value.bit_length() - kDoubleBits,
                                                     kSmallestExponent - std::int64_t{exponent});
  if (excess > 0) {
    Integer kept = value;
    kept >>= excess;  // toward zero
    Integer back = kept;
    back <<= excess;
    if (back != value && up == (sign > 0)) kept += Integer(sign);
    value = kept;
    exponent += static_cast<int>(excess);
  }
  // At most 53 bits and no exponent below the smallest: exact, unless it overflows.
  const double result = std::ldexp(static_cast<double>(value.to_int64()), exponent);
  constexpr double kLargest = std::numeric_limits<double>::max();
  return up ? std::max(result, -kLargest) : std::min(result, kLargest);
}

/// x0 + time * (x1 - x0).
double position(double x0, double x1, double time, bool up) {
  Unit length, clock;
  length.cover(x0);
  length.cover(x1);
  clock.cover(time);
  clock.cover(1);
  const Integer start = length.of(x0), t = clock.of(time);
  Integer at = start * clock.of(1);
  at.add_product(length.of(x1) - start, t);
  return at.sign() == 0 ? 0 : rounded(std::move(at), length.exponent() + clock.exponent(), up);
}

double sum(double a, double b, bool up) {
  Unit unit;
  unit.cover(a);
  unit.cover(b);
  Integer total = unit.of(a) + unit.of(b);
  return total.sign() == 0 ? 0 : rounded(std::move(total), unit.exponent(), up);
}

constexpr double kInfinite = std::numeric_limits<double>::infinity();

SweptBox empty_box() {
  return {{kInfinite, kInfinite, kInfinite}, {-kInfinite, -kInfinite, -kInfinite}};
}

void add_box(SweptBox& box, const SweptBox& other) {
  for (std::size_t k = 0; k < 3; ++k) {
    box.min[k] = std::min(box.min[k], other.min[k]);
    box.max[k] = std::max(box.max[k], other.max[k]);
  }
}

bool boxes_meet(const SweptBox& a, const SweptBox& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (a.max[k] < b.min[k] || b.max[k] < a.min[k]) return false;
  return true;
}

}  // namespace

std::array<double, 2> swept_interval(double x0, double x1, double t_max) {
  if (compare(t_max, 0) == 0) return {x0, x0};
  if (compare(t_max, 1) == 0) return compare(x0, x1) <= 0 ? std::array{x0, x1} : std::array{x1, x0};
  if (compare(x0, x1) <= 0) return {x0, position(x0, x1, t_max, true)};
  return {position(x0, x1, t_max, false), x0};
}

std::array<double, 2> enlarged_interval(const std::array<double, 2>& interval, double distance) {
  if (compare(distance, 0) == 0) return interval;
  return {sum(interval[0], -distance, false), sum(interval[1], distance, true)};
}

SweptBoxTree::SweptBoxTree(std::vector<SweptBox> boxes)
    : boxes_(std::move(boxes)), order_(boxes_.size()) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  if (!order_.empty()) build(0, order_.size());
}

std::size_t SweptBoxTree::build(std::size_t begin, std::size_t end) {
  const std::size_t index = nodes_.size();
  SweptBox all = empty_box();
  for (std::size_t i = begin; i < end; ++i) add_box(all, boxes_[order_[i]]);
  nodes_.push_back({all, begin, end, 0, 0});
  if (end - begin <= kLeaf) return index;
  // The way in which the tree is cut does not matter to what is found, only to how fast.
  std::size_t axis = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (all.max[k] - all.min[k] > all.max[axis] - all.min[axis]) axis = k;
  const std::size_t middle = begin + (end - begin) / 2;
  const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(middle), at(end), [&](std::size_t a, std::size_t b) {
    return boxes_[a].min[axis] < boxes_[b].min[axis];
  });
  const std::size_t left = build(begin, middle), right = build(middle, end);
  nodes_[index].left = left;
  nodes_[index].right = right;
  return index;
}

void SweptBoxTree::visit_overlaps(const SweptBox& box,
                                  const std::function<void(std::size_t)>& visit) const {
  if (nodes_.empty()) return;
  std::array<std::size_t, 2 * std::numeric_limits<std::size_t>::digits> waiting;
  std::size_t count = 0;
  waiting[count++] = 0;
  while (count > 0) {
    const Node& node = nodes_[waiting[--count]];
    if (!boxes_meet(node.box, box)) continue;
    if (node.left == 0) {
      for (std::size_t i = node.begin; i < node.end; ++i)
        if (boxes_meet(boxes_[order_[i]], box)) visit(order_[i]);
    } else {
      waiting[count++] = node.left;
      waiting[count++] = node.right;
    }
  }
}

StepSweep::StepSweep(const StepElements& elements, std::span<const Vec3> t0,
                     std::span<const Vec3> t1, double separation, double t_max)
    : elements_(elements), plain_(t0.size()) {
  for (std::size_t i = 0; i < t0.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<Eigen::Index>(k);
      const auto [low, high] = swept_interval(t0[i][axis], t1[i][axis], t_max);
      plain_[i].min[k] = low;
      plain_[i].max[k] = high;
    }
  enlarged_ = plain_;
  for (SweptBox& box : enlarged_)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [low, high] = enlarged_interval({box.min[k], box.max[k]}, separation);
      box.min[k] = low;
      box.max[k] = high;
    }
  for (const Family& family : kFamilies) trees_.emplace_back(boxes(family.targets));
}

std::size_t StepSweep::count(Sort sort) const {
  switch (sort) {
    case Sort::Vertex: return elements_.vertex_count();
    case Sort::Face: return elements_.faces().size();
    case Sort::Edge: return elements_.edges().size();
    case Sort::LooseEdge: return elements_.loose_edges().size();
    case Sort::LoosePoint: return elements_.loose_points().size();
  }
  return 0;
}

int StepSweep::number(Sort sort, std::size_t index) const {
  if (sort == Sort::LooseEdge) return elements_.loose_edges()[index];
  if (sort == Sort::LoosePoint) return elements_.loose_points()[index];
  return static_cast<int>(index);
}

SweptBox StepSweep::box(Sort sort, std::size_t index, std::span<const SweptBox> vertices) const {
  const auto element = static_cast<std::size_t>(number(sort, index));
  if (sort == Sort::Vertex || sort == Sort::LoosePoint) return vertices[element];
  SweptBox all = empty_box();
  const auto add = [&](int vertex) { add_box(all, vertices[vertex]); };
  if (sort == Sort::Face)
    std::for_each_n(elements_.faces()[element].begin(), 3, add);
  else
    std::for_each_n(elements_.edges()[element].begin(), 2, add);
  return all;
}

std::vector<SweptBox> StepSweep::boxes(Sort sort) const {
  std::vector<SweptBox> list(count(sort));
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = box(sort, i, plain_);
  return list;
}

std::size_t StepSweep::size() const {
  std::size_t sum = 0;
  for (const Family& family : kFamilies) sum += count(family.queries);
  return sum;
}

void StepSweep::visit_close_pairs(std::size_t begin, std::size_t end,
                                  const std::function<void(const StepPair&)>& visit) const {
  std::size_t first = 0;  // piece of the family's first query
  for (std::size_t f = 0; f < kFamilies.size(); ++f) {
    const Family& family = kFamilies[f];
    const std::size_t queries = count(family.queries), last = first + queries;
    for (std::size_t i = std::max(begin, first); i < std::min(end, last); ++i) {
      const int a = number(family.queries, i - first);
      trees_[f].visit_overlaps(box(family.queries, i - first, enlarged_), [&](std::size_t found) {
        const int b = number(family.targets, found);
        if (family.queries == family.targets && a >= b) return;
        if (const StepPair pair = {family.kind, a, b}; elements_.must_keep_apart(pair)) visit(pair);
      });
    }
    first = last;
  }
}

}  // namespace firstcontact::verify
