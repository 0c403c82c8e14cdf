/// 1. Sort the triangles' boxes along the longest axis of the scene and sweep: pairs whose boxes
/// touch.
/// 2. Look for a direction that separates a pair, beyond the rounding error of the check. Whatever
/// the direction, this proves that
///    it is free; the directions tried are those of the separating axis theorem, so all but nearly
///    touching pairs end here.
/// 3. Exact arithmetic decides the rest.
#include "support/static_intersection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/exact_triangles.h"

namespace firstcontact::test {
namespace {

using Indices = std::array<int, 3>;

constexpr double kRounding = std::numeric_limits<double>::epsilon();
/// Heights n·x, with x the rounded difference of two points, are off by at most 4 kRounding sum
/// |n_k| |x_k|: one subtraction, one product, two sums. The difference of two of them by twice that
/// and its own rounding. Doubled, to be generous.
constexpr double kHeightError = 20 * kRounding;
/// A determinant of three such vectors, bounded by the product of their sums of absolute
/// coordinates, by less than 16 kRounding of it.
constexpr double kDeterminantError = 32 * kRounding;
/// More than all that can be lost to underflow; far below anything that separates.
constexpr double kUnderflow = 1e-280;

Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(),
          a.x() * b.y() - a.y() * b.x()};
}
double sum_abs(const Vec3& a) { return std::abs(a.x()) + std::abs(a.y()) + std::abs(a.z()); }
/// For directions: about 1 long, whatever the unit of length.
Vec3 about_unit(const Vec3& a) {
  const double size = sum_abs(a);
  return size > 0 ? Vec3(a / size) : a;
}

/// Points relative to one of them, with what the check needs to know of their size.
template <std::size_t kA, std::size_t kB>
class Separation {
 public:
  Separation(const std::array<Vec3, kA>& a, const std::array<Vec3, kB>& b) {
    for (std::size_t i = 0; i < kA; ++i) a_[i] = a[i] - b[0];
    for (std::size_t i = 0; i < kB; ++i) b_[i] = b[i] - b[0];
    for (const Vec3& x : a_) size_ = size_.cwiseMax(x.cwiseAbs());
    for (const Vec3& x : b_) size_ = size_.cwiseMax(x.cwiseAbs());
  }

  /// True only if the hulls of the points have no point in common.
  bool proven() const {
    Vec3 between = Vec3::Zero();
    for (const Vec3& x : a_) between += x / static_cast<double>(kA);
    for (const Vec3& x : b_) between -= x / static_cast<double>(kB);
    if (separates(about_unit(between))) return true;
    if constexpr (kA == 3) {
      if (separates_in_plane_of(a_, false)) return true;
    }
    if constexpr (kB == 3) {
      if (separates_in_plane_of(b_, false)) return true;
    }
    for (std::size_t i = 0; i < kA * (kA - 1) / 2; ++i)
      for (std::size_t j = 0; j < kB * (kB - 1) / 2; ++j)
        if (separates(cross(side(a_, i), side(b_, j)))) return true;
    if constexpr (kA == 3) {
      if (separates_in_plane_of(a_, true)) return true;
    }
    if constexpr (kB == 3) {
      if (separates_in_plane_of(b_, true)) return true;
    }
    return false;
  }

 private:
  template <std::size_t kCount>
  static Vec3 side(const std::array<Vec3, kCount>& x, std::size_t i) {
    return about_unit(x[(i + 1) % kCount] - x[i]);
  }

  /// The triangle's normal, or the directions across from its sides.
  bool separates_in_plane_of(const std::array<Vec3, 3>& x, bool sides) const {
    const Vec3 normal = about_unit(cross(side(x, 0), side(x, 1)));
    if (!sides) return separates(normal);
    return separates(cross(normal, side(x, 0))) || separates(cross(normal, side(x, 1))) ||
           separates(cross(normal, side(x, 2)));
  }

  bool separates(const Vec3& n) const {
    double low_a = HUGE_VAL, high_a = -HUGE_VAL, low_b = HUGE_VAL, high_b = -HUGE_VAL;
    for (const Vec3& x : a_) {
      const double height = n.x() * x.x() + n.y() * x.y() + n.z() * x.z();
      low_a = std::min(low_a, height);
      high_a = std::max(high_a, height);
    }
    for (const Vec3& x : b_) {
      const double height = n.x() * x.x() + n.y() * x.y() + n.z() * x.z();
      low_b = std::min(low_b, height);
      high_b = std::max(high_b, height);
    }
    const double error = kHeightError * (std::abs(n.x()) * size_.x() + std::abs(n.y()) * size_.y() +
                                         std::abs(n.z()) * size_.z()) +
                         kUnderflow;
    return low_a - high_b > error || low_b - high_a > error;
  }

  std::array<Vec3, kA> a_;
  std::array<Vec3, kB> b_;
  Vec3 size_ = Vec3::Zero();
};

/// How a pair of triangles shares vertices: `common` of them, and these first in both orders.
struct Shared {
  int common = 0;
  Indices a, b;
};

Shared shared_first(const Indices& a, const Indices& b) {
  Shared s{0, a, b};
  for (int i = 0; i < 3; ++i) {
    const auto from = s.b.begin() + s.common;
    const auto same = std::find(from, s.b.end(), a[i]);
    if (same == s.b.end()) continue;
    std::iter_swap(from, same);
    std::swap(s.a[s.common], *std::find(s.a.begin() + s.common, s.a.end(), a[i]));
    ++s.common;
  }
  return s;
}

