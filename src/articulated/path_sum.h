#pragma once
/// Puts the answers of a path's segments together.
#include <firstcontact/scene_contact.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace firstcontact::articulated {

/// Empty if the path can be searched.
std::string fault_of_path(std::span<const Configuration> path, const SceneOptions& options,
                          std::span<const double> times);

/// Sums up the answers of a path's segments, given one after the other.
class PathSum {
 public:
  /// Everything that is given must outlive it. The rest is as in PathOptions.
  PathSum(std::size_t segments, const SceneOptions& options, std::span<const double> times,
          const std::function<void(int, const SceneResult&)>& on_free)
      : segments_(segments), options_(options), times_(times), on_free_(on_free) {}

  /// Checks spent so far.
  std::int64_t checks() const { return checks_; }

  /// Takes in the next segment's answer. Returns false if no further segment is needed.
  bool add(SceneResult result);

  /// The answer for the whole path.
  PathResult take();

 private:
  /// Time of a configuration within the path.
  double time(std::size_t i) const {
    return times_.empty() ? static_cast<double>(i) / static_cast<double>(segments_) : times_[i];
  }

  /// From the current segment's own times to those of the path.
  void rescale_times(SceneResult& result) const;

  void add_free(SceneResult result);

  void end_with(SceneResult result);

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

}  // namespace firstcontact::articulated
