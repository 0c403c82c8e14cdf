#pragma once
/// Root parity, written once for floating-point and for exact numbers: counts how often a ray from
/// the origin crosses the surface F(boundary of the domain), whose corners are those of the gap at
/// t = 0 and t = 1.
///
/// Number is double (signs may be wrong, products may overflow) or exact::Integer. Only signs of
/// polynomials in the coordinates are used, never a division.
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "exact/integer.h"
#include "method.h"

namespace firstcontact::baselines {

/// 0 also for NaN.
inline int sign(double x) { return (x > 0) - (x < 0); }
inline int sign(const exact::Integer& x) { return x.sign(); }

template <class Number>
using Point = std::array<Number, 3>;

template <class Number>
Point<Number> minus(const Point<Number>& a, const Point<Number>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <class Number>
Number dot(const Point<Number>& a, const Point<Number>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class Number>
Point<Number> cross(const Point<Number>& a, const Point<Number>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <class Number>
Number determinant(const Point<Number>& a, const Point<Number>& b, const Point<Number>& c) {
  return dot(a, cross(b, c));
}
template <class Number>
bool is_zero(const Point<Number>& a) {
  return sign(a[0]) == 0 && sign(a[1]) == 0 && sign(a[2]) == 0;
}

/// Whether the origin is on the segment (a, b).
template <class Number>
bool origin_on_segment(const Point<Number>& a, const Point<Number>& b) {
  return is_zero(cross(a, b)) && sign(dot(a, b)) <= 0;
}

/// Whether the origin is in the triangle, which may be a segment or a point.
template <class Number>
bool origin_on_triangle(const Point<Number>& a, const Point<Number>& b, const Point<Number>& c) {
  if (sign(determinant(a, b, c)) != 0) return false;
  if (origin_on_segment(a, b) || origin_on_segment(b, c) || origin_on_segment(c, a)) return true;
  const Point<Number> ab = cross(a, b), bc = cross(b, c), ca = cross(c, a);
  return sign(dot(ab, bc)) > 0 && sign(dot(bc, ca)) > 0 && sign(dot(ca, ab)) > 0;
}

enum class Crossing { No, Yes, Degenerate };

/// Whether the ray from the origin crosses the inside of the triangle. It is degenerate if it meets
/// the rim or lies in the triangle's plane. A triangle that contains the origin is not crossed by a
/// ray that leaves its plane. Precondition: the ray is not zero.
template <class Number>
Crossing ray_crosses_triangle(const Point<Number>& ray, const Point<Number>& a,
                              const Point<Number>& b, const Point<Number>& c) {
  const Point<Number> ab = cross(a, b), bc = cross(b, c), ca = cross(c, a);
  // ray = (s0 a + s1 b + s2 c) / volume: it crosses where all of these have one sign.
  const int volume = sign(dot(a, bc)), s0 = sign(dot(ray, bc)), s1 = sign(dot(ray, ca)),
            s2 = sign(dot(ray, ab));
  if (volume != 0) {
    if (s0 == -volume || s1 == -volume || s2 == -volume) return Crossing::No;
    return s0 != 0 && s1 != 0 && s2 != 0 ? Crossing::Yes : Crossing::Degenerate;
  }
  // The triangle's plane holds the origin, where alone a ray that leaves the plane meets it.
  if (s0 != 0 || s1 != 0 || s2 != 0) return Crossing::No;
  // A triangle within a line through the origin: only that line meets it.
  const bool within_line = is_zero(ab) && is_zero(bc) && is_zero(ca);
  return within_line &&
                 !(is_zero(cross(ray, a)) && is_zero(cross(ray, b)) && is_zero(cross(ray, c)))
             ? Crossing::No
             : Crossing::Degenerate;
}

/// A bilinear patch; corners in cyclic order.
template <class Number>
using Corners = std::array<Point<Number>, 4>;

/// Position of the origin relative to a patch. The tetrahedron of the corners contains the patch,
/// which splits it: with barycentric coordinates b the patch is phi = b0 b2 - b1 b3 = 0. The two
/// faces at the edge (0, 2) bound the part phi >= 0, those at (1, 3) the part phi <= 0.
enum class Place {
  /// The tetrahedron has no volume, and phi says nothing.
  Flat,
  /// The origin lies on the patch.
  OnPatch,
  /// The origin is not in the part phi >= 0: modulo 2, a ray crosses the patch as often as the
  /// faces
  /// at (0, 2).
  UseEdge02,
  /// The same for the faces at (1, 3).
  UseEdge13,
};

template <class Number>
Place place_of_origin(const Corners<Number>& q) {
  const Point<Number> d1 = minus(q[1], q[0]), d2 = minus(q[2], q[0]), d3 = minus(q[3], q[0]);
  const int volume = sign(determinant(d1, d2, d3));
  if (volume == 0) return Place::Flat;
  // Barycentric coordinates of the origin times the volume, with the sign of each corner's opposite
  // face.
  const Number b0 = determinant(q[1], q[2], q[3]), b1 = determinant(q[2], q[0], q[3]);
  const Number b2 = determinant(q[0], q[1], q[3]), b3 = determinant(q[1], q[0], q[2]);
  for (const int s : {sign(b0), sign(b1), sign(b2), sign(b3)})
    if (s == -volume) return Place::UseEdge02;  // outside the tetrahedron: either pair
  const int phi = sign(b0 * b2 - b1 * b3);
  return phi == 0 ? Place::OnPatch : phi > 0 ? Place::UseEdge13 : Place::UseEdge02;
}

/// The two triangles of the corners that share the edge (0, 2), or (1, 3).
template <class Number>
std::array<Crossing, 2> ray_crosses_pair(const Point<Number>& ray, const Corners<Number>& q,
                                         Place place) {
  if (place == Place::UseEdge13)
    return {ray_crosses_triangle(ray, q[1], q[2], q[3]),
            ray_crosses_triangle(ray, q[0], q[1], q[3])};
  return {ray_crosses_triangle(ray, q[0], q[1], q[2]), ray_crosses_triangle(ray, q[0], q[2], q[3])};
}

/// The gap's corners in cyclic order, 3 for vertex-face and 4 for edge-edge, at t = 0 and t = 1.
template <class Number>
struct EndGaps {
  int count = 0;
  std::array<Point<Number>, 4> t0, t1;
};

/// The sides of the swept prism or hexahedron, and for edge-edge its two ends.
template <class Number>
std::vector<Corners<Number>> patches_of(const EndGaps<Number>& gaps) {
  std::vector<Corners<Number>> patches;
  for (int i = 0; i < gaps.count; ++i) {
    const int next = i + 1 == gaps.count ? 0 : i + 1;
    patches.push_back({gaps.t0[i], gaps.t0[next], gaps.t1[next], gaps.t1[i]});
  }
  if (gaps.count == 4) {
    patches.push_back(gaps.t0);
    patches.push_back(gaps.t1);
  }
  return patches;
}

/// Directions of rays: the same sequence for every query. Components are odd integers below 2^20 in
/// magnitude.
class RayDirections {
 public:
  template <class Number>
  Point<Number> next() {
    Point<Number> ray;
    for (Number& component : ray) component = Number(draw());
    return ray;
  }

 private:
  std::int32_t draw() {
    state_ = state_ * 6364136223846793005u +
             1442695040888963407u;  // Knuth's linear congruential generator
    const auto magnitude = static_cast<std::int32_t>(state_ >> 45) | 1;
    return (state_ >> 44 & 1) != 0 ? magnitude : -magnitude;
  }
  std::uint64_t state_ = 1;
};

/// How a variant handles a patch whose corners are in one plane.
template <class Number>
struct FlatPatches {
  bool (*holds_origin)(const Corners<Number>& patch);
  /// A ray that crosses both triangles crosses the patch: right for a plain quadrilateral, wrong
  /// for one that crosses itself.
  bool both_is_one;
};

/// Whether the ray crosses the surface an odd number of times; empty if the ray is degenerate.
template <class Number>
std::optional<bool> crosses_oddly(const Point<Number>& ray, const EndGaps<Number>& gaps,
                                  const std::vector<Corners<Number>>& patches,
                                  const std::vector<Place>& places, bool both_is_one) {
  bool odd = false;
  if (gaps.count == 3)
    for (const auto& end : {gaps.t0, gaps.t1}) {
      const Crossing crossing = ray_crosses_triangle(ray, end[0], end[1], end[2]);
      if (crossing == Crossing::Degenerate) return std::nullopt;
      odd ^= crossing == Crossing::Yes;
    }
  for (std::size_t i = 0; i < patches.size(); ++i) {
    const auto [first, second] = ray_crosses_pair(ray, patches[i], places[i]);
    if (first == Crossing::Degenerate || second == Crossing::Degenerate) return std::nullopt;
    const bool both = first == Crossing::Yes && second == Crossing::Yes;
    odd ^= first != second || (both && places[i] == Place::Flat && both_is_one);
  }
  return odd;
}

/// Contact if the origin is on the surface, or if a ray from it crosses the surface an odd number
/// of times. Degenerate rays are replaced, up to max_rays in all; then the answer is contact.
/// Answer::checks counts rays.
template <class Number>
Answer root_parity(const EndGaps<Number>& gaps, const FlatPatches<Number>& flat, int max_rays) {
  Answer answer;
  answer.contact = true;
  if (gaps.count == 3)
    for (const auto& end : {gaps.t0, gaps.t1})
      if (origin_on_triangle(end[0], end[1], end[2])) return answer;
  const std::vector<Corners<Number>> patches = patches_of(gaps);
  std::vector<Place> places;
  for (const Corners<Number>& patch : patches) {
    places.push_back(place_of_origin(patch));
    if (places.back() == Place::Flat ? flat.holds_origin(patch) : places.back() == Place::OnPatch)
      return answer;
  }
  RayDirections directions;
  while (answer.checks < max_rays) {
    ++answer.checks;
    const auto odd =
        crosses_oddly(directions.next<Number>(), gaps, patches, places, flat.both_is_one);
    if (!odd) continue;
    answer.contact = *odd;
    return answer;
  }
  answer.exhausted = true;
  return answer;
}

}  // namespace firstcontact::baselines
