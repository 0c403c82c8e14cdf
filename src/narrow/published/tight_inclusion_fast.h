#pragma once
/// Tight inclusion: the published inclusion-based bisection with a minimum separation, repaired.
/// Method, error bounds and what differs from the paper: docs/math/tight-inclusion.md.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

namespace firstcontact::narrow {

/// Decides one pair. Sets status, toi, toi_upper, tolerance and checks; the other fields keep their
/// defaults.
///
/// Preconditions: query and options passed `find_fault`; the floating-point environment is the
/// default one.
///
/// Guarantees, at any scale of the coordinates:
/// - Free: no contact in [0, t_max].
/// - Hit, InitialContact, Undecided: [0, toi) is free, and toi <= t_max. At `toi` the pair is
/// within
///   min_separation + Result::tolerance in the Chebyshev norm, if the status is Hit or
///   InitialContact.
/// - Hit means toi > 0, InitialContact means toi = 0.
/// - Result::tolerance is at most Options::tolerance unless that is below the rounding error of the
/// query's own coordinate
///   differences (about 1e-14 of them), or the budget ran out.
/// - `checks` is at most max_checks; memory is bounded by `kMaxQueueBytes`
/// (tight_inclusion_fast_queue.h) whatever max_checks is.
/// - The same bits on every instruction set and thread.
Result solve_tight_inclusion_fast(const Query& query, const Options& options);

}  // namespace firstcontact::narrow
