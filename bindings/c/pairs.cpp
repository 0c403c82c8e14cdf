// Pairs and batches of pairs.
#include <firstcontact/pairs.h>

#include <array>
#include <cmath>
#include <vector>

#include "c_border.h"

namespace firstcontact::c {
namespace {

constexpr std::size_t kSmallestOutcome = sizeof(fc_outcome);  // all fields of the first version
/// So many pairs are answered before their outcomes are handed over: they stay in the cache.
constexpr std::size_t kBlock = 4096;

fc_options default_options() {
  const Options ours;
  fc_options options = {};
  options.size = sizeof options;
  options.min_separation = ours.min_separation;
  options.tolerance = FC_TOLERANCE_UNSET;
  options.t_max = ours.t_max;
  options.toi_width = ours.toi_width;
  options.max_checks = ours.max_checks;
  options.method = static_cast<std::int32_t>(ours.method);
  options.norm = static_cast<std::int32_t>(ours.norm);
  return options;
}

Options pair_options(const fc_options* given) {
  const fc_options options = options_from(given, default_options());
  Options ours;
  ours.method = enumerator(options.method, Method::TightInclusionFast, "options->method");
  ours.tolerance = tolerance_from(options.tolerance);
  ours.min_separation = options.min_separation;
  ours.norm = enumerator(options.norm, Norm::Linf, "options->norm");
  ours.t_max = options.t_max;
  ours.max_checks = options.max_checks;
  ours.exact = options.exact != 0;
  ours.decide_only = options.decide_only != 0;
  ours.describe_free = options.describe_free != 0;
  ours.toi_width = options.toi_width;
  return ours;
}

fc_result answer_of(const Result& ours) {
  fc_result answer = {};
  set_outcome(answer, ours);
  set_contact_points(answer, ours);
  answer.u = ours.u;
  answer.v = ours.v;
  answer.tolerance = ours.tolerance;
  return answer;
}

double finite(const double* points, int k) {
  if (!std::isfinite(points[k]))
    throw BadArgument("points[" + std::to_string(k) + "] is not finite");
  return points[k];
}

Kind kind_from(fc_kind kind) { return enumerator(kind, Kind::PointSegment2D, "kind"); }

/// Refuses options that a batch would answer with InvalidInput only: a pair that is fine tells.
void check_options(Kind kind, const Options& options) {
  Query query;
  query.kind = kind;
  query.t0 = query.t1 = {Vec3(2, 2, 0), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
  const Result result = solve(query, options);
  if (result.status == Status::InvalidInput) throw BadArgument(result.message);
}

template <class Real>
void solve_block(Kind kind, const PairColumns<Real>& pairs, const Options& options,
                 std::span<Outcome> block, std::size_t first, fc_outcome* outcomes,
                 std::size_t outcome_size) {
  PairColumns<Real> part = pairs;
  part.count = block.size();
  for (const Real*& column : part.column)
    if (column) column += static_cast<std::ptrdiff_t>(first) * pairs.stride;
  solve_batch(kind, part, options, block);
  for (std::size_t i = 0; i < block.size(); ++i) {
    fc_outcome outcome = {};
    set_outcome(outcome, block[i]);
    write_element(outcome, outcomes, first + i, outcome_size);
  }
}

template <class Real>
void solve_all(Kind kind, const PairColumns<Real>& pairs, const fc_options* given,
               fc_outcome* outcomes, std::size_t outcome_size) {
  const Options options = pair_options(given);
  check_size(outcome_size, kSmallestOutcome, "outcome_size");
  check_options(kind, options);
  if (pairs.count == 0) return;
  required(outcomes, "outcomes");
  std::vector<Outcome> block(std::min(pairs.count, kBlock));
  for (std::size_t first = 0; first < pairs.count; first += kBlock)
    solve_block(kind, pairs, options, std::span(block).first(std::min(kBlock, pairs.count - first)),
                first, outcomes, outcome_size);
}

template <class Real>
fc_error solve_rows(fc_kind kind, const Real* points, std::ptrdiff_t stride, std::size_t count,
                    const fc_options* options, fc_outcome* outcomes, std::size_t outcome_size) {
  return guarded([&] {
    PairColumns<Real> pairs;
    if (count > 0) required(points, "points");
    for (int k = 0; k < 24 && points; ++k) pairs.column[k] = points + k;
    pairs.stride = stride;
    pairs.count = count;
    solve_all(kind_from(kind), pairs, options, outcomes, outcome_size);
  });
}

template <class Real>
fc_error solve_columns(fc_kind kind, const Real* const* columns, std::ptrdiff_t stride,
                       std::size_t count, const fc_options* options, fc_outcome* outcomes,
                       std::size_t outcome_size) {
  return guarded([&] {
    const Kind ours = kind_from(kind);
    PairColumns<Real> pairs;
    if (count > 0) required(columns, "columns");
    for (int k = 0; k < 24 && columns; ++k) {
      pairs.column[k] = columns[k];
      if (count > 0 && !columns[k] && k % 12 < 3 * point_count(ours))
        throw BadArgument("columns[" + std::to_string(k) + "] is NULL");
    }
    pairs.stride = stride;
    pairs.count = count;
    solve_all(ours, pairs, options, outcomes, outcome_size);
  });
}

}  // namespace
}  // namespace firstcontact::c

using namespace firstcontact;

fc_error fc_options_init(fc_options* options, size_t size) {
  return c::init(options, size, c::default_options(), "options");
}

fc_error fc_solve(fc_kind kind, const double points[24], const fc_options* options,
                  fc_result* result) {
  return c::guarded([&] {
    c::ResultWriter<fc_result> writer(result, c::answer_of({}));
    c::required(points, "points");
    Query query;
    query.kind = c::kind_from(kind);
    query.t0.fill(Vec3::Zero());
    query.t1.fill(Vec3::Zero());
    for (int k = 0; k < 3 * point_count(query.kind); ++k) {
      query.t0[k / 3][k % 3] = c::finite(points, k);
      query.t1[k / 3][k % 3] = c::finite(points, 12 + k);
    }
    const Result ours = solve(query, c::pair_options(options));
    writer.write(c::answer_of(ours), ours.message);
  });
}

fc_error fc_solve_batch(fc_kind kind, const double* points, ptrdiff_t stride, size_t count,
                        const fc_options* options, fc_outcome* outcomes, size_t outcome_size) {
  return c::solve_rows(kind, points, stride, count, options, outcomes, outcome_size);
}
fc_error fc_solve_batch_float(fc_kind kind, const float* points, ptrdiff_t stride, size_t count,
                              const fc_options* options, fc_outcome* outcomes,
                              size_t outcome_size) {
  return c::solve_rows(kind, points, stride, count, options, outcomes, outcome_size);
}
fc_error fc_solve_columns(fc_kind kind, const double* const columns[24], ptrdiff_t stride,
                          size_t count, const fc_options* options, fc_outcome* outcomes,
                          size_t outcome_size) {
  return c::solve_columns(kind, columns, stride, count, options, outcomes, outcome_size);
}
fc_error fc_solve_columns_float(fc_kind kind, const float* const columns[24], ptrdiff_t stride,
                                size_t count, const fc_options* options, fc_outcome* outcomes,
                                size_t outcome_size) {
  return c::solve_columns(kind, columns, stride, count, options, outcomes, outcome_size);
}
