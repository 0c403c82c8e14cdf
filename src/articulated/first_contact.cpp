// The public functions: check the input, choose the method, distribute batches over threads.
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

/// Empty if the path can be searched.
std::string fault_of_path(std::span<const Configuration> path, const SceneOptions& options,
                          std::span<const double> times) {
  if (path.empty()) return "a path needs at least one configuration";
  if (!times.empty()) {
    if (times.size() != path.size()) return "a path needs as many times as configurations";
    bool ascending = times.front() == 0 && times.back() == 1;
    for (std::size_t i = 1; i < times.size(); ++i)
      ascending = ascending && times[i] >= times[i - 1];
    if (!ascending) return "the times of a path must ascend from 0 to 1";
  }
  if (path.size() > 2 && options.t_max != 1)
    return "a path of several segments is followed to its end: t_max must be 1";
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

/// Sums up the answers of a path's segments, given one after the other.
class PathSum {
 public:
  PathSum(std::size_t segments, const SceneOptions& options, std::span<const double> times,
          const std::function<void(int, const SceneResult&)>& on_free)
      : segments_(segments), options_(options), times_(times), on_free_(on_free) {}

  /// Checks spent so far.
  std::int64_t checks() const { return checks_; }

  /// Takes in the next segment's answer. Returns false if no further segment is needed.
  bool add(SceneResult result) {
    counts_.pairs = result.counts.pairs;
    counts_.after_spatial += result.counts.after_spatial;
    counts_.after_temporal += result.counts.after_temporal;
    counts_.steps += result.counts.steps;
    checks_ += result.checks;
    if (result.status == Status::Free)
      add_free(std::move(result));
    else
      end_with(std::move(result));
    return answer_.segment < 0 && ++done_ < segments_;
  }

  /// The answer for the whole path.
  PathResult take() {
    if (answer_.segment < 0) {
      answer_.result = std::move(nearest_);
      answer_.result.toi = answer_.result.toi_upper = options_.t_max;
      answer_.result.certificates = std::move(certificates_);
    }
    answer_.result.counts = counts_;
    answer_.result.checks = checks_;
    return std::move(answer_);
  }

 private:
  /// Time of a configuration within the path.
  double time(std::size_t i) const {
    return times_.empty() ? static_cast<double>(i) / static_cast<double>(segments_) : times_[i];
  }

  /// From the current segment's own times to those of the path.
  void rescale_times(SceneResult& result) const {
    if (segments_ == 1) return;
    const double begin = time(done_), width = time(done_ + 1) - begin;
    for (double* t : {&result.toi, &result.toi_upper, &result.clearance_time})
      *t = begin + *t * width;
  }

  void add_free(SceneResult result) {
    if (on_free_)
      on_free_(static_cast<int>(done_), result);
    else
      certificates_.insert(certificates_.end(),
                           std::make_move_iterator(result.certificates.begin()),
                           std::make_move_iterator(result.certificates.end()));
    result.certificates.clear();
    rescale_times(result);
    const bool nearer = done_ == 0 || result.clearance_upper < nearest_.clearance_upper;
    const double clearance =
        done_ == 0 ? result.clearance : std::min(nearest_.clearance, result.clearance);
    if (nearer) nearest_ = std::move(result);
    nearest_.clearance = clearance;
  }

  void end_with(SceneResult result) {
    answer_.segment = static_cast<int>(done_);
    answer_.segment_toi = result.toi;
    answer_.segment_toi_upper = result.toi_upper;
    if (result.status != Status::InvalidInput) rescale_times(result);
    if (result.status == Status::Undecided) result.toi_upper = options_.t_max;
    if (result.status == Status::InvalidInput && segments_ > 1)
      result.message = "segment " + std::to_string(done_) + ": " + result.message;
    answer_.result = std::move(result);
  }

  std::size_t segments_, done_ = 0;
  const SceneOptions& options_;
  std::span<const double> times_;
  const std::function<void(int, const SceneResult&)>& on_free_;
  SceneCounts counts_;
  std::int64_t checks_ = 0;
  SceneResult nearest_;
  std::vector<PairCertificate> certificates_;
  PathResult answer_;
};

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
  if (std::string found = fault_of_path(path, options, times); !found.empty())
    return {invalid(std::move(found))};
  // A path of one configuration is one segment that stays there.
  const std::size_t segments = std::max<std::size_t>(path.size() - 1, 1);
  const std::size_t at_once =
      path_options.budget_per_segment ? segments_at_once(path_options.threads) : 1;
  PathSum sum(segments, options, times, path_options.on_free);
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
