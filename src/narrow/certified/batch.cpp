// Batches: tests the separating directions of a block of pairs at once, then solves the remaining
// pairs one by one.
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

constexpr std::size_t kBlock = 256;

Outcome solve_one(const Query& query, const Options& options) {
  const Result result = dispatch(query, options);
  return result;
}

/// Solves up to kBlock pairs of one kind with 24 coordinates; `pair(i)` is the i-th as a Query.
template <class Pair>
void solve_block(const PairArray& pairs, const Options& options, const Pair& pair,
                 Outcome* outcomes) {
  Separated separated[kBlock];
  find_separated(pairs, options.t_max, {options.min_separation, options.norm == Norm::L2}, nullptr,
                 separated);
  for (std::size_t i = 0; i < pairs.count; ++i)
    outcomes[i] = separated[i] == Separated::Yes
                      ? Outcome{Status::Free, options.t_max, options.t_max, kDirectionChecks}
                      : solve_unseparated(pair(i), options, separated[i]);
}

/// Solves pairs of one kind that lie `sizeof(Pair)` apart; the first coordinate of the first pair
/// is at `first`.
template <class Pair>
void solve_run(std::span<const Pair> pairs, const double* first, bool edge_edge,
               const Options& options, Outcome* outcomes) {
  constexpr std::size_t kStride = sizeof(Pair) / sizeof(double);
  static_assert(sizeof(Pair) % sizeof(double) == 0);
  for (std::size_t begin = 0; begin < pairs.size(); begin += kBlock) {
    const PairArray block = {first + begin * kStride, kStride,
                             std::min(kBlock, pairs.size() - begin), edge_edge};
    solve_block(
        block, options, [&](std::size_t i) { return Query(pairs[begin + i]); }, outcomes + begin);
  }
}

template <class Pair>
void solve_typed(std::span<const Pair> pairs, const double* first, bool edge_edge,
                 const Options& options, Outcome* outcomes) {
  if (options.method == Method::Certified && !find_fault(options))
    return solve_run(pairs, first, edge_edge, options, outcomes);
  for (std::size_t i = 0; i < pairs.size(); ++i) outcomes[i] = solve_one(pairs[i], options);
}

void solve_all(std::span<const VertexFace> pairs, const Options& options, Outcome* outcomes) {
  if (!pairs.empty()) solve_typed(pairs, pairs[0].p_t0.data(), false, options, outcomes);
}

void solve_all(std::span<const EdgeEdge> pairs, const Options& options, Outcome* outcomes) {
  if (!pairs.empty()) solve_typed(pairs, pairs[0].ea0_t0.data(), true, options, outcomes);
}

void solve_all(std::span<const Query> pairs, const Options& options, Outcome* outcomes) {
  for (std::size_t begin = 0, end; begin < pairs.size(); begin = end) {
    const Kind kind = pairs[begin].kind;
    for (end = begin; end < pairs.size() && pairs[end].kind == kind;) ++end;
    const std::span<const Query> run = pairs.subspan(begin, end - begin);
    if (kind == Kind::VertexFace || kind == Kind::EdgeEdge)
      solve_typed(run, run[0].t0[0].data(), kind == Kind::EdgeEdge, options, outcomes + begin);
    else
      for (std::size_t i = 0; i < run.size(); ++i) outcomes[begin + i] = solve_one(run[i], options);
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

}  // namespace firstcontact