/// Triangles that share corner 0: a direction that has the rest of both on different sides.
bool corner_separates(const Triangle& a, const Triangle& b) {
  const Vec3 a1 = a[1] - a[0], a2 = a[2] - a[0], b1 = b[1] - a[0], b2 = b[2] - a[0];
  const Vec3 n = about_unit(about_unit(a1) + about_unit(a2) - about_unit(b1) - about_unit(b2));
  const auto height = [&](const Vec3& x) { return n.x() * x.x() + n.y() * x.y() + n.z() * x.z(); };
  const Vec3 size =
      a1.cwiseAbs().cwiseMax(a2.cwiseAbs()).cwiseMax(b1.cwiseAbs()).cwiseMax(b2.cwiseAbs());
  const double error = kHeightError * n.cwiseAbs().dot(size) + kUnderflow;
  return std::min(height(a1), height(a2)) > error && std::max(height(b1), height(b2)) < -error;
}

/// Triangles that share corners 0 and 1: not in one plane, or there on different sides of the
/// common side.
bool hinge_separates(const Triangle& a, const Triangle& b) {
  const Vec3 side = a[1] - a[0], x = a[2] - a[0], y = b[2] - a[0];
  const Vec3 nx = cross(side, x), ny = cross(side, y);
  const double size = sum_abs(side) * sum_abs(x) * sum_abs(y),
               error = kDeterminantError * size + kUnderflow;
  return std::abs(nx.x() * y.x() + nx.y() * y.y() + nx.z() * y.z()) > error ||
         nx.x() * ny.x() + nx.y() * ny.y() + nx.z() * ny.z() <
             -(sum_abs(side) * error + kUnderflow);
}

/// Without exact arithmetic: true only if the pair does not meet.
bool proven_free(int common, const Triangle& a, const Triangle& b) {
  if (common == 0) return Separation<3, 3>(a, b).proven();
  if (common == 1) {
    return corner_separates(a, b) || (Separation<2, 3>({a[1], a[2]}, b).proven() &&
                                      Separation<3, 2>(a, {b[1], b[2]}).proven());
  }
  return hinge_separates(a, b);
}

bool meet_exactly(int common, const Triangle& a, const Triangle& b) {
  if (common == 0) return triangles_meet(a, b);
  if (common == 1)
    return segment_meets_triangle({a[1], a[2]}, b) || segment_meets_triangle({b[1], b[2]}, a);
  // Folded flat: the corner of one is on the other, or their free sides cross.
  return segment_meets_triangle({a[2], a[2]}, b) || segment_meets_triangle({b[2], b[2]}, a) ||
         segments_meet({a[0], a[2]}, {b[1], b[2]}) || segments_meet({a[1], a[2]}, {b[0], b[2]});
}

struct Box {
  std::array<double, 3> low, high;  // the axis of the sweep first
  int triangle = 0;
};

std::vector<Box> sorted_boxes(std::span<const Vec3> vertices, std::span<const Indices> triangles) {
  Vec3 low = Vec3::Constant(HUGE_VAL), high = -low;
  for (const Vec3& x : vertices) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  Eigen::Index axis = 0;
  (high - low).maxCoeff(&axis);
  std::vector<Box> boxes(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto corner = [&](std::size_t k) -> const Vec3& { return vertices[triangles[i][k]]; };
    const Vec3 lowest = corner(0).cwiseMin(corner(1)).cwiseMin(corner(2)),
               highest = corner(0).cwiseMax(corner(1)).cwiseMax(corner(2));
    const Eigen::Index second = (axis + 1) % 3, third = (axis + 2) % 3;
    boxes[i] = {{lowest[axis], lowest[second], lowest[third]},
                {highest[axis], highest[second], highest[third]},
                static_cast<int>(i)};
  }
  std::sort(boxes.begin(), boxes.end(),
            [](const Box& a, const Box& b) { return a.low[0] < b.low[0]; });
  return boxes;
}

}  // namespace

Intersection find_intersection(std::span<const Vec3> vertices, std::span<const Indices> triangles) {
  Intersection result;
  const std::vector<Box> boxes = sorted_boxes(vertices, triangles);
  const auto corners = [&](const Indices& t) -> Triangle {
    return {vertices[t[0]], vertices[t[1]], vertices[t[2]]};
  };
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& a = boxes[i];
    for (std::size_t j = i + 1; j < boxes.size() && boxes[j].low[0] <= a.high[0]; ++j) {
      const Box& b = boxes[j];
      if (a.low[1] > b.high[1] || b.low[1] > a.high[1] || a.low[2] > b.high[2] ||
          b.low[2] > a.high[2])
        continue;
      ++result.near_pairs;
      const Shared s = shared_first(triangles[a.triangle], triangles[b.triangle]);
      const Triangle x = corners(s.a), y = corners(s.b);
      if (s.common == 3 || proven_free(s.common, x, y)) continue;
      ++result.exact_pairs;
      if (!meet_exactly(s.common, x, y)) continue;
      result.triangles = {std::min(a.triangle, b.triangle), std::max(a.triangle, b.triangle)};
      return result;
    }
  }
  return result;
}

}  // namespace firstcontact::test
