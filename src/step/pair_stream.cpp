#include "step/pair_stream.h"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "parallel/parallel.h"
#include "step/element_filter.h"
#include "step/kept_pairs.h"

namespace firstcontact::step {
namespace {

/// Turns pairs of boxes into pairs of elements, and drops pairs with a common vertex and pairs that
/// the options exclude.
class PairFilter {
 public:
  PairFilter(const Mesh& mesh, Kind kind, const StepOptions& options, const RuleTable& rules)
      : mesh_(mesh),
        kind_(kind),
        options_(options),
        rules_(rules.empty() ? nullptr : &rules),
        faces_(mesh.faces().data()),
        edges_(mesh.edges().data()),
        by_object_(mesh.has_objects() ? !(options.within_objects && options.between_objects)
                                      : !options.within_objects) {}

  /// Writes elements and vertices of the pair in the order of ElementPair; false if it is dropped.
  bool admit(std::int32_t a, std::int32_t b, std::int32_t (&elements)[2],
             std::int32_t (&vertices)[4]) const {
    if ((kind_ == Kind::EdgeEdge || kind_ == Kind::PointPoint) && a > b) std::swap(a, b);
    elements[0] = a;
    elements[1] = b;
    if (!collect_vertices(a, b, vertices)) return false;
    if (by_object_ && !admits_objects(vertices)) return false;
    if (rules_ && !rules_->admits(kind_, vertices)) return false;
    return !options_.filter ||
           options_.filter({kind_, a, b, {vertices[0], vertices[1], vertices[2], vertices[3]}});
  }

 private:
  static void set(std::int32_t (&v)[4], std::int32_t v0, std::int32_t v1, std::int32_t v2,
                  std::int32_t v3) {
    v[0] = v0;
    v[1] = v1;
    v[2] = v2;
    v[3] = v3;
  }

  /// False if the elements have a vertex in common.
  bool collect_vertices(std::int32_t a, std::int32_t b, std::int32_t (&v)[4]) const {
    switch (kind_) {
      case Kind::VertexFace: {
        const Face& face = faces_[b];
        set(v, a, face[0], face[1], face[2]);
        return a != face[0] && a != face[1] && a != face[2];
      }
      case Kind::EdgeEdge: {
        const Edge &p = edges_[a], &q = edges_[b];
        set(v, p[0], p[1], q[0], q[1]);
        return p[0] != q[0] && p[0] != q[1] && p[1] != q[0] && p[1] != q[1];
      }
      case Kind::PointEdge:
      case Kind::PointSegment2D: {
        const Edge& edge = edges_[b];
        set(v, a, edge[0], edge[1], -1);
        return a != edge[0] && a != edge[1];
      }
      case Kind::PointPoint: set(v, a, b, -1, -1); return a != b;
    }
    return false;
  }

  bool admits_objects(const std::int32_t (&v)[4]) const {
    const int second = kind_ == Kind::EdgeEdge ? 2 : 1;
    const bool same = mesh_.object_of(v[0]) == mesh_.object_of(v[second]);
    return same ? options_.within_objects : options_.between_objects;
  }

