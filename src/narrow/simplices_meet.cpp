#include "narrow/simplices_meet.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arith/unit_roundoff.h"
#include "narrow/certified/point_sides.h"
#include "narrow/vector3.h"

namespace firstcontact::narrow {
namespace {

/// Error of a height n·(x - o) relative to the sum of |n_k| |x_k - o_k|. Each coordinate takes one
/// difference, one product and two sums: at most 4 roundings. Two heights are compared, and the
/// bound itself is rounded; 16 roundings cover all.
constexpr double kHeightError = 16 * arith::kUnitRoundoff;
/// More than underflow can take from two heights while the bound above is finite.
constexpr double kHeightUnderflow = 0x1p-1000;

using Vector = Vector3<double>;

Vector offset_between(const Vec3& a, const Vec3& b) {
  return {a.x() - b.x(), a.y() - b.y(), a.z() - b.z()};
}

/// Looks for a direction along which two simplices are apart. The proof is valid for any direction,
/// however inaccurate.
class Separation {
 public:
  Separation(const Simplex& a, const Simplex& b) : a_(a), b_(b) {
    for (int i = 0; i < a.count; ++i) offsets_a_[i] = offset_between(a.corners[i], a.corners[0]);
    for (int i = 0; i < b.count; ++i) offsets_b_[i] = offset_between(b.corners[i], a.corners[0]);
  }

  bool proven() const {
    Vector edges_a[3], edges_b[3];
    const int count_a = edges_of(offsets_a_, a_.count, edges_a),
              count_b = edges_of(offsets_b_, b_.count, edges_b);
    if (is_apart(normal_of(edges_a, count_a)) || is_apart(normal_of(edges_b, count_b))) return true;
    for (int i = 0; i < count_a; ++i)
      for (int j = 0; j < count_b; ++j)
        if (is_apart(cross(edges_a[i], edges_b[j]))) return true;
    return apart_in_plane(edges_a, count_a) || apart_in_plane(edges_b, count_b);
  }

 private:
  static int edges_of(const Vector (&corners)[3], int count, Vector (&edges)[3]) {
    const auto edge = [&](int i, int j) {
      return Vector{corners[j].x - corners[i].x, corners[j].y - corners[i].y,
                    corners[j].z - corners[i].z};
    };
    if (count < 2) return 0;
    edges[0] = edge(0, 1);
    if (count == 2) return 1;
    edges[1] = edge(1, 2);
    edges[2] = edge(2, 0);
    return 3;
  }

  static Vector normal_of(const Vector (&edges)[3], int count) {
    return count == 3 ? cross(edges[0], edges[1]) : Vector{};
  }

  /// Tries the directions perpendicular to the edges within a plane: that of the triangle, or that
  /// of the segment and the first corner of b.
  bool apart_in_plane(const Vector (&edges)[3], int count) const {
    for (int i = 0; i < count; ++i) {
      const Vector across = count == 3 ? cross(edges[0], edges[1]) : cross(edges[0], offsets_b_[0]);
      if (is_apart(cross(across, edges[i]))) return true;
    }
    return false;
  }

  struct Heights {
    double low = std::numeric_limits<double>::infinity(), high = -low, size = 0;
    void add(const Vector& n, const Vector& x) {
      const double p = n.x * x.x, q = n.y * x.y, r = n.z * x.z, height = p + q + r;
      low = std::min(low, height);
      high = std::max(high, height);
      size += std::abs(p) + std::abs(q) + std::abs(r);
    }
  };

  bool is_apart(const Vector& n) const {
    Heights a, b;
    for (int i = 0; i < a_.count; ++i) a.add(n, offsets_a_[i]);
    for (int i = 0; i < b_.count; ++i) b.add(n, offsets_b_[i]);
    const double bound = kHeightError * (a.size + b.size) + kHeightUnderflow;
    // An overflow makes the bound infinite or NaN, and then both comparisons are false.
    return a.low - b.high > bound || b.low - a.high > bound;
  }

