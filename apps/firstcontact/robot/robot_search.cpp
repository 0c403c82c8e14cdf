// A few segments for each thread at a time, so that not much is done in vain behind a contact.
#include "robot_search.h"

#include <algorithm>
#include <thread>

namespace firstcontact::apps {
namespace {

/// What the segments up to here say about all of the path.
class PathSum {
 public:
  PathSum(const RobotPath& path, bool decide_only)
      : path_(path),
        decide_only_(decide_only),
        segments_(path.configurations.size() - 1),
        whole_(segments_ == 1) {}

  /// Takes in the next segment; false if the answer is known with it.
  bool add(std::size_t segment, SceneResult result) {
    counts_.pairs = result.counts.pairs;
    counts_.after_spatial += result.counts.after_spatial;
    counts_.after_temporal += result.counts.after_temporal;
    checks_ += result.checks;
    counts_.steps += result.counts.steps;
    const double within = decide_only_ ? result.toi_upper : result.toi;
    if (!whole_) {
      const double begin = time(segment), width = time(segment + 1) - begin;
      for (double* at : {&result.toi, &result.toi_upper, &result.clearance_time})
        *at = begin + *at * width;
    }
    if (result.status != Status::Free) {
      answer_ = {std::move(result), static_cast<int>(segment), within};
      answer_.result.counts = counts_;
      answer_.result.checks = checks_;
      return false;
    }
    const bool nearer = segment == 0 || result.clearance_upper < nearest_.clearance_upper;
    const double clearance =
        segment == 0 ? result.clearance : std::min(nearest_.clearance, result.clearance);
    if (nearer) nearest_ = std::move(result);
    nearest_.clearance = clearance;
    return segment + 1 < segments_ || finish();
  }

  PathResult take() { return std::move(answer_); }

 private:
  double time(std::size_t i) const {
    return path_.times.empty() ? static_cast<double>(i) / static_cast<double>(segments_)
                               : path_.times[i];
  }

  bool finish() {
    answer_.result = std::move(nearest_);
    answer_.result.counts = counts_;
    answer_.result.checks = checks_;
    if (!whole_) answer_.result.toi = answer_.result.toi_upper = 1;
    return false;
  }

  const RobotPath& path_;
  bool decide_only_;
  std::size_t segments_;
  bool whole_;  ///< one segment, whose own times are those of the path
  SceneCounts counts_;
  std::int64_t checks_ = 0;
  SceneResult nearest_;
  PathResult answer_;
};

}  // namespace

PathResult search_path(
    const Scene& scene, const RobotPath& path, const SceneOptions& options, int threads,
    const std::function<void(std::size_t segment, const SceneResult&)>& on_free) {
  const std::size_t segments = path.configurations.size() - 1;
  const std::size_t workers = threads > 0 ? static_cast<std::size_t>(threads)
                                          : std::max(1u, std::thread::hardware_concurrency());
  const std::size_t at_once = workers == 1 ? 1 : 4 * workers;
  PathSum sum(path, options.decide_only);
  for (std::size_t begin = 0; begin < segments; begin += at_once) {
    std::vector<SceneEdge> edges;
    for (std::size_t i = begin; i < std::min(begin + at_once, segments); ++i)
      edges.push_back({path.configurations[i], path.configurations[i + 1]});
    std::vector<SceneResult> results = first_contacts(scene, edges, options, threads);
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i].status == Status::Free) on_free(begin + i, results[i]);
      results[i].certificates.clear();
      if (!sum.add(begin + i, std::move(results[i]))) return sum.take();
    }
  }
  return sum.take();
}

}  // namespace firstcontact::apps
