#pragma once
/// Settles vertex-face and edge-edge pairs by the plane of their gap set: most of those that no
/// direction separates. Method: plane_settling-inl.h and docs/math/certified-advance.md.
#include <firstcontact/options.h>

#include <cstddef>
#include <cstdint>

#include "narrow/certified/gap_corners.h"
#include "narrow/certified/pair_arrays.h"

namespace firstcontact::narrow {

/// What to find out about pairs. The separation is 0.
struct SettleTask {
  double t_max = 1;
  /// A contact is closed if its time is enclosed this closely.
  double contact_width = 1;
  /// Any instant within tolerance ends the search, without a bound of the contact's time.
  bool decide_only = false;
};

enum class SettleEnd : std::uint8_t {
  /// Not settled.
  Open,
  /// [0, t_max] is free.
  Free,
  /// The first contact is proven to lie in [t, upper], and at t the pair is within tolerance.
  Contact,
  /// At t the pair is within tolerance; with decide_only, at some time after t. Nothing more could
  /// be proven.
  Near,
};

struct Settled {
  SettleEnd end = SettleEnd::Open;
  /// [0, t) is free, and so is t itself unless it is 0.
  double t = 0;
  /// Set for Contact only.
  double upper = 1;
  /// Number of nearest points computed, plus 1 for the plane.
  std::int64_t checks = 0;
};

/// At most this many checks are spent on a pair: the plane, the start, three crossings, and steps.
inline constexpr int kMostFixedSteps = 12, kMostSettleChecks = 5 + kMostFixedSteps;

/// `tolerance` is in the units of the corners. Precondition: three or four corners; default
/// floating-point environment.
Settled settle_by_plane(const GapCorners& corners, double tolerance, const SettleTask& task);

/// The same for many pairs of an array, several at a time in SIMD lanes: settled[i] is about the
/// pair numbers[i]. `tolerance` is an absolute one in scene units, or negative: then it is
/// kRelativeTolerance times the pair's size. The same bits as for one pair, on every instruction
/// set. Precondition: find_separated said No about these pairs.
void settle_by_plane(const PairArray& pairs, const std::uint32_t* numbers, std::size_t count,
                     double tolerance, const SettleTask& task, Settled* settled);
void settle_by_plane(const IndexedPairs& pairs, const std::uint32_t* numbers, std::size_t count,
                     double tolerance, const SettleTask& task, Settled* settled);
void settle_by_plane(const PairTable<double>& pairs, const std::uint32_t* numbers,
                     std::size_t count, double tolerance, const SettleTask& task, Settled* settled);
void settle_by_plane(const PairTable<float>& pairs, const std::uint32_t* numbers, std::size_t count,
                     double tolerance, const SettleTask& task, Settled* settled);

}  // namespace firstcontact::narrow
