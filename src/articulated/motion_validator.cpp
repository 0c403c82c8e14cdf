// Edges of a planner's graph, decided by `first_contact`.
//
// The last valid state lies slightly before the time of contact. A planner continues from it, so
// `is_valid` must hold there; at the contact itself it does not. The times before the contact by
// the shares kBackSteps of the free part are tried, the nearest first; if none is valid, it is the
// start.
#include <firstcontact/motion_validator.h>

#include <array>

#include "parallel/parallel.h"

namespace firstcontact {
namespace {

constexpr std::array<double, 6> kBackSteps = {0x1p-16, 0x1p-12, 0x1p-8, 0x1p-5, 0x1p-3, 0x1p-1};

std::string fault_of(const Scene& scene, const SceneOptions& options) {
  if (!scene.fault().empty()) return scene.fault();
  if (options.tolerance && !(*options.tolerance >= 0 && *options.tolerance < kLargestCoordinate))
    return "the tolerance must be a length, 0 or more";
  if (options.t_max != 1) return "t_max must be 1: an edge is checked to its end";
  if (options.max_checks < 1) return "max_checks must be at least 1";
  if (options.certificate && options.method != SceneMethod::Certified)
    return "certificates are made by the certified method only";
  return {};
}

/// The joint values of all models at time t.
Configuration state_at(const Scene& scene, std::span<const double> q_t0,
                       std::span<const double> q_t1, double t) {
  Configuration state;
  std::size_t first = 0;
  for (const SceneModel& entry : scene.models()) {
    const std::size_t count = entry.model.value_count();
    const Configuration part =
        configuration_at(entry.model, q_t0.subspan(first, count), q_t1.subspan(first, count), t);
    state.insert(state.end(), part.begin(), part.end());
    first += count;
  }
  return state;
}

}  // namespace

MotionValidator::MotionValidator(Scene scene, SceneOptions options)
    : scene_(std::move(scene)), options_(std::move(options)), fault_(fault_of(scene_, options_)) {
  options_.decide_only = false;
}

std::string MotionValidator::fault_of_edge(std::span<const double> q_t0,
                                           std::span<const double> q_t1) const {
  if (!fault_.empty()) return fault_;
  for (const std::span<const double> q : {q_t0, q_t1}) {
    if (q.size() != scene_.value_count())
      return "a configuration has " + std::to_string(q.size()) + " values, the scene " +
             std::to_string(scene_.value_count());
    std::size_t first = 0;
    for (const SceneModel& entry : scene_.models()) {
      const std::size_t count = entry.model.value_count();
      const std::string wrong = entry.model.fault_of(q.subspan(first, count));
      if (!wrong.empty())
        return scene_.models().size() > 1 ? "model '" + entry.name + "': " + wrong : wrong;
      first += count;
    }
  }
  return {};
}

bool MotionValidator::check_motion(std::span<const double> q_t0,
                                   std::span<const double> q_t1) const {
  return decide(q_t0, q_t1) == Status::Free;
}

bool MotionValidator::check_motion(std::span<const double> q_t0, std::span<const double> q_t1,
                                   LastValid& last_valid) const {
  const SceneResult result = first_contact(q_t0, q_t1);
  if (result.status == Status::Free) return true;
  last_valid = {0, Configuration(q_t0.begin(), q_t0.end())};
  if (result.status == Status::InvalidInput || !(result.toi > 0)) return false;
  for (const double back : kBackSteps) {
    const double time = result.toi * (1 - back);
    Configuration state = state_at(scene_, q_t0, q_t1, time);
    if (!is_valid(state)) continue;
    last_valid = {time, std::move(state)};
    break;
  }
  return false;
}

Status MotionValidator::decide(std::span<const double> q_t0, std::span<const double> q_t1) const {
  if (!fault_of_edge(q_t0, q_t1).empty()) return Status::InvalidInput;
  SceneOptions options = options_;
  options.decide_only = true;
  options.certificate = options.clearance = false;
  return firstcontact::first_contact(scene_, q_t0, q_t1, options).status;
}

SceneResult MotionValidator::first_contact(std::span<const double> q_t0,
                                           std::span<const double> q_t1) const {
  SceneResult invalid;
  invalid.message = fault_of_edge(q_t0, q_t1);
  return invalid.message.empty() ? firstcontact::first_contact(scene_, q_t0, q_t1, options_)
                                 : invalid;
}

bool MotionValidator::is_valid(std::span<const double> q) const { return check_motion(q, q); }

std::vector<Status> MotionValidator::decide(std::span<const SceneEdge> edges, int threads) const {
  std::vector<Status> statuses(edges.size(), Status::InvalidInput);
  parallel::parallel_for(edges.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) statuses[i] = decide(edges[i].q_t0, edges[i].q_t1);
  });
  return statuses;
}

}  // namespace firstcontact
