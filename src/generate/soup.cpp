#include "generate/soup.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"

namespace firstcontact::generate {
namespace {

Vec2 catmull_rom(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d, double s) {
  return b + 0.5 * s * ((c - a) + s * ((2 * a - 5 * b + 4 * c - d) + s * (3 * (b - c) + d - a)));
}

}  // namespace

std::vector<Ring> smooth_rings(std::span<const Vec2> keys, int count) {
  double smallest = keys[0].y();
  for (const Vec2& key : keys) smallest = std::min(smallest, key.y());
  const int last = static_cast<int>(keys.size()) - 1;
  const auto key = [&](int i) { return keys[std::clamp(i, 0, last)]; };
  std::vector<Ring> rings;
  for (int k = 0; k < count; ++k) {
    const double u = static_cast<double>(last) * k / (count - 1);
    const int i = std::min(static_cast<int>(u), last - 1);
    const Vec2 p = catmull_rom(key(i - 1), key(i), key(i + 1), key(i + 2), u - i);
    const double radius = std::max(p.y(), 0.1 * smallest);
    rings.push_back({p.x(), radius, radius, Vec2::Zero()});
  }
  return rings;
}

void Soup::add_tube(std::span<const Ring> rings, int sides, const Pose& where, const Bend& bend) {
  const int first = static_cast<int>(vertices_.size());
  for (const Ring& ring : rings)
    for (int i = 0; i < sides; ++i) {
      const arith::SineCosine turn = arith::sine_cosine(arith::kFullTurn * i / sides);
      const Vec3 x(ring.centre.x() + ring.x_radius * turn.cosine,
                   ring.centre.y() + ring.y_radius * turn.sine, ring.z);
      add_vertex(where.apply(bend ? bend(x) : x));
    }
  for (int k = 0; k + 1 < static_cast<int>(rings.size()); ++k)
    for (int i = 0; i < sides; ++i) {
      const int a = first + k * sides + i, b = first + k * sides + (i + 1) % sides;
      triangles_.push_back({a, b, b + sides});
      triangles_.push_back({a, b + sides, a + sides});
    }
}

void Soup::add_lathe(std::span<const Ring> rings, int sides, const Pose& where, const Bend& bend) {
  const int first = static_cast<int>(vertices_.size()),
            last = first + (static_cast<int>(rings.size()) - 1) * sides;
  add_tube(rings, sides, where, bend);
  const auto middle = [&](const Ring& ring) {
    const Vec3 x(ring.centre.x(), ring.centre.y(), ring.z);
    return add_vertex(where.apply(bend ? bend(x) : x));
  };
  const int bottom = middle(rings.front()), top = middle(rings.back());
  for (int i = 0; i < sides; ++i) {
    const int next = (i + 1) % sides;
    triangles_.push_back({bottom, first + next, first + i});
    triangles_.push_back({top, last + i, last + next});
  }
}

void Soup::add_cylinder(double radius, double length, int rings, int sides, const Pose& where) {
  std::vector<Ring> list;
  for (int k = 0; k < rings; ++k)
    list.push_back(
        {length * (static_cast<double>(k) / (rings - 1) - 0.5), radius, radius, Vec2::Zero()});
  add_lathe(list, sides, where);
}

void Soup::add_box(const Vec3& size, const Pose& where) {
  const int first = static_cast<int>(vertices_.size());
  for (int i = 0; i < 8; ++i)
    add_vertex(where.apply(0.5 * Vec3(i & 1 ? size.x() : -size.x(), i & 2 ? size.y() : -size.y(),
                                      i & 4 ? size.z() : -size.z())));
  constexpr std::array<std::array<int, 4>, 6> kSides = {
      {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
  for (const auto& [a, b, c, d] : kSides) {
    triangles_.push_back({first + a, first + b, first + c});
    triangles_.push_back({first + a, first + c, first + d});
  }
}

void Soup::add_bar(const Vec3& from, const Vec3& to, double thickness) {
  const Vec3 along = to - from;
  const double length = std::sqrt(dot(along, along));
  Pose where;
  where.position = 0.5 * (from + to);
  where.rotation.col(2) = along / length;
  int least = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(along[i]) < std::abs(along[least])) least = i;
  const Vec3 aside = along.cross(Vec3::Unit(least));
  where.rotation.col(0) = aside / std::sqrt(dot(aside, aside));
  where.rotation.col(1) = where.rotation.col(2).cross(where.rotation.col(0));
  add_box({thickness, thickness, length}, where);
}

void Soup::add_heights(const Vec2& low, const Vec2& high, int columns, int rows,
                       const std::function<double(double, double)>& height) {
  const int first = static_cast<int>(vertices_.size());
  for (int j = 0; j <= rows; ++j)
    for (int i = 0; i <= columns; ++i) {
      const double x = low.x() + (high.x() - low.x()) * i / columns,
                   y = low.y() + (high.y() - low.y()) * j / rows;
      add_vertex({x, y, height(x, y)});
    }
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      const int a = first + j * (columns + 1) + i, d = a + columns + 1;
      triangles_.push_back({a, a + 1, d + 1});
      triangles_.push_back({a, d + 1, d});
    }
}

Shape Soup::shape() const {
  Shape shape;
  shape.body = TriangleBody(vertices_, triangles_);
  return shape;
}

Pose operator*(const Pose& a, const Pose& b) {
  return {times(a.rotation, b.rotation), a.apply(b.position)};
}
Pose at(double x, double y, double z) { return {Mat3::Identity(), {x, y, z}}; }
Pose about(const Vec3& axis, double angle, const Vec3& position) {
  return Pose::from_axis_angle(axis, angle, position);
}

}  // namespace firstcontact::generate
