// Freedom of [a, b]: a fixed direction n with n . F_i > margin at a and at b for every corner (F_i
// is affine in time, so in between too). Contact: at a rational time, clip the hull to the cube, or
// take the distance from the origin; between rational times, by a sign change of the determinant
// while the sides' products keep their sign. An interval that resists down to kMaxDepth is sampled
// at its simplest fraction.
#include "exact/slow_check.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace firstcontact::test {

namespace {

using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                              boost::multiprecision::et_off>;
using Vector = std::array<Rational, 3>;
using Polygon = std::vector<Vector>;

constexpr int kMaxDepth = 11;
constexpr int kMaxUndecidedIntervals = 3;

Rational dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector blend(const Vector& a, const Vector& b, const Rational& s) {
  Vector r;
  for (int k = 0; k < 3; ++k) r[k] = a[k] + s * (b[k] - a[k]);
  return r;
}

/// Corners in cyclic order at both ends of the motion.
struct Motion {
  Polygon start, end;

  Polygon at(const Rational& time) const {
    Polygon r;
    for (std::size_t i = 0; i < start.size(); ++i) r.push_back(blend(start[i], end[i], time));
    return r;
  }
};

Polygon gap_corners(Kind kind, const std::array<Vec3, 4>& points) {
  std::array<Vector, 4> p;
  for (int i = 0; i < point_count(kind); ++i)
    for (int k = 0; k < 3; ++k) p[i][k] = to_rational(points[i][k]);
  switch (kind) {
    case Kind::VertexFace: return {minus(p[0], p[1]), minus(p[0], p[2]), minus(p[0], p[3])};
    case Kind::EdgeEdge:
      return {minus(p[0], p[2]), minus(p[1], p[2]), minus(p[1], p[3]), minus(p[0], p[3])};
    case Kind::PointEdge:
    case Kind::PointSegment2D: return {minus(p[0], p[1]), minus(p[0], p[2])};
    case Kind::PointPoint: break;
  }
  return {minus(p[0], p[1])};
}

/// The part of the polygon with sign * x_axis <= bound.
Polygon clip(const Polygon& polygon, int axis, int sign, const Rational& bound) {
  Polygon r;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector& a = polygon[i];
    const Vector& b = polygon[(i + 1) % polygon.size()];
    const Rational da = sign * a[axis] - bound, db = sign * b[axis] - bound;
    if (da <= 0) r.push_back(a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) r.push_back(blend(a, b, da / (da - db)));
  }
  return r;
}

bool meets_cube(Polygon polygon, const Rational& half_width) {
  for (int axis = 0; axis < 3 && !polygon.empty(); ++axis)
    for (const int sign : {1, -1}) polygon = clip(polygon, axis, sign, half_width);
  return !polygon.empty();
}

Vector closest_on_segment(const Vector& a, const Vector& b) {
  const Vector d = minus(b, a);
  const Rational length = dot(d, d);
  if (length == 0) return a;
  Rational s = -dot(a, d) / length;
  if (s < 0) s = 0;
  if (s > 1) s = 1;
  return blend(a, b, s);
}

/// The point of the hull closest to the origin.
Vector closest_point(const Polygon& polygon) {
  if (polygon.size() >= 3) {
    const Vector normal = cross(minus(polygon[1], polygon[0]), minus(polygon[2], polygon[0]));
    const Rational length = dot(normal, normal);
    if (length != 0) {
      const Rational scale = dot(polygon[0], normal) / length;
      const Vector foot = {normal[0] * scale, normal[1] * scale, normal[2] * scale};
      bool inside = true;
      for (std::size_t i = 0; i < polygon.size() && inside; ++i) {
        const Vector side = minus(polygon[(i + 1) % polygon.size()], polygon[i]);
        inside = dot(cross(side, minus(foot, polygon[i])), normal) >= 0;
      }
      if (inside) return foot;
    }
  }
  Vector best = polygon[0];
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector x = closest_on_segment(polygon[i], polygon[(i + 1) % polygon.size()]);
    if (dot(x, x) < dot(best, best)) best = x;
  }
  return best;
}

/// The fraction with the smallest denominator in [a, b], 0 <= a <= b (Stern and Brocot).
Rational simplest_between(const Rational& a, const Rational& b) {
  const Integer floor_a = numerator(a) / denominator(a);
  if (Rational(floor_a) == a) return a;
  if (Rational(floor_a + 1) <= b) return Rational(floor_a + 1);
  return floor_a + 1 / simplest_between(1 / (b - floor_a), 1 / (a - floor_a));
}

/// A short vector of about the same direction: exact tests are quicker with few bits.
Vector shortened(const Vector& v) {
  Rational largest = 0;
  for (const Rational& x : v) largest = std::max<Rational>(largest, abs(x));
  if (largest == 0) return v;
  Vector r;
  for (int k = 0; k < 3; ++k)
    r[k] = std::round(static_cast<double>(Rational(v[k] / largest)) * 4096);
  return r;
}

class SlowCheck {
 public:
  SlowCheck(const Query& query, const Rational& separation, Norm norm)
      : motion_{gap_corners(query.kind, query.t0), gap_corners(query.kind, query.t1)},
        separation_(separation),
        norm_(norm) {}

  bool contact_at(const Rational& time) const {
    const Polygon polygon = motion_.at(time);
    if (norm_ == Norm::Linf || separation_ == 0) return meets_cube(polygon, separation_);
    const Vector x = closest_point(polygon);
    return dot(x, x) <= separation_ * separation_;
  }

