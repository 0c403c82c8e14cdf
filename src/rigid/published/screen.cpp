// Chooses the coordinates (section 9 of the paper, first step): y along the axis, the origin
// between the bodies, and the cut phi = ±pi at an angle where there is no body, if possible.
#include "rigid/published/screen.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"

namespace firstcontact::rigid {

namespace {

/// Points within this share of the largest coordinate count as on the cut or on the axis.
constexpr double kSnap = 0x1p-44;

/// Range of the products of x and a factor between f0 and f1.
Range scaled(double f0, double f1, const Range& x) {
  const auto [low, high] = std::minmax({f0 * x.low, f0 * x.high, f1 * x.low, f1 * x.high});
  return {low, high};
}

Range sum(const Range& a, const Range& b) { return {a.low + b.low, a.high + b.high}; }

/// The middle of the widest gap between arcs on the circle; `none` if they leave no gap.
struct Gap {
  double middle = 0;
  bool none = true;
};

Gap widest_gap(std::vector<Range> arcs) {
  constexpr double kTurn = 2 * kPi;
  for (Range& arc : arcs) {
    if (arc.high - arc.low >= kTurn) return {};
    const double turns = std::floor((arc.low + kPi) / kTurn) * kTurn;
    arc = {arc.low - turns, arc.high - turns};
  }
  std::sort(arcs.begin(), arcs.end(), [](const Range& x, const Range& y) { return x.low < y.low; });
  Gap best;
  double widest = 0, reached = arcs.front().high;
  for (const Range& arc : arcs) reached = std::max(reached, arc.high);
  double end = reached - kTurn;  // where the last arcs of the turn before end
  for (const Range& arc : arcs) {
    if (arc.low - end > widest) {
      widest = arc.low - end;
      best = {(arc.low + end) / 2, false};
    }
    end = std::max(end, arc.high);
  }
  return best;
}

}  // namespace

Sphere sphere_of(const Polyhedron& body) {
  const Vec3& first = body.vertices()[body.faces().front().front()];
  Vec3 low = first, high = first;
  for (const PolyhedronEdge& edge : body.edges()) {
    for (const int v : {edge.v0, edge.v1}) {
      low = low.cwiseMin(body.vertices()[v]);
      high = high.cwiseMax(body.vertices()[v]);
    }
  }
  Sphere sphere{(low + high) / 2, 0};
  for (const PolyhedronEdge& edge : body.edges())
    for (const int v : {edge.v0, edge.v1})
      sphere.radius = std::max(sphere.radius, squared_norm(body.vertices()[v] - sphere.centre));
  sphere.radius = std::sqrt(sphere.radius) * (1 + 0x1p-40);
  return sphere;
}

Screen::Screen(const Polyhedron& a, const Polyhedron& b, const RelativeMotion& motion,
               double error) {
  const Sphere a_in_a = sphere_of(a);
  Sphere b_in_a = sphere_of(b);
  const Vec3 centre_of_b = b_in_a.centre;
  b_in_a.centre = map_at(motion.b_in_a, 0).apply(centre_of_b);
  const Vec3 way = map_at(motion.b_in_a, 1).apply(centre_of_b) - b_in_a.centre;
  size_ = a_in_a.radius + b_in_a.radius + norm(way) + norm(b_in_a.centre - a_in_a.centre);
  // The rotation moves B's points by at most angle * radius, and the path of its centre by angle /
  // 8 of its length.
  straight_ = motion.screw.angle * (b_in_a.radius + norm(way)) <= error;
  if (straight_) {
    travel_ = norm(way);
    still_ = travel_ <= 0x1p-40 * size_;
    if (!still_) choose_frame(way / travel_, a_in_a.centre, a_in_a, b_in_a);
  } else {
    angle_ = motion.screw.angle;
    travel_ = motion.screw.travel;
    if (std::abs(travel_) <= 0x1p-50 * size_) travel_ = 0;
    choose_frame(motion.screw.axis, motion.screw.point, a_in_a, b_in_a);
    choose_cut();
  }
}

void Screen::choose_frame(const Vec3& y_axis, const Vec3& axis_point, const Sphere& a,
                          const Sphere& b) {
  Eigen::Index least = 0;
  y_axis.cwiseAbs().minCoeff(&least);
  const Vec3 y = normalized(y_axis);
  const Vec3 x = normalized(y.cross(Vec3::Unit(least)));
  turn_.row(0) = x;
  turn_.row(1) = y;
  turn_.row(2) = x.cross(y);
  centre_ = (a.centre + b.centre) / 2;
  axis_ = from_a(axis_point);
  axis_.y() = 0;
  sphere_a_ = {from_a(a.centre), a.radius};
  sphere_b_ = {from_a(b.centre), b.radius};
  snap_ = kSnap * (size_ + norm(axis_));
}

/// The angles of all points in the sphere, with `low` in [-pi, pi]; a whole turn if the sphere
/// meets the axis.
Range Screen::sphere_angles(const Sphere& sphere) const {
  const double distance = radius(sphere.centre);
  if (distance <= sphere.radius * (1 + 0x1p-30) + snap_) return {-kPi, kPi};
  // Half the opening angle of the tangents from the axis has the sine radius / distance.
  const double half = arith::arc_tangent2(sphere.radius, std::sqrt((distance - sphere.radius) *
                                                                   (distance + sphere.radius))) +
                      0x1p-40;
  const double middle = phi(sphere.centre);
  return {middle - half, middle + half};
}

void Screen::choose_cut() {
  const Range a = sphere_angles(sphere_a_), b = sphere_angles(sphere_b_);
  // The cut at angle c must not pass through B, nor may A have points in [c, c + angle].
  const Range a_cut = {a.low - angle_, a.high};
  Gap gap = widest_gap({a_cut, b});
  if (gap.none) gap = widest_gap({b});
  if (gap.none) gap = widest_gap({a_cut});
  const double cut = gap.none ? kPi : gap.middle;
  const arith::SineCosine turn = arith::sine_cosine(kPi - cut);  // brings the cut to pi
  const double s = turn.sine, c = turn.cosine;
  Mat3 about_y;
  about_y << c, 0, s, 0, 1, 0, -s, 0, c;
  turn_ = times(about_y, turn_);
  axis_ = times(about_y, axis_);
  sphere_a_.centre = times(about_y, sphere_a_.centre);
  sphere_b_.centre = times(about_y, sphere_b_.centre);
  const Range a_now = sphere_angles(sphere_a_), b_now = sphere_angles(sphere_b_);
  cuts_a_ = a_now.low < -kPi + angle_ || a_now.high > kPi;
  cuts_b_ = b_now.low < -kPi || b_now.high > kPi || b_now.high - b_now.low >= 2 * kPi;
}

bool Screen::may_collide(double margin) const {
  const auto box_of = [&](const Sphere& sphere, double shift) {
    const Vec3& c = sphere.centre;
    const Range y = {c.y() - sphere.radius, c.y() + sphere.radius};
    const double r = radius(c);
    if (straight_)
      return box({r - sphere.radius, r + sphere.radius},
                 {c.z() - sphere.radius, c.z() + sphere.radius}, y);
    const Range angles = sphere_angles(sphere);
    return box({std::max(r - sphere.radius, 0.0), r + sphere.radius},
               {angles.low + shift, angles.high + shift}, y);
  };
  const double slack = 0x1p-30 * size_ + margin;
  const double apart = sphere_a_.radius + sphere_b_.radius + slack,
               height = sphere_a_.centre.y() - sphere_b_.centre.y();
  if (height < std::min(travel_, 0.0) - apart || height > std::max(travel_, 0.0) + apart)
    return false;
  const double speed = std::min(norm(flow(sphere_a_.centre)), norm(flow(sphere_b_.centre)));
  const double time_slack = 0x1p-30 + (margin > 0 ? (speed > margin ? margin / speed : 1) : 0);
  const ScreenBox b = box_of(sphere_b_, 0);
  for (const double shift : {-2 * kPi, 0.0, 2 * kPi, 4 * kPi}) {
    const ScreenBox a = box_of(sphere_a_, shift);
    const bool meet = a.r.overlaps({b.r.low - slack, b.r.high + slack}) &&
                      a.h.overlaps({b.h.low - slack, b.h.high + slack}) &&
                      a.t.overlaps({b.t.low - time_slack, b.t.high + 1 + time_slack});
    if (meet) return true;
    if (straight_) break;
  }
  return false;
}

double Screen::radius(const Vec3& p) const {
  if (straight_) return p.x();
  const double x = p.x() - axis_.x(), z = p.z() - axis_.z();
  return std::sqrt(x * x + z * z);
}

double Screen::phi(const Vec3& p) const {
  if (straight_) return 0;
  const double x = p.x() - axis_.x(), z = p.z() - axis_.z();
  if (std::abs(x) <= snap_ && z <= snap_) return z < -snap_ ? kPi : 0;
  return arith::arc_tangent2(x, z);
}

ScreenPoint Screen::project(const Vec3& p, double phi) const {
  const double r = radius(p);
  if (straight_) return {r, p.z(), p.y() / travel_};
  if (travel_ == 0) return {r, p.y(), phi / angle_};
  const double turned = r * angle_, square = travel_ * travel_ + turned * turned;
  return {r, (p.y() * turned - r * phi * travel_) / std::sqrt(square),
          (p.y() * travel_ + r * phi * turned) / square};
}

Vec3 Screen::unproject(const ScreenPoint& s) const {
  if (straight_) return {s.r, s.t * travel_, s.h};
  const double turned = s.r * angle_, speed = std::sqrt(travel_ * travel_ + turned * turned);
  double y = s.h, phi = s.t * angle_;
  if (speed > 0 && s.r > 0) {
    y = s.h * (turned / speed) + s.t * travel_;
    phi = s.t * angle_ - s.h * (travel_ / speed) / s.r;
  } else if (travel_ != 0) {
    y = s.t * travel_;
  }
  const arith::SineCosine angle = arith::sine_cosine(phi);
  return {axis_.x() + s.r * angle.sine, y, axis_.z() + s.r * angle.cosine};
}

Vec3 Screen::carry(const Vec3& p, double time) const {
  if (straight_) return {p.x(), p.y() + travel_ * time, p.z()};
  // By the half angle: 1 − cos a = 2 sin²(a/2) is accurate even if the axis is far away.
  const arith::SineCosine half = arith::sine_cosine(angle_ * time / 2);
  const double sine = 2 * half.sine * half.cosine, versine = 2 * half.sine * half.sine;
  const double x = p.x() - axis_.x(), z = p.z() - axis_.z();
  return {p.x() + (z * sine - x * versine), p.y() + travel_ * time,
          p.z() - (x * sine + z * versine)};
}

ScreenBox Screen::box(const Range& r, const Range& phi, const Range& y) const {
  if (straight_) return {r, phi, {y.low / travel_, y.high / travel_}};
  if (travel_ == 0) return {r, y, {phi.low / angle_, phi.high / angle_}};
  const double g = travel_, square_low = g * g + r.low * r.low * angle_ * angle_,
               square_high = g * g + r.high * r.high * angle_ * angle_;
  const double speed_low = std::sqrt(square_low), speed_high = std::sqrt(square_high);
  // h = y (r theta / speed) − phi (r g / speed), t = y (g / speed²) + phi (r² theta / speed²),
  // where each factor is monotone in r.
  const Range h = sum(scaled(r.low * angle_ / speed_low, r.high * angle_ / speed_high, y),
                      scaled(-r.low * g / speed_low, -r.high * g / speed_high, phi));
  const Range t =
      sum(scaled(g / square_low, g / square_high, y),
          scaled(r.low * r.low * angle_ / square_low, r.high * r.high * angle_ / square_high, phi));
  return {r, h, t};
}

}  // namespace firstcontact::rigid
