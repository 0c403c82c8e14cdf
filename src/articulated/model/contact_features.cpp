#include "articulated/model/contact_features.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"

namespace firstcontact {

const char* to_string(TriangleFeature::Kind kind) {
  switch (kind) {
    case TriangleFeature::Kind::OnVertex: return "vertex";
    case TriangleFeature::Kind::OnEdge: return "edge";
    case TriangleFeature::Kind::OnFace: return "face";
  }
  return "?";
}

namespace articulated {
namespace {

double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 u = b - a;
  const double length2 = squared_norm(u);
  const double s = length2 > 0 ? std::clamp(dot(u, p - a) / length2, 0.0, 1.0) : 0;
  return norm(p - (a + s * u));
}

/// The smallest feature within `tolerance` of the point.
TriangleFeature feature_at(const Face& face, const geometry::Triangle& corners, const Vec3& point,
                           double tolerance) {
  using Kind = TriangleFeature::Kind;
  for (std::size_t k = 0; k < 3; ++k)
    if (norm(corners[k] - point) <= tolerance) return {Kind::OnVertex, {face[k], -1, -1}};
  for (std::size_t k = 0; k < 3; ++k)
    if (distance_to_segment(point, corners[k], corners[(k + 1) % 3]) <= tolerance)
      return {Kind::OnEdge, {face[k], face[(k + 1) % 3], -1}};
  return {Kind::OnFace, face};
}

/// A unit vector across the triangle's plane, segment or point; along `wish` as far as that allows.
Vec3 direction_across(const geometry::Triangle& corners, const Vec3& wish) {
  const auto unit = [](const Vec3& v) {
    const double length = norm(v);
    return length > 0 ? Vec3(v / length) : Vec3::Zero();
  };
  const Vec3 u = corners[1] - corners[0], v = corners[2] - corners[0];
  const Vec3 normal = unit(unit(u).cross(unit(v)));
  if (!normal.isZero(0)) return dot(normal, wish) < 0 ? Vec3(-normal) : normal;
  const Vec3 along = unit(squared_norm(u) >= squared_norm(v) ? u : v);
  Vec3 best = wish - dot(along, wish) * along;
  for (int k = 0; k < 3 && !(norm(best) > 0.1); ++k) best = Vec3::Unit(k) - along[k] * along;
  return unit(best);
}

/// From the nearest points of the triangles to the shapes' surfaces: where the shapes touch,
/// towards each other; where one lies in the other one, both outwards.
struct ToSurface {
  Vec3 a = Vec3::Zero(), b = Vec3::Zero();
};
ToSurface to_surface(const geometry::NearestPoints& nearest, const geometry::Triangle& corners_a,
                     const geometry::Triangle& corners_b, NestedSide nested) {
  const double length = norm(nearest.n);
  if (length > 0) {
    const Vec3 n = nearest.n / length;
    return {nested == NestedSide::B ? Vec3(-n) : n, nested == NestedSide::A ? n : Vec3(-n)};
  }
  // The triangles cut through each other.
  const Vec3 across_b = direction_across(corners_b, Vec3::UnitX());
  const Vec3 a = direction_across(corners_a, across_b);
  return {a, direction_across(corners_b, -a)};
}

}  // namespace

void describe_contact(const articulated::SceneData& scene, int shape_pair, int triangle_a,
                      int triangle_b, const geometry::NearestPoints& nearest,
                      const geometry::Triangle& corners_a, const geometry::Triangle& corners_b,
                      const AffineMap& to_world, double tolerance, NestedSide nested,
                      SceneResult& result) {
  const auto& pair = scene.shape_pairs[shape_pair];
  const ToSurface direction = to_surface(nearest, corners_a, corners_b, nested);
  const auto side = [&](int shape_index, int triangle, const geometry::Triangle& corners,
                        const Vec3& point, const Vec3& outward, Vec3& on_surface) {
    const auto& shape = scene.shapes[shape_index];
    ContactSide out;
    out.body = shape.body, out.shape = shape.shape, out.triangle = triangle;
    out.feature = feature_at(shape.tree().triangles[triangle], corners, point, tolerance);
    on_surface = to_world.apply(shape.radius > 0 ? Vec3(point + shape.radius * outward) : point);
    return out;
  };
  result.a = side(pair.a, triangle_a, corners_a, nearest.a, direction.a, result.point_a);
  result.b = side(pair.b, triangle_b, corners_b, nearest.b, direction.b, result.point_b);
  result.starts_inside = nested != NestedSide::None;
  if (result.starts_inside) {
    result.normal = Vec3::Zero(), result.distance = 0;
    return;
  }
  const Vec3 n = times(to_world.linear, nearest.n);
  const double length = norm(n);
  result.normal = length > 0 ? Vec3(Vec3::Zero() - n / length) : Vec3::Zero();
  result.distance = std::max(0.0, nearest.distance - (pair.separation - pair.min_separation));
}

}  // namespace articulated
}  // namespace firstcontact
