// The public functions: check the input, choose the method, distribute batches over threads.
#include <firstcontact/scene_contact.h>

#include <algorithm>
#include <cmath>

#include "arith/float_environment.h"
#include "articulated/certified/certified_scene.h"
#include "articulated/path_sum.h"
#include "articulated/published/advancement.h"
#include "parallel/parallel.h"

namespace firstcontact {
namespace {

std::string find_fault(const Scene& scene, const SceneOptions& options) {
  if (!scene.fault().empty()) return scene.fault();
  if (options.tolerance && !(*options.tolerance >= 0 && *options.tolerance < kLargestCoordinate))
    return "the tolerance must be a length, 0 or more";
  if (options.method != SceneMethod::Certified && options.method != SceneMethod::Advancement)
    return "there is no such method";
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

SceneResult out_of_budget() {
  SceneResult result;
  result.status = Status::Undecided;
  result.message = "the budget of checks ran out";
  return result;
}

/// A few segments for each thread, so that little is searched in vain behind a contact.
std::size_t segments_at_once(int threads) {
  const int workers = threads > 0 ? threads : parallel::default_threads();
  return workers <= 1 ? 1 : 4 * static_cast<std::size_t>(workers);
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
                                 const SceneOptions& options, std::span<const double> times,
                                 const PathOptions& path_options) {
  if (std::string found = articulated::fault_of_path(path, options, times); !found.empty())
    return {invalid(std::move(found))};
  // A path of one configuration is one segment that stays there.
  const std::size_t segments = std::max<std::size_t>(path.size() - 1, 1);
  const std::size_t at_once =
      path_options.budget_per_segment ? segments_at_once(path_options.threads) : 1;
  articulated::PathSum sum(segments, options, times, path_options.on_free);
  for (std::size_t begin = 0; begin < segments; begin += at_once) {
    SceneOptions ask = options;
    if (!path_options.budget_per_segment) ask.max_checks -= sum.checks();
    if (ask.max_checks < 1 && options.max_checks >= 1) {
      sum.add(out_of_budget());
      break;
    }
    std::vector<SceneEdge> edges;
    for (std::size_t i = begin; i < std::min(begin + at_once, segments); ++i)
      edges.push_back({path[i], path[std::min(i + 1, path.size() - 1)]});
    for (SceneResult& result : first_contacts(scene, edges, ask, path_options.threads))
      if (!sum.add(std::move(result))) return sum.take();
  }
  return sum.take();
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
