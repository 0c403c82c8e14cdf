// The primitives. A cylinder becomes a prism whose sides touch it from outside; the prism is grown
// by kPrismRoom, so that rounding does not bring a side inside.
#include <firstcontact/shapes.h>

#include <algorithm>
#include <cmath>

#include "arith/trigonometry.h"
#include "arith/unit_roundoff.h"
#include "geometry/body_tree.h"

namespace firstcontact {
namespace {

/// How much the prism is grown, relative to its radius. With u = 2^-53, an angle 2 pi k / n below 2
/// pi is off by at most 4 u 2 pi < 26 u, its sine and cosine by 4 u more, the products by 2 u, the
/// radius itself by 8 u. A corner is off by less than 44 u, and a side moves no farther than its
/// corners.
constexpr double kPrismRoom = 64 * arith::kUnitRoundoff;
constexpr int kMostSides = 1'000'000;
constexpr double kPi = 0x1.921fb54442d18p+1;

bool is_length(double x) { return x > 0 && std::isfinite(x); }

/// The sentinel for a primitive of impossible size; `fault` recognises it by its radius.
Shape no_shape() {
  Shape shape;
  shape.radius = std::numeric_limits<double>::quiet_NaN();
  return shape;
}

}  // namespace

std::string Shape::fault() const {
  if (!(radius >= 0 && std::isfinite(radius)))
    return "its size or radius is not a positive, finite length";
  if (!body.fault().empty()) return body.fault();
  if (!(radius < kLargestCoordinate)) return "its radius is 1e70 or more";
  if (radius > 0 && radius < kSmallestBody)
    return "its radius is smaller than 1e-65: give it in another unit";
  return {};
}

Closedness Shape::closedness() const {
  if (!fault().empty() || surface_only) return Closedness::Surface;
  if (convex_solid) return Closedness::Solid;
  const geometry::SolidParts& solid = geometry::tree_of(body).solid;
  const bool without_area = std::all_of(
      solid.triangles.begin(), solid.triangles.end(),
      [](const auto& triangle) { return triangle.part == geometry::SolidParts::kIgnored; });
  return without_area && radius > 0 ? Closedness::Solid : body.closedness();
}

Shape box_shape(const Vec3& size) {
  if (!(is_length(size.x()) && is_length(size.y()) && is_length(size.z()))) return no_shape();
  std::vector<Vec3> vertices;
  for (int i = 0; i < 8; ++i)  // bit k of the index: which side of axis k
    vertices.emplace_back((i & 1 ? 0.5 : -0.5) * size.x(), (i & 2 ? 0.5 : -0.5) * size.y(),
                          (i & 4 ? 0.5 : -0.5) * size.z());
  const std::vector<Face> faces = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},   // -x, +x
                                   {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},   // -y, +y
                                   {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};  // -z, +z
  return {TriangleBody(vertices, faces), 0, true};
}

Shape sphere_shape(double radius) {
  if (!is_length(radius)) return no_shape();
  return {TriangleBody(std::array{Vec3(0, 0, 0)}, std::array<Face, 1>{{{0, 0, 0}}}), radius};
}

Shape capsule_shape(double radius, double length) {
  if (!is_length(radius) || !is_length(length)) return no_shape();
  const std::array ends = {Vec3(0, 0, -0.5 * length), Vec3(0, 0, 0.5 * length)};
  return {TriangleBody(ends, std::array<Face, 1>{{{0, 1, 1}}}), radius};
}

Shape cylinder_shape(double radius, double length, int sides) {
  if (!is_length(radius) || !is_length(length) || sides < 3 || sides > kMostSides)
    return no_shape();
  const double corner = radius / arith::cosine(kPi / sides) * (1 + kPrismRoom), top = 0.5 * length;
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  for (int i = 0; i < sides; ++i) {
    const arith::SineCosine at = arith::sine_cosine(2 * kPi * i / sides);
    vertices.emplace_back(corner * at.cosine, corner * at.sine, -top);
    vertices.emplace_back(corner * at.cosine, corner * at.sine, top);
    const int a = 2 * i, b = 2 * ((i + 1) % sides);
    faces.push_back({a, b, b + 1});
    faces.push_back({a, b + 1, a + 1});
  }
  for (int i = 1; i + 1 < sides; ++i) {
    faces.push_back({0, 2 * i + 2, 2 * i});
    faces.push_back({1, 2 * i + 1, 2 * i + 3});
  }
  return {TriangleBody(vertices, faces), 0, true};
}

Shape placed(const Shape& shape, const Pose& pose) {
  if (!shape.fault().empty()) return shape;
  std::vector<Vec3> vertices = geometry::tree_of(shape.body).vertices;
  for (Vec3& vertex : vertices) vertex = pose.apply(vertex);
  Shape out = shape;
  out.body = TriangleBody(vertices, geometry::tree_of(shape.body).triangles);
  return out;
}

}  // namespace firstcontact
