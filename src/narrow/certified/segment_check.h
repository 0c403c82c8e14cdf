#pragma once
/// The test behind every proof that a pair is free: whether all heights of the gap set along a
/// direction, fixed or moving, stay above their margin over an interval. It is rigorous: it
/// includes the error bounds of error_bounds.h.
#include <firstcontact/options.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "narrow/certified/error_bounds.h"
#include "narrow/certified/gap_corners.h"

namespace firstcontact::narrow {

/// Over [t0, t1] the direction moves affinely from n0 to n1, and every height n·F_i exceeds its
/// margin.
struct Segment {
  double t0, t1;
  Vector n0, n1;
};

/// Heights n·F_i of all corners at t = 0 and t = 1; they are affine in between.
struct Heights {
  double t0[GapCorners::kMost], t1[GapCorners::kMost];
};

class SegmentCheck {
 public:
  /// `separation` is in the units of `corners`, rounded up. The corners must outlive this object.
  SegmentCheck(const GapCorners& corners, double separation, Norm norm)
      : corners_(corners), separation_(separation), norm_(norm) {}

  Heights heights(const Vector& n) const;
  /// The value that every height must exceed: separation times the dual norm of n, plus the error
  /// of the height, rounded up.
  double margin(const Vector& n) const;
  /// The lowest computed height at t.
  double lowest(const Heights& h, double t) const;
  /// Whether the fixed direction n proves [t0, t1] free.
  bool proves_fixed(double t0, double t1, const Vector& n) const;
  /// Whether the direction that moves from n0 at t0 to n1 at t1 does. `h0` are the heights of n0.
  bool proves_moving(double t0, const Vector& n0, const Heights& h0, double t1,
                     const Vector& n1) const;

 private:
  const GapCorners& corners_;
  double separation_;
  Norm norm_;
};

// These are inline because every step of the advance calls them.

inline double SegmentCheck::margin(const Vector& n) const {
  const double error = height_error(n, corners_.reach);
  if (separation_ == 0) return error;
  const double norm = norm_ == Norm::L2 ? std::sqrt(dot(n, n) + kSquareUnderflow)
                                        : (std::abs(n.x) + std::abs(n.y)) + std::abs(n.z);
  return (error + separation_ * norm) * kRoundUp;
}

inline Heights SegmentCheck::heights(const Vector& n) const {
  Heights h;
  for (int i = 0; i < corners_.count; ++i) {
    h.t0[i] = dot(n, corners_.t0[i]);
    h.t1[i] = dot(n, corners_.t1[i]);
  }
  return h;
}

inline double SegmentCheck::lowest(const Heights& h, double t) const {
  const double s = 1 - t;
  double low = s * h.t0[0] + t * h.t1[0];
  for (int i = 1; i < corners_.count; ++i) low = std::min(low, s * h.t0[i] + t * h.t1[i]);
  return low;
}

/// Replaces several segments by one where that proves the same. Precondition: the segments are
/// contiguous and in order.
void shorten_proof(const SegmentCheck& check, std::vector<Segment>& segments);

}  // namespace firstcontact::narrow
