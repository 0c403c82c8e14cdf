// Continuous collision detection for articulated bodies after Zhang, Redon, Lee and Kim 2007
// ("Continuous Collision Detection for Articulated Models using Taylor Models and Temporal
// Culling"), with the deviations of docs/math/articulated-published.md.
//
// 1. Taylor models give a box around the whole motion of each shape; a hierarchy of these boxes
// gives the pairs that may touch.
// 2. Each of these pairs gets a lower bound of its time of contact: by advancement of the convex
// hulls, or by one step of the shapes themselves.
// 3. In the order of these bounds (their algorithm 1), pairs are advanced until contact, or until
// they pass the earliest contact so far.
#include "articulated/published/advancement.h"

#include <algorithm>
#include <limits>

#include "articulated/certified/inside_solid.h"
#include "articulated/model/contact_features.h"
#include "articulated/model/scene_index.h"
#include "articulated/published/advancement_pair.h"
#include "articulated/published/dynamic_boxes.h"
#include "articulated/published/hull_advancement.h"
#include "articulated/published/link_advancement.h"
#include "articulated/published/link_culling.h"

namespace firstcontact::articulated {
namespace {

using Outcome = LinkAdvancement::Outcome;

/// A pair whose boxes are not apart. It is proven free before `time`.
struct Candidate {
  int shape_pair = -1;
  double time = 0;
};

class Pipeline {
 public:
  Pipeline(const articulated::SceneData& scene, std::span<const ArticulatedMotion> motions,
           const SceneOptions& options)
      : scene_(scene),
        motions_(motions),
        options_(options),
        joints_(chain_joints(scene, motions)),
        budget_(options.max_checks),
        context_{scene, joints_, options, budget_, steps_},
        t_min_(options.t_max),
        undecided_(std::numeric_limits<double>::infinity()),
        needed_more_(scene.pairs.size(), 0) {}

  SceneResult run() {
    result_.counts.pairs = static_cast<std::int64_t>(scene_.pairs.size());
    std::vector<Candidate> candidates = cull_in_space();
    if (options_.stages.temporal_culling) {
      bound_times(candidates);
      std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return a.time != b.time ? a.time < b.time : a.shape_pair < b.shape_pair;
      });
    }
    for (const Candidate& candidate : candidates) {
      if (found_ &&
          (options_.decide_only || (options_.stages.temporal_culling && candidate.time >= t_min_)))
        break;
      if (budget_.is_exhausted()) {
        undecided_ = std::min(undecided_, candidate.time);
        continue;
      }
      advance(candidate);
    }
    return finish();
  }

 private:
  std::vector<Candidate> cull_in_space() {
    const AdvancementStages& stages = options_.stages;
    std::vector<Candidate> candidates;
    if (stages.spatial_culling) {
      const BoxArithmetic arithmetic =
          stages.taylor_models ? BoxArithmetic::TaylorModels : BoxArithmetic::Intervals;
      const std::vector<WorldBox> boxes =
          dynamic_boxes(scene_, motions_, arithmetic, options_.t_max);
      for (const int pair : close_pairs(scene_, boxes, stages.box_hierarchy))
        candidates.push_back({pair, 0});
    } else {
      for (std::size_t i = 0; i < scene_.shape_pairs.size(); ++i)
        candidates.push_back({static_cast<int>(i), 0});
    }
    // Counts pairs of bodies: shape pairs are in the order of these.
    int last = -1;
    for (const Candidate& candidate : candidates) {
      const int pair = shapes_of(candidate).pair;
      result_.counts.after_spatial += pair != last;
      last = pair;
    }
    return candidates;
  }

  /// Computes lower bounds for all candidates, and drops those that are free to the end. A contact
  /// that is found here counts like any other.
  void bound_times(std::vector<Candidate>& candidates) {
    const auto is_done = [&](Candidate& candidate) {
      if (budget_.is_exhausted() || (found_ && options_.decide_only)) return false;
      AdvancementPair pair(context_, candidate.shape_pair);
      const geometry::ConvexHull *hull_a = hull_of(shapes_of(candidate).a),
                                 *hull_b = hull_of(shapes_of(candidate).b);
      if (hull_a && hull_b) {
        const FreeTime free = advance_hulls(context_, pair, *hull_a, *hull_b);
        candidate.time = free.time;
        return free.to_end;
      }
      LinkAdvancement links(context_, pair, 0);
      const Outcome outcome = links.step(options_.t_max);
      candidate.time = links.time();
      if (outcome == Outcome::Contact || lies_inside(candidate, pair)) needed_more(candidate);
      if (outcome == Outcome::Contact) touch(candidate, pair, 0, links.touching());
      if (outcome == Outcome::Undecided) undecided_ = std::min(undecided_, links.time());
      return outcome != Outcome::Advanced;
    };
    std::erase_if(candidates, is_done);
  }

  const geometry::ConvexHull* hull_of(int shape) const {
    return options_.stages.convex_hulls ? scene_.index->hull(shape) : nullptr;
  }

