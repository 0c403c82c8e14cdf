// The certified method: searches for the first contact (or any contact), then describes it.
#include "articulated/certified/certified_scene.h"

#include <algorithm>
#include <cmath>

#include "articulated/certified/any_contact_search.h"
#include "articulated/certified/clearance_search.h"
#include "articulated/certified/first_contact_search.h"
#include "articulated/model/contact_features.h"

namespace firstcontact::articulated {
namespace {

using motion::SearchEnd;

/// After toi, a certain contact is looked for in steps. The first one is the time that the shapes
/// take to travel as far as the tolerance; each next one is kGrowth times as long. Then its first
/// time is narrowed down by kHalvings halvings.
constexpr double kGrowth = 8, kShortestStep = 0x1p-44;
constexpr int kHalvings = 1;

class CertifiedScene {
 public:
  CertifiedScene(const SceneData& data, const SceneIndex& index,
                 std::span<const ArticulatedMotion> motions, const SceneOptions& options)
      : data_(data),
        options_(options),
        scene_(data, index, motions, options),
        budget_(options.max_checks),
        proofs_(options.certificate, data.shape_pairs.size()),
        separation_(scene_, budget_, &proofs_),
        probe_(scene_, separation_, budget_),
        problem_(options.decide_only ? ContactGoal::Any : ContactGoal::First, scene_, probe_,
                 separation_, budget_, proofs_, options.t_max) {}

  SceneResult run() {
    const SearchEnd end = search();
    result_.checks = budget_.spent();
    const ShapeContact& contact = problem_.contact();
    if (end != SearchEnd::Complete) {
      result_.status = Status::Undecided;
      result_.toi = contact.exists() ? std::min(contact.time, reached_) : reached_;
      result_.toi_upper = options_.t_max;
      result_.message =
          end == SearchEnd::OutOfBudget
              ? "the budget of " + std::to_string(options_.max_checks) + " checks ran out"
              : "two bodies cannot be told apart at the resolution of doubles";
    } else if (contact.exists()) {
      describe(contact);
      result_.status = Status::Contact;
      // If the requested tolerance is smaller than rounding errors, the result tells which one was
      // kept.
      const double margin = data_.shape_pairs[contact.shape_pair].min_separation;
      result_.tolerance = std::max(scene_.tolerance_of(contact.shape_pair),
                                   result_.distance + contact.error - margin);
      result_.toi = options_.decide_only ? 0 : contact.time;
      result_.toi_upper = contact.time;
      enclose(contact);
      result_.starts_in_contact = contact.time == 0;
    } else {
      result_.status = Status::Free;
      result_.toi = result_.toi_upper = options_.t_max;
      if (options_.certificate) take_certificates();
      if (options_.clearance) find_clearance();
    }
    return std::move(result_);
  }

 private:
  SearchEnd search() {
    SearchEnd end;
    std::int64_t intervals = 0;
    if (options_.decide_only) {
      AnyContactSearch search(scene_, problem_, probe_, options_.t_max);
      end = search.run();
      intervals = search.intervals();
    } else {
      FirstContactSearch search(scene_, problem_, proofs_, options_.t_max);
      end = search.run();
      intervals = search.intervals();
      reached_ = search.reached();
    }
    result_.counts = problem_.counts();
    result_.counts.steps = intervals;
    return end;
  }

  /// Looks for the end of the interval [toi, toi_upper] in which the contact certainly begins.
  void enclose(const ShapeContact& contact) {
    const int pair = contact.shape_pair;
    // Shapes that touch from the start may well cut through each other there; shapes that begin to
    // touch later do not yet.
    result_.proven = contact.certain ||
                     (!options_.decide_only && contact.time == 0 && probe_.certainly_meet(pair, 0));
    if (options_.decide_only || result_.proven) return;
    double before = contact.time,
           step =
               std::max(kShortestStep, scene_.time_to_travel(contact, scene_.tolerance_of(pair)));
    while (!result_.proven && before < options_.t_max) {
      const double t = std::min(contact.time + step, options_.t_max);
      if (probe_.certainly_meet(pair, t)) {
        result_.proven = true;
        result_.toi_upper = t;
      } else {
        before = t;
      }
      step *= kGrowth;
    }
    for (int i = 0; result_.proven && i < kHalvings; ++i) {
      const double t = 0.5 * (before + result_.toi_upper);
      (probe_.certainly_meet(pair, t) ? result_.toi_upper : before) = t;
    }
  }

  void describe(const ShapeContact& contact) {
    const auto [a, b] = scene_.triangles_at(contact);
    describe_contact(data_, contact.shape_pair, contact.triangle_a, contact.triangle_b,
                     contact.nearest, a, b, scene_.to_world(contact.shape_pair, contact.time),
                     scene_.tolerance_of(contact.shape_pair), contact.nested, result_);
  }

  void take_certificates() {
    for (std::size_t i = 0; i < data_.shape_pairs.size(); ++i) {
      const auto& pair = data_.shape_pairs[i];
      const auto &a = data_.shapes[pair.a], &b = data_.shapes[pair.b];
      BodyCertificate& certificate = proofs_.certificates()[i];
      certificate.separation = pair.separation;
      certificate.t_max = options_.t_max;
      certificate.order_a = a.tree().order;
      certificate.order_b = b.tree().order;
      result_.certificates.push_back({a.body, a.shape, b.body, b.shape,
                                      scene_.index().frames_of(static_cast<int>(i)).common_link,
                                      std::move(certificate)});
    }
  }

  void find_clearance() {
    const double t_max = options_.t_max;
    ClearanceSearch search(scene_, budget_);
    // Three instants first: a small distance that is found early makes the search short.
    SearchEnd end = SearchEnd::Complete;
    for (const double t : {0.0, t_max, 0.5 * t_max})
      if (end == SearchEnd::Complete) end = search.run(t, t);
    if (end == SearchEnd::Complete) end = search.run(0, t_max);
    const bool complete = end == SearchEnd::Complete;
    result_.checks = budget_.spent();
    if (!search.nearest().exists()) {  // no pairs, or no budget for one
      result_.clearance = complete ? std::numeric_limits<double>::infinity() : 0;
      return;
    }
    describe(search.nearest());
    result_.clearance_upper = search.smallest_upper();
    result_.clearance = complete ? search.smallest_lower() : 0;
    result_.clearance_time = search.nearest().time;
  }

  const SceneData& data_;
  const SceneOptions& options_;
  MovingScene scene_;
  motion::CheckBudget budget_;
  SceneProofs proofs_;
  PairSeparation separation_;
  InstantProbe probe_;
  ContactProblem problem_;
  double reached_ = 0;  ///< no contact before this time
  SceneResult result_;
};

}  // namespace

SceneResult certify_scene(const articulated::SceneData& scene, const SceneIndex& index,
                          std::span<const ArticulatedMotion> motions, const SceneOptions& options) {
  return CertifiedScene(scene, index, motions, options).run();
}

}  // namespace firstcontact::articulated
