#include <firstcontact/near_pairs.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <tuple>

#include "arith/fixed_order.h"
#include "arith/float_environment.h"
#include "step/nearest_features.h"
#include "step/rest_areas.h"
#include "step/solver.h"

namespace firstcontact {
namespace step {
namespace {

constexpr double kLargestCoordinate = 1e75;
/// Boxes are larger by this share of a pair's size, which covers the rounding of distances.
constexpr double kDistanceError = 1e-12;

/// The features of one pair of elements, and the pair itself.
struct NearEntry {
  NearPair near;
  Kind kind = Kind::PointPoint;
  int a = 0, b = 0;

  auto feature() const {
    return std::tie(near.kind, near.vertices, near.required_distance, near.parallel_threshold);
  }
  friend bool operator<(const NearEntry& x, const NearEntry& y) {
    return std::tuple_cat(x.feature(), std::tie(x.kind, x.a, x.b)) <
           std::tuple_cat(y.feature(), std::tie(y.kind, y.a, y.b));
  }
};

/// Brings the vertices of the features into the order that NearPair promises. Edges of the mesh
/// come in that order.
void sort_vertices(NearPair& pair) {
  auto& v = pair.vertices;
  if (pair.kind == Kind::PointPoint) std::sort(v.begin(), v.begin() + 2);
  if (pair.kind == Kind::PointEdge || pair.kind == Kind::PointSegment2D)
    std::sort(v.begin() + 1, v.begin() + 3);
  if (pair.kind == Kind::VertexFace) std::sort(v.begin() + 1, v.end());
}

/// Looks at candidates and keeps those that are near. `visit` is called by several threads.
class NearPairSearch {
 public:
  NearPairSearch(const Mesh& mesh, const VertexTable& vertices, const VertexTable& rest,
                 double distance, const NearPairOptions& options)
      : mesh_(mesh),
        vertices_(vertices),
        rest_(rest),
        distance_(distance),
        min_separation_(options.step.min_separation) {
    if (options.weights == PairWeights::Area) areas_.emplace(mesh, rest);
  }

  bool visit(const CandidateBlock& block) {
    counts_[static_cast<std::size_t>(block.kind)] += static_cast<std::int64_t>(block.count);
    std::vector<NearEntry> found;
    for (std::size_t i = 0; i < block.count; ++i) examine(block, i, found);
    if (found.empty()) return true;
    const std::lock_guard lock(mutex_);
    entries_.insert(entries_.end(), found.begin(), found.end());
    return true;
  }

  void store_counts(StepResult& result) const {
    for (std::size_t kind = 0; kind < 5; ++kind) result.candidates[kind] = counts_[kind];
  }

  /// Every feature once.
  std::vector<NearPair> merge() const {
    const std::vector<std::uint32_t> order = sorted_entries();
    std::vector<NearPair> merged;
    merged.reserve(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const NearEntry& entry = entries_[order[i]];
      if (i > 0 && entry.feature() == entries_[order[i - 1]].feature()) {
        merged.back().weight += entry.near.weight;
        ++merged.back().count;
      } else {
        merged.push_back(entry.near);
      }
    }
    return merged;
  }

 private:
  /// The order of the entries. Short keys decide most comparisons.
  std::vector<std::uint32_t> sorted_entries() const {
    struct Item {
      std::uint64_t key;
      std::uint32_t index;
    };
    std::vector<Item> items(entries_.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      const NearPair& near = entries_[i].near;
      const auto kind = static_cast<std::uint64_t>(near.kind),
                 v0 = static_cast<std::uint64_t>(near.vertices[0]),
                 v1 = static_cast<std::uint64_t>(near.vertices[1]);
      items[i] = {kind << 61 | v0 << 30 | v1 >> 1, static_cast<std::uint32_t>(i)};
    }
    std::sort(items.begin(), items.end(), [&](const Item& a, const Item& b) {
      return a.key != b.key ? a.key < b.key : entries_[a.index] < entries_[b.index];
    });
    std::vector<std::uint32_t> order(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) order[i] = items[i].index;
    return order;
  }

  void examine(const CandidateBlock& block, std::size_t i, std::vector<NearEntry>& found) const {
    const std::int32_t(&v)[4] = block.vertices[i];
    Vec3 x[4];
    for (int k = 0; k < point_count(block.kind); ++k) x[k] = point(vertices_, v[k]);
    const double required = required_distance(block.kind, v), limit = required + distance_;
    const NearestFeatures nearest = nearest_features(block.kind, x, limit * limit);
    if (!(nearest.squared < limit * limit * 1.000001)) return;
    NearEntry entry;
    NearPair& near = entry.near;
    near.required_distance = required;
    Vec3 y[4];
    near.kind = nearest.kind;
    for (int k = 0; k < point_count(near.kind); ++k) near.vertices[k] = v[nearest.points[k]];
    sort_vertices(near);
    for (int k = 0; k < point_count(near.kind); ++k) y[k] = point(vertices_, near.vertices[k]);
    near.distance = feature_distance(near.kind, y);
    if (!(near.distance < limit)) return;
    if (block.kind == Kind::EdgeEdge) set_parallel(v, x, near);
    entry.kind = block.kind;
    entry.a = block.elements[i][0];
    entry.b = block.elements[i][1];
    near.weight = areas_ ? areas_->weight(block.pair(i)) : 1;
    found.push_back(entry);
  }

