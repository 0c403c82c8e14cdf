#pragma once
/// Pairs, options and results as rows of doubles, which a page fills and reads in place. The numbers
/// of the rows are those of package/src/flat.ts.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

#include <cstdint>
#include <span>

namespace firstcontact::wasm {

/// A budget or a count as a double: what is no count becomes 0, which the library refuses.
std::int64_t to_count(double value);

/// The kind, then four points at t = 0, then four at t = 1.
inline constexpr int kQueryRow = 25;
Query to_query(std::span<const double, kQueryRow> row);

/// method, whether there is a tolerance, tolerance, min_separation, norm, t_max, max_checks, exact,
/// certificate, toi_width, whether there is an extent, extent (3).
inline constexpr int kOptionsRow = 14;
Options to_options(std::span<const double, kOptionsRow> row);

/// status, toi, toi_upper, checks, starts_in_contact.
inline constexpr int kOutcomeRow = 5;
void put_row(const Outcome& outcome, std::span<double, kOutcomeRow> row);

/// An outcome, point_a, point_b, normal, distance, u, v, tolerance, number of segments, bytes of
/// the message.
inline constexpr int kResultRow = 20;

/// t0, t1, n0, n1.
inline constexpr int kSegmentRow = 8;

}  // namespace firstcontact::wasm