  const Mesh& mesh_;
  Kind kind_;
  const StepOptions& options_;
  const RuleTable* rules_;  // null: they admit everything
  const Face* faces_;
  const Edge* edges_;
  bool by_object_;
};

}  // namespace

Sweep whole_sweep(const StepOptions& options) {
  Sweep sweep;
  sweep.horizon = options.t_max;
  sweep.separation = options.min_separation;
  return sweep;
}

void add_note(std::string& notes, const std::string& note) {
  if (note.empty() || notes.find(note) != std::string::npos) return;
  notes += (notes.empty() ? "" : "; ") + note;
}

broad::Method method_of(BroadPhase broad_phase) {
  switch (broad_phase) {
    case BroadPhase::Bvh: return broad::Method::Bvh;
    case BroadPhase::SweepAndPrune: return broad::Method::Sweep;
    case BroadPhase::SpatialHash: return broad::Method::Hash;
    case BroadPhase::BruteForce: return broad::Method::Brute;
  }
  return broad::Method::Bvh;
}

PairStream::PairStream(const Mesh& mesh) : mesh_(&mesh) {
  static std::atomic<std::uint64_t> last = 0;
  id_ = ++last;
}

const KeptPairs* PairStream::usable_candidates(const VertexTable& table,
                                               const StepOptions& options) const {
  const KeptPairs* kept = options.candidates ? kept_pairs_of(*options.candidates) : nullptr;
  return kept && kept->stream == id_ && kept->planar == table.planar && kept->admit_all_of(options)
             ? kept
             : nullptr;
}

bool PairStream::run(const VertexTable& table, const Pass& pass, const StepOptions& options,
                     const VisitCandidates& visit) {
  static constexpr Family kSpatial[] = {
      {Kind::VertexFace, Elements::Vertices, Elements::Faces},
      {Kind::EdgeEdge, Elements::Edges, Elements::Edges},
      {Kind::PointEdge, Elements::LoosePoints, Elements::LooseEdges},
      {Kind::PointPoint, Elements::LoosePoints, Elements::LoosePoints}};
  static constexpr Family kPlanar[] = {
      {Kind::PointSegment2D, Elements::Vertices, Elements::Edges},
      {Kind::PointPoint, Elements::LoosePoints, Elements::LoosePoints}};
  const std::span<const Family> families =
      table.planar ? std::span<const Family>(kPlanar) : std::span<const Family>(kSpatial);
  double total = 0, done = 0;
  const auto work = [&](const Family& f) {
    if (pass.kind && f.kind != *pass.kind) return 0.0;
    return static_cast<double>(count_of(*mesh_, f.queries) + count_of(*mesh_, f.targets));
  };
  for (const Family& family : families) total += work(family);
  const RuleTable rules(*mesh_, options.rules);
  for (std::size_t slot = 0; slot < families.size(); ++slot) {
    const Family& family = families[slot];
    if (pass.kind && family.kind != *pass.kind) continue;
    if (count_of(*mesh_, family.queries) == 0 || count_of(*mesh_, family.targets) == 0) continue;
    const double span = pass.progress_end - pass.progress_begin;
    Pass part = pass;
    part.progress_begin = pass.progress_begin + span * (done / total);
    done += work(family);
    part.progress_end = pass.progress_begin + span * (done / total);
    if (!run(family, slot, table, part, options, rules, visit)) return false;
  }
  return true;
}

bool PairStream::run(const Family& family, std::size_t slot, const VertexTable& table,
                     const Pass& pass, const StepOptions& options, const RuleTable& rules,
                     const VisitCandidates& visit) {
  if (options.stop.stop_requested()) return false;
  sweep_boxes(*mesh_, table, family.targets, pass.sweep, 1, options.threads, target_boxes_);
  if (const KeptPairs* kept = usable_candidates(table, options);
      kept && kept->contain(family.targets, target_boxes_)) {
    sweep_boxes(*mesh_, table, family.queries, pass.sweep, 1, options.threads, query_boxes_);
    if (kept->contain(family.queries, query_boxes_))
      return run_kept(*kept, family, pass, options, rules, visit);
  }
  broad::PairFinder& targets = finder(slot, options.broad_phase);
  targets.update(target_boxes_, options.threads);

  const PairFilter filter(*mesh_, family.kind, options, rules);
  const std::int32_t stride = static_cast<std::int32_t>(pass.stride);
  const bool loose = family.queries == Elements::LoosePoints;
  const bool self = family.queries == family.targets && stride == 1;
  broad::Traversal traversal;
  traversal.threads = options.threads;
  traversal.keep_going = [&] { return !options.stop.stop_requested(); };
  if (options.progress)
    traversal.progress = [&](double share) {
      options.progress(pass.progress_begin + (pass.progress_end - pass.progress_begin) * share);
    };
  traversal.visit = [&](std::span<const broad::IndexPair> found) {
    if (options.stop.stop_requested()) return false;
    std::int32_t elements[broad::Traversal::kBlock][2], vertices[broad::Traversal::kBlock][4];
    std::size_t count = 0;
    for (const broad::IndexPair& pair : found) {
      std::int32_t a = stride == 1 ? pair.first : stride / 2 + pair.first * stride, b = pair.second;
      if (loose) {
        a = element_of(*mesh_, family.queries, a);
        b = element_of(*mesh_, family.targets, b);
      }
      count += filter.admit(a, b, elements[count], vertices[count]);
    }
    return count == 0 || visit({family.kind, count, elements, vertices});
  };
  if (self) {
    if (!targets.self_pairs(traversal)) return false;
  } else {
    sweep_boxes(*mesh_, table, family.queries, pass.sweep, pass.stride, options.threads,
                query_boxes_);
    if (!targets.pairs_with(query_boxes_, traversal)) return false;
  }
  add_note(notes_, targets.note());
  return true;
}

bool PairStream::run_kept(const KeptPairs& kept, const Family& family, const Pass& pass,
                          const StepOptions& options, const RuleTable& rules,
                          const VisitCandidates& visit) {
  const std::span<const ElementPair> pairs = kept.of_kind(family.kind);
  const PairFilter filter(*mesh_, family.kind, options, rules);
  const bool loose_queries = family.queries == Elements::LoosePoints,
             loose_targets =
                 family.targets == Elements::LoosePoints || family.targets == Elements::LooseEdges;
  const auto place_of = [](std::span<const int> list, int element) {
    return static_cast<int>(std::lower_bound(list.begin(), list.end(), element) - list.begin());
  };
  const auto query_place = [&](int element) {
    return loose_queries ? place_of(mesh_->loose_points(), element) : element;
  };
  const auto target_place = [&](int element) {
    if (!loose_targets) return element;
    return place_of(
        family.targets == Elements::LoosePoints ? mesh_->loose_points() : mesh_->loose_edges(),
        element);
  };
  const int stride = static_cast<int>(pass.stride);
  const bool self = family.queries == family.targets;
  const auto in_sample = [&](int place) { return place % stride == stride / 2; };
  std::atomic<bool> stopped = false;
  parallel::parallel_for(
      pairs.size(), broad::Traversal::kBlock, options.threads,
      [&](std::size_t begin, std::size_t end) {
        if (stopped || options.stop.stop_requested()) {
          stopped = true;
          return;
        }
        std::int32_t elements[broad::Traversal::kBlock][2], vertices[broad::Traversal::kBlock][4];
        std::size_t count = 0;
        for (const ElementPair& pair : pairs.subspan(begin, end - begin)) {
          const int query = query_place(pair.a), target = target_place(pair.b);
          if (stride > 1 && !in_sample(query) && !(self && in_sample(target))) continue;
          if (broad::overlap(query_boxes_[query], target_boxes_[target]))
            count += filter.admit(pair.a, pair.b, elements[count], vertices[count]);
        }
        if (count > 0 && !visit({family.kind, count, elements, vertices})) stopped = true;
      });
  if (!stopped && options.progress) options.progress(pass.progress_end);
  return !stopped;
}

broad::PairFinder& PairStream::finder(std::size_t slot, BroadPhase broad_phase) {
  if (broad_phase != broad_phase_) {
    for (auto& kept : finders_) kept.reset();
    broad_phase_ = broad_phase;
  }
  if (!finders_[slot]) finders_[slot] = broad::make_pair_finder(method_of(broad_phase));
  return *finders_[slot];
}

std::string PairStream::take_notes() { return std::exchange(notes_, {}); }

}  // namespace firstcontact::step
