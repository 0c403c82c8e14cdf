#include "sim/shapes/surface_shapes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

namespace firstcontact::sim {
namespace {

/// Collects quadrilaterals and triangles by the places of their corners; corners at equal places
/// become one vertex.
class SurfaceBuilder {
 public:
  void triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
    mesh_.faces.push_back({vertex_of(a), vertex_of(b), vertex_of(c)});
  }

  /// A grid of n by m cells over shares of [0, 1]^2, with alternating diagonals. It looks along
  /// du x dv.
  void patch(int n, int m, const std::function<Vec3(double, double)>& place) {
    const auto at = [&](int i, int j) {
      return place(static_cast<double>(i) / n, static_cast<double>(j) / m);
    };
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < n; ++i) {
        const Vec3 a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
        const bool even = (i + j) % 2 == 0;
        triangle(a, b, even ? c : d);
        even ? triangle(a, c, d) : triangle(b, c, d);
      }
  }

  TriangleMesh mesh() {
    mesh_.vertices = rows_of(points_);
    return mesh_;
  }

 private:
  int vertex_of(const Vec3& p) {
    // + 0.0: -0 and 0 are one place.
    const std::array<double, 3> key = {p[0] + 0.0, p[1] + 0.0, p[2] + 0.0};
    const auto [found, is_new] = vertices_.emplace(key, static_cast<int>(points_.size()));
    if (is_new) points_.push_back(p);
    return found->second;
  }

  std::map<std::array<double, 3>, int> vertices_;
  std::vector<Vec3> points_;
  TriangleMesh mesh_;
};

int at_least(int least, double count) {
  return std::max(least, static_cast<int>(std::lround(count)));
}

/// The side of cells such that `elements` triangles cover an area, and no line of this length is
/// divided into more cells than that.
double cell_side(double area, double longest, int elements) {
  return std::max(std::sqrt(2 * area / elements), longest / elements);
}

/// A point between a and b. The ends are exact, so that patches that meet there share vertices.
double between(double a, double b, double share) {
  return share <= 0 ? a : share >= 1 ? b : a + share * (b - a);
}

}  // namespace

TriangleMesh sheet(double size_x, double size_y, int elements) {
  // 2 n m triangles. Of a few near the right ratio, the pair whose count is nearest is taken.
  const double ideal = std::min(elements / 2.0, std::sqrt(elements / 2.0 * size_x / size_y));
  int n = 1, m = 1;
  double best = std::numeric_limits<double>::infinity();
  for (int columns = std::max(1, static_cast<int>(ideal) - 1); columns <= ideal + 2; ++columns)
    for (const int more : {0, 1}) {
      const double per_column = std::min<double>(elements, columns * size_y / size_x);
      const int rows = std::max(1, static_cast<int>(per_column) + more);
      const double cost = 4 * std::abs(std::log(2.0 * columns * rows / elements)) +
                          std::abs(std::log(size_x / columns / (size_y / rows)));
      if (cost >= best) continue;
      best = cost;
      n = columns;
      m = rows;
    }
  SurfaceBuilder builder;
  builder.patch(n, m, [=](double u, double v) {
    return Vec3(between(-size_x / 2, size_x / 2, u), between(-size_y / 2, size_y / 2, v), 0);
  });
  return builder.mesh();
}