  const Simplex &a_, &b_;
  Vector offsets_a_[3], offsets_b_[3];
};

bool boxes_overlap(const Simplex& a, const Simplex& b) {
  for (int k = 0; k < 3; ++k) {
    double low_a = a.corners[0][k], high_a = low_a, low_b = b.corners[0][k], high_b = low_b;
    for (int i = 1; i < a.count; ++i) {
      low_a = std::min(low_a, a.corners[i][k]);
      high_a = std::max(high_a, a.corners[i][k]);
    }
    for (int i = 1; i < b.count; ++i) {
      low_b = std::min(low_b, b.corners[i][k]);
      high_b = std::max(high_b, b.corners[i][k]);
    }
    if (high_a < low_b || high_b < low_a) return false;
  }
  return true;
}

bool boxes_overlap(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  for (int k = 0; k < 3; ++k)
    if (std::max(a0[k], a1[k]) < std::min(b0[k], b1[k]) ||
        std::max(b0[k], b1[k]) < std::min(a0[k], a1[k]))
      return false;
  return true;
}

/// A coordinate axis along which the projections of the three points are not on one line; -1 if the
/// points are on one line.
int viewing_axis(const Vec3& a, const Vec3& b, const Vec3& c) {
  for (int axis = 0; axis < 3; ++axis)
    if (area_sign(a, b, c, axis) != 0) return axis;
  return -1;
}

/// Precondition: the four points lie in one plane, whose projection along `axis` is not a line.
bool segments_meet_in_view(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1,
                           int axis) {
  return area_sign(a0, a1, b0, axis) * area_sign(a0, a1, b1, axis) <= 0 &&
         area_sign(b0, b1, a0, axis) * area_sign(b0, b1, a1, axis) <= 0;
}

/// Either segment may be a point.
bool segments_meet(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  if (!boxes_overlap(a0, a1, b0, b1) || volume_sign(a0, a1, b0, b1) != 0) return false;
  // If the four points are not all on one line, three of them span their plane.
  for (const auto& [p, q, r] : {std::array{&a0, &a1, &b0}, std::array{&a0, &a1, &b1},
                                std::array{&b0, &b1, &a0}, std::array{&b0, &b1, &a1}})
    if (const int axis = viewing_axis(*p, *q, *r); axis >= 0)
      return segments_meet_in_view(a0, a1, b0, b1, axis);
  return true;  // on one line, segments with overlapping boxes overlap
}

bool all_on_one_side(int a, int b, int c) {
  return std::min({a, b, c}) >= 0 || std::max({a, b, c}) <= 0;
}

/// The segment may be a point, the triangle a segment or a point.
bool segment_meets_triangle(const Vec3& s0, const Vec3& s1, const std::array<Vec3, 3>& t) {
  const auto meets_a_side = [&] {
    return segments_meet(s0, s1, t[0], t[1]) || segments_meet(s0, s1, t[1], t[2]) ||
           segments_meet(s0, s1, t[2], t[0]);
  };
  const int side0 = volume_sign(t[0], t[1], t[2], s0), side1 = volume_sign(t[0], t[1], t[2], s1);
  if (side0 * side1 > 0) return false;
  // If an end is off the plane, the segment crosses the plane at exactly one point.
  if (side0 != 0 || side1 != 0)
    return all_on_one_side(volume_sign(s0, s1, t[0], t[1]), volume_sign(s0, s1, t[1], t[2]),
                           volume_sign(s0, s1, t[2], t[0]));
  const int axis = viewing_axis(t[0], t[1], t[2]);
  if (axis < 0) return meets_a_side();
  return all_on_one_side(area_sign(t[0], t[1], s0, axis), area_sign(t[1], t[2], s0, axis),
                         area_sign(t[2], t[0], s0, axis)) ||
         meets_a_side();
}

/// Whether a side of `a` (its corner, if it is a point) meets the triangle or segment `b`.
bool a_side_meets(const Simplex& a, const Simplex& b) {
  const int sides = a.count == 3 ? 3 : 1;
  for (int i = 0; i < sides; ++i) {
    const Vec3 &s0 = a.corners[i], &s1 = a.corners[(i + 1) % a.count];
    if (b.count == 3 ? segment_meets_triangle(s0, s1, b.corners)
                     : segments_meet(s0, s1, b.corners[0], b.corners[b.count - 1]))
      return true;
  }
  return false;
}

}  // namespace

bool meet(const Simplex& a, const Simplex& b) {
  if (!boxes_overlap(a, b)) return false;
  if (a.count == 1 && b.count == 1) return true;  // points with overlapping boxes are equal
  if (Separation(a, b).proven()) return false;
  // If two triangles meet, a side of one meets the other. A segment is its own only side, so one
  // inside a triangle is found too.
  if (a.count == 3 && b.count < 3) return a_side_meets(b, a);
  return a_side_meets(a, b) || (a.count == 3 && b.count == 3 && a_side_meets(b, a));
}

}  // namespace firstcontact::narrow
