#include "common/timed_solve.h"

#include <firstcontact/solve.h>

#include <algorithm>
#include <cmath>

#include "common/duration_histogram.h"
#include "narrow/certified/batch_kernel.h"
#include "narrow/certified/certified.h"
#include "narrow/pair_solver.h"

namespace firstcontact::apps {
namespace {

Result result_of(const Outcome& outcome) {
  Result result;
  result.status = outcome.status;
  result.toi = outcome.toi;
  result.toi_upper = outcome.toi_upper;
  result.checks = outcome.checks;
  return result;
}

bool one_kind_of_four_points(std::span<const Query> queries) {
  const Kind kind = queries.front().kind;
  return point_count(kind) == 4 && std::all_of(queries.begin(), queries.end(),
                                               [=](const Query& q) { return q.kind == kind; });
}

void solve_timed_batch(std::span<const Query> queries, const Options& options,
                       std::int64_t clock_cost, std::span<TimedAnswer> answers) {
  const narrow::PairArray pairs = {queries[0].t0[0].data(), sizeof(Query) / sizeof(double),
                                   queries.size(), queries[0].kind == Kind::EdgeEdge};
  const auto elapsed = [&](std::int64_t start) {
    return std::max<std::int64_t>(0, now_ns() - start - clock_cost);
  };
  const auto count = static_cast<std::int64_t>(queries.size());
  narrow::Separated separated[kTimedBlock];
  std::int64_t start = now_ns();
  narrow::find_separated(pairs, options.t_max, {options.min_separation, options.norm == Norm::L2},
                         nullptr, separated);
  const std::int64_t test_share = elapsed(start) / count;

  // What the plane settles is settled together, too.
  std::uint32_t numbers[kTimedBlock];
  narrow::Settled settled[kTimedBlock];
  std::size_t left = 0;
  const bool settles = narrow::settles_by_plane(queries[0].kind, options);
  for (std::size_t i = 0; i < queries.size() && settles; ++i)
    if (separated[i] == narrow::Separated::No) numbers[left++] = static_cast<std::uint32_t>(i);
  std::int64_t settle_share = 0;
  if (left > 0) {
    start = now_ns();
    narrow::settle_by_plane(pairs, numbers, left, narrow::settle_tolerance_of(options),
                            narrow::settle_task_of(options), settled);
    settle_share = elapsed(start) / static_cast<std::int64_t>(left);
  }

  std::size_t next = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    TimedAnswer& answer = answers[i];
    answer.has_time = true;
    answer.by_first_directions = separated[i] == narrow::Separated::Yes;
    answer.nanoseconds = test_share;
    const bool in_lanes = next < left && numbers[next] == i;
    if (in_lanes) answer.nanoseconds += settle_share;
    const narrow::Settled* found = in_lanes ? &settled[next++] : nullptr;
    if (found && narrow::is_decided(*found, options)) {
      answer.result = result_of(narrow::outcome_of(*found, options));
    } else {
      start = now_ns();
      const Outcome outcome = found ? narrow::solve_unsettled(queries[i], options, *found)
                                    : narrow::solve_unseparated(queries[i], options, separated[i]);
      if (!answer.by_first_directions) answer.nanoseconds += elapsed(start);
      answer.result = result_of(outcome);
    }
  }
}

Result result_of(const baselines::Answer& answer) {
  Result result;
  result.checks = answer.checks;
  result.toi = !answer.contact ? 1 : std::isnan(answer.toi) ? 0 : answer.toi;
  if (!answer.contact) {
    result.status = Status::Free;
  } else if (answer.exhausted) {
    result.status = Status::Undecided;
  } else {
    result.status = Status::Contact;
    result.starts_in_contact = answer.toi == 0;
  }
  return result;
}

}  // namespace

void solve_timed(std::span<const Query> queries, const Options& options, std::int64_t clock_cost,
                 std::span<TimedAnswer> answers) {
  if (queries.empty()) return;
  if (!options.certificate && one_kind_of_four_points(queries) && queries.size() <= kTimedBlock &&
      narrow::tests_directions_first(queries.front().kind, options))
    return solve_timed_batch(queries, options, clock_cost, answers);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const std::int64_t start = now_ns();
    answers[i].result = solve(queries[i], options);
    answers[i].nanoseconds = std::max<std::int64_t>(0, now_ns() - start - clock_cost);
    answers[i].by_first_directions = false;
    answers[i].has_time = true;
  }
}

void solve_timed(std::span<const Query> queries, const baselines::Method& method,
                 const baselines::Settings& settings, std::int64_t clock_cost,
                 std::span<TimedAnswer> answers) {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    answers[i] = {};
    if (point_count(queries[i].kind) != 4) {
      answers[i].result.message =
          "the published methods answer vertex-face and edge-edge queries only";
      continue;
    }
    const std::int64_t start = now_ns();
    const baselines::Answer answer = method.solve(queries[i], settings);
    answers[i].nanoseconds = std::max<std::int64_t>(0, now_ns() - start - clock_cost);
    answers[i].result = result_of(answer);
    answers[i].has_time = !answer.contact || !std::isnan(answer.toi);
  }
}

}  // namespace firstcontact::apps
