#pragma once
/// The certified advance proves [0, t) free, one interval after the other. Each interval is proven
/// by a direction that separates the pair throughout. Method, error
/// bounds and convergence: docs/math/certified-advance.md.
#include <firstcontact/options.h>

#include <cstdint>
#include <vector>

#include "narrow/certified/gap_corners.h"
#include "narrow/certified/segment_check.h"

namespace firstcontact::narrow {

/// What to prove, in the units of `corners`.
struct AdvanceTask {
  const GapCorners* corners = nullptr;
  /// The separation rounded up. 0 means plain contact, whatever the norm.
  double separation = 0;
  Norm norm = Norm::L2;
  double tolerance = 0;
  /// A proven contact ends the advance if its time is enclosed this closely: see
  /// AdvanceEnd::Contact.
  double contact_width = 1;
  /// Only whether the pair touches matters, not when.
  bool decide_only = false;
  /// The separation rounded down, for proving contacts.
  double separation_down = 0;
  /// The corners lie in the plane z = 0.
  bool planar = false;
  double t_max = 1;
  /// [0, start) is known to be free, and so is `start` itself unless it is 0.
  double start = 0;
  std::int64_t max_checks = 1'000'000;
  /// If not null, receives the proof. Precondition: start = 0.
  std::vector<Segment>* segments = nullptr;
};

enum class AdvanceEnd {
  /// [0, t_max] is free.
  Free,
  /// The first contact is proven to lie in [t, upper], an interval of at most contact_width, and at
  /// t the pair is within tolerance.
  Contact,
  /// At t the distance is at most separation + tolerance, and nothing more could be proven.
  Near,
  /// At t the distance may be larger, but no direction is good enough in floating point.
  Stalled,
  /// max_checks ran out.
  Exhausted,
};

struct AdvanceOutcome {
  AdvanceEnd end = AdvanceEnd::Stalled;
  /// [0, t) is free, and so is t itself unless it is 0.
  double t = 0;
  /// Set for Contact only.
  double upper = 1;
  /// Number of directions tried.
  std::int64_t checks = 0;
};

AdvanceOutcome advance(const AdvanceTask& task);

}  // namespace firstcontact::narrow
