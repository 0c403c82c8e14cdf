#pragma once
/// Solves pairs after find_separated was run on them.
#include <firstcontact/batch.h>
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <algorithm>
#include <cstddef>

#include "narrow/certified/batch_kernel.h"
#include "narrow/certified/certified.h"
#include "narrow/certified/plane_settling.h"

namespace firstcontact::narrow {

/// Whether find_separated is the first thing to ask about pairs of this kind: SIMD lanes have
/// vertex-face and edge-edge pairs, and only Certified has directions. False also for options that
/// find_fault refuses, and for a scene_extent, which every pair must be compared with.
bool tests_directions_first(Kind kind, const Options& options);

/// Gives the same answer, bit for bit, as `solve`. `separated` is the result of find_separated:
/// - Yes, for a margin of at least options.min_separation in options.norm and for at least
///   [0, options.t_max]: the answer is Free.
/// - No, for exactly this margin and this interval: the direction test is not repeated.
/// - Untested: everything is tested. Pass this too after a No for a larger margin or a shorter
///   interval.
/// The answer is InvalidInput if a coordinate is not finite. Preconditions: the options passed
/// find_fault, with Method::Certified and no certificate; default floating-point environment.
Outcome solve_unseparated(const Query& query, const Options& options, Separated separated);

/// Solves all pairs for which find_separated, for exactly the margin and the interval of `options`,
/// did not say Yes. What the plane settles is done in SIMD lanes. `pair_at(i)` is pair i as a Query;
/// calls take(i, outcome) for each, in any order, until it says false. Returns whether it never did.
/// The same answers and preconditions as above.
template <class Pairs, class PairAt, class Take>
bool solve_unseparated(const Pairs& pairs, const Options& options, const Separated* separated,
                       const PairAt& pair_at, const Take& take) {
  const Kind kind = pairs.edge_edge ? Kind::EdgeEdge : Kind::VertexFace;
  const bool settle = settles_by_plane(kind, options);
  const SettleTask task = settle_task_of(options);
  const double tolerance = settle_tolerance_of(options);
  constexpr std::size_t kMost = 64;
  std::uint32_t numbers[kMost];
  Settled settled[kMost];
  std::size_t count = 0;
  const auto settle_collected = [&] {
    settle_by_plane(pairs, numbers, count, tolerance, task, settled);
    for (std::size_t k = 0; k < count; ++k)
      if (!take(numbers[k], is_decided(settled[k], options)
                                ? outcome_of(settled[k], options)
                                : solve_unsettled(pair_at(numbers[k]), options, settled[k])))
        return false;
    count = 0;
    return true;
  };
  for (std::size_t i = 0; i < pairs.count; ++i) {
    if (separated[i] == Separated::Yes) continue;
    if (!settle || separated[i] == Separated::Untested) {
      if (!take(i, solve_unseparated(pair_at(i), options, separated[i]))) return false;
      continue;
    }
    numbers[count++] = static_cast<std::uint32_t>(i);
    if (count == kMost && !settle_collected()) return false;
  }
  return count == 0 || settle_collected();
}

}  // namespace firstcontact::narrow
