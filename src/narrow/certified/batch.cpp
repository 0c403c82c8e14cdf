// Batches: tests the separating directions of a block of pairs at once, then settles the remaining
// pairs by the plane, several at once, and solves what is left one by one.
#include <firstcontact/batch.h>

#include <algorithm>

#include "arith/float_environment.h"
#include "narrow/certified/batch_kernel.h"
#include "narrow/certified/certified.h"
#include "narrow/dispatch.h"
#include "narrow/pair_solver.h"
#include "narrow/validate.h"

namespace firstcontact {
namespace narrow {
namespace {

/// Solves up to kPairsPerBlock pairs of one kind; `pair(i)` is the i-th as a Query. Pairs: PairArray or
/// PairTable.
template <class Pairs, class PairAt>
void solve_block(const Pairs& pairs, const Options& options, const PairAt& pair,
                 Outcome* outcomes) {
  Separated separated[kPairsPerBlock];
  find_separated(pairs, options.t_max, {options.min_separation, options.norm == Norm::L2}, nullptr,
                 separated);
  std::fill(outcomes, outcomes + pairs.count, free_by_direction(options));
  solve_unseparated(pairs, options, separated, pair, [&](std::size_t i, const Outcome& outcome) {
    outcomes[i] = outcome;
    return true;
  });
}

/// Solves pairs of one kind that lie `sizeof(Pair)` apart; the first coordinate of the first pair
/// is at `first`.
template <class Pair>
void solve_typed(std::span<const Pair> pairs, const double* first, Kind kind,
                 const Options& options, Outcome* outcomes) {
  constexpr std::size_t kStride = sizeof(Pair) / sizeof(double);
  static_assert(sizeof(Pair) % sizeof(double) == 0);
  // One pair is faster alone.
  if (pairs.size() == 1 || !tests_directions_first(kind, options)) {
    for (std::size_t i = 0; i < pairs.size(); ++i)
      outcomes[i] = dispatch_outcome(pairs[i], options);
    return;
  }
  for (std::size_t begin = 0; begin < pairs.size(); begin += kPairsPerBlock) {
    PairArray block = {first + begin * kStride, kStride,
                       std::min(kPairsPerBlock, pairs.size() - begin), kind == Kind::EdgeEdge};
    block.following = pairs.size() - begin - block.count;
    solve_block(
        block, options, [&](std::size_t i) { return Query(pairs[begin + i]); }, outcomes + begin);
  }
}

void solve_all(std::span<const VertexFace> pairs, const Options& options, Outcome* outcomes) {
  if (!pairs.empty()) solve_typed(pairs, pairs[0].p_t0.data(), Kind::VertexFace, options, outcomes);
}

void solve_all(std::span<const EdgeEdge> pairs, const Options& options, Outcome* outcomes) {
  if (!pairs.empty()) solve_typed(pairs, pairs[0].ea0_t0.data(), Kind::EdgeEdge, options, outcomes);
}

void solve_all(std::span<const Query> pairs, const Options& options, Outcome* outcomes) {
  for (std::size_t begin = 0, end; begin < pairs.size(); begin = end) {
    const Kind kind = pairs[begin].kind;
    for (end = begin; end < pairs.size() && pairs[end].kind == kind;) ++end;
    const std::span<const Query> run = pairs.subspan(begin, end - begin);
    solve_typed(run, run[0].t0[0].data(), kind, options, outcomes + begin);
  }
}

template <class Real>
Query query_at(Kind kind, const PairColumns<Real>& pairs, std::size_t i) {
  Query query;
  query.kind = kind;
  query.t0.fill(Vec3::Zero());
  query.t1.fill(Vec3::Zero());
  for (std::size_t point = 0; point < static_cast<std::size_t>(point_count(kind)); ++point)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      query.t0[point][static_cast<int>(axis)] = pairs.value(i, 3 * point + axis);
      query.t1[point][static_cast<int>(axis)] = pairs.value(i, 12 + 3 * point + axis);
    }
  return query;
}

/// Whether every column that the kind needs is there.
template <class Real>
bool is_complete(Kind kind, const PairColumns<Real>& pairs) {
  const auto needed = 3 * static_cast<std::size_t>(point_count(kind));
  for (std::size_t k = 0; k < needed; ++k)
    if (!pairs.column[k] || !pairs.column[12 + k]) return false;
  return true;
}

template <class Real>
void solve_all(Kind kind, const PairColumns<Real>& pairs, const Options& options,
               Outcome* outcomes) {
  if (!is_complete(kind, pairs)) {
    std::fill(outcomes, outcomes + pairs.count, Outcome{});
    return;
  }
  if (!tests_directions_first(kind, options)) {
    for (std::size_t i = 0; i < pairs.count; ++i)
      outcomes[i] = dispatch_outcome(query_at(kind, pairs, i), options);
    return;
  }
  for (std::size_t begin = 0; begin < pairs.count; begin += kPairsPerBlock) {
    const PairTable<Real> block = {&pairs, begin, std::min(kPairsPerBlock, pairs.count - begin),
                                   kind == Kind::EdgeEdge};
    solve_block(
        block, options, [&](std::size_t i) { return query_at(kind, pairs, begin + i); },
        outcomes + begin);
  }
}

Options without_certificate(const Options& options) {
  Options plain = options;
  plain.certificate = false;
  return plain;
}

}  // namespace
}  // namespace narrow

void solve_batch(std::span<const VertexFace> pairs, const Options& options,
                 std::span<Outcome> outcomes) {
  const arith::FloatEnvironmentGuard guard;
  narrow::solve_all(pairs, narrow::without_certificate(options), outcomes.data());
}
void solve_batch(std::span<const EdgeEdge> pairs, const Options& options,
                 std::span<Outcome> outcomes) {
  const arith::FloatEnvironmentGuard guard;
  narrow::solve_all(pairs, narrow::without_certificate(options), outcomes.data());
}
void solve_batch(std::span<const Query> pairs, const Options& options,
                 std::span<Outcome> outcomes) {
  const arith::FloatEnvironmentGuard guard;
  narrow::solve_all(pairs, narrow::without_certificate(options), outcomes.data());
}

void solve_batch(Kind kind, const PairColumns<double>& pairs, const Options& options,
                 std::span<Outcome> outcomes) {
  const arith::FloatEnvironmentGuard guard;
  narrow::solve_all(kind, pairs, narrow::without_certificate(options), outcomes.data());
}
void solve_batch(Kind kind, const PairColumns<float>& pairs, const Options& options,
                 std::span<Outcome> outcomes) {
  const arith::FloatEnvironmentGuard guard;
  narrow::solve_all(kind, pairs, narrow::without_certificate(options), outcomes.data());
}

}  // namespace firstcontact
