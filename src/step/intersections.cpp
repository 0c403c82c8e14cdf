// Pairs of elements at rest that intersect: boxes that overlap (broad phase), then narrow::meet on
// the parts without a common vertex.
#include <firstcontact/intersections.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>

#include "arith/float_environment.h"
#include "broad/pair_finder.h"
#include "narrow/simplices_meet.h"
#include "step/element_filter.h"
#include "step/solver.h"

namespace firstcontact {
namespace step {
namespace {

/// A kind of intersection and the elements that form it. Each of `queries` is searched among
/// `targets`; if both are the same list, each pair is found once.
struct IntersectionFamily {
  IntersectionKind kind;
  Elements queries, targets;
};

/// Families with the same targets follow each other, so that the targets' boxes are made once.
constexpr IntersectionFamily kFamilies[] = {
    {IntersectionKind::FaceFace, Elements::Faces, Elements::Faces},
    {IntersectionKind::EdgeFace, Elements::LooseEdges, Elements::Faces},
    {IntersectionKind::PointFace, Elements::LoosePoints, Elements::Faces},
    {IntersectionKind::EdgeEdge, Elements::LooseEdges, Elements::LooseEdges},
    {IntersectionKind::PointEdge, Elements::LoosePoints, Elements::LooseEdges},
    {IntersectionKind::PointPoint, Elements::LoosePoints, Elements::LoosePoints}};

narrow::Simplex simplex_of(const VertexTable& vertices, const ElementVertices& element,
                           unsigned left_out) {
  narrow::Simplex simplex;
  for (int i = 0; i < element.count; ++i) {
    if (left_out >> i & 1) continue;
    const double* x = vertices.at(element.vertices[i]);
    simplex.add({x[0], x[1], x[2]});
  }
  return simplex;
}

/// Whether some part of a and some part of b that share no vertex have a point in common. It is
/// enough to test the largest such parts, in which each shared vertex stays in only one of the two.
/// Sets `neighbours` to whether the elements share a vertex.
bool intersect(const VertexTable& vertices, const ElementVertices& a, const ElementVertices& b,
               bool& neighbours) {
  int shared = 0, in_a[3] = {}, in_b[3] = {};
  for (int i = 0; i < a.count; ++i)
    for (int j = 0; j < b.count; ++j)
      if (a.vertices[i] == b.vertices[j]) {
        in_a[shared] = i;
        in_b[shared] = j;
        ++shared;
      }
  neighbours = shared > 0;
  if (shared == a.count && shared == b.count) return false;
  for (unsigned left_to_b = 0; left_to_b < 1u << shared; ++left_to_b) {
    unsigned out_of_a = 0, out_of_b = 0;
    for (int k = 0; k < shared; ++k)
      if (left_to_b >> k & 1)
        out_of_a |= 1u << in_a[k];
      else
        out_of_b |= 1u << in_b[k];
    const narrow::Simplex part_a = simplex_of(vertices, a, out_of_a),
                          part_b = simplex_of(vertices, b, out_of_b);
    if (part_a.count > 0 && part_b.count > 0 && narrow::meet(part_a, part_b)) return true;
  }
  return false;
}

/// Collects the intersections that all threads find. Keeps at most about twice as many as will be
/// listed.
class Collector {
 public:
  explicit Collector(std::size_t max_listed) : max_listed_(max_listed) {}

  void add(std::span<const Intersection> found) {
    const std::lock_guard lock(mutex_);
    for (const Intersection& intersection : found) {
      auto& counts = intersection.neighbours ? neighbour_counts_ : counts_;
      ++counts[static_cast<std::size_t>(intersection.kind)];
    }
    if (max_listed_ == 0) return;
    list_.insert(list_.end(), found.begin(), found.end());
    if (list_.size() / 2 > max_listed_) keep_first();
  }

  /// To be called after all threads are done.
  void store(IntersectionResult& result) {
    if (list_.size() > max_listed_) keep_first();
    std::sort(list_.begin(), list_.end());
    result.intersections = std::move(list_);
    result.counts = counts_;
    result.neighbour_counts = neighbour_counts_;
  }

 private:
  void keep_first() {
    std::nth_element(list_.begin(), list_.begin() + static_cast<std::ptrdiff_t>(max_listed_),
                     list_.end());
    list_.resize(max_listed_);
  }

  std::size_t max_listed_;
  std::mutex mutex_;
  std::vector<Intersection> list_;
  std::array<std::int64_t, 6> counts_ = {}, neighbour_counts_ = {};
};

/// The search over all families.
class IntersectionSearch {
 public:
  IntersectionSearch(const Mesh& mesh, const VertexTable& vertices,
                     const IntersectionOptions& options)
      : mesh_(mesh),
        vertices_(vertices),
        options_(options),
        filter_(mesh, vertices.planar, options.step),
        collector_(options.max_listed) {}