TriangleMesh sphere_surface(double radius, int elements) {
  const int n = at_least(1, std::sqrt(elements / 20.0));
  // An icosahedron, every triangle of which is divided into n^2 and blown up.
  const double g = (1 + std::sqrt(5.0)) / 2;
  const std::array<Vec3, 12> corners = {{{-1, g, 0},
                                         {1, g, 0},
                                         {-1, -g, 0},
                                         {1, -g, 0},
                                         {0, -1, g},
                                         {0, 1, g},
                                         {0, -1, -g},
                                         {0, 1, -g},
                                         {g, 0, -1},
                                         {g, 0, 1},
                                         {-g, 0, -1},
                                         {-g, 0, 1}}};
  constexpr std::array<Face, 20> kFaces = {
      {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
       {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
       {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
  TriangleMesh mesh;
  std::vector<Vec3> points;
  // A point is known by the corners it lies between and their weights, which sum to n.
  std::map<std::vector<std::pair<int, int>>, int> vertices;
  const auto vertex_of = [&](const Face& face, int j, int k) {
    std::vector<std::pair<int, int>> key;
    const std::array<int, 3> weights = {n - j - k, j, k};
    for (std::size_t i = 0; i < 3; ++i)
      if (weights[i] > 0) key.emplace_back(face[i], weights[i]);
    std::sort(key.begin(), key.end());
    const auto [found, is_new] = vertices.emplace(key, static_cast<int>(points.size()));
    if (is_new) {
      Vec3 sum = Vec3::Zero();
      for (const auto& [corner, weight] : key) sum += weight * corners[corner];
      points.push_back(radius * sum.normalized());
    }
    return found->second;
  };
  for (const Face& face : kFaces)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k + j < n; ++k) {
        mesh.faces.push_back(
            {vertex_of(face, j, k), vertex_of(face, j + 1, k), vertex_of(face, j, k + 1)});
        if (j + k + 1 < n)
          mesh.faces.push_back({vertex_of(face, j + 1, k), vertex_of(face, j + 1, k + 1),
                                vertex_of(face, j, k + 1)});
      }
  mesh.vertices = rows_of(points);
  return mesh;
}

TriangleMesh cone_surface(double radius, double height, int elements) {
  // Rings of `around` points; the side has `rings` rows and the base the same.
  const int around = at_least(6, std::sqrt(elements * 1.6));
  const int rings = at_least(1, elements / (4.0 * around) + 0.5);
  SurfaceBuilder builder;
  const auto on_ring = [=](int ring, int i, double z) {
    const double angle = 2 * std::numbers::pi * (i % around) / around;
    const double r = radius * ring / rings;
    return Vec3(r * std::cos(angle), r * std::sin(angle), z);
  };
  for (const bool side : {true, false}) {
    const auto at = [&](int ring, int i) {
      const double z = side ? height * (rings - ring) / rings : 0;
      return on_ring(ring, i, z);
    };
    const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
      side ? builder.triangle(a, b, c) : builder.triangle(a, c, b);
    };
    for (int i = 0; i < around; ++i) {
      add(at(0, 0), at(1, i), at(1, i + 1));
      for (int ring = 1; ring < rings; ++ring) {
        add(at(ring, i), at(ring + 1, i), at(ring + 1, i + 1));
        add(at(ring, i), at(ring + 1, i + 1), at(ring, i + 1));
      }
    }
  }
  return builder.mesh();
}

TriangleMesh box_surface(const Vec3& size, int elements) {
  const double area = 2 * (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]);
  const double side = cell_side(area, size.maxCoeff(), std::max(12, elements));
  std::array<int, 3> n = {};
  for (int k = 0; k < 3; ++k) n[static_cast<std::size_t>(k)] = at_least(1, size[k] / side);
  SurfaceBuilder builder;
  for (int k = 0; k < 3; ++k)
    for (const bool front : {true, false}) {
      // The face looks along axis k if front; its own axes then follow k in order.
      const int u = front ? (k + 1) % 3 : (k + 2) % 3, v = front ? (k + 2) % 3 : (k + 1) % 3;
      builder.patch(n[static_cast<std::size_t>(u)], n[static_cast<std::size_t>(v)],
                    [=](double a, double b) {
                      Vec3 p;
                      p[k] = front ? size[k] / 2 : -size[k] / 2;
                      p[u] = between(-size[u] / 2, size[u] / 2, a);
                      p[v] = between(-size[v] / 2, size[v] / 2, b);
                      return p;
                    });
    }
  return builder.mesh();
}

TriangleMesh profile_surface(const std::vector<Vec2>& points, double depth, int elements) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i) length += (points[i] - points[i - 1]).norm();
  const double side = cell_side(length * depth, std::max(length, depth), std::max(2, elements));
  const int rows = at_least(1, depth / side);
  SurfaceBuilder builder;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Vec2 a = points[i - 1], b = points[i];
    builder.patch(at_least(1, (b - a).norm() / side), rows, [=](double u, double v) {
      return Vec3(between(a[0], b[0], u), between(-depth / 2, depth / 2, v),
                  between(a[1], b[1], u));
    });
  }
  return builder.mesh();
}

TriangleMesh pit_surface(double size, double hole_x, double hole_y, double depth, int elements) {
  const double area = size * size + 2 * (hole_x + hole_y) * depth;
  const double side = cell_side(area, std::max(size, depth), std::max(26, elements));
  const std::array<double, 4> x = {-size / 2, -hole_x / 2, hole_x / 2, size / 2};
  const std::array<double, 4> y = {-size / 2, -hole_y / 2, hole_y / 2, size / 2};
  std::array<int, 3> n = {}, m = {};
  for (std::size_t i = 0; i < 3; ++i) {
    n[i] = at_least(1, (x[i + 1] - x[i]) / side);
    m[i] = at_least(1, (y[i + 1] - y[i]) / side);
  }
  const int levels = at_least(1, depth / side);
  SurfaceBuilder builder;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const double z = i == 1 && j == 1 ? -depth : 0;
      builder.patch(n[i], m[j], [=](double u, double v) {
        return Vec3(between(x[i], x[i + 1], u), between(y[j], y[j + 1], v), z);
      });
    }
  // The walls look into the pit: the order of the two directions decides.
  for (const bool high : {false, true}) {
    const auto wall_x = [=](double y_share, double z_share) {
      return Vec3(high ? x[2] : x[1], between(y[1], y[2], y_share), between(0, -depth, z_share));
    };
    const auto wall_y = [=](double x_share, double z_share) {
      return Vec3(between(x[1], x[2], x_share), high ? y[2] : y[1], between(0, -depth, z_share));
    };
    const auto swapped = [](const auto& place) {
      return [place](double u, double v) { return place(v, u); };
    };
    if (high) {
      builder.patch(m[1], levels, wall_x);
      builder.patch(levels, n[1], swapped(wall_y));
    } else {
      builder.patch(levels, m[1], swapped(wall_x));
      builder.patch(n[1], levels, wall_y);
    }
  }
  return builder.mesh();
}

}  // namespace firstcontact::sim
