// The certified answer: the search for the first contact (or any), then what is to be told about
// it.
#include "articulated/certified/certified_scene.h"

#include <algorithm>
#include <cmath>

#include "articulated/certified/scene_search.h"
#include "articulated/model/contact_features.h"

namespace firstcontact::articulated {
namespace {

/// A certain contact is looked for after toi in steps that start with the time the tolerance takes
/// to travel and grow by kGrowth; then its first time is narrowed down by this many halvings.
constexpr double kGrowth = 8, kShortestStep = 0x1p-44;
constexpr int kHalvings = 1;

class CertifiedScene {
 public:
  CertifiedScene(const articulated::SceneData& scene, const SceneIndex& index,
                 std::span<const ArticulatedMotion> motions, const SceneOptions& options)
      : scene_(scene),
        index_(index),
        motions_(motions),
        options_(options),
        poses_(scene, index.chain(), motions),
        search_(scene, index, poses_, options) {}

  SceneResult run() {
    const bool complete = options_.decide_only ? decide() : search_.find_first(options_.t_max);
    result_.counts = search_.counts();
    result_.checks = search_.checks();
    const Meeting contact = search_.contact();
    if (!complete) {
      result_.status = Status::Undecided;
      result_.toi = options_.decide_only      ? 0
                    : contact.shape_pair >= 0 ? std::min(contact.time, search_.reached())
                                              : search_.reached();
      result_.toi_upper = options_.t_max;
      result_.message =
          result_.checks > options_.max_checks
              ? "the budget of " + std::to_string(options_.max_checks) + " checks ran out"
              : "two bodies cannot be told apart at the resolution of doubles";
    } else if (contact.shape_pair >= 0) {
      describe(contact);
      result_.status = Status::Contact;
      // Where the tolerance asked for is below what doubles hold, say which one was kept.
      const double margin = scene_.shape_pairs[contact.shape_pair].margin;
      result_.tolerance = std::max(search_.tolerance_of(contact.shape_pair),
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
  bool decide() {
    if (!search_.find_any(options_.t_max)) return false;
    if (search_.contact().shape_pair < 0) search_.find_inside();
    return true;
  }

  void enclose(const Meeting& contact) {
    const int pair = contact.shape_pair;
    // What touches from the start may well cut through; what begins to touch does not yet.
    result_.proven = contact.certain || (!options_.decide_only && contact.time == 0 &&
                                         search_.certainly_meet(pair, 0));
    if (options_.decide_only || result_.proven) return;
    double before = contact.time,
           step =
               std::max(kShortestStep, search_.time_to_travel(contact, search_.tolerance_of(pair)));
    while (!result_.proven && before < options_.t_max) {
      const double t = std::min(contact.time + step, options_.t_max);
      if (search_.certainly_meet(pair, t))
        result_.proven = true, result_.toi_upper = t;
      else
        before = t;
      step *= kGrowth;
    }
    for (int i = 0; result_.proven && i < kHalvings; ++i) {
      const double t = 0.5 * (before + result_.toi_upper);
      (search_.certainly_meet(pair, t) ? result_.toi_upper : before) = t;
    }
  }

  AffineMap to_world(int shape_pair, double t) const {
    const int link = index_.frames_of(shape_pair).common_link;
    if (link < 0) return {};
    const auto& shape = scene_.shapes[scene_.shape_pairs[shape_pair].a];
    const auto model = static_cast<std::size_t>(scene_.frames[shape.frame].model);
    const Pose pose = poses_at(scene_.description.models[model].model, motions_[model], t)[link];
    return {pose.rotation, pose.position};
  }

  void describe(const Meeting& meeting) {
    const auto [a, b] = search_.triangles_at(meeting);
    describe_contact(scene_, meeting.shape_pair, meeting.triangle_a, meeting.triangle_b,
                     meeting.nearest, a, b, to_world(meeting.shape_pair, meeting.time),
                     search_.tolerance_of(meeting.shape_pair), meeting.nested, result_);
  }

  void take_certificates() {
    for (std::size_t i = 0; i < scene_.shape_pairs.size(); ++i) {
      const auto& pair = scene_.shape_pairs[i];
      const auto &a = scene_.shapes[pair.a], &b = scene_.shapes[pair.b];
      BodyCertificate& certificate = search_.certificates()[i];
      certificate.separation = pair.separation, certificate.t_max = options_.t_max;
      certificate.order_a = a.tree().order, certificate.order_b = b.tree().order;
      result_.certificates.push_back({a.body, a.shape, b.body, b.shape,
                                      index_.frames_of(static_cast<int>(i)).common_link,
                                      std::move(certificate)});
    }
  }

  void find_clearance() {
    const double t_max = options_.t_max;
    bool complete = true;
    for (const double t : {0.0, t_max, 0.5 * t_max})
      complete = complete && search_.find_nearest(t, t);
    complete = complete && search_.find_nearest(0, t_max);
    result_.checks = search_.checks();
    const Meeting nearest = search_.nearest();
    if (nearest.shape_pair < 0) {  // no pairs, or no budget for one
      result_.clearance = complete ? std::numeric_limits<double>::infinity() : 0;
      return;
    }
    describe(nearest);
    result_.clearance_upper = search_.smallest_upper();
    result_.clearance = complete ? search_.smallest_proven() : 0;
    result_.clearance_time = nearest.time;
  }

  const articulated::SceneData& scene_;
  const SceneIndex& index_;
  std::span<const ArticulatedMotion> motions_;
  const SceneOptions& options_;
  ChainPoses poses_;
  SceneSearch search_;
  SceneResult result_;
};

}  // namespace

SceneResult certify_scene(const articulated::SceneData& scene, const SceneIndex& index,
                          std::span<const ArticulatedMotion> motions, const SceneOptions& options) {
  return CertifiedScene(scene, index, motions, options).run();
}

}  // namespace firstcontact::articulated
