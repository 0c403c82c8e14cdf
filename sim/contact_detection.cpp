#include "sim/contact_detection.h"

#include <firstcontact/solve.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "sim/parallel_chunks.h"

namespace firstcontact::sim {
namespace {

// Every pair keeps this share of its distance.
constexpr double kKeptShare = 0.2;
// Methods that take no separation leave room by a shorter step instead, as is usual with them.
constexpr double kShorterStep = 0.8;
// How often a separation, or the time of a method that gives none, is halved.
constexpr int kHalvings = 40;

double distance_at_start(const Query& query) {
  Options options;
  options.t_max = 0;
  options.describe_free = true;
  return solve(query, options).distance;
}

Vec3 weighted_sum(const std::array<double, 4>& weights, const std::array<Vec3, 4>& points) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t k = 0; k < 4; ++k) sum += weights[k] * points[k];
  return sum;
}

std::array<Vec3, 4> points_at(const Query& query, double time) {
  std::array<Vec3, 4> points;
  for (std::size_t k = 0; k < 4; ++k) points[k] = (1 - time) * query.t0[k] + time * query.t1[k];
  return points;
}

/// The direction across a vertex and a face, or two edges, that touch: the normal of the face or of
/// both edges, on the side where element a starts.
Vec3 normal_across(Kind kind, const std::array<Vec3, 4>& points, const Vec3& gap_t0) {
  const Vec3 across = kind == Kind::EdgeEdge
                          ? Vec3((points[1] - points[0]).cross(points[3] - points[2]))
                          : Vec3((points[2] - points[1]).cross(points[3] - points[1]));
  if (!(across.norm() > 0)) return gap_t0.normalized();
  return (across.dot(gap_t0) < 0 ? -1 : 1) / across.norm() * across;
}

/// The constraint of a pair that a method reports as touching at outcome.toi.
ActiveConstraint constraint_of(const ElementPair& pair, const Query& query,
                               const Outcome& outcome) {
  Query instant = query;
  instant.t0 = instant.t1 = points_at(query, outcome.toi);
  Options options;
  options.t_max = 0;
  options.describe_free = true;
  const Result nearest = solve(instant, options);
  ActiveConstraint constraint;
  constraint.weights = gap_weights(pair.kind, nearest.u, nearest.v);
  Impact& impact = constraint.impact;
  static_cast<ContactPoints&>(impact) = nearest;
  impact.pair = pair;
  impact.toi = outcome.toi;
  impact.toi_upper = outcome.toi_upper;
  impact.u = nearest.u;
  impact.v = nearest.v;
  const Vec3 gap = nearest.point_a - nearest.point_b;
  impact.normal = gap.norm() > 0 ? gap.normalized()
                                 : normal_across(pair.kind, instant.t0,
                                                 weighted_sum(constraint.weights, query.t0));
  constraint.gap_t1 = impact.normal.dot(weighted_sum(constraint.weights, query.t1));
  return constraint;
}

}  // namespace

