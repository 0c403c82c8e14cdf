#pragma once
/// Two edges as a pair of features: see feature_pair.h.
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "arith/fixed_order.h"
#include "rigid/certified/feature_events.h"
#include "rigid/certified/feature_pair.h"

namespace firstcontact::rigid {

/// An edge at rest and a moving edge. f is the triple product of the edges' unit vectors and the
/// gap between them.
class EdgeEdgePair {
 public:
  EdgeEdgePair(const Vec3& a0, const Vec3& a, const TurningPoint& b0, const TurningPoint& b,
               const EventLimits& limits)
      : a0_(a0), a_(a), b0_(b0), b_(b) {
    const double la = norm(a), lb = norm(b.x), angle = std::abs(limits.angle);
    if (!(la > 0 && lb > 0)) return;
    length_a_ = la;
    length_b_ = lb;
    // From here on a_ and b_ are unit vectors along the edges.
    a_ /= la;
    b_.x /= lb;
    b_.w /= lb;
    b_.z /= lb;
    turn_ = b_.speed() + kNotCancelled * angle;
    const double bend = b_.acceleration(limits.angle) + kNotCancelled * angle * angle;
    speed_ = b0.speed() + turn_ * lb;
    const double acceleration = b0.acceleration(limits.angle);
    acceleration_ = acceleration + lb * bend;
    const double farthest = norm(b0.x - a0) + b0.speed() + la + lb;
    const double any = bend * farthest + 2 * turn_ * b0.speed() + acceleration;
    curvature = std::min(any * (1 + 1e-9),
                         own_curvature(angle) + kNotCancelled * (any + angle * angle * farthest));
    // Bounds the second derivative of the values in end_distances: gap·a − (gap·b)(a·b), the same
    // with a and b exchanged, and 1 − (a·b)² times a length.
    const double second = acceleration + 2 * turn_ * b0.speed() + bend * farthest;
    end_curvature_ = (acceleration + second + 2 * (b0.speed() + turn_ * farthest) * turn_ +
                      farthest * bend + 2 * farthest * (turn_ * turn_ + bend)) *
                     (1 + 1e-9);
    error = kEventRounding * (la + lb) +
            kEvaluationRounding * (farthest + norm(b0.x) + norm(a0) + b0.speed() + acceleration) +
            kPointRounding * limits.extent;
    tolerance = std::max(limits.tolerance, 4 * error);
    usable = true;
  }

  Jet at(const Instant& i) const {
    const Vec3 gap = b0_.at(i) - a0_, b = b_.at(i);
    return {dot(a_, b.cross(gap)), dot(a_, b_.velocity(i).cross(gap) + b.cross(b0_.velocity(i)))};
  }
  /// At most |a×b|: the distance between the lines is |f| divided by |a×b|.
  double scale(const Instant& i, double h) const {
    return std::max(0.0, norm(a_.cross(b_.at(i))) - turn_ * h);
  }

  RegionSide side(const Instant& i, double h) const {
    const EndDistances ends = end_distances(i, h);
    RegionSide result = RegionSide::Inside;
    for (std::size_t k = 0; k < 4; ++k) {
      if (ends.inside[k] + ends.range[k] < 0) return RegionSide::Outside;
      if (ends.inside[k] - ends.range[k] < 0) result = RegionSide::Rim;
    }
    return result;
  }
  bool nearly_inside(const Instant& i, double h) const {
    const EndDistances ends = end_distances(i, h);
    const double allowed = tolerance * scale(i, h);
    for (std::size_t k = 0; k < 4; ++k)
      if (ends.inside[k] - ends.range[k] < -allowed - (1 - kTouchingShare) * error) return false;
    return true;
  }

  /// True if the segments stay apart within h of the instant, or the edges stay parallel.
  bool proven_apart(const Instant& i, double h) const {
    const Vec3 b = b_.at(i), b0 = b0_.at(i);
    if (norm(a_.cross(b)) + turn_ * h <= kEventRounding) return true;
    const Nearest now = nearest(b0, b);
    if (now.distance > speed_ * h + error) return true;
    // Along the direction between the nearest points, both ends of B's edge stay above both of A's.
    const Vec3 m = now.between / now.distance, v0 = b0_.velocity(i),
               v1 = v0 + length_b_ * b_.velocity(i);
    const double low0 = dot(m, b0 - a0_) - std::abs(dot(m, v0)) * h,
                 low1 = dot(m, b0 - a0_ + length_b_ * b) - std::abs(dot(m, v1)) * h;
    return std::min(low0, low1) - std::max(0.0, length_a_ * dot(m, a_)) >
           0.5 * acceleration_ * h * h + error;
  }
  /// True if the point of B that is nearest at the instant stays within the tolerance of A's edge
  /// up to h from the instant. Its motion along the edge does not matter.
  bool proven_within_tolerance(const Instant& i, double h) const {
    const Nearest now = nearest(b0_.at(i), b_.at(i));
    const Vec3 v = b0_.velocity(i) + now.on_b * b_.velocity(i);
    const double bent = 0.5 * acceleration_ * h * h, way = norm(v) * h + bent;
    const bool beside = now.on_a - way >= 0 && now.on_a + way <= length_a_;
    const double speed = norm(beside ? Vec3(v - dot(v, a_) * a_) : v);
    return now.distance + speed * h + bent + kTouchingShare * error <= tolerance;
  }

