#pragma once
/// The one test that every proof of freedom rests on: does a direction, fixed or moving, keep the
/// gap set in front of the origin over an interval? Rigorous: error bounds of error_bounds.h
/// included.
#include <firstcontact/options.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "narrow/certified/error_bounds.h"
#include "narrow/certified/gap_corners.h"

namespace firstcontact::narrow {

/// Over [t0, t1] the direction goes affinely from n0 to n1, and every height n·F_i exceeds the
/// margin.
struct Segment {
  double t0, t1;
  Vector n0, n1;
};

/// n·F_i of every corner at t = 0 and t = 1; affine in between.
struct Heights {
  double t0[GapCorners::kMost], t1[GapCorners::kMost];
};

class SegmentCheck {
 public:
  /// `separation`: in the units of `corners`, rounded up. The corners must outlive this.
  SegmentCheck(const GapCorners& corners, double separation, Norm norm)
      : corners_(corners), separation_(separation), norm_(norm) {}

  Heights heights(const Vector& n) const;
  /// What every height must exceed for a proof: separation times the dual norm, rounded up, and the
  /// error of the height.
  double margin(const Vector& n) const;
  /// The lowest computed height at t.
  double lowest(const Heights& h, double t) const;
  /// Does the fixed direction n prove [t0, t1] free?
  bool proves_fixed(double t0, double t1, const Vector& n) const;
  /// Does the direction that goes from n0 at t0 to n1 at t1? `h0` are the heights of n0.
  bool proves_moving(double t0, const Vector& n0, const Heights& h0, double t1,
                     const Vector& n1) const;

 private:
  const GapCorners& corners_;
  double separation_;
  Norm norm_;
};

// Inline: every step of the advance takes them.

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

/// Replaces runs of segments by single ones where those prove as much. Precondition: the segments
/// are in order and contiguous.
void shorten_proof(const SegmentCheck& check, std::vector<Segment>& segments);

}  // namespace firstcontact::narrow
