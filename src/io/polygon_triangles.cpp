// A fan where that fills the polygon, else ear clipping: again and again a corner is cut off that
// has nothing else in its triangle.
#include "io/polygon_triangles.h"

#include <Eigen/Geometry>

namespace firstcontact::io {
namespace {

using Point = Eigen::Vector2d;

/// Positive where a, b, c turn left.
double turn(const Point& a, const Point& b, const Point& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

/// The corners seen along the axis nearest to the polygon's normal, so that it goes round to the
/// left. Empty: it has no area.
std::vector<Point> flattened(std::span<const int> corners, const std::vector<Vec3>& vertices) {
  const auto corner = [&](std::size_t i) { return vertices[corners[i]]; };
  Vec3 normal = Vec3::Zero();
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    normal += (corner(i) - corner(0)).cross(corner(i + 1) - corner(0));
  int axis = 0;
  const double largest = normal.cwiseAbs().maxCoeff(&axis);
  if (!(largest > 0)) return {};
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  std::vector<Point> points;
  for (std::size_t i = 0; i < corners.size(); ++i)
    points.push_back(normal[axis] > 0 ? Point(corner(i)[u], corner(i)[v])
                                      : Point(corner(i)[v], corner(i)[u]));
  return points;
}

bool fan_fills(const std::vector<Point>& points) {
  for (std::size_t i = 1; i + 1 < points.size(); ++i)
    if (turn(points[0], points[i], points[i + 1]) < 0) return false;
  return true;
}

}  // namespace

bool PolygonCutter::is_ear(std::size_t at, const std::vector<Point>& points,
                           const std::vector<std::size_t>& left) {
  const std::size_t count = left.size();
  const Point &a = points[left[(at + count - 1) % count]], &b = points[left[at]],
              &c = points[left[(at + 1) % count]];
  if (!(turn(a, b, c) > 0)) return false;
  tests_left_ -= static_cast<std::int64_t>(count);
  for (const std::size_t other : left) {
    const Point& p = points[other];
    if (p == a || p == b || p == c) continue;
    if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
  }
  return true;
}

std::vector<std::array<int, 3>> PolygonCutter::cut(std::span<const int> corners,
                                                   const std::vector<Vec3>& vertices) {
  std::vector<std::array<int, 3>> triangles;
  const std::vector<Point> points =
      corners.size() > 3 ? flattened(corners, vertices) : std::vector<Point>();
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < corners.size(); ++i) left.push_back(i);
  const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
    triangles.push_back({corners[left[a]], corners[left[b]], corners[left[c]]});
  };
  std::size_t at = 0, failed = 0;
  const bool clip = !points.empty() && !fan_fills(points);
  while (clip && left.size() > 3 && failed < left.size()) {
    if (tests_left_ < 0) return {};
    at %= left.size();
    --tests_left_;
    if (!is_ear(at, points, left)) {
      ++at;
      ++failed;
      continue;
    }
    add((at + left.size() - 1) % left.size(), at, (at + 1) % left.size());
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    tests_left_ -= static_cast<std::int64_t>(left.size() / 8);
    failed = 0;
  }
  for (std::size_t i = 1; i + 1 < left.size(); ++i) add(0, i, i + 1);
  return triangles;
}

}  // namespace firstcontact::io
