#pragma once
/// Tight inclusion: the published inclusion-based bisection with a minimum separation, repaired and
/// made faster. Method, error bounds and differences from the paper: docs/math/tight-inclusion.md.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

namespace firstcontact::narrow {

/// Decides one pair. Sets status, toi, toi_upper, tolerance and checks; the other fields keep their
/// defaults.
///
/// Preconditions: query and options passed `find_fault`; default floating-point environment.
///
/// Guarantees, at any scale of the coordinates:
/// - Free: there is no contact in [0, t_max].
/// - Contact, Undecided: [0, toi) is free, and toi <= t_max.
/// - Contact: at `toi` the pair is within min_separation + Result::tolerance in the Chebyshev norm.
///   starts_in_contact is set exactly if toi = 0.
/// - Result::tolerance is at most Options::tolerance, unless that is below the rounding error of the
///   query's own coordinate differences (about 1e-14 of them), or the budget ran out.
/// - `checks` is at most max_checks. Memory is bounded by `kMaxQueueBytes`
///   (tight_inclusion_fast_queue.h), whatever max_checks is.
/// - The bits are the same on every instruction set and thread.
Result solve_tight_inclusion_fast(const Query& query, const Options& options);

}  // namespace firstcontact::narrow
