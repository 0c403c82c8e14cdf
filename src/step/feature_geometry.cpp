#include "step/feature_geometry.h"

#include <cmath>

#include "arith/fixed_order.h"

namespace firstcontact::step {
namespace {

/// Two unit vectors perpendicular to the unit vector n and to each other.
void set_tangents(const Vec3& n, bool planar, std::array<Vec3, 2>& tangents) {
  if (planar) {
    tangents = {Vec3(-n.y(), n.x(), 0), Vec3::Zero()};
    return;
  }
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(n[k]) < std::abs(n[axis])) axis = k;
  tangents[0] = normalized(Vec3(n.cross(Vec3(Vec3::Unit(axis)))));
  tangents[1] = n.cross(tangents[0]);
}

bool measure_points(const NearestFeatures& f, const Vec3* x, bool planar, FeatureGeometry& out) {
  const Vec3 r = x[f.points[0]] - x[f.points[1]];
  out.distance = norm(r);
  if (!(out.distance > 0)) return false;
  out.normal = r / out.distance;
  set_tangents(out.normal, planar, out.tangents);
  out.free = 2;
  out.coefficients[f.points[0]] = 1;
  out.coefficients[f.points[1]] = -1;
  return true;
}

bool measure_point_edge(const NearestFeatures& f, const Vec3* x, bool planar,
                        FeatureGeometry& out) {
  const Vec3 edge = x[f.points[2]] - x[f.points[1]], r = x[f.points[0]] - x[f.points[1]],
             across = edge.cross(r);
  const double squared = squared_norm(edge), length = std::sqrt(squared), area = norm(across);
  out.distance = area / length;
  if (!(out.distance > 0) || !(length > 0)) return false;
  const Vec3 along = edge / length, side = across / area;
  out.normal = side.cross(along);
  out.tangents = {along, planar ? Vec3(Vec3::Zero()) : side};
  out.free = 1;
  out.parameters = 1;
  const double u = dot(edge, r) / squared;
  out.coefficients[f.points[0]] = 1;
  out.coefficients[f.points[1]] = u - 1;
  out.coefficients[f.points[2]] = -u;
  out.slopes[0][f.points[1]] = 1;
  out.slopes[0][f.points[2]] = -1;
  out.dual[0] = edge / -squared;
  return true;
}

/// Sets everything but the coefficients and the slopes, for r = start + u e + v f.
bool measure_plane(const Vec3& e, const Vec3& f, const Vec3& start, FeatureGeometry& out, double& u,
                   double& v) {
  const Vec3 cross = e.cross(f);
  const double squared = squared_norm(cross), length = std::sqrt(squared),
               height = dot(cross, start);
  out.distance = std::abs(height) / length;
  if (!(out.distance > 0) || !(length > 0)) return false;
  out.normal = cross / (height < 0 ? -length : length);
  out.tangents[0] = normalized(e);
  out.tangents[1] = out.normal.cross(out.tangents[0]);
  out.parameters = 2;
  out.dual = {Vec3(f.cross(cross) / squared), Vec3(cross.cross(e) / squared)};
  u = -dot(cross, start.cross(f)) / squared;
  v = -dot(cross, e.cross(start)) / squared;
  return true;
}

bool measure_vertex_face(const Vec3* x, FeatureGeometry& out) {
  double u = 0, v = 0;
  if (!measure_plane(x[1] - x[2], x[1] - x[3], x[0] - x[1], out, u, v)) return false;
  out.coefficients = {1, u + v - 1, -u, -v};
  out.slopes = {Vec4(0, 1, -1, 0), Vec4(0, 1, 0, -1)};
  return true;
}

bool measure_edge_edge(const Vec3* x, FeatureGeometry& out) {
  double u = 0, v = 0;
  if (!measure_plane(x[1] - x[0], x[2] - x[3], x[0] - x[2], out, u, v)) return false;
  out.coefficients = {1 - u, u, v - 1, -v};
  out.slopes = {Vec4(-1, 1, 0, 0), Vec4(0, 0, 1, -1)};
  return true;
}

}  // namespace

bool measure(const NearestFeatures& features, const Vec3* x, bool planar, FeatureGeometry& out) {
  out = {};
  switch (features.kind) {
    case Kind::VertexFace: return measure_vertex_face(x, out);
    case Kind::EdgeEdge: return measure_edge_edge(x, out);
    case Kind::PointEdge:
    case Kind::PointSegment2D: return measure_point_edge(features, x, planar, out);
    case Kind::PointPoint: break;
  }
  return measure_points(features, x, planar, out);
}

bool fits(const NearPair& pair, const Positions& positions) {
  if (positions.dimension() != 2 && positions.dimension() != 3) return false;
  const int points = point_count(pair.kind);
  for (int i = 0; i < points; ++i)
    if (pair.vertices[i] < 0 || static_cast<std::size_t>(pair.vertices[i]) >= positions.count())
      return false;
  return points > 0 && !(pair.parallel_threshold > 0 && pair.kind != Kind::EdgeEdge);
}

PlacedPair::PlacedPair(const NearPair& pair, const Positions& positions)
    : planar(positions.dimension() == 2) {
  for (int i = 0; i < point_count(pair.kind); ++i)
    x[i] = positions[static_cast<std::size_t>(pair.vertices[i])];
  if (pair.parallel_threshold > 0) {
    features = nearest_features(Kind::EdgeEdge, x.data());
  } else {
    features.kind = pair.kind;
    features.points = {0, 1, 2, 3};
  }
}

Vector12 distance_gradient(const FeatureGeometry& g, double factor) {
  Vector12 gradient;
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 3; ++k) gradient[3 * i + k] = factor * g.coefficients[i] * g.normal[k];
  return gradient;
}

}  // namespace firstcontact::step
