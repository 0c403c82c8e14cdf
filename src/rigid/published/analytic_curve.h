#pragma once
/// The distance of two features from touching as a function of time under a screw motion, and the
/// roots of such functions.
#include <array>
#include <vector>

#include "rigid/published/clip.h"

namespace firstcontact::rigid {

/// 1 − cos and sin of an angle.
struct TurnPair {
  double versine = 0, sine = 0;
};

/// Computes 1 − cos and sin of angle * t, and stores them for the times with which every search for
/// roots begins.
class TurnTable {
 public:
  explicit TurnTable(double angle);
  TurnPair at(double t) const;

 private:
  static constexpr int kSteps = 16;
  double angle_ = 0;
  std::array<TurnPair, kSteps + 1> steps_;
};

/// f(t) = k0 + k1 C + k2 S + t (m0 + m1 C + m2 S), where C = 1 − cos(angle t) and S = sin(angle t).
/// C is used instead of cos(angle t) because then large coefficients, which belong to an axis far
/// away, do not cancel.
struct ScrewCurve {
  double angle = 0;
  double k0 = 0, k1 = 0, k2 = 0, m0 = 0, m1 = 0, m2 = 0;

  struct Values {
    double f = 0, f1 = 0, f2 = 0;  ///< the function and two derivatives
  };
  Values at(double t) const;
  /// The same; `turn` is that of angle * t.
  Values at(double t, const TurnPair& turn) const;
  /// Upper bound of |f'''| on [0, 1].
  double third_derivative() const;
  /// Approximate rounding error of f on [0, 1].
  double rounding() const;
  /// Upper bound of |f| on [0, 1].
  double bound() const;
};

/// n·(x(t) − q): the height of a moving point over a plane. The flow carries a point of B to a
/// plane of A; if `backward`, a point of A moves backward to a plane of B. All coordinates are
/// those at the start, in the screen's frame.
ScrewCurve plane_curve(const Screen& screen, const Vec3& n, const Vec3& q, const Vec3& point,
                       bool backward);

/// det[e_A, e_B(t), p_B(t) − p_A]: 0 when the lines of two edges meet (or are parallel).
ScrewCurve edge_curve(const Screen& screen, const Vec3& a0, const Vec3& a1, const Vec3& b0,
                      const Vec3& b1);

/// All roots in [0, 1], in ascending order. If the curve stays within `zero` of 0 for some time,
/// the start of that time is the root. `turns` must be made for the curve's angle.
void find_roots(const ScrewCurve& curve, const TurnTable& turns, double zero,
                std::vector<double>& roots);

}  // namespace firstcontact::rigid
