#pragma once
/// Answers with the time each of them took.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

#include <cstdint>
#include <span>

#include "baselines/method.h"

namespace firstcontact::apps {

struct TimedAnswer {
  /// Details of the contact (point, normal, …) are filled in only by methods that run one query at
  /// a time.
  Result result;
  std::int64_t nanoseconds = 0;
  /// True if one of the separating directions that are tested in batches proves the pair free.
  bool by_first_directions = false;
  /// False for a contact by a method that has no time of impact; result.toi is then 0.
  bool has_time = true;
};

/// At most this many queries at a time.
inline constexpr std::size_t kTimedBlock = 64;

/// answers[i] answers queries[i]. The certified method works on the whole block at once where
/// solve_batch does: the separating directions, and the plane of the gap set. The time of a query is
/// its share of that plus the time that it takes alone afterwards. `clock_cost` is subtracted
/// (clock_cost_ns()). Precondition: options passed narrow::find_fault; the floating-point environment
/// is the default one (as inside parallel_for).
void solve_timed(std::span<const Query> queries, const Options& options, std::int64_t clock_cost,
                 std::span<TimedAnswer> answers);

/// The same by one of the published methods we are compared with. The status is Free, Contact or
/// Undecided; nothing about it is proven. Other kinds than vertex-face and edge-edge are
/// InvalidInput. Precondition: coordinates are finite, the method has a meaning for what `settings`
/// asks.
void solve_timed(std::span<const Query> queries, const baselines::Method& method,
                 const baselines::Settings& settings, std::int64_t clock_cost,
                 std::span<TimedAnswer> answers);

}  // namespace firstcontact::apps
