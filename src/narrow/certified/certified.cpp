// The certified solver (docs/math/certified-advance.md):
//  1. Compute the corners of the gap set, in units in which nothing over- or underflows.
//  2. Test seven separating directions, and the plane of the gap set, over the whole of [0, t_max].
//     Most pairs are decided here.
//  3. Run the advance, which proves [0, t) free up to where the pair is within tolerance or
//     provably touches.
//  4. Ask the exact oracle: in exact mode about everything that the advance left undecided,
//     otherwise only where it stalled beyond the tolerance.
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

Outcome free_outcome(const Options& options, std::int64_t checks) {
  return {Status::Free, options.t_max, options.t_max, checks};
}

/// Asks the exact oracle, which counts as one check. [0, proven) is known to be free.
Outcome ask_oracle(const Query& query, const Options& options, double proven, std::int64_t checks) {
  if (checks >= options.max_checks) return {Status::Undecided, proven, options.t_max, checks};
  Outcome outcome = exact_answer(query, options);
  outcome.checks = checks + 1;
  return outcome;
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
  task.contact_width = options.exact ? std::min(kExactContactWidth, options.toi_width / 2) : 1;
  task.t_max = options.t_max;
  task.max_checks = options.max_checks - kDirectionChecks;
  return task;
}

Outcome advance_and_confirm(const Query& query, const Options& options, const GapCorners& corners) {
  const AdvanceTask task = task_of(query, options, corners);
  if (!std::isfinite(task.separation)) return ask_oracle(query, options, 0, kDirectionChecks);
  const AdvanceOutcome advanced = advance(task);
  const std::int64_t checks = kDirectionChecks + advanced.checks;
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

/// The proof, by directions alone, of a pair that is known to be free; empty if floating point
/// finds none.
std::vector<Segment> find_proof(const Query& query, const Options& options,
                                const GapCorners& corners) {
  std::vector<Segment> segments;
  AdvanceTask task = task_of(query, options, corners);
  if (!std::isfinite(task.separation)) return segments;
  task.segments = &segments;
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
                                              : advance_and_confirm(query, options, corners);
  if (segments && index < kPlaneTest) *segments = {{0, options.t_max, direction, direction}};
  if (segments && index >= kPlaneTest && outcome.status == Status::Free)
    *segments = find_proof(query, options, corners);
  return outcome;
}

Outcome solve_after_direction_test(const Query& query, const Options& options) {
  const GapCorners corners = gap_corners(query);
  if (corners.largest == 0) return {Status::Contact, 0, 0, kDirectionChecks, true};
  return advance_and_confirm(query, options, corners);
}

}  // namespace firstcontact::narrow
