#pragma once
/// How far features are from touching, as a function of time under a screw motion, and its roots.
#include <array>
#include <vector>

#include "rigid/published/clip.h"

namespace firstcontact::rigid {

/// 1 − cos and sin of an angle.
struct TurnPair {
  double versine = 0, sine = 0;
};

/// Those of angle * t, remembered for the times that every search for roots begins with.
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
/// With the versine in place of the cosine, coefficients that belong to an axis far away do no
/// harm. The class is closed under derivatives.
struct ScrewCurve {
  double angle = 0;
  double k0 = 0, k1 = 0, k2 = 0, m0 = 0, m1 = 0, m2 = 0;

  struct Values {
    double f = 0, f1 = 0, f2 = 0;  ///< the function and two derivatives
  };
  Values at(double t) const;
  /// With `turn` that of angle * t.
  Values at(double t, const TurnPair& turn) const;
  /// Of |f'''| over [0, 1].
  double third_derivative() const;
  /// Of what rounding may do to f in [0, 1], about; also what |f| may reach by itself is at least
  /// this.
  double rounding() const;
  /// |f| over all of [0, 1] is at most this.
  double bound() const;
};

/// n·(x(t) − q): x a point of A against a plane of B (`backward`), in B's start position, or the
/// flow carrying a point of B to a plane of A. All at the start, in the screen's frame.
ScrewCurve plane_curve(const Screen& screen, const Vec3& n, const Vec3& q, const Vec3& point,
                       bool backward);

/// det[e_A, e_B(t), p_B(t) − p_A]: 0 when the lines of two edges meet (or are parallel).
ScrewCurve edge_curve(const Screen& screen, const Vec3& a0, const Vec3& a1, const Vec3& b0,
                      const Vec3& b1);

/// All roots in [0, 1], ascending. `turns` is for the curve's angle. Where the curve stays within
/// `zero` of 0 over some time, the start of that time.
void find_roots(const ScrewCurve& curve, const TurnTable& turns, double zero,
                std::vector<double>& roots);

}  // namespace firstcontact::rigid
