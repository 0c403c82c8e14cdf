#pragma once
/// The collision screen: coordinates in which points meet if they have the same screen position
/// (section 7 of the paper, docs/math/collision-screen.md).
///
/// The frame is orthonormal, near the bodies, with y along the screw axis. Let r be the distance
/// from the axis, phi the angle about it (from z towards x), theta and g the angle and the travel
/// of the motion. Then
///   h = (y r theta − r phi g) / sqrt(g² + r² theta²),
///   t = (y g + r² phi theta) / (g² + r² theta²).
/// A point that moves with the flow keeps (r, h), and its t grows by the time. So a point of B,
/// given at the start of the motion, meets a point of A exactly if both have the same (r, h), and
/// then at the time t_A − t_B. phi has many values: see doppel.h.
///
/// A translation (and a rotation too small to matter) has a flat screen: r = x, h = z, t = y / g.
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

/// Bounds of r, h and t over a part of a body.
struct ScreenBox {
  Range r, h, t;
};

struct Sphere {
  Vec3 centre = Vec3::Zero();
  double radius = 0;
};
/// A sphere around all vertices of faces; not the smallest one.
Sphere sphere_of(const Polyhedron& body);

class Screen {
 public:
  /// A nearly straight motion is taken as a translation if that moves no point by more than
  /// `error`, in scene units. Precondition: valid bodies.
  Screen(const Polyhedron& a, const Polyhedron& b, const RelativeMotion& motion, double error);

  /// True if nothing moves, or by less than `error`. Then nothing below may be used.
  bool still() const { return still_; }
  /// True for a translation.
  bool straight() const { return straight_; }
  double angle() const { return angle_; }    ///< 0 if straight
  double travel() const { return travel_; }  ///< along y
  /// Position of the axis: x, 0, z. Not used if straight.
  const Vec3& axis() const { return axis_; }
  /// Size of the bodies and of the distance between them, in scene units.
  double size() const { return size_; }

  Vec3 from_a(const Vec3& x) const { return times(turn_, x - centre_); }
  Vec3 direction_from_a(const Vec3& x) const { return times(turn_, x); }
  Vec3 to_a(const Vec3& p) const { return times(turn_.transpose(), p) + centre_; }

  /// Spheres around the bodies, in this frame; B at the start.
  const Sphere& sphere_a() const { return sphere_a_; }
  const Sphere& sphere_b() const { return sphere_b_; }
  /// Whether points of A may lie in the part that is drawn twice.
  bool cuts_a() const { return cuts_a_; }
  /// Whether points of B may lie on both sides of phi = ±pi.
  bool cuts_b() const { return cuts_b_; }
  /// False if the bounding spheres show that no point of A comes within `margin` of a point of B.
  bool may_collide(double margin = 0) const;

  /// Velocity of the flow at p, which does not depend on time.
  Vec3 flow(const Vec3& p) const {
    if (straight_) return {0, travel_, 0};
    return {angle_ * (p.z() - axis_.z()), travel_, -angle_ * (p.x() - axis_.x())};
  }
  /// Distance from the axis; x if straight.
  double radius(const Vec3& p) const;
  /// Angle in (-pi, pi]; pi for points that are on the cut within rounding. 0 on the axis and if
  /// straight.
  double phi(const Vec3& p) const;
  /// Whether p is on the axis within rounding. Then it has no phi and, without travel, no time.
  bool on_axis(const Vec3& p) const { return !straight_ && radius(p) <= snap_; }
  ScreenPoint project(const Vec3& p, double phi) const;
  /// The point with these coordinates (its phi is known from h and t).
  Vec3 unproject(const ScreenPoint& s) const;
  /// Where the flow carries p in `time`, which may be negative.
  Vec3 carry(const Vec3& p, double time) const;
  /// Box of all points with these distances from the axis, angles and heights; if straight, with
  /// these x, z (instead of phi) and y.
  ScreenBox box(const Range& r, const Range& phi, const Range& y) const;

 private:
  void choose_frame(const Vec3& y_axis, const Vec3& axis_point, const Sphere& a, const Sphere& b);
  void choose_cut();
  Range sphere_angles(const Sphere& sphere) const;

  bool still_ = false, straight_ = false, cuts_a_ = false, cuts_b_ = false;
  double angle_ = 0, travel_ = 0, size_ = 0, snap_ = 0;
  Mat3 turn_ = Mat3::Identity();
  Vec3 centre_ = Vec3::Zero(), axis_ = Vec3::Zero();
  Sphere sphere_a_, sphere_b_;
};

}  // namespace firstcontact::rigid
