#include "articulated/published/link_culling.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "arith/fixed_order.h"

namespace firstcontact::articulated {
namespace {

/// A tree over the boxes of one model's shapes, or of all resting shapes. Nodes are divided at the
/// median of their longest side.
class BoxHierarchy {
 public:
  BoxHierarchy(std::span<const WorldBox> boxes, std::vector<int> shapes)
      : boxes_(boxes), shapes_(std::move(shapes)) {
    if (shapes_.empty()) return;
    nodes_.reserve(2 * shapes_.size());
    nodes_.push_back({{}, 0, static_cast<std::int32_t>(shapes_.size()), -1});
    for (std::size_t i = 0; i < nodes_.size(); ++i) divide(i);  // appends children
  }

  struct Node {
    WorldBox box;
    std::int32_t begin = 0, end = 0, children = -1;
  };
  bool empty() const { return nodes_.empty(); }
  const Node& node(std::int32_t i) const { return nodes_[i]; }
  std::span<const int> shapes() const { return shapes_; }
  int shape(const Node& leaf) const { return shapes_[leaf.begin]; }

 private:
  void divide(std::size_t index) {
    Node node = nodes_[index];
    for (std::int32_t i = node.begin; i < node.end; ++i) node.box.add(box(shapes_[i]));
    if (node.end - node.begin > 1) {
      Eigen::Index axis = 0;
      (node.box.high - node.box.low).maxCoeff(&axis);
      const auto middle = [&](int shape) { return box(shape).low[axis] + box(shape).high[axis]; };
      const auto first = shapes_.begin() + node.begin;
      const std::int32_t cut = (node.begin + node.end) / 2;
      std::sort(first, shapes_.begin() + node.end, [&](int i, int j) {
        const double a = middle(i), b = middle(j);
        return a < b || (!(b < a) && i < j);
      });
      node.children = static_cast<std::int32_t>(nodes_.size());
      nodes_.push_back({{}, node.begin, cut, -1});
      nodes_.push_back({{}, cut, node.end, -1});
    }
    nodes_[index] = node;
  }
  const WorldBox& box(int shape) const { return boxes_[shape]; }

  std::span<const WorldBox> boxes_;
  std::vector<int> shapes_;
  std::vector<Node> nodes_;
};

class PairCollector {
 public:
  PairCollector(const articulated::SceneData& scene, std::span<const WorldBox> boxes)
      : scene_(scene), boxes_(boxes) {
    double radius = 0, margin = scene.description.min_separation;
    for (const articulated::SceneData::PlacedShape& shape : scene.shapes)
      radius = std::max(radius, shape.radius);
    for (const PairSeparation& special : scene.description.pair_separations)
      margin = std::max(margin, special.min_separation);
    largest_ = (margin + 2 * radius) * (1 + 0x1p-40);
  }

  void between(const BoxHierarchy& a, const BoxHierarchy& b) {
    if (a.empty() || b.empty()) return;
    stack_.assign(1, {0, 0});
    while (!stack_.empty()) {
      const auto [i, j] = stack_.back();
      stack_.pop_back();
      const BoxHierarchy::Node &at_a = a.node(i), &at_b = b.node(j);
      if (at_a.box.apart(at_b.box, largest_)) continue;
      if (at_a.children < 0 && at_b.children < 0) {
        offer(a.shape(at_a), b.shape(at_b));
      } else if (at_b.children < 0 || (at_a.children >= 0 && size(at_a) >= size(at_b))) {
        stack_.push_back({at_a.children, j});
        stack_.push_back({at_a.children + 1, j});
      } else {
        stack_.push_back({i, at_b.children});
        stack_.push_back({i, at_b.children + 1});
      }
    }
  }

  void within(const BoxHierarchy& a) {
    const std::span<const int> shapes = a.shapes();
    for (std::size_t i = 0; i < shapes.size(); ++i)
      for (std::size_t j = i + 1; j < shapes.size(); ++j) offer(shapes[i], shapes[j]);
  }

  std::vector<int> found() {
    std::sort(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  static double size(const BoxHierarchy::Node& node) {
    return squared_norm(node.box.high - node.box.low);
  }

  void offer(int a, int b) {
    const WorldBox &box_a = boxes_[a], &box_b = boxes_[b];
    if (box_a.apart(box_b, largest_)) return;
    const int pair = find_shape_pair(scene_, a, b);
    if (pair >= 0 && !box_a.apart(box_b, scene_.shape_pairs[pair].separation))
      found_.push_back(pair);
  }

  const articulated::SceneData& scene_;
  std::span<const WorldBox> boxes_;
  double largest_ = 0;  ///< no pair's separation is larger
  std::vector<std::pair<std::int32_t, std::int32_t>> stack_;
  std::vector<int> found_;
};

}  // namespace

// Pairs of bodies ascend, and pairs of shapes are in their order.
int find_shape_pair(const articulated::SceneData& scene, int shape_a, int shape_b) {
  int a = scene.shapes[shape_a].body, b = scene.shapes[shape_b].body;
  if (a > b) std::swap(a, b);
  const auto before = [](const Scene::Pair& p, const std::pair<int, int>& q) {
    return std::pair(p.a, p.b) < q;
  };
  const auto bodies =
      std::lower_bound(scene.pairs.begin(), scene.pairs.end(), std::pair(a, b), before);
  if (bodies == scene.pairs.end() || bodies->a != a || bodies->b != b) return -1;
  const int number = static_cast<int>(bodies - scene.pairs.begin());
  auto at = std::lower_bound(
      scene.shape_pairs.begin(), scene.shape_pairs.end(), number,
      [](const articulated::SceneData::ShapePair& p, int q) { return p.pair < q; });
  for (; at != scene.shape_pairs.end() && at->pair == number; ++at)
    if ((at->a == shape_a && at->b == shape_b) || (at->a == shape_b && at->b == shape_a))
      return static_cast<int>(at - scene.shape_pairs.begin());
  return -1;
}

std::vector<int> close_pairs(const articulated::SceneData& scene, std::span<const WorldBox> boxes,
                             bool hierarchy) {
  if (!hierarchy) {
    std::vector<int> found;
    for (std::size_t i = 0; i < scene.shape_pairs.size(); ++i) {
      const articulated::SceneData::ShapePair& pair = scene.shape_pairs[i];
      const WorldBox &a = boxes[pair.a], &b = boxes[pair.b];
      if (!a.apart(b, pair.separation)) found.push_back(static_cast<int>(i));
    }
    return found;
  }
  // One list for each model, and a last one for resting shapes.
  std::vector<std::vector<int>> shapes(scene.first_frame_of_model.size() + 1);
  for (std::size_t i = 0; i < scene.shapes.size(); ++i) {
    const int frame = scene.shapes[i].frame;
    const std::size_t list =
        frame < 0 ? shapes.size() - 1 : static_cast<std::size_t>(scene.frames[frame].model);
    shapes[list].push_back(static_cast<int>(i));
  }
  std::vector<BoxHierarchy> trees;
  for (std::vector<int>& list : shapes) trees.emplace_back(boxes, std::move(list));
  PairCollector collector(scene, boxes);
  for (std::size_t i = 0; i < trees.size(); ++i) {
    if (i + 1 < trees.size()) collector.within(trees[i]);
    for (std::size_t j = i + 1; j < trees.size(); ++j) collector.between(trees[i], trees[j]);
  }
  return collector.found();
}

}  // namespace firstcontact::articulated
