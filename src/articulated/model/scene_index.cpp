#include "articulated/model/scene_index.h"

#include <algorithm>
#include <numeric>

#include "articulated/model/chain_motion.h"

namespace firstcontact::articulated {
namespace {

constexpr std::int32_t kShapesPerLeaf = 4;
constexpr std::size_t kMostTrianglesOfHull = 10'000;
/// A chain of n links has n² / 2 pairs of a frame and a base frame. If there are more than this
/// many, the world is the base frame of the others, which costs some precision and saves memory.
constexpr std::size_t kMostChainFrames = 1 << 16;

ControlPoses at_rest(const AffineMap& where) { return Rest(where).over(0, 1); }

}  // namespace

SceneIndex::SceneIndex(const articulated::SceneData& scene)
    : scene_(scene),
      chain_indices_(scene.frames.size() + 1),
      resting_(scene.shapes.size()),
      hulls_(scene.shapes.size()),
      has_hull_(scene.shapes.size()),
      resting_boxes_(scene.shapes.size()),
      identity_(at_rest({}), true) {
  std::vector<int> resting_number(scene.shapes.size(), -1);
  for (std::size_t i = 0; i < scene.shapes.size(); ++i) {
    const articulated::SceneData::PlacedShape& shape = scene.shapes[i];
    has_hull_[i] = shape.body_geometry.triangle_count() <= kMostTrianglesOfHull;
    if (shape.frame >= 0) continue;
    resting_[i] = motion::PosedBody(at_rest(shape.pose), true);
    resting_[i].box(shape.tree().nodes[0], resting_boxes_[i].low, resting_boxes_[i].high);
    resting_number[i] = static_cast<int>(resting_shapes_.size());
    resting_shapes_.push_back(static_cast<int>(i));
  }
  std::vector<int> mover_of(scene.shapes.size(), -1);
  for (std::size_t i = 0; i < scene.shape_pairs.size(); ++i) {
    const articulated::SceneData::ShapePair& pair = scene.shape_pairs[i];
    const articulated::SceneData::PlacedShape &a = scene.shapes[pair.a], &b = scene.shapes[pair.b];
    has_solids_ = has_solids_ || a.is_solid() || b.is_solid();
    PairFrames frames;
    if (b.frame >= 0) {
      const int common =
          chain_.size() < kMostChainFrames ? common_frame(scene, a.frame, b.frame) : -1;
      frames.a = chain_index_of(common, a.frame);
      frames.b = chain_index_of(common, b.frame);
      frames.common_link = common < 0 ? -1 : scene.frames[common].link;
      moving_pairs_.push_back(static_cast<int>(i));
    } else {
      frames.a = chain_index_of(-1, a.frame);
      int& mover = mover_of[pair.a];
      if (mover < 0) {
        mover = static_cast<int>(movers_.size());
        movers_.push_back(
            {pair.a, frames.a, std::vector<std::int32_t>(resting_shapes_.size(), -1)});
      }
      movers_[mover].pair_of[resting_number[pair.b]] = static_cast<std::int32_t>(i);
      largest_separation_ = std::max(largest_separation_, pair.separation);
    }
    pair_frames_.push_back(frames);
  }
  build_tree();
}

int SceneIndex::chain_index_of(int base, int frame) {
  if (frame == base) return -1;
  auto& indices = chain_indices_[base + 1];
  if (indices.empty()) indices.assign(scene_.frames.size(), -1);
  // The frame and its ancestors up to one that is known. Chains may be long, so there is no
  // recursion.
  std::vector<int> missing;
  for (int at = frame; at != base && indices[at] < 0; at = scene_.frames[at].parent)
    missing.push_back(at);
  for (; !missing.empty(); missing.pop_back()) {
    const int at = missing.back(), parent = scene_.frames[at].parent;
    indices[at] = static_cast<int>(chain_.size());
    chain_.push_back({at, parent == base ? -1 : indices[parent]});
  }
  return indices[frame];
}

void SceneIndex::build_tree() {
  order_.resize(resting_shapes_.size());
  std::iota(order_.begin(), order_.end(), 0);
  if (order_.empty()) return;
  const auto box = [&](std::int32_t i) -> const WorldBox& {
    return resting_box(resting_shapes_[i]);
  };
  tree_.push_back({{}, 0, static_cast<std::int32_t>(order_.size()), -1});
  for (std::size_t node = 0; node < tree_.size(); ++node) {  // the loop appends children
    const std::int32_t begin = tree_[node].begin, end = tree_[node].end;
    WorldBox whole;
    for (std::int32_t i = begin; i < end; ++i) whole.add(box(order_[i]));
    tree_[node].box = whole;
    if (end - begin <= kShapesPerLeaf) continue;
    Eigen::Index axis = 0;
    (whole.high - whole.low).maxCoeff(&axis);
    const auto first = order_.begin() + begin, middle = first + (end - begin) / 2;
    std::sort(first, order_.begin() + end, [&](std::int32_t i, std::int32_t j) {
      const double a = box(i).low[axis] + box(i).high[axis],
                   b = box(j).low[axis] + box(j).high[axis];
      return a != b ? a < b : i < j;
    });
    const auto cut = static_cast<std::int32_t>(middle - order_.begin());
    tree_[node].children = static_cast<std::int32_t>(tree_.size());
    tree_.push_back({{}, begin, cut, -1});
    tree_.push_back({{}, cut, end, -1});
  }
}

void SceneIndex::find(const Mover& mover, const WorldBox& box,
                      std::vector<int>& shape_pairs) const {
  if (tree_.empty()) return;
  std::vector<std::int32_t> stack = {0};
  while (!stack.empty()) {
    const TreeNode& node = tree_[stack.back()];
    stack.pop_back();
    if (node.box.apart(box, largest_separation_)) continue;
    if (node.children >= 0) {
      stack.push_back(node.children + 1);
      stack.push_back(node.children);
      continue;
    }
    for (std::int32_t i = node.begin; i < node.end; ++i) {
      const std::int32_t number = order_[i];
      const std::int32_t pair = mover.pair_of[number];
      if (pair >= 0 &&
          !resting_box(resting_shapes_[number]).apart(box, scene_.shape_pairs[pair].separation))
        shape_pairs.push_back(pair);
    }
  }
}

}  // namespace firstcontact::articulated
