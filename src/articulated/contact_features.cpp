#include "articulated/contact_features.h"

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
TriangleFeature feature_at(const Face& face, const motion::Triangle& corners, const Vec3& point, double tolerance) {
  using Kind = TriangleFeature::Kind;
  for (std::size_t k = 0; k < 3; ++k)
    if (norm(corners[k] - point) <= tolerance) return {Kind::OnVertex, {face[k], -1, -1}};
  for (std::size_t k = 0; k < 3; ++k)
    if (distance_to_segment(point, corners[k], corners[(k + 1) % 3]) <= tolerance)
      return {Kind::OnEdge, {face[k], face[(k + 1) % 3], -1}};
  return {Kind::OnFace, face};
}

}  // namespace

void describe_contact(const Scene::Data& scene, int shape_pair, int triangle_a, int triangle_b,
                      const motion::NearestPoints& nearest, const motion::Triangle& corners_a, const motion::Triangle& corners_b,
                      const AffineMap& to_world, double tolerance, SceneResult& result) {
  const auto& pair = scene.shape_pairs[static_cast<std::size_t>(shape_pair)];
  const auto side = [&](int shape_index, int triangle, const motion::Triangle& corners, const Vec3& point) {
    const auto& shape = scene.shapes[static_cast<std::size_t>(shape_index)];
    ContactSide out;
    out.body = shape.body, out.shape = shape.shape, out.triangle = triangle;
    out.feature = feature_at(shape.tree().triangles[static_cast<std::size_t>(triangle)], corners, point, tolerance);
    out.point = to_world.apply(point);
    return out;
  };
  result.a = side(pair.a, triangle_a, corners_a, nearest.a);
  result.b = side(pair.b, triangle_b, corners_b, nearest.b);
  const Vec3 n = times(to_world.linear, nearest.n);
  const double length = norm(n);
  result.normal = length > 0 ? Vec3(n / length) : Vec3::Zero();
  result.distance = std::max(0.0, nearest.distance - (pair.separation - pair.margin));
}

}  // namespace articulated
}  // namespace firstcontact
