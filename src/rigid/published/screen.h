#pragma once
/// The collision screen: where the flow of a screw motion carries points (section 7 of the paper,
/// docs/math/collision-screen.md).
///
/// Frame: an orthonormal one near the bodies, y along the screw axis. With r the distance from the
/// axis, phi the angle about it (from z towards x), theta and g the angle and the travel of the
/// motion,
///   h = (y r theta − r phi g) / sqrt(g² + r² theta²),   t = (y g + r² phi theta) / (g² + r²
///   theta²).
/// A point that moves with the flow keeps (r, h), and its t grows by the time. So a point of B,
/// given at the start of the motion, meets a point of A exactly if they share (r, h), and at time
/// t_A − t_B. phi has many values: see doppel.h.
///
/// A translation (and a turn too small to matter) has a flat screen: r = x, h = z, t = y / g.
#include <firstcontact/polyhedron.h>

#include <array>
#include <vector>

#include "arith/fixed_order.h"
#include "rigid/model/relative_screw.h"

namespace firstcontact::rigid {

inline constexpr double kPi = 3.14159265358979323846;

struct ScreenPoint {
  double r = 0, h = 0, t = 0;
};

struct Range {
  double low = 0, high = 0;
  bool overlaps(const Range& other) const { return low <= other.high && other.low <= high; }
};

/// Holds every point of a part of a body: r, h and t over it.
struct ScreenBox {
  Range r, h, t;
};

struct Sphere {
  Vec3 centre = Vec3::Zero();
  double radius = 0;
};
/// Around all vertices that a face uses; not the smallest one.
Sphere sphere_of(const Polyhedron& body);

class Screen {
 public:
  /// `error`: how far, in scene units, points may be misplaced by taking a nearly straight motion
  /// for a translation. Precondition: bodies without fault.
  Screen(const Polyhedron& a, const Polyhedron& b, const RelativeMotion& motion, double error);

  /// Nothing moves (or by less than `error`): nothing below may be used.
  bool still() const { return still_; }
  bool straight() const { return straight_; }
  double angle() const { return angle_; }    ///< 0 if straight
  double travel() const { return travel_; }  ///< along y
  /// Where the axis is: x, 0, z. Not used if straight.
  const Vec3& axis() const { return axis_; }
  /// Of the bodies and the way between them, in scene units.
  double size() const { return size_; }

  Vec3 from_a(const Vec3& x) const { return times(turn_, x - centre_); }
  Vec3 direction_from_a(const Vec3& x) const { return times(turn_, x); }
  Vec3 to_a(const Vec3& p) const { return times(turn_.transpose(), p) + centre_; }

  /// Around the bodies, in this frame; B at the start.
  const Sphere& sphere_a() const { return sphere_a_; }
  const Sphere& sphere_b() const { return sphere_b_; }
  /// Points of A lie in the part that is drawn twice, points of B on both sides of phi = ±pi, or
  /// may do so.
  bool cuts_a() const { return cuts_a_; }
  bool cuts_b() const { return cuts_b_; }
  /// False: no point of A can meet one of B, nor pass it by within `reach`, judging by the bounding
  /// spheres.
  bool may_collide(double reach = 0) const;

  /// Velocity of the flow at p, the same at any time.
  Vec3 flow(const Vec3& p) const {
    if (straight_) return {0, travel_, 0};
    return {angle_ * (p.z() - axis_.z()), travel_, -angle_ * (p.x() - axis_.x())};
  }
  /// Distance from the axis; straight: x.
  double radius(const Vec3& p) const;
  /// In (-pi, pi]; pi for points that are on the cut within rounding. 0 on the axis; 0 if straight.
  double phi(const Vec3& p) const;
  /// Is p on the axis within rounding, so that it has no phi (and, without travel, no time)?
  bool on_axis(const Vec3& p) const { return !straight_ && radius(p) <= snap_; }
  ScreenPoint project(const Vec3& p, double phi) const;
  /// The point with these coordinates (its phi is known from h and t).
  Vec3 unproject(const ScreenPoint& s) const;
  /// Where the flow carries p in `time`, which may be negative.
  Vec3 carry(const Vec3& p, double time) const;
  /// For all points with these distances from the axis, angles and heights. Straight: x, z (in
  /// place of phi) and y.
  ScreenBox box(const Range& r, const Range& phi, const Range& y) const;

 private:
  void place_frame(const Vec3& y_axis, const Vec3& axis_point, const Sphere& a, const Sphere& b);
  void place_cut();
  Range sphere_angles(const Sphere& sphere) const;

  bool still_ = false, straight_ = false, cuts_a_ = false, cuts_b_ = false;
  double angle_ = 0, travel_ = 0, size_ = 0, snap_ = 0;
  Mat3 turn_ = Mat3::Identity();
  Vec3 centre_ = Vec3::Zero(), axis_ = Vec3::Zero();
  Sphere sphere_a_, sphere_b_;
};

}  // namespace firstcontact::rigid
