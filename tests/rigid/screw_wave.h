#pragma once
/// Points under a screw, and functions of them with all their roots, in any number type.
#include <firstcontact/pose.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace firstcontact::test {

using Long = long double;

/// Plain vectors of any number type.
template <class R>
struct V {
  R x, y, z;
  V operator+(const V& o) const { return {x + o.x, y + o.y, z + o.z}; }
  V operator-(const V& o) const { return {x - o.x, y - o.y, z - o.z}; }
  V operator-() const { return {-x, -y, -z}; }
  V operator*(const R& s) const { return {x * s, y * s, z * s}; }
};
template <class R>
R dot(const V<R>& a, const V<R>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class R>
V<R> cross(const V<R>& a, const V<R>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class R>
R norm(const V<R>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}
template <class R>
V<R> unit(const V<R>& a) {
  return a * (R(1) / norm(a));
}
template <class R>
V<R> to(const Vec3& a) {
  return {R(a.x()), R(a.y()), R(a.z())};
}
inline Vec3 rounded(const V<Long>& a) {
  return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}

template <class R>
struct Quaternion {
  R w;
  V<R> v;
  Quaternion operator*(const Quaternion& o) const {
    return {w * o.w - dot(v, o.v), o.v * w + v * o.w + cross(v, o.v)};
  }
  Quaternion conjugate() const { return {w, -v}; }
  V<R> turn(const V<R>& x) const {
    const V<R> twice = cross(v, x) * R(2);
    return x + twice * w + cross(v, twice);
  }
};

template <class R>
Quaternion<R> quaternion(const Mat3& m) {
  // Of the four possible quaternions the longest, which is the best conditioned.
  const R xx = m(0, 0), yy = m(1, 1), zz = m(2, 2), xy = m(0, 1), yx = m(1, 0), xz = m(0, 2),
          zx = m(2, 0), yz = m(1, 2), zy = m(2, 1);
  const std::array<Quaternion<R>, 4> all = {{{1 + xx + yy + zz, {zy - yz, xz - zx, yx - xy}},
                                             {zy - yz, {1 + xx - yy - zz, xy + yx, xz + zx}},
                                             {xz - zx, {xy + yx, 1 - xx + yy - zz, yz + zy}},
                                             {yx - xy, {xz + zx, yz + zy, 1 - xx - yy + zz}}}};
  using std::sqrt;
  const Quaternion<R>* best = nullptr;
  R longest = 0;
  for (const Quaternion<R>& q : all) {
    const R length = q.w * q.w + dot(q.v, q.v);
    if (length > longest) longest = length, best = &q;
  }
  const R scale = 1 / sqrt(longest);
  return {best->w * scale, best->v * scale};
}

/// x(t) = x + S w(x) + C ω×w(x) + t d for a point that starts at x.
template <class R>
struct ScrewPath {
  Quaternion<R> start_turn;
  V<R> start, omega, w0, d;
  R theta;

  /// Of `b` seen from `a`. Where the turn is half a circle both senses are right: the hint says
  /// which.
  ScrewPath(const PoseChange& a, const PoseChange& b, const Vec3& axis_hint) {
    using std::abs, std::atan2, std::tan;
    const Quaternion<R> a0 = quaternion<R>(a.from.rotation), a1 = quaternion<R>(a.to.rotation);
    start_turn = a0.conjugate() * quaternion<R>(b.from.rotation);
    const Quaternion<R> end_turn = a1.conjugate() * quaternion<R>(b.to.rotation);
    start = a0.conjugate().turn(to<R>(b.from.position) - to<R>(a.from.position));
    const V<R> end = a1.conjugate().turn(to<R>(b.to.position) - to<R>(a.to.position)),
               way = end - start;
    Quaternion<R> q = end_turn * start_turn.conjugate();
    const bool half_circle = abs(q.w) < R(1e-9);
    if (half_circle ? dot(q.v, to<R>(axis_hint)) < 0 : q.w < 0) q = {-q.w, -q.v};
    const R sine = norm(q.v);
    theta = 2 * atan2(sine, q.w);
    if (theta < R(1.5e-15)) {  // what rounding leaves of no turn at all
      theta = 0;
      omega = w0 = {0, 0, 0};
      d = way;
      return;
    }
    const V<R> v = q.v * (1 / sine);
    omega = v * theta;
    d = v * dot(v, way);
    const V<R> across = way - d;
    w0 = across * (theta / (2 * tan(theta / 2))) - cross(v, across) * (theta / 2);
  }

  V<R> at_start(const Vec3& x) const { return start_turn.turn(to<R>(x)) + start; }
  V<R> velocity(const V<R>& x) const { return cross(omega, x - start) + w0; }
  R first(const R& t) const {
    using std::sin;
    return theta == 0 ? t : R(sin(theta * t) / theta);
  }
  R second(const R& t) const {
    using std::sin;
    if (theta == 0) return t * t / 2;
    const R half = sin(theta * t / 2) / theta;
    return 2 * half * half;
  }
  V<R> at(const V<R>& x, const R& t) const {
    const V<R> w = velocity(x);
    return x + w * first(t) + cross(omega, w) * second(t) + d * t;
  }
  V<R> turned(const V<R>& e, const R& t) const {
    const V<R> w = cross(omega, e);
    return e + w * first(t) + cross(omega, w) * second(t);
  }
  /// Where a point at rest goes seen from B.
  V<R> back(const V<R>& y, const R& t) const {
    const V<R> w = velocity(y);
    return y - w * first(t) + cross(omega, w) * second(t) - d * t;
  }
};

template <class R>
struct Wave {
  R A, B, C, D, E, F, theta;

  R sine(const R& t) const {
    using std::sin;
    return theta == 0 ? t : R(sin(theta * t) / theta);
  }
  R cosine(const R& t) const {
    using std::cos;
    return cos(theta * t);
  }
  R value(const R& t) const {
    using std::sin;
    const R half = theta == 0 ? R(t / 2) : R(sin(theta * t / 2) / theta);
    return A + B * sine(t) + C * 2 * half * half + t * (D + E * cosine(t) + F * sine(t));
  }
  R slope(const R& t) const {
    const R c = cosine(t);
    return B * c + C * sine(t) + D + E * c - E * theta * theta * t * sine(t) + F * sine(t) +
           F * t * c;
  }
  /// cos² times the derivative of f'/cos.
  R bend(const R& t) const {
    const R c = cosine(t), s = sine(t);
    return F * c * c - E * theta * theta * s * c + (C + F) - E * theta * theta * t;
  }
};

/// Roots of a function that is monotone between neighbouring `breaks`.
inline std::vector<Long> roots(const std::function<Long(Long)>& f, std::vector<Long> breaks) {
  breaks.push_back(0);
  breaks.push_back(1);
  std::erase_if(breaks, [](Long t) { return !(t >= 0 && t <= 1); });
  std::sort(breaks.begin(), breaks.end());
  std::vector<Long> found;
  for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
    Long low = breaks[i], high = breaks[i + 1], at_low = f(low), at_high = f(high);
    if (at_low == 0) found.push_back(low);
    if (i + 2 == breaks.size() && at_high == 0) found.push_back(high);
    if (!((at_low < 0 && at_high > 0) || (at_low > 0 && at_high < 0))) continue;
    int kept = 0;  // ends kept in a row: their weight is halved (Illinois)
    for (int round = 0; round < 200 && high - low > 1e-19L; ++round) {
      Long t =
          round % 3 == 2 ? (low + high) / 2 : low + (high - low) * (at_low / (at_low - at_high));
      t = std::clamp(t, low, high);
      const Long value = f(t);
      if (value == 0) {
        low = high = t;
      } else if ((value < 0) == (at_low < 0)) {
        low = t;
        at_low = value;
        kept = kept > 0 ? kept + 1 : 1;
        if (kept > 1) at_high /= 2;
      } else {
        high = t;
        at_high = value;
        kept = kept < 0 ? kept - 1 : -1;
        if (kept < -1) at_low /= 2;
      }
    }
    found.push_back((low + high) / 2);
  }
  return found;
}

/// Where tan(θt) = y / x, and half a circle on.
inline std::vector<Long> angles(Long y, Long x, Long theta) {
  if (theta == 0) return {};
  const Long pi = std::acos(-1.0L), phi = std::atan2(y, x);
  return {(phi - pi) / theta, phi / theta, (phi + pi) / theta};
}

inline std::vector<Long> roots(const Wave<Long>& f) {
  const auto slope = [&](Long t) { return f.slope(t); };
  const auto value = [&](Long t) { return f.value(t); };
  if (f.E == 0 && f.F == 0) return roots(value, roots(slope, angles(f.C, f.theta * f.B, f.theta)));
  std::vector<Long> breaks = angles(1, 0, f.theta);
  const std::vector<Long> poles = breaks, more = angles(-f.E * f.theta, f.F, f.theta);
  breaks.insert(breaks.end(), more.begin(), more.end());
  std::vector<Long> of_bend = roots([&](Long t) { return f.bend(t); }, breaks);
  of_bend.insert(of_bend.end(), poles.begin(), poles.end());
  return roots(value, roots(slope, of_bend));
}

}  // namespace firstcontact::test
