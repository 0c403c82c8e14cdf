/// Ear clipping (Meisters 1975): cut off a corner whose triangle with its two neighbours holds no
/// other corner, until three are left.
///
/// The polygon is seen along the axis nearest to its normal, which leaves two of the coordinates as
/// they are. Of all ears the best shaped is cut first, so that corners on a straight side become
/// corners of real triangles and do not remain as a line at the end. Only corners that do not turn
/// left can lie in an ear. Rounding, or a polygon that crosses itself, may leave no ear: then the
/// best shaped corner that turns left goes, whatever it holds.
#include "geometry/polygon_triangulation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace firstcontact {
namespace {

struct Point {
  double x = 0, y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

/// Twice the area of the triangle, positive if it turns left.
double area(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double square_of_distance(const Point& a, const Point& b) {
  return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
}

/// Whether the triangle holds p, inside or on its border. Its corners do not count.
bool holds(const Point& a, const Point& b, const Point& c, const Point& p) {
  if (p == a || p == b || p == c) return false;
  return area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0;
}

class EarClipper {
 public:
  explicit EarClipper(std::vector<Point> points)
      : points_(std::move(points)), rest_(points_.size()) {
    for (std::size_t i = 0; i < rest_.size(); ++i) rest_[i] = static_cast<int>(i);
    quality_.resize(rest_.size());
    for (std::size_t i = 0; i < rest_.size(); ++i) quality_[i] = ear_quality(i);
  }

  std::vector<Face> run() {
    std::vector<Face> triangles;
    while (rest_.size() > 3) {
      std::size_t best = best_corner();
      if (quality_[best] <= 0) {  // others than the neighbours of a cut may have become ears
        for (std::size_t i = 0; i < rest_.size(); ++i) quality_[i] = ear_quality(i);
        best = best_corner();
      }
      if (quality_[best] <= 0) best = best_shaped_corner();
      triangles.push_back({rest_[before(best)], rest_[best], rest_[after(best)]});
      cut(best);
    }
    triangles.push_back({rest_[0], rest_[1], rest_[2]});
    return triangles;
  }

 private:
  std::size_t before(std::size_t i) const { return i == 0 ? rest_.size() - 1 : i - 1; }
  std::size_t after(std::size_t i) const { return i + 1 == rest_.size() ? 0 : i + 1; }
  const Point& point(std::size_t i) const { return points_[rest_[i]]; }

  /// Height over the longest side: 0 and less for a corner that does not turn left.
  double shape(std::size_t i) const {
    const Point &a = point(before(i)), &b = point(i), &c = point(after(i));
    const double longest =
        std::max({square_of_distance(a, b), square_of_distance(b, c), square_of_distance(c, a)});
    return longest > 0 ? area(a, b, c) / longest : 0;
  }

  /// The shape if nothing is in the triangle, otherwise −1.
  double ear_quality(std::size_t i) const {
    const double of_shape = shape(i);
    if (!(of_shape > 0)) return -1;
    const std::size_t last = before(i), next = after(i);
    for (std::size_t j = 0; j < rest_.size(); ++j) {
      if (j == i || j == last || j == next || area(point(before(j)), point(j), point(after(j))) > 0)
        continue;
      if (holds(point(last), point(i), point(next), point(j))) return -1;
    }
    return of_shape;
  }

  std::size_t best_corner() const {
    return static_cast<std::size_t>(std::max_element(quality_.begin(), quality_.end()) -
                                    quality_.begin());
  }

  std::size_t best_shaped_corner() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < rest_.size(); ++i)
      if (shape(i) > shape(best)) best = i;
    return best;
  }

  void cut(std::size_t i) {
    rest_.erase(rest_.begin() + static_cast<std::ptrdiff_t>(i));
    quality_.erase(quality_.begin() + static_cast<std::ptrdiff_t>(i));
    const std::size_t next = i == rest_.size() ? 0 : i;
    quality_[next] = ear_quality(next);
    quality_[before(next)] = ear_quality(before(next));
  }

  std::vector<Point> points_;
  std::vector<int> rest_;        // corners that are left, in order
  std::vector<double> quality_;  // of each of them
};

}  // namespace

std::vector<Face> triangulate_polygon(std::span<const Vec3> corners, const Vec3& normal) {
  if (corners.size() == 3) return {{0, 1, 2}};
  int along = 0;
  normal.cwiseAbs().maxCoeff(&along);
  int x = (along + 1) % 3, y = (along + 2) % 3;
  if (normal[along] < 0) std::swap(x, y);
  Vec3 low = corners[0], high = corners[0];
  for (const Vec3& corner : corners) {
    low = low.cwiseMin(corner);
    high = high.cwiseMax(corner);
  }
  // A power of two, so that nothing is rounded and no square overflows or vanishes.
  const int exponent = -std::ilogb((high - low).maxCoeff());
  std::vector<Point> points;
  points.reserve(corners.size());
  for (const Vec3& corner : corners)
    points.push_back({std::scalbn(corner[x], exponent), std::scalbn(corner[y], exponent)});
  return EarClipper(std::move(points)).run();
}

}  // namespace firstcontact
