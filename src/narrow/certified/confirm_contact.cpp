// Confirms contacts without exact arithmetic (docs/math/certified-advance.md, "Confirming a contact").
//
// Vertex-face and edge-edge: touches_between-inl.h.
// Planar point-segment: F_0 x F_1 changes sign while F_0·F_1 stays negative.
// With a separation: a point of the hull at `to` is nearer than the separation.
#include "narrow/certified/confirm_contact.h"

#include <algorithm>
#include <cmath>

#include "narrow/certified/error_bounds.h"
#include "narrow/certified/nearest_direction.h"
#include "narrow/certified/scalar_settling.h"

namespace firstcontact::narrow {
namespace {

// Let E = kBlendedRoundings u D be the error of a component of a blended corner, and B the largest
// blended component plus E. Then the error of a planar product is at most 5 E B + 16 u B^2.
struct Bounds {
  double error, largest;  // E and B above

  double product() const {
    return (5 * error * largest + 16 * kUnitRoundoff * largest * largest) * (1 + 0x1p-40) +
           kUnderflow;
  }
};

double largest_component(const Hull& hull) {
  double largest = 0;
  for (int i = 0; i < hull.count; ++i)
    largest = std::max({largest, std::abs(hull.corner[i].x), std::abs(hull.corner[i].y),
                        std::abs(hull.corner[i].z)});
  return largest;
}

/// The common sign of value(from, from), the mean of value(from, to) and value(to, from), and
/// value(to, to), if all are beyond the error; otherwise 0. These are the Bernstein coefficients of
/// a quadratic.
template <class Value>
int sign_throughout(const Value& value, const Hull& from, const Hull& to, double error) {
  const double a = value(from, from), b = 0.5 * (value(from, to) + value(to, from)),
               c = value(to, to);
  if (a > error && b > error && c > error) return 1;
  if (a < -error && b < -error && c < -error) return -1;
  return 0;
}

bool signs_differ(double a, double b, double error) {
  return (a > error && b < -error) || (a < -error && b > error);
}

bool crosses_planar_segment(const Hull& from, const Hull& to, const Bounds& bounds) {
  const auto area = [](const Hull& h) {
    return h.corner[0].x * h.corner[1].y - h.corner[0].y * h.corner[1].x;
  };
  if (!signs_differ(area(from), area(to), bounds.product())) return false;
  const auto between = [](const Hull& a, const Hull& b) { return dot(a.corner[0], b.corner[1]); };
  return sign_throughout(between, from, to, bounds.product()) < 0;
}

}  // namespace

bool confirm_contact(const GapCorners& corners, bool planar, double separation_down, Norm norm,
                     double from, double to) {
  const Hull end = hull_at(corners, to);
  if (separation_down > 0) {
    const double distance =
        norm == Norm::L2 ? nearest_direction(end).distance : cube_direction(end).distance;
    return distance + kHullPointRoundings * kUnitRoundoff * corners.largest < separation_down;
  }
  const Hull start = hull_at(corners, from);
  if (corners.count == 3)
    return touches_between<ScalarLanes, 3>(ScalarLanes(), start.corner, end.corner,
                                           corners.largest);
  if (corners.count == 4)
    return touches_between<ScalarLanes, 4>(ScalarLanes(), start.corner, end.corner,
                                           corners.largest);
  const double error = kBlendedRoundings * kUnitRoundoff * corners.largest;
  const Bounds bounds = {error, std::max(largest_component(start), largest_component(end)) + error};
  return corners.count == 2 && planar && crosses_planar_segment(start, end, bounds);
}

}  // namespace firstcontact::narrow
