// A point of the gap set within the separation, as weights of the corners.
//
// Euclidean: the nearest point of the set is the foot of the origin on a corner, a side or a
// triangle of three corners; the conditions for a foot to lie inside are its weights. A
// parallelogram is two triangles, and a set without area is covered by its sides.
// Chebyshev: the set meets the cube exactly when an extreme point of the intersection exists. That
// is a corner of the set, a point of a side on a face of the cube, or a point of a triangle on an
// edge of the cube.
#include "exact/touch_weights.h"

#include <algorithm>

#include "exact/gap.h"

namespace firstcontact::exact {
namespace {

using Point = std::array<Integer, 3>;
using Weights = std::vector<Integer>;

Integer dot_of(const Point& a, const Point& b) {
  Integer r;
  for (int k = 0; k < 3; ++k) r.add_product(a[k], b[k]);
  return r;
}

Point difference(Point a, const Point& b) {
  for (int k = 0; k < 3; ++k) a[k] -= b[k];
  return a;
}

Point cross_of(const Point& a, const Point& b) {
  Point r;
  for (int k = 0; k < 3; ++k) {
    r[k].add_product(a[(k + 1) % 3], b[(k + 2) % 3]);
    r[k].subtract_product(a[(k + 2) % 3], b[(k + 1) % 3]);
  }
  return r;
}

class WeightSearch {
 public:
  WeightSearch(const RestingGap& gap, Norm norm)
      : gap_(gap), is_cube_(norm == Norm::Linf && gap.separation.sign() > 0) {}

  std::optional<Weights> run() {
    for (int i = 0; i < gap_.count; ++i)
      if (try_weights({{i, Integer(1)}})) return found_;
    const int sides = side_count(gap_.count);
    for (int i = 0; i < sides; ++i)
      if (try_side(i, (i + 1) % gap_.count)) return found_;
    for (int k = 2; k < gap_.count; ++k)
      if (try_triangle(0, k - 1, k)) return found_;
    return std::nullopt;
  }

 private:
  using Chosen = std::vector<std::pair<int, Integer>>;

  bool is_within(const Weights& weights) const {
    Point mean;
    Integer sum;
    for (int i = 0; i < gap_.count; ++i) {
      sum += weights[i];
      for (int k = 0; k < 3; ++k) mean[k].add_product(gap_.corner[i][k], weights[i]);
    }
    const Integer limit = sum * gap_.separation;
    if (!is_cube_) return dot_of(mean, mean) <= limit * limit;
    return std::all_of(mean.begin(), mean.end(), [&](const Integer& x) { return abs(x) <= limit; });
  }

  /// The corners that are not named weigh nothing.
  bool try_weights(const Chosen& chosen) {
    Weights weights(gap_.count);
    bool any = false;
    for (const auto& [corner, weight] : chosen) {
      if (weight.sign() < 0) return false;
      any = any || weight.sign() > 0;
      weights[corner] = weight;
    }
    if (!any || !is_within(weights)) return false;
    found_ = shortened(std::move(weights));
    return true;
  }

  /// Nearly the same weights with at most kShortBits bits, if they will do; otherwise without common
  /// factors.
  Weights shortened(Weights weights) const {
    constexpr std::int64_t kShortBits = 24;
    std::int64_t length = 0;
    for (const Integer& weight : weights) length = std::max(length, weight.bit_length());
    if (length > kShortBits && gap_.separation.sign() > 0) {
      Weights rounded = weights;
      for (Integer& weight : rounded) weight >>= length - kShortBits;
      if (is_within(rounded)) return rounded;
    }
    Integer common;
    for (const Integer& weight : weights) common = greatest_common_divisor(common, weight);
    for (Integer& weight : weights) weight.divide_exactly(common);
    return weights;
  }

  bool try_side(int i, int j) {
    const Point &a = gap_.corner[i], &b = gap_.corner[j];
    if (!is_cube_) {
      const Point e = difference(b, a);
      return try_weights({{i, dot_of(b, e)}, {j, -dot_of(a, e)}});
    }
    for (int k = 0; k < 3; ++k)
      for (const Integer& face : {gap_.separation, -gap_.separation}) {
        const Integer above_a = a[k] - face, above_b = b[k] - face;
        if (above_a.sign() * above_b.sign() < 0 &&
            try_weights({{i, abs(above_b)}, {j, abs(above_a)}}))
          return true;
      }
    return false;
  }

  bool try_triangle(int i, int j, int k) {
    const Point &a = gap_.corner[i], &b = gap_.corner[j], &c = gap_.corner[k];
    if (!is_cube_) {
      const Point n = cross_of(difference(b, a), difference(c, a));
      return try_weights({{i, dot_of(cross_of(b, c), n)},
                          {j, dot_of(cross_of(c, a), n)},
                          {k, dot_of(cross_of(a, b), n)}});
    }
    // The edges of the cube along each axis.
    for (int axis = 0; axis < 3; ++axis)
      for (unsigned signs = 0; signs < 4; ++signs) {
        Point edge;
        edge[(axis + 1) % 3] = signs & 1 ? gap_.separation : -gap_.separation;
        edge[(axis + 2) % 3] = signs & 2 ? gap_.separation : -gap_.separation;
        const auto area = [&](const Point& p, const Point& q) {
          return cross_of(difference(p, edge), difference(q, edge))[axis];
        };
        Integer u = area(b, c), v = area(c, a), w = area(a, b);
        if (u.sign() < 0 || v.sign() < 0 || w.sign() < 0) {
          u.negate();
          v.negate();
          w.negate();
        }
        if (try_weights({{i, u}, {j, v}, {k, w}})) return true;
      }
    return false;
  }

  const RestingGap& gap_;
  bool is_cube_;
  Weights found_;
};

}  // namespace

std::optional<std::vector<Integer>> touch_weights(const RestingGap& gap, Norm norm) {
  return WeightSearch(gap, norm).run();
}

}  // namespace firstcontact::exact