  SlowAnswer run(const Rational& t_max) {
    answer_.free_until = t_max;
    search(0, t_max, 0);
    if (!answer_.contact_by && undecided_ < kMaxUndecidedIntervals && contact_at(t_max))
      found_contact(t_max, t_max);
    answer_.free = !answer_.contact_by && undecided_ == 0;
    return answer_;
  }

 private:
  bool separates(const Vector& n, const Polygon& a, const Polygon& b) const {
    const Rational side = dot(n, a[0]);
    if (side == 0) return false;
    const bool l2 = norm_ == Norm::L2;
    const Rational margin = l2 ? Rational(separation_ * separation_ * dot(n, n))
                               : separation_ * (abs(n[0]) + abs(n[1]) + abs(n[2]));
    for (const Polygon* polygon : {&a, &b}) {
      for (const Vector& corner : *polygon) {
        const Rational height = side > 0 ? dot(n, corner) : Rational(-dot(n, corner));
        if (height <= 0 || (l2 ? height * height : height) <= margin) return false;
      }
    }
    return true;
  }

  bool proven_free(const Polygon& a, const Polygon& b, const Polygon& middle) const {
    for (int k = 0; k < 3; ++k) {
      Vector axis = {0, 0, 0};
      axis[k] = 1;
      if (separates(axis, a, b)) return true;
    }
    const Vector closest = closest_point(middle);
    if (separates(shortened(closest), a, b)) return true;
    if (middle.size() < 3 && (norm_ == Norm::L2 || separation_ == 0)) return false;
    if (middle.size() >= 3 &&
        separates(shortened(cross(minus(middle[1], middle[0]), minus(middle[2], middle[0]))), a, b))
      return true;
    if (norm_ == Norm::L2 || separation_ == 0) return false;
    for (std::size_t i = 0; i < middle.size(); ++i) {
      const Vector side = shortened(minus(middle[(i + 1) % middle.size()], middle[i]));
      if (separates({0, side[2], -side[1]}, a, b)) return true;
      if (separates({side[2], 0, -side[0]}, a, b)) return true;
      if (separates({side[1], -side[0], 0}, a, b)) return true;
    }
    return false;
  }

  /// Bernstein coefficients of a product of two affine functions given by their end values.
  static bool product_is_positive(const Rational& aa, const Rational& ab_plus_ba,
                                  const Rational& bb) {
    return aa > 0 && ab_plus_ba > 0 && bb > 0;
  }

  /// Only without separation: a transversal crossing somewhere in between.
  bool proven_crossing(const Polygon& a, const Polygon& b, const Polygon& middle) const {
    if (separation_ != 0) return false;
    if (a.size() == 2) {
      for (const auto* p : {&a, &b})
        for (const Vector& corner : *p)
          if (corner[2] != 0) return false;
      const Rational ca = a[0][0] * a[1][1] - a[0][1] * a[1][0],
                     cb = b[0][0] * b[1][1] - b[0][1] * b[1][0];
      return ca * cb < 0 &&
             product_is_positive(-dot(a[0], a[1]), -dot(a[0], b[1]) - dot(b[0], a[1]),
                                 -dot(b[0], b[1]));
    }
    if (a.size() < 3) return false;
    if (dot(a[0], cross(a[1], a[2])) * dot(b[0], cross(b[1], b[2])) >= 0) return false;
    const Vector n = shortened(cross(minus(middle[1], middle[0]), minus(middle[2], middle[0])));
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::size_t j = (i + 1) % a.size();
      const Rational mixed = dot(cross(a[i], b[j]), n) + dot(cross(b[i], a[j]), n);
      if (!product_is_positive(dot(cross(a[i], a[j]), n), mixed, dot(cross(b[i], b[j]), n)))
        return false;
    }
    return true;
  }

  void found_contact(const Rational& proven_free_until, const Rational& at) {
    if (undecided_ == 0) answer_.free_until = proven_free_until;
    answer_.contact_by = at;
  }

  /// Looks for the first contact in [from, to]; `to` itself is left to the caller.
  void search(const Rational& from, const Rational& to, int depth) {
    if (answer_.contact_by || undecided_ >= kMaxUndecidedIntervals) return;
    const Polygon a = motion_.at(from), b = motion_.at(to);
    const Rational half = (from + to) / 2;
    const Polygon middle = motion_.at(half);
    if (proven_free(a, b, middle)) return;
    if (contact_at(from)) return found_contact(from, from);
    if (proven_crossing(a, b, middle)) return found_contact(from, to);
    if (from == to) return;
    if (depth < kMaxDepth) {
      search(from, half, depth + 1);
      search(half, to, depth + 1);
      return;
    }
    const Rational sample = simplest_between(from, to);
    if (contact_at(sample)) return found_contact(from, sample);
    if (undecided_++ == 0) answer_.free_until = from;
  }

  Motion motion_;
  Rational separation_;
  Norm norm_;
  int undecided_ = 0;
  SlowAnswer answer_;
};

}  // namespace

Rational to_rational(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(fraction, 53));
  const Integer power = Integer(1) << std::abs(exponent - 53);
  return exponent >= 53 ? Rational(Integer(mantissa) * power) : Rational(Integer(mantissa), power);
}

SlowAnswer slow_check(const Query& query, double min_separation, Norm norm, double t_max) {
  return SlowCheck(query, to_rational(min_separation), norm).run(to_rational(t_max));
}

bool in_contact_at(const Query& query, double min_separation, Norm norm, const Rational& time) {
  return SlowCheck(query, to_rational(min_separation), norm).contact_at(time);
}

}  // namespace firstcontact::test
