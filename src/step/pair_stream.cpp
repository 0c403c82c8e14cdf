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
/// the options exclude. Most pairs of a coarse mesh are neighbours and dropped: the tests are
/// written without jumps, which would be hard to predict.
class PairFilter {
 public:
  PairFilter(const Mesh& mesh, Kind kind, const StepOptions& options, const RuleTable& rules)
      : mesh_(mesh),
        kind_(kind),
        options_(options),
        rules_(rules),
        faces_(mesh.faces().data()),
        edges_(mesh.edges().data()),
        by_object_(mesh.has_objects() ? !(options.within_objects && options.between_objects)
                                      : !options.within_objects) {}

  /// Pairs of elements, as CandidateBlock has them.
  struct Admitted {
    std::int32_t elements[broad::Traversal::kBlock][2], vertices[broad::Traversal::kBlock][4];
    std::size_t count = 0;
  };

  /// Adds those of the pairs that it admits; `pair_at(i)` has their elements.
  template <class PairAt>
  void admit(std::size_t count, const PairAt& pair_at, Admitted& admitted) const {
    switch (kind_) {
      case Kind::VertexFace: return admit_kind<Kind::VertexFace>(count, pair_at, admitted);
      case Kind::EdgeEdge: return admit_kind<Kind::EdgeEdge>(count, pair_at, admitted);
      case Kind::PointEdge: return admit_kind<Kind::PointEdge>(count, pair_at, admitted);
      case Kind::PointSegment2D: return admit_kind<Kind::PointSegment2D>(count, pair_at, admitted);
      case Kind::PointPoint: return admit_kind<Kind::PointPoint>(count, pair_at, admitted);
    }
  }

 private:
  template <Kind kKind, class PairAt>
  void admit_kind(std::size_t count, const PairAt& pair_at, Admitted& admitted) const {
    const bool has_more = by_object_ || rules_.names_patches() || options_.filter;
    for (std::size_t i = 0; i < count; ++i) {
      broad::IndexPair pair = pair_at(i);
      if constexpr (kKind == Kind::EdgeEdge || kKind == Kind::PointPoint)
        pair = {std::min(pair.first, pair.second), std::max(pair.first, pair.second)};
      // A pair that is not admitted is overwritten by the next one.
      auto& elements = admitted.elements[admitted.count];
      auto& vertices = admitted.vertices[admitted.count];
      elements[0] = pair.first;
      elements[1] = pair.second;
      bool fits = collect_vertices<kKind>(pair.first, pair.second, vertices);
      if (rules_.names_vertices()) fits &= rules_.admits_vertices(kKind, vertices);
      if (has_more) fits = fits && admits<kKind>(elements, vertices);
      admitted.count += fits;
    }
  }

  /// False if the elements have a vertex in common.
  template <Kind kKind>
  bool collect_vertices(std::int32_t a, std::int32_t b, std::int32_t (&v)[4]) const {
    const auto set = [&v](std::int32_t v0, std::int32_t v1, std::int32_t v2, std::int32_t v3) {
      v[0] = v0, v[1] = v1, v[2] = v2, v[3] = v3;
    };
    if constexpr (kKind == Kind::VertexFace) {
      const Face& face = faces_[b];
      set(a, face[0], face[1], face[2]);
      return (a == face[0]) + (a == face[1]) + (a == face[2]) == 0;
    } else if constexpr (kKind == Kind::EdgeEdge) {
      const Edge &p = edges_[a], &q = edges_[b];
      set(p[0], p[1], q[0], q[1]);
      return (p[0] == q[0]) + (p[0] == q[1]) + (p[1] == q[0]) + (p[1] == q[1]) == 0;
    } else if constexpr (kKind == Kind::PointPoint) {
      set(a, b, -1, -1);
      return a != b;
    } else {
      const Edge& edge = edges_[b];
      set(a, edge[0], edge[1], -1);
      return (a == edge[0]) + (a == edge[1]) == 0;
    }
  }

  template <Kind kKind>
  bool admits(const std::int32_t (&elements)[2], const std::int32_t (&v)[4]) const {
    if (by_object_ && !admits_objects<kKind>(v)) return false;
    if (rules_.names_patches() && !rules_.admits_patches(kKind, v)) return false;
    return !options_.filter ||
           options_.filter({kKind, elements[0], elements[1], {v[0], v[1], v[2], v[3]}});
  }

  template <Kind kKind>
  bool admits_objects(const std::int32_t (&v)[4]) const {
    const bool same = mesh_.object_of(v[0]) == mesh_.object_of(v[kKind == Kind::EdgeEdge ? 2 : 1]);
    return same ? options_.within_objects : options_.between_objects;
  }

  const Mesh& mesh_;
  Kind kind_;
  const StepOptions& options_;
  const RuleTable& rules_;
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
    PairFilter::Admitted admitted;
    const auto pair_at = [&](std::size_t i) { return found[i]; };
    const auto sampled_or_loose = [&](std::size_t i) {
      broad::IndexPair pair = {stride / 2 + found[i].first * stride, found[i].second};
      if (loose)
        pair = {element_of(*mesh_, family.queries, pair.first),
                element_of(*mesh_, family.targets, pair.second)};
      return pair;
    };
    if (stride > 1 || loose)
      filter.admit(found.size(), sampled_or_loose, admitted);
    else
      filter.admit(found.size(), pair_at, admitted);
    return admitted.count == 0 ||
           visit({family.kind, admitted.count, admitted.elements, admitted.vertices});
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
  parallel::parallel_for(pairs.size(), broad::Traversal::kBlock, options.threads,
                         [&](std::size_t begin, std::size_t end) {
                           if (stopped || options.stop.stop_requested()) {
                             stopped = true;
                             return;
                           }
                           std::array<broad::IndexPair, broad::Traversal::kBlock> near;
                           std::size_t count = 0;
                           for (const ElementPair& pair : pairs.subspan(begin, end - begin)) {
                             const int query = query_place(pair.a), target = target_place(pair.b);
                             if (stride > 1 && !in_sample(query) && !(self && in_sample(target)))
                               continue;
                             if (broad::overlap(query_boxes_[query], target_boxes_[target]))
                               near[count++] = {pair.a, pair.b};
                           }
                           PairFilter::Admitted admitted;
                           filter.admit(
                               count, [&](std::size_t i) { return near[i]; }, admitted);
                           if (admitted.count > 0 && !visit({family.kind, admitted.count,
                                                             admitted.elements, admitted.vertices}))
                             stopped = true;
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