  void advance(const Candidate& candidate) {
    needed_more(candidate);
    AdvancementPair pair(context_, candidate.shape_pair);
    // If only a decision is asked for, a contact at the end is enough.
    if (options_.decide_only && touches_at_end(candidate, pair)) return;
    LinkAdvancement links(context_, pair, candidate.time);
    const double end =
        options_.stages.temporal_culling ? std::min(t_min_, undecided_) : options_.t_max;
    Outcome outcome = links.step(end);
    // Only if the pair starts here: if the hulls or a first step of the shapes have advanced it,
    // nothing was inside.
    if (candidate.time == 0 && outcome != Outcome::Contact && lies_inside(candidate, pair)) return;
    if (outcome == Outcome::Advanced) outcome = links.run(end);
    if (outcome == Outcome::Contact) touch(candidate, pair, links.time(), links.touching());
    if (outcome == Outcome::Undecided) undecided_ = std::min(undecided_, links.time());
  }

  bool touches_at_end(const Candidate& candidate, AdvancementPair& pair) {
    LinkAdvancement links(context_, pair, options_.t_max);
    if (links.step(options_.t_max) != Outcome::Contact) return false;
    touch(candidate, pair, options_.t_max, links.touching());
    return true;
  }

  /// Whether one shape lies in the other at t = 0. Precondition: the surfaces are apart there.
  /// Later, nothing gets inside without touching.
  bool lies_inside(const Candidate& candidate, AdvancementPair& pair) {
    const auto &a = pair.shape_a(), &b = pair.shape_b();
    if (!a.is_solid() && !b.is_solid()) return false;
    pair.move_to(0, options_.t_max);
    const auto nested = find_nested(a, pair.map_a().map, b, pair.map_b().map);
    if (!nested) return false;
    const LinkAdvancement::TouchingTriangles triangles = {nested->triangle_a, nested->triangle_b,
                                                          nested->corners_a,  nested->corners_b,
                                                          nested->nearest,    true};
    touch(candidate, pair, 0, triangles, nested->first_is_inside ? NestedSide::A : NestedSide::B);
    return true;
  }

  void touch(const Candidate& candidate, const AdvancementPair& pair, double t,
             const LinkAdvancement::TouchingTriangles& triangles,
             NestedSide nested = NestedSide::None) {
    const bool earlier =
        !found_ || t < t_min_ || (t == t_min_ && candidate.shape_pair < found_shape_pair_);
    if (!earlier) return;
    found_ = true;
    t_min_ = t;
    found_shape_pair_ = candidate.shape_pair;
    result_.proven = triangles.certain;
    describe_contact(scene_, candidate.shape_pair, triangles.triangle_a, triangles.triangle_b,
                     triangles.nearest, triangles.corners_a, triangles.corners_b, pair.to_world(t),
                     pair.tolerance(), nested, result_);
    // If the requested tolerance is smaller than rounding errors, the result tells which one was
    // kept.
    result_.tolerance =
        std::max(pair.tolerance(), result_.distance + triangles.error - pair.margin());
  }

  void needed_more(const Candidate& candidate) {
    char& flag = needed_more_[shapes_of(candidate).pair];
    result_.counts.after_temporal += flag == 0;
    flag = 1;
  }

  SceneResult finish() {
    result_.checks = budget_.spent();
    result_.counts.steps = steps_;
    if (found_ && (options_.decide_only || t_min_ <= undecided_)) {
      result_.status = Status::Contact;
      result_.toi = options_.decide_only ? 0 : t_min_;
      result_.toi_upper = t_min_;
      result_.starts_in_contact = t_min_ == 0;
    } else if (undecided_ <= options_.t_max) {
      SceneResult undecided;
      undecided.counts = result_.counts;
      undecided.checks = result_.checks;
      undecided.status = Status::Undecided;
      undecided.toi = options_.decide_only ? 0 : undecided_;
      undecided.toi_upper = options_.t_max;
      undecided.message =
          budget_.is_exhausted()
              ? "the budget of " + std::to_string(options_.max_checks) + " checks ran out"
              : "the bodies move too fast for the tolerance: doubles do not resolve the steps in "
                "time";
      return undecided;
    } else {
      result_.status = Status::Free;
      result_.toi = result_.toi_upper = options_.t_max;
    }
    return std::move(result_);
  }

  const articulated::SceneData::ShapePair& shapes_of(const Candidate& candidate) const {
    return scene_.shape_pairs[candidate.shape_pair];
  }

  const articulated::SceneData& scene_;
  std::span<const ArticulatedMotion> motions_;
  const SceneOptions& options_;
  std::vector<ChainJoint> joints_;
  motion::CheckBudget budget_;
  std::int64_t steps_ = 0;
  AdvancementContext context_;
  bool found_ = false;
  int found_shape_pair_ = -1;
  double t_min_;                   ///< the earliest contact so far, or t_max
  double undecided_;               ///< the earliest time from which a pair is undecided
  std::vector<char> needed_more_;  ///< by pair of bodies
  SceneResult result_;
};

}  // namespace

SceneResult advance_scene(const articulated::SceneData& scene,
                          std::span<const ArticulatedMotion> motions, const SceneOptions& options) {
  return Pipeline(scene, motions, options).run();
}

}  // namespace firstcontact::articulated
