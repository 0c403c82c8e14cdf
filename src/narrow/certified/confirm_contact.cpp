// Confirms contacts without exact arithmetic (docs/math/certified-advance.md, "Confirming a hit").
//
// Vertex-face and edge-edge: let N be any fixed vector. If over all of [from, to] the quadratics
// (F_i x F_j)·N of the hull's sides, in cyclic order, have one strict sign, then the line through
// the origin along N passes strictly inside the hull throughout. If also the determinant of three
// corners changes sign, the hull's plane passes through the origin at some time in between, and
// then the origin is in the hull.
// Planar point-segment: F_0 x F_1 changes sign while F_0·F_1 stays negative.
// With a separation: a point of the hull at `to` is nearer than the separation.
#include "narrow/certified/confirm_contact.h"

#include <algorithm>
#include <cmath>

#include "narrow/certified/error_bounds.h"
#include "narrow/certified/nearest_direction.h"

namespace firstcontact::narrow {
namespace {

// Let E = kBlendedRoundings u D be the error of a component of a blended corner, and B the largest
// blended component plus E. Then the error of the determinant is at most 20 E B^2 + 40 u B^3, and
// that of a side's quadratic ||N||_1 (5 E B + 16 u B^2). The planar products have the latter bound
// with ||N||_1 = 1.
constexpr double kBlendedRoundings = 5;

struct Bounds {
  double error, largest;  // E and B above

  double determinant() const {
    return (20 * error * largest * largest + 40 * kUnitRoundoff * largest * largest * largest) *
               (1 + 0x1p-40) +
           kUnderflow;
  }
  double product(double scale) const {
    return scale * (5 * error * largest + 16 * kUnitRoundoff * largest * largest) * (1 + 0x1p-40) +
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

double determinant(const Hull& hull) {
  return dot(hull.corner[0], cross(hull.corner[1], hull.corner[2]));
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

bool crosses_face(const Hull& from, const Hull& to, const Bounds& bounds) {
  if (!signs_differ(determinant(from), determinant(to), bounds.determinant())) return false;
  Vector normal = {0, 0, 0};
  for (const Hull* hull : {&from, &to})
    normal = normal + cross(hull->corner[1] - hull->corner[0],
                            hull->corner[hull->count - 1] - hull->corner[0]);
  const double error = bounds.product(std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z));
  int sign = 0;
  for (int i = 0; i < from.count; ++i) {
    const int j = i + 1 < from.count ? i + 1 : 0;
    const auto side = [&](const Hull& a, const Hull& b) {
      return dot(cross(a.corner[i], b.corner[j]), normal);
    };
    const int this_sign = sign_throughout(side, from, to, error);
    if (this_sign == 0 || (sign != 0 && this_sign != sign)) return false;
    sign = this_sign;
  }
  return true;
}

bool crosses_planar_segment(const Hull& from, const Hull& to, const Bounds& bounds) {
  const auto area = [](const Hull& h) {
    return h.corner[0].x * h.corner[1].y - h.corner[0].y * h.corner[1].x;
  };
  if (!signs_differ(area(from), area(to), bounds.product(1))) return false;
  const auto between = [](const Hull& a, const Hull& b) { return dot(a.corner[0], b.corner[1]); };
  return sign_throughout(between, from, to, bounds.product(1)) < 0;
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
  const double error = kBlendedRoundings * kUnitRoundoff * corners.largest;
  const Bounds bounds = {error, std::max(largest_component(start), largest_component(end)) + error};
  if (corners.count >= 3) return crosses_face(start, end, bounds);
  return corners.count == 2 && planar && crosses_planar_segment(start, end, bounds);
}

}  // namespace firstcontact::narrow
