#pragma once
/// Tight inclusion as published: one box at a time, level by level, with a priority queue. Other
/// methods are compared with it. Method and differences from the paper:
/// docs/math/tight-inclusion.md.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

namespace firstcontact::narrow {

/// Decides one pair. Sets status, toi, toi_upper, tolerance and checks; the other fields keep their
/// defaults. Preconditions and guarantees are those of `solve_tight_inclusion_fast`
/// (tight_inclusion_fast.h), which finds the same contacts with far fewer and cheaper checks. The
/// queue holds at most `kMaxQueueBoxes` boxes; if it would grow beyond, the answer is Undecided.
Result solve_tight_inclusion(const Query& query, const Options& options);

/// 48 MB of boxes. With the published budget of a million checks the queue never gets this long.
inline constexpr std::size_t kMaxQueueBoxes = 1'500'000;

}  // namespace firstcontact::narrow