/// Adds the time from its beginning to its end.
class ContactDetection::Stopwatch {
 public:
  explicit Stopwatch(Counts& counts) : counts_(counts) {}
  ~Stopwatch() {
    counts_.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  Counts& counts_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

ContactDetection::ContactDetection(const Mesh& mesh, PairMethod method, StepOptions options,
                                   bool leave_room)
    : solver_(mesh),
      method_(std::move(method)),
      options_(std::move(options)),
      leave_room_(leave_room) {}

void ContactDetection::announce(const PointMatrix& t0, const PointMatrix& t1, double separation) {
  ++counts_.questions;
  if (!visit_) return;
  StepOptions options = options_;
  options.min_separation = separation;
  visit_(t0, t1, options);
}

ContactDetection::SafeStep ContactDetection::safe_step(const PointMatrix& t0, const PointMatrix& t1,
                                                       double cap) {
  announce(t0, t1, cap);
  const Stopwatch stopwatch(counts_);
  if (!is_certified()) return safe_step_by_pairs(t0, t1, cap);
  if (!leave_room_) {
    const StepResult result = solver_.collision_free_step_size(t0, t1, options_);
    counts_.candidates += result.checks;
    SafeStep safe = {result.toi, {}, result.status == Status::InvalidInput ? result.message : ""};
    if (result.earliest) safe.limiting = result.earliest->pair;
    return safe;
  }
  LineSearchOptions options;
  options.step = options_;
  options.ratio = kKeptShare;
  options.distance_cap = cap;
  const LineSearchResult result = line_search(solver_, t0, t1, options);
  counts_.candidates += result.checks;
  SafeStep safe = {result.step, {}, result.status == Status::InvalidInput ? result.message : ""};
  if (result.limiting) safe.limiting = result.limiting->pair;
  return safe;
}

double ContactDetection::pair_limit(const Query& query, double cap) const {
  if (!leave_room_ || !method_.takes_separation) {
    const Outcome outcome = method_.solve(query, 0, 1);
    const double factor = leave_room_ ? kShorterStep : 1;
    if (outcome.free()) return 1;
    if (method_.gives_time) return factor * outcome.toi;
    double time = 0.5;
    for (int i = 0; i < kHalvings; ++i, time /= 2)
      if (method_.solve(query, 0, time).free()) return factor * time;
    return 0;
  }
  Outcome outcome = method_.solve(query, kKeptShare * cap, 1);
  if (outcome.free()) return 1;
  double separation = kKeptShare * std::min(distance_at_start(query), cap);
  for (int i = 0; i < kHalvings; ++i, separation /= 2) {
    outcome = method_.solve(query, separation, 1);
    if (outcome.free()) return 1;
    if (outcome.toi > 0) return outcome.toi;
  }
  return 0;
}

ContactDetection::SafeStep ContactDetection::safe_step_by_pairs(const PointMatrix& t0,
                                                                const PointMatrix& t1, double cap) {
  StepOptions options = options_;
  options.min_separation = cap;
  const CandidateList found = solver_.candidates(t0, t1, options);
  if (found.status == Status::InvalidInput) return {0, {}, found.message};
  const std::vector<ElementPair>& pairs = found.pairs;
  counts_.candidates += static_cast<std::int64_t>(pairs.size());
  std::vector<double> limits(pairs.size());
  for_chunks(pairs.size(), options_.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      limits[i] = pair_limit(query_of(pairs[i], t0, t1), cap);
  });
  SafeStep safe;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (limits[i] < safe.step) safe = {limits[i], pairs[i], ""};
  return safe;
}

SafeDisplacements ContactDetection::safe_displacements(const PointMatrix& t0, const PointMatrix& t1,
                                                       double cap) {
  SafeDisplacementOptions options;
  options.step = options_;
  options.ratio = kKeptShare;
  options.distance_cap = cap;
  announce(t0, t1, cap);
  const Stopwatch stopwatch(counts_);
  SafeDisplacements result = firstcontact::safe_displacements(solver_, t0, t1, options);
  counts_.candidates += result.checks;
  return result;
}

ActiveSet ContactDetection::active_set(const PointMatrix& t0, const PointMatrix& t1,
                                       double separation) {
  announce(t0, t1, separation);
  const Stopwatch stopwatch(counts_);
  if (!is_certified()) return active_set_by_pairs(t0, t1, separation);
  StepOptions options = options_;
  options.min_separation = separation;
  ActiveSet set = construct_active_set(solver_, t0, t1, options);
  counts_.candidates += set.checks;
  return set;
}

ActiveSet ContactDetection::active_set_by_pairs(const PointMatrix& t0, const PointMatrix& t1,
                                                double separation) {
  StepOptions options = options_;
  options.min_separation = separation;
  ActiveSet set;
  const CandidateList found = solver_.candidates(t0, t1, options);
  if (found.status == Status::InvalidInput) {
    static_cast<Answer&>(set) = found;
    return set;
  }
  const std::vector<ElementPair>& pairs = found.pairs;
  counts_.candidates += static_cast<std::int64_t>(pairs.size());
  std::vector<Outcome> outcomes(pairs.size());
  for_chunks(pairs.size(), options_.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      outcomes[i] =
          method_.solve(query_of(pairs[i], t0, t1), method_.takes_separation ? separation : 0, 1);
  });
  set.status = Status::Free;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (outcomes[i].free()) continue;
    set.status = Status::Contact;
    set.constraints.push_back(constraint_of(pairs[i], query_of(pairs[i], t0, t1), outcomes[i]));
  }
  return set;
}

}  // namespace firstcontact::sim