  /// Nearly parallel edges stay a pair of edges.
  void set_parallel(const std::int32_t (&v)[4], const Vec3* x, NearPair& near) const {
    const double squared = squared_norm(Vec3(Vec3(x[1] - x[0]).cross(Vec3(x[3] - x[2])))),
                 a = squared_norm(Vec3(point(rest_, v[1]) - point(rest_, v[0]))),
                 b = squared_norm(Vec3(point(rest_, v[3]) - point(rest_, v[2])));
    const double threshold = kNearlyParallel * a * b;
    if (!(squared < threshold)) return;
    near.kind = Kind::EdgeEdge;
    near.vertices = {v[0], v[1], v[2], v[3]};
    near.parallel_threshold = threshold;
  }

  double required_distance(Kind kind, const std::int32_t (&v)[4]) const {
    if (!mesh_.has_thickness()) return min_separation_;
    const int first = kind == Kind::EdgeEdge ? 2 : 1;
    double a = 0, b = 0;
    for (int k = 0; k < point_count(kind); ++k) {
      double& radius = k < first ? a : b;
      radius = std::max(radius, mesh_.thickness_of(v[k]));
    }
    return min_separation_ + (a + b);
  }

  static Vec3 point(const VertexTable& table, std::int32_t vertex) {
    const double* x = table.at(vertex);
    return {x[0], x[1], x[2]};
  }

  const Mesh& mesh_;
  const VertexTable &vertices_, &rest_;
  double distance_, min_separation_;
  std::optional<RestAreas> areas_;
  std::atomic<std::int64_t> counts_[5] = {};
  std::mutex mutex_;
  std::vector<NearEntry> entries_;
};

std::string find_size_fault(const VertexTable& table, const char* what) {
  for (std::size_t i = 0; i < table.points.size(); ++i)
    if (std::abs(table.points[i]) > kLargestCoordinate)
      return "vertex " + std::to_string(i / 6) + " has a coordinate beyond 1e75" + what;
  return {};
}

std::string find_near_fault(const Solver& solver, double distance, const NearPairOptions& options,
                            VertexTable& rest) {
  if (!(distance >= 0) || !(distance <= kLargestCoordinate))
    return "the distance of near pairs is not between 0 and 1e75";
  if (options.step.min_separation > kLargestCoordinate) return "min_separation is beyond 1e75";
  if (options.weights != PairWeights::One && options.weights != PairWeights::Area)
    return "weights is no enumerator of PairWeights";
  if (options.step.norm != Norm::L2) return "near pairs are measured in the Euclidean norm only";
  for (std::size_t i = 0; i < solver.mesh.vertex_count() && solver.mesh.has_thickness(); ++i)
    if (solver.mesh.thickness_of(static_cast<int>(i)) > kLargestCoordinate)
      return "vertex " + std::to_string(i) + " has a thickness beyond 1e75";
  std::string fault = find_size_fault(solver.vertices, "");
  if (!fault.empty() || !options.rest) return fault;
  fault = load(solver.mesh, *options.rest, *options.rest, rest);
  if (fault.empty() && rest.planar != solver.vertices.planar)
    fault = "they differ in dimension from the positions";
  if (fault.empty()) return find_size_fault(rest, " at rest");
  return "positions at rest: " + fault;
}

NearPairs find_near_pairs(Solver& solver, const Positions& positions, double distance,
                          const NearPairOptions& options) {
  NearPairs near;
  StepResult result;
  StepOptions step = options.step;
  step.t_max = 0;
  VertexTable rest;
  if (begin_step(solver, positions, positions, step, result))
    result.message = find_near_fault(solver, distance, options, rest);
  if (!result.message.empty()) {
    near.message = result.message;
    return near;
  }
  NearPairSearch search(solver.mesh, solver.vertices, options.rest ? rest : solver.vertices,
                        distance, options);
  Sweep sweep;  // both ends of the motion are the same
  sweep.separation = step.min_separation + distance;
  sweep.relative_tolerance = kDistanceError;
  const bool stopped =
      !solver.stream.run(solver.vertices, {sweep, 1, 0, 1}, step,
                         [&](const CandidateBlock& block) { return search.visit(block); });
  if (!stopped) near.pairs = search.merge();
  search.store_counts(result);
  finish_step(solver, step, stopped, !near.pairs.empty(), result);
  static_cast<Answer&>(near) = result;
  for (const NearPair& pair : near.pairs) {
    near.smallest_distance = std::min(near.smallest_distance, pair.distance);
    near.starts_in_contact |= pair.distance <= pair.required_distance;
  }
  return near;
}

}  // namespace
}  // namespace step

NearPairs near_pairs(StepSolver& solver, const Positions& positions, double distance,
                     const NearPairOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  return step::find_near_pairs(step::solver_of(solver), positions, distance, options);
}

NearPairs near_pairs(const Mesh& mesh, const Positions& positions, double distance,
                     const NearPairOptions& options) {
  StepSolver solver(mesh);
  return near_pairs(solver, positions, distance, options);
}

}  // namespace firstcontact
