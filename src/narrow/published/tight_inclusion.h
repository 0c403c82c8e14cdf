#pragma once
/// Tight inclusion as it was published: one box at a time, level by level through a priority queue.
/// The yardstick. Method and what differs from the print: docs/math/tight-inclusion.md.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

namespace firstcontact::narrow {

/// Decides one pair. Sets status, toi, toi_upper, tolerance and checks; the other fields keep their
/// defaults. Preconditions and guarantees as `solve_tight_inclusion_fast` (tight_inclusion_fast.h),
/// which finds the same contacts with far fewer and cheaper checks; memory is bounded by
/// `kMaxQueueBoxes` boxes: a queue that would grow beyond is Undecided.
Result solve_tight_inclusion(const Query& query, const Options& options);

/// 48 MB of boxes. With the published budget of a million checks the queue never gets there.
inline constexpr std::size_t kMaxQueueBoxes = 1'500'000;

}  // namespace firstcontact::narrow
