// The public entries: check the input, choose the method, share out batches.
#include <firstcontact/scene_contact.h>

#include <algorithm>
#include <cmath>

#include "arith/float_environment.h"
#include "articulated/certified/certified_scene.h"
#include "articulated/published/advancement.h"
#include "parallel/parallel.h"

namespace firstcontact {
namespace {

std::string find_fault(const Scene& scene, const SceneOptions& options) {
  if (!scene.fault().empty()) return scene.fault();
  if (options.tolerance && !(*options.tolerance >= 0 && *options.tolerance < kLargestCoordinate))
    return "the tolerance must be a length, 0 or more";
  if (!(options.t_max >= 0 && options.t_max <= 1)) return "t_max must lie in [0, 1]";
  if (options.max_checks < 1) return "max_checks must be at least 1";
  if (options.certificate && (options.method != SceneMethod::Certified || options.decide_only))
    return "certificates are made by the certified method only, and not where only a decision is "
           "asked for";
  return "";
}

SceneResult invalid(std::string message) {
  SceneResult result;
  result.message = std::move(message);
  return result;
}

std::string fault_of_configuration(const Scene& scene, std::span<const double> q) {
  if (q.size() != scene.value_count())
    return "the scene has " + std::to_string(scene.value_count()) + " joint values, but " +
           std::to_string(q.size()) + " are given";
  std::size_t first = 0;
  for (const SceneModel& entry : scene.models()) {
    const std::string fault =
        entry.model.fault_of(q.subspan(first, entry.model.value_count()), false);
    if (!fault.empty()) return scene.models().size() > 1 ? entry.name + ": " + fault : fault;
    first += entry.model.value_count();
  }
  return "";
}

}  // namespace

SceneResult first_contact(const Scene& scene, std::span<const ArticulatedMotion> motions,
                          const SceneOptions& options) {
  std::string found = find_fault(scene, options);
  if (!found.empty()) return invalid(std::move(found));
  if (motions.size() != scene.models().size())
    return invalid("the scene has " + std::to_string(scene.models().size()) + " models, but " +
                   std::to_string(motions.size()) + " motions are given");
  for (std::size_t i = 0; i < motions.size(); ++i) {
    found = fault(scene.models()[i].model, motions[i]);
    if (!found.empty()) return invalid(scene.models()[i].name + ": " + found);
  }
  const arith::FloatEnvironmentGuard guard;
  if (options.method == SceneMethod::Advancement)
    return articulated::advance_scene(articulated::data_of(scene), motions, options);
  return articulated::certify_scene(articulated::data_of(scene), *articulated::data_of(scene).index,
                                    motions, options);
}

SceneResult first_contact(const Scene& scene, std::span<const double> q_t0,
                          std::span<const double> q_t1, const SceneOptions& options) {
  std::string found = find_fault(scene, options);
  if (found.empty()) found = fault_of_configuration(scene, q_t0);
  if (found.empty()) found = fault_of_configuration(scene, q_t1);
  if (!found.empty()) return invalid(std::move(found));
  const arith::FloatEnvironmentGuard guard;
  std::vector<ArticulatedMotion> motions;
  std::size_t first = 0;
  for (const SceneModel& entry : scene.models()) {
    const std::size_t count = entry.model.value_count();
    motions.push_back(
        joint_motion(entry.model, q_t0.subspan(first, count), q_t1.subspan(first, count)));
    first += count;
  }
  return first_contact(scene, motions, options);
}

PathResult first_contact_on_path(const Scene& scene, std::span<const Configuration> path,
                                 const SceneOptions& options, std::span<const double> times) {
  PathResult out;
  if (path.empty()) return {invalid("a path needs at least one configuration"), -1, 0};
  if (!times.empty()) {
    if (times.size() != path.size())
      return {invalid("a path needs as many times as configurations"), -1, 0};
    bool ascending = times.front() == 0 && times.back() == 1;
    for (std::size_t i = 1; i < times.size(); ++i)
      ascending = ascending && times[i] >= times[i - 1];
    if (!ascending) return {invalid("the times of a path must ascend from 0 to 1"), -1, 0};
  }
  if (options.t_max != 1) return {invalid("a path is followed to its end: t_max must be 1"), -1, 0};
  const std::size_t segments = std::max<std::size_t>(path.size() - 1, 1);
  const auto time = [&](std::size_t i) {
    return times.empty() ? static_cast<double>(i) / static_cast<double>(segments) : times[i];
  };
  SceneCounts sum;
  std::int64_t checks = 0;
  SceneResult nearest;
  std::vector<PairCertificate> certificates;
  for (std::size_t i = 0; i < segments; ++i) {
    SceneOptions left = options;
    left.max_checks = options.max_checks - checks;
    SceneResult result =
        left.max_checks < 1
            ? SceneResult()
            : first_contact(scene, path[i], path[std::min(i + 1, path.size() - 1)], left);
    if (left.max_checks < 1)
      result.status = Status::Undecided, result.message = "the budget of checks ran out";
    sum.pairs = result.counts.pairs;
    sum.after_spatial += result.counts.after_spatial,
        sum.after_temporal += result.counts.after_temporal;
    sum.steps += result.counts.steps;
    checks += result.checks;
    const double begin = path.size() > 1 ? time(i) : 0,
                 width = path.size() > 1 ? time(i + 1) - begin : 1;
    const double within = result.toi;
    result.toi = begin + result.toi * width, result.toi_upper = begin + result.toi_upper * width;
    result.clearance_time = begin + result.clearance_time * width;
    if (result.status != Status::Free) {
      result.counts = sum;
      result.checks = checks;
      if (result.status == Status::InvalidInput)
        result.message = "segment " + std::to_string(i) + ": " + result.message;
      return {std::move(result), static_cast<int>(i), within};
    }
    certificates.insert(certificates.end(), std::make_move_iterator(result.certificates.begin()),
                        std::make_move_iterator(result.certificates.end()));
    result.certificates.clear();
    if (i == 0 || result.clearance_upper < nearest.clearance_upper) {
      const double clearance =
          i == 0 ? result.clearance : std::min(nearest.clearance, result.clearance);
      nearest = std::move(result);
      nearest.clearance = clearance;
    } else {
      nearest.clearance = std::min(nearest.clearance, result.clearance);
    }
  }
  nearest.toi = nearest.toi_upper = 1;
  nearest.counts = sum;
  nearest.checks = checks;
  nearest.certificates = std::move(certificates);
  out.result = std::move(nearest);
  return out;
}

std::vector<SceneResult> first_contacts(const Scene& scene, std::span<const SceneEdge> edges,
                                        const SceneOptions& options, int threads) {
  std::vector<SceneResult> results(edges.size());
  parallel::parallel_for(edges.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      results[i] = first_contact(scene, edges[i].q_t0, edges[i].q_t1, options);
  });
  return results;
}

}  // namespace firstcontact
