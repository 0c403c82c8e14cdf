#pragma once
/// The certified advance: proves [0, t) free, part by part, each by a direction that separates
/// throughout or by the plane of the gap set. Method, error bounds and convergence:
/// docs/math/certified-advance.md.
#include <firstcontact/options.h>

#include <cstdint>
#include <vector>

#include "narrow/certified/gap_corners.h"
#include "narrow/certified/segment_check.h"

namespace firstcontact::narrow {

/// What to prove, in the units of `corners`.
struct AdvanceTask {
  const GapCorners* corners = nullptr;
  /// Rounded up. 0: plain contact, whatever the norm.
  double separation = 0;
  Norm norm = Norm::L2;
  double tolerance = 0;
  /// A proven contact ends the advance if its time is known this well; see AdvanceEnd::Contact.
  double contact_width = 1;
  /// The separation rounded down, for proving contacts.
  double separation_down = 0;
  /// The corners lie in the plane z = 0.
  bool planar = false;
  double t_max = 1;
  std::int64_t max_checks = 1'000'000;
  /// If not null, filled with the proof; then only directions are used, which is slower.
  std::vector<Segment>* segments = nullptr;
};

enum class AdvanceEnd {
  Free,     ///< [0, t_max] is free
  Contact,  ///< proven: the first contact lies in [t, upper], at most contact_width apart; at t the
            ///< pair is within tolerance
  Near,     ///< at `t` the distance is at most separation + tolerance, and nothing more could be
            ///< proven
  Stalled,  ///< at `t` the distance may be larger, yet no direction is good enough in floating
            ///< point
  Exhausted,  ///< max_checks ran out
};

struct AdvanceOutcome {
  AdvanceEnd end = AdvanceEnd::Stalled;
  /// [0, t) is free; at t itself too, unless t is 0.
  double t = 0;
  /// Contact only.
  double upper = 1;
  /// Directions tried, and the plane.
  std::int64_t checks = 0;
};

AdvanceOutcome advance(const AdvanceTask& task);

}  // namespace firstcontact::narrow
