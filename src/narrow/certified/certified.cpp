// The certified solver (docs/math/certified-advance.md):
//  1. Compute the corners of the gap set, in units in which nothing over- or underflows.
//  2. Test seven separating directions, and the plane of the gap set, over the whole of [0, t_max].
//     Most pairs are decided here.
//  3. Look at the times at which the plane of the gap set passes through the origin. Most other pairs
//     are decided here.
//  4. Run the advance, which proves [0, t) free up to where the pair is within tolerance or
//     provably touches.
//  5. Ask the exact oracle: in exact mode about everything that is still undecided, otherwise only
//     where the advance stalled beyond the tolerance.
#include "narrow/certified/certified.h"

#include <algorithm>
#include <cmath>

#include "narrow/certified/separating_directions.h"
#include "narrow/exact_answer.h"

namespace firstcontact::narrow {
namespace {

// In exact mode the time of a contact is enclosed this closely, one bit finer than promised.
constexpr double kExactContactWidth = 0x1p-31;

// The spacing of doubles just below 1.
constexpr double kFinestUsefulWidth = 0x1p-53;

/// A length in scene units converted to the units of the corners, rounded up or down.
double scaled_up(double length, int exponent) {
  if (exponent == 0) return length;
  const double scaled = std::ldexp(length, -exponent);
  return std::ldexp(scaled, exponent) < length ? std::nextafter(scaled, HUGE_VAL) : scaled;
}
double scaled_down(double length, int exponent) {
  if (exponent == 0) return length;
  const double scaled = std::ldexp(length, -exponent);
  return std::ldexp(scaled, exponent) > length || std::isinf(scaled) ? std::nextafter(scaled, 0)
                                                                     : scaled;
}

template <int kCorners>
int first_direction(const GapCorners& corners, double t_max, const SeparationMargin& separation,
                    Vector* direction) {
  CornerLanes<double, kCorners> lanes;
  for (int i = 0; i < kCorners; ++i) {
    lanes.start[i] = corners.t0[i];
    lanes.end[i] = t_max == 1 ? corners.t1[i] : (1 - t_max) * corners.t0[i] + t_max * corners.t1[i];
  }
  const auto at_least = [](double reach) { return std::max(reach, kLeastReach); };
  lanes.reach = {at_least(corners.reach.x), at_least(corners.reach.y), at_least(corners.reach.z)};
  const ScalarLanes scalar;
  const auto distance = DistanceLanes<ScalarLanes>::make(scalar, separation, separation.distance,
                                                         separation.distance > 0, lanes.reach);
  const DirectionTest<ScalarLanes, kCorners> test(scalar, lanes, distance);
  const int index = static_cast<int>(test.first());
  if (direction && index < kPlaneTest) *direction = test.direction(index);
  return index;
}

int first_direction(const GapCorners& corners, double t_max, const SeparationMargin& separation,
                    Vector* direction) {
  switch (corners.count) {
    case 1: return first_direction<1>(corners, t_max, separation, direction);
    case 2: return first_direction<2>(corners, t_max, separation, direction);
    case 3: return first_direction<3>(corners, t_max, separation, direction);
    default: return first_direction<4>(corners, t_max, separation, direction);
  }
}

/// Corner i is the difference of the two points pairs[i].
template <int kCorners>
Separated find_separated(const double* points, const int (&pairs)[kCorners][2],
                         const Options& options) {
  CornerLanes<double, kCorners> lanes;
  double reach[3] = {kLeastReach, kLeastReach, kLeastReach}, sum = 0;
  const auto corner = [&](const double* a, const double* b) {
    const Vector v = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    reach[0] = std::max(reach[0], std::abs(v.x));
    reach[1] = std::max(reach[1], std::abs(v.y));
    reach[2] = std::max(reach[2], std::abs(v.z));
    sum += (v.x + v.y) + v.z;
    return v;
  };
  for (int i = 0; i < kCorners; ++i) {
    lanes.start[i] = corner(points + 3 * pairs[i][0], points + 3 * pairs[i][1]);
    lanes.end[i] = corner(points + 12 + 3 * pairs[i][0], points + 12 + 3 * pairs[i][1]);
  }
  // std::max drops a NaN; the sum keeps it.
  const double largest = std::max({reach[0], reach[1], reach[2]});
  if (!(largest >= kSmallestUnscaled && largest <= kLargestUnscaled && std::abs(sum) < 0x1p+300))
    return Separated::Untested;
  if (options.t_max != 1)
    for (int i = 0; i < kCorners; ++i)
      lanes.end[i] = (1 - options.t_max) * lanes.start[i] + options.t_max * lanes.end[i];
  lanes.reach = {reach[0], reach[1], reach[2]};
  const ScalarLanes scalar;
  const SeparationMargin separation = {options.min_separation, options.norm == Norm::L2};
  const auto distance = DistanceLanes<ScalarLanes>::make(scalar, separation, separation.distance,
                                                         separation.distance > 0, lanes.reach);
  return DirectionTest<ScalarLanes, kCorners>(scalar, lanes, distance).first() < kDirections
             ? Separated::Yes
             : Separated::No;
}

Outcome free_outcome(const Options& options, std::int64_t checks) {
  return {Status::Free, options.t_max, options.t_max, checks};
}

/// Asks the exact oracle, which counts as one check. [0, proven) is known to be free.
Outcome ask_oracle(const Query& query, const Options& options, double proven, std::int64_t checks) {
  if (checks >= options.max_checks) return {Status::Undecided, proven, options.t_max, checks};
  Options asked = options;
  if (options.decide_only) asked.toi_width = 1;
  Outcome outcome = exact_answer(query, asked);
  outcome.checks = checks + 1;
  return outcome;
}

double contact_width_of(const Options& options) {
  return options.exact && !options.decide_only ? std::min(kExactContactWidth, options.toi_width / 2)
                                               : 1;
}

AdvanceTask task_of(const Query& query, const Options& options, const GapCorners& corners) {
  AdvanceTask task;
  task.corners = &corners;
  task.separation = scaled_up(options.min_separation, corners.exponent);
  task.norm = options.norm;
  task.tolerance = options.tolerance && !options.exact
                       ? scaled_down(*options.tolerance, corners.exponent)
                       : kRelativeTolerance * corners.largest;
  task.separation_down = scaled_down(options.min_separation, corners.exponent);
  task.planar = query.kind == Kind::PointSegment2D;
  task.contact_width = contact_width_of(options);
  task.decide_only = options.decide_only && !options.exact;
  task.t_max = options.t_max;
  task.max_checks = options.max_checks - kDirectionChecks;
  return task;
}

/// Goes on from where settling ended.
Outcome advance_and_confirm(const Query& query, const Options& options, const GapCorners& corners,
                            AdvanceTask& task, const Settled& settled) {
  task.start = settled.t;
  task.max_checks -= settled.checks;
  const AdvanceOutcome advanced = advance(task);
  const std::int64_t checks = kDirectionChecks + settled.checks + advanced.checks;
  if (advanced.end == AdvanceEnd::Free) return free_outcome(options, checks);
  if (advanced.end == AdvanceEnd::Exhausted)
    return {Status::Undecided, advanced.t, options.t_max, checks};
  if (advanced.end == AdvanceEnd::Contact)
    return {Status::Contact, advanced.t, advanced.upper, checks};
  if (!options.exact && advanced.end == AdvanceEnd::Near)
    return {Status::Contact, advanced.t, options.t_max, checks, advanced.t == 0};
  Options asked = options;
  // At the oracle's lower bound the pair must be within tolerance. No component of a gap changes
  // faster than 2 * largest.
  if (!options.exact)
    asked.toi_width = std::min(
        options.toi_width, std::max(task.tolerance / (4 * corners.largest), kFinestUsefulWidth));
  return ask_oracle(query, asked, advanced.t, checks);
}

Outcome settle_and_advance(const Query& query, const Options& options, const GapCorners& corners) {
  AdvanceTask task = task_of(query, options, corners);
  if (!std::isfinite(task.separation)) return ask_oracle(query, options, 0, kDirectionChecks);
  Settled settled;
  if (settles_by_plane(query.kind, options)) {
    settled = settle_by_plane(corners, task.tolerance, settle_task_of(options));
    if (is_decided(settled, options)) return outcome_of(settled, options);
    if (settled.end == SettleEnd::Near)
      return ask_oracle(query, options, settled.t, kDirectionChecks + settled.checks);
  }
  return advance_and_confirm(query, options, corners, task, settled);
}

/// The proof, by directions alone, of a pair that is known to be free; empty if floating point
/// finds none.
std::vector<Segment> find_proof(const Query& query, const Options& options,
                                const GapCorners& corners) {
  std::vector<Segment> segments;
  AdvanceTask task = task_of(query, options, corners);
  if (!std::isfinite(task.separation)) return segments;
  task.segments = &segments;
  task.decide_only = false;
  if (advance(task).end != AdvanceEnd::Free) return {};
  shorten_proof(SegmentCheck(corners, task.separation, task.norm), segments);
  return segments;
}

}  // namespace

double tolerance_of(const Query& query, const Options& options) {
  if (options.tolerance) return *options.tolerance;
  const GapCorners corners = gap_corners(query);
  return std::ldexp(kRelativeTolerance * corners.largest, corners.exponent);
}

Separated find_separated(Kind kind, const double* points, const Options& options) {
  return kind == Kind::EdgeEdge
             ? find_separated<4>(points, {{0, 2}, {0, 3}, {1, 3}, {1, 2}}, options)
             : find_separated<3>(points, {{0, 1}, {0, 2}, {0, 3}}, options);
}

int first_separating_direction(const GapCorners& corners, double t_max,
                               const SeparationMargin& separation) {
  SeparationMargin scaled = separation;
  scaled.distance = scaled_up(separation.distance, corners.exponent);
  return first_direction(corners, t_max, scaled, nullptr);
}

int first_separating_direction(const GapCorners& corners, const Options& options) {
  return first_separating_direction(corners, options.t_max,
                                    {options.min_separation, options.norm == Norm::L2});
}

Outcome solve_certified(const Query& query, const Options& options,
                        std::vector<Segment>* segments) {
  const GapCorners corners = gap_corners(query);
  if (corners.largest == 0) return {Status::Contact, 0, 0, kDirectionChecks, true};
  const SeparationMargin separation = {scaled_up(options.min_separation, corners.exponent),
                                       options.norm == Norm::L2};
  Vector direction = {0, 0, 0};
  const int index =
      first_direction(corners, options.t_max, separation, segments ? &direction : nullptr);
  const Outcome outcome = index < kDirections ? free_outcome(options, kDirectionChecks)
                                              : settle_and_advance(query, options, corners);
  if (segments && index < kPlaneTest) *segments = {{0, options.t_max, direction, direction}};
  if (segments && index >= kPlaneTest && outcome.status == Status::Free)
    *segments = find_proof(query, options, corners);
  return outcome;
}

Outcome solve_after_direction_test(const Query& query, const Options& options) {
  const GapCorners corners = gap_corners(query);
  if (corners.largest == 0) return {Status::Contact, 0, 0, kDirectionChecks, true};
  return settle_and_advance(query, options, corners);
}

bool settles_by_plane(Kind kind, const Options& options) {
  return (kind == Kind::VertexFace || kind == Kind::EdgeEdge) && options.min_separation == 0 &&
         options.max_checks > kDirectionChecks + kMostSettleChecks;
}

SettleTask settle_task_of(const Options& options) {
  return {options.t_max, contact_width_of(options), options.decide_only && !options.exact};
}

Outcome outcome_of(const Settled& settled, const Options& options) {
  const std::int64_t checks = kDirectionChecks + settled.checks;
  if (settled.end == SettleEnd::Free) return free_outcome(options, checks);
  if (settled.end == SettleEnd::Contact) return {Status::Contact, settled.t, settled.upper, checks};
  return {Status::Contact, settled.t, options.t_max, checks,
          settled.t == 0 && !options.decide_only};
}

Outcome solve_unsettled(const Query& query, const Options& options, const Settled& settled) {
  if (settled.end == SettleEnd::Near)
    return ask_oracle(query, options, settled.t, kDirectionChecks + settled.checks);
  const GapCorners corners = gap_corners(query);
  AdvanceTask task = task_of(query, options, corners);
  return advance_and_confirm(query, options, corners, task, settled);
}

}  // namespace firstcontact::narrow
