#include "articulated/path_sum.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace firstcontact::articulated {

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

bool PathSum::add(SceneResult result) {
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

PathResult PathSum::take() {
  if (answer_.segment < 0) {
    answer_.result = std::move(nearest_);
    answer_.result.toi = answer_.result.toi_upper = options_.t_max;
    answer_.result.certificates = std::move(certificates_);
  }
  answer_.result.counts = counts_;
  answer_.result.checks = checks_;
  return std::move(answer_);
}

void PathSum::rescale_times(SceneResult& result) const {
  if (segments_ == 1) return;
  const double begin = time(done_), width = time(done_ + 1) - begin;
  for (double* t : {&result.toi, &result.toi_upper, &result.clearance_time})
    *t = begin + *t * width;
}

void PathSum::add_free(SceneResult result) {
  if (on_free_)
    on_free_(static_cast<int>(done_), result);
  else
    certificates_.insert(certificates_.end(), std::make_move_iterator(result.certificates.begin()),
                         std::make_move_iterator(result.certificates.end()));
  result.certificates.clear();
  rescale_times(result);
  const bool nearer = done_ == 0 || result.clearance_upper < nearest_.clearance_upper;
  const double clearance =
      done_ == 0 ? result.clearance : std::min(nearest_.clearance, result.clearance);
  if (nearer) nearest_ = std::move(result);
  nearest_.clearance = clearance;
}

void PathSum::end_with(SceneResult result) {
  answer_.segment = static_cast<int>(done_);
  answer_.segment_toi = result.toi;
  answer_.segment_toi_upper = result.toi_upper;
  if (result.status != Status::InvalidInput) rescale_times(result);
  if (result.status == Status::Undecided) result.toi_upper = options_.t_max;
  if (result.status == Status::InvalidInput && segments_ > 1)
    result.message = "segment " + std::to_string(done_) + ": " + result.message;
  answer_.result = std::move(result);
}

}  // namespace firstcontact::articulated
