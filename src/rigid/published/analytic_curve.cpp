// Finding roots: over an interval of half width w the curve lies within (third derivative) w³ / 6
// of its parabola at the middle. If that excludes 0, there is no root. If it keeps the slope away
// from 0, there is at most one, which Newton's method finds inside a bracket. Otherwise the
// interval is halved. If even a tiny interval cannot be decided, the curve touches 0, which counts
// as a root.
#include "rigid/published/analytic_curve.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"

namespace firstcontact::rigid {

namespace {

constexpr double kRounding = 0x1p-50;
/// Half width of the smallest intervals.
constexpr double kNarrowest = 0x1p-36;

TurnPair turn_of(double angle) {
  const arith::SineCosine half = arith::sine_cosine(angle / 2);
  return {2 * half.sine * half.sine, 2 * half.sine * half.cosine};
}

/// j × w, where j is the y axis.
Vec3 quarter_turn(const Vec3& w) { return {w.z(), 0, -w.x()}; }
/// a·b without the components along y.
double dot_across(const Vec3& a, const Vec3& b) { return a.x() * b.x() + a.z() * b.z(); }

class RootSearch {
 public:
  RootSearch(const ScrewCurve& curve, const TurnTable& turns, double zero,
             std::vector<double>& roots)
      : curve_(curve),
        turns_(turns),
        zero_(zero),
        third_(curve.third_derivative()),
        roots_(roots) {}

  void search(double low, double high);

 private:
  void add(double root) {
    if (roots_.empty() || root > end_of_last_ + kNarrowest) roots_.push_back(root);
    end_of_last_ = std::max(end_of_last_, root);
  }
  double refine(double low, double high, double f_low) const;

  const ScrewCurve& curve_;
  const TurnTable& turns_;
  double zero_ = 0, third_ = 0;
  double end_of_last_ = -1;
  std::vector<double>& roots_;
};

void RootSearch::search(double low, double high) {
  const double middle = (low + high) / 2, w = (high - low) / 2;
  const ScrewCurve::Values v = curve_.at(middle, turns_.at(middle));
  const double slope = std::abs(v.f1), bend = std::abs(v.f2);
  const double variation = w * (slope + w * (bend / 2 + w * third_ / 6));
  if (std::abs(v.f) > variation + zero_) return;
  if (std::abs(v.f) + variation <= zero_) {  // 0 throughout
    add(low);
    end_of_last_ = high;
    return;
  }
  if (slope > w * (bend + w * third_ / 2)) {  // monotone
    const double f_low = curve_.at(low, turns_.at(low)).f,
                 f_high = curve_.at(high, turns_.at(high)).f;
    if ((f_low < 0) != (f_high < 0)) {
      add(refine(low, high, f_low));
    } else if (std::abs(f_low) <= zero_) {
      add(low);
    } else if (std::abs(f_high) <= zero_) {
      add(high);
    }
    return;
  }
  if (w <= kNarrowest) {
    if (std::abs(v.f) <= zero_ + variation) add(low);
    end_of_last_ = high;
    return;
  }
  search(low, middle);
  search(middle, high);
}

double RootSearch::refine(double low, double high, double f_low) const {
  double t = (low + high) / 2;
  for (int i = 0; i < 60; ++i) {
    const ScrewCurve::Values v = curve_.at(t);
    ((v.f < 0) == (f_low < 0) ? low : high) = t;
    if (v.f == 0) return t;
    double next = t - v.f / v.f1;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (std::abs(next - t) <= 0x1p-52) return next;
    t = next;
  }
  return t;
}

}  // namespace

TurnTable::TurnTable(double angle) : angle_(angle) {
  for (std::size_t i = 0; i < steps_.size(); ++i)
    steps_[i] = turn_of(angle * (static_cast<double>(i) / kSteps));
}

TurnPair TurnTable::at(double t) const {
  const double step = t * kSteps;
  const std::size_t index = static_cast<std::size_t>(step);
  return static_cast<double>(index) == step && index < steps_.size() ? steps_[index]
                                                                     : turn_of(angle_ * t);
}

ScrewCurve::Values ScrewCurve::at(double t) const { return at(t, turn_of(angle * t)); }

ScrewCurve::Values ScrewCurve::at(double t, const TurnPair& turn) const {
  const double c = turn.versine, s = turn.sine, cosine = 1 - c;
  const double m = m0 + m1 * c + m2 * s, m_slope = angle * (m1 * s + m2 * cosine);
  const double m_bend = angle * angle * (m1 * cosine - m2 * s);
  return {k0 + k1 * c + k2 * s + t * m, angle * (k1 * s + k2 * cosine) + m + t * m_slope,
          angle * angle * (k1 * cosine - k2 * s) + 2 * m_slope + t * m_bend};
}

double ScrewCurve::third_derivative() const {
  const double k = std::abs(k1) + std::abs(k2), m = std::abs(m1) + std::abs(m2);
  return angle * angle * (angle * (k + m) + 3 * m);
}

double ScrewCurve::bound() const {
  const TurnPair whole = turn_of(angle);
  // |S| <= min(angle, 1), C grows with t.
  const double s = std::min(angle, 1.0);
  return std::abs(k0) + whole.versine * (std::abs(k1) + std::abs(m1)) +
         s * (std::abs(k2) + std::abs(m2)) + std::abs(m0);
}

double ScrewCurve::rounding() const { return kRounding * bound(); }

ScrewCurve plane_curve(const Screen& screen, const Vec3& n, const Vec3& q, const Vec3& point,
                       bool backward) {
  ScrewCurve curve;
  curve.angle = screen.angle();
  curve.k0 = dot(n, point - q);
  const double sign = backward ? -1 : 1;
  curve.m0 = sign * screen.travel() * n.y();
  if (screen.straight()) return curve;
  const Vec3 from_axis = point - screen.axis();
  curve.k1 = -dot_across(n, from_axis);
  curve.k2 = sign * dot(n, quarter_turn(from_axis));
  return curve;
}

ScrewCurve edge_curve(const Screen& screen, const Vec3& a0, const Vec3& a1, const Vec3& b0,
                      const Vec3& b1) {
  const Vec3 ea = a1 - a0, eb = b1 - b0;
  ScrewCurve curve;
  curve.angle = screen.angle();
  curve.k0 = dot(ea, eb.cross(b0 - a0));
  const double g = screen.travel();
  curve.m0 = g * dot(ea, eb.cross(Vec3::UnitY()));
  if (screen.straight()) return curve;
  // Let R = 1 − C (projection perpendicular to the axis) + S (quarter turn), and let points be
  // relative to the axis. Then det = e_A·R(e_B × p_B) − (p_A × e_A)·R e_B + t g e_A·(R e_B × j).
  const Vec3 moment_b = eb.cross(b0 - screen.axis()), moment_a = (a0 - screen.axis()).cross(ea);
  curve.k1 = dot_across(moment_a, eb) - dot_across(ea, moment_b);
  curve.k2 = dot(ea, quarter_turn(moment_b)) - dot(moment_a, quarter_turn(eb));
  curve.m1 = -g * dot(ea, Vec3(eb.x(), 0, eb.z()).cross(Vec3::UnitY()));
  curve.m2 = g * dot_across(ea, eb);
  return curve;
}

void find_roots(const ScrewCurve& curve, const TurnTable& turns, double zero,
                std::vector<double>& roots) {
  roots.clear();
  RootSearch(curve, turns, zero, roots).search(0, 1);
}

}  // namespace firstcontact::rigid