  /// False if stopped, on request or because one intersection was enough.
  bool run() {
    double total = 0, done = 0;
    for (const IntersectionFamily& family : kFamilies) total += work(family);
    for (const IntersectionFamily& family : kFamilies) {
      if (work(family) == 0) continue;
      const double begin = done / total, end = (done += work(family)) / total;
      if (!run(family, begin, end)) return false;
    }
    return true;
  }

  bool found_any() const { return found_; }
  void store(IntersectionResult& result) {
    collector_.store(result);
    result.message = notes_;
  }

 private:
  double work(const IntersectionFamily& family) const {
    const std::size_t queries = count_of(mesh_, family.queries),
                      targets = count_of(mesh_, family.targets);
    return queries > 0 && targets > 0 ? static_cast<double>(queries + targets) : 0;
  }

  bool run(const IntersectionFamily& family, double progress_begin, double progress_end) {
    const StepOptions& step = options_.step;
    if (step.stop.stop_requested()) return false;
    if (!finder_ || targets_ != family.targets) {
      targets_ = family.targets;
      finder_ = broad::make_pair_finder(method_of(step.broad_phase));
      sweep_boxes(mesh_, vertices_, family.targets, {}, 1, step.threads, boxes_);
      finder_->update(boxes_, step.threads);
    }
    broad::Traversal traversal;
    traversal.threads = step.threads;
    traversal.keep_going = [&] { return !step.stop.stop_requested(); };
    if (step.progress)
      traversal.progress = [&](double share) {
        step.progress(progress_begin + (progress_end - progress_begin) * share);
      };
    traversal.visit = [&](std::span<const broad::IndexPair> pairs) { return visit(family, pairs); };
    bool complete = false;
    if (family.queries == family.targets) {
      complete = finder_->self_pairs(traversal);
    } else {
      sweep_boxes(mesh_, vertices_, family.queries, {}, 1, step.threads, boxes_);
      complete = finder_->pairs_with(boxes_, traversal);
    }
    add_note(notes_, finder_->note());
    return complete;
  }

  bool visit(const IntersectionFamily& family, std::span<const broad::IndexPair> pairs) {
    if (options_.step.stop.stop_requested()) return false;
    Intersection found[broad::Traversal::kBlock];
    std::size_t count = 0;
    for (const broad::IndexPair& pair : pairs) {
      Intersection candidate = {family.kind, element_of(mesh_, family.queries, pair.first),
                                element_of(mesh_, family.targets, pair.second), false};
      if (family.queries == family.targets && candidate.a > candidate.b)
        std::swap(candidate.a, candidate.b);
      const ElementVertices a = vertices_of(mesh_, family.queries, candidate.a),
                            b = vertices_of(mesh_, family.targets, candidate.b);
      if (!filter_.admits_objects(a, b) || !intersect(vertices_, a, b, candidate.neighbours) ||
          !filter_.admits(candidate, a, b))
        continue;
      found_ = true;
      if (options_.only_whether) return false;
      found[count++] = candidate;
    }
    if (count > 0) collector_.add({found, count});
    return true;
  }

  const Mesh& mesh_;
  const VertexTable& vertices_;
  const IntersectionOptions& options_;
  ElementFilter filter_;
  Collector collector_;
  std::atomic<bool> found_ = false;
  Elements targets_ = Elements::Faces;
  std::unique_ptr<broad::PairFinder> finder_;
  std::vector<broad::Box> boxes_;
  std::string notes_;
};

}  // namespace
}  // namespace step

const char* to_string(IntersectionKind kind) {
  switch (kind) {
    case IntersectionKind::FaceFace: return "FaceFace";
    case IntersectionKind::EdgeFace: return "EdgeFace";
    case IntersectionKind::EdgeEdge: return "EdgeEdge";
    case IntersectionKind::PointFace: return "PointFace";
    case IntersectionKind::PointEdge: return "PointEdge";
    case IntersectionKind::PointPoint: return "PointPoint";
  }
  return "";
}

std::int64_t IntersectionResult::count() const {
  const std::int64_t apart = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  return std::accumulate(neighbour_counts.begin(), neighbour_counts.end(), apart);
}

IntersectionResult intersections(const Mesh& mesh, const Positions& positions,
                                 const IntersectionOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  IntersectionResult result;
  step::VertexTable vertices;
  result.message = step::load(mesh, positions, positions, vertices);
  if (result.message.empty()) result.message = step::find_rule_fault(mesh, options.step.rules);
  if (!result.message.empty()) return result;
  step::IntersectionSearch search(mesh, vertices, options);
  const bool complete = search.run();
  if (!complete && !(options.only_whether && search.found_any())) {
    result.status = Status::Cancelled;
    return result;
  }
  result.status = search.found_any() ? Status::Contact : Status::Free;
  result.starts_in_contact = search.found_any();
  result.toi_upper = 0;
  if (!options.only_whether) search.store(result);
  if (options.step.progress) options.step.progress(1);
  return result;
}

bool has_intersections(const Mesh& mesh, const Positions& positions, const StepOptions& options) {
  IntersectionOptions whether;
  whether.step = options;
  whether.only_whether = true;
  return !intersections(mesh, positions, whether).free();
}

}  // namespace firstcontact