  bool near(const Instant& i) const { return proven_within_tolerance(i, 0); }

  double curvature = 0, error = 0, tolerance = 0;
  bool usable = false;

 private:
  /// A bound of |f''| that is 0 if the edges stay in one plane. The rotation does not change the
  /// drift, so f = A + B sin(θt)/θ + C (1 − cos(θt))/θ² + t (E cos(θt) + F sin(θt)/θ).
  double own_curvature(double angle) const {
    const Vec3 gap = b0_.x - a0_;
    const double B = dot(a_, b_.w.cross(gap) + b_.x.cross(b0_.w));
    const double C = dot(a_, b_.z.cross(gap) + 2 * b_.w.cross(b0_.w) + b_.x.cross(b0_.z));
    const double E = dot(a_, b_.x.cross(b0_.d)), F = dot(a_, b_.w.cross(b0_.d));
    return angle * std::abs(B) + std::abs(C) + (2 * angle + angle * angle) * std::abs(E) +
           (2 + angle) * std::abs(F);
  }

  /// For each end of an edge, the distance along the edge from the crossing with the other edge's
  /// line, seen along n = a×b, times |n|². All four are at least 0 if the edges cross. `range` is
  /// how much each may change, with its rounding error.
  struct EndDistances {
    std::array<double, 4> inside, range;
  };

  EndDistances end_distances(const Instant& i, double h) const {
    const Vec3 gap = b0_.at(i) - a0_, b = b_.at(i), gap_v = b0_.velocity(i), b_v = b_.velocity(i);
    const double ab = dot(a_, b), ab_v = dot(a_, b_v), ga = dot(gap, a_), gb = dot(gap, b);
    const double ga_v = dot(gap_v, a_), gb_v = dot(gap_v, b) + dot(gap, b_v);
    const Vec3 n = a_.cross(b);
    // The lines cross at the distance q / |n|² along A's edge and p / |n|² along B's.
    const double nn = squared_norm(n), nn_v = -2 * ab * ab_v;
    const double q = dot(gap.cross(b), n), q_v = ga_v - gb_v * ab - gb * ab_v;
    const double p = dot(gap.cross(a_), n), p_v = ga_v * ab + ga * ab_v - gb_v;
    const auto range = [&](double slope) {
      return (std::abs(slope) + 0.5 * end_curvature_ * h) * h + error;
    };
    return {{q, length_a_ * nn - q, p, length_b_ * nn - p},
            {range(q_v), range(length_a_ * nn_v - q_v), range(p_v), range(length_b_ * nn_v - p_v)}};
  }

  struct Nearest {
    Vec3 between;                 ///< from A to B
    double distance, on_a, on_b;  ///< on_a, on_b: distances from the edges' first ends
  };

  /// Accurate also for nearly parallel edges, for which 1 − (a·b)² would not be.
  Nearest nearest(const Vec3& b0, const Vec3& b) const {
    const Vec3 gap = b0 - a0_, n = a_.cross(b);
    const double ab = dot(a_, b), ga = dot(gap, a_), gb = dot(gap, b), nn = squared_norm(n);
    double s = nn > 0 ? std::clamp(dot(gap.cross(b), n) / nn, 0.0, length_a_) : 0;
    const double t = std::clamp(ab * s - gb, 0.0, length_b_);
    s = std::clamp(ab * t + ga, 0.0, length_a_);
    const Vec3 between = gap + t * b - s * a_;
    return {between, norm(between), s, t};
  }

  Vec3 a0_, a_;
  TurningPoint b0_, b_;
  double length_a_ = 0, length_b_ = 0, turn_ = 0, speed_ = 0, end_curvature_ = 0, acceleration_ = 0;
};

}  // namespace firstcontact::rigid
