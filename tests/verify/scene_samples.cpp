#include "verify/scene_samples.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace firstcontact::test {

using verify::SceneFrame;
using verify::SceneTriangles;

SceneTriangles geometry_of(const verify::MotionBody& body) {
  SceneTriangles geometry = {body.vertices, body.triangles,
                             std::vector<std::int32_t>(body.triangles.size())};
  std::iota(geometry.order.begin(), geometry.order.end(), 0);
  return geometry;
}

AffineMap random_placement(Draw& draw, double size) {
  const Vec3 axis = draw.direction();
  const double angle = draw.uniform(-3, 3);
  return {Eigen::AngleAxisd(angle, axis).toRotationMatrix(), draw.vector(size)};
}

JointMotion random_joint(Draw& draw, double size, double angle) {
  JointMotion joint;
  if (draw.below(8) != 0) joint.before = random_placement(draw, size);
  if (draw.below(3) == 0) joint.after = random_placement(draw, size);
  if (draw.below(3) == 0) joint.travel = draw.vector(size);
  if (draw.below(4) != 0) joint.angle_t0 = draw.uniform(-3, 3);
  if (draw.below(6) != 0) joint.angle = draw.uniform(-angle, angle);
  return joint;
}

Vec3 moved(const std::vector<SceneFrame>& frames, int frame, const Vec3& x, double t) {
  Vec3 point = x;
  for (int f = frame; f >= 0; f = frames[f].parent) {
    const JointMotion& joint = frames[f].motion;
    const double angle = joint.angle_t0 + joint.angle * t, c = std::cos(angle), s = std::sin(angle);
    const Vec3 y = joint.after.apply(point);
    point = joint.before.apply(Vec3(c * y.x() - s * y.y(), s * y.x() + c * y.y(), y.z()) +
                               t * joint.travel);
  }
  return point;
}

double gap_at(const SceneProof& proof, std::size_t pair, const BodyCertificateEntry& entry,
              double t) {
  const auto least = [&](int shape, int begin, int end, double sign) {
    const verify::SceneShape& placed = proof.claim.shapes[shape];
    const SceneTriangles& geometry = proof.geometries[placed.geometry];
    double height = std::numeric_limits<double>::infinity();
    for (int i = begin; i < end; ++i)
      for (const int vertex : geometry.triangles[geometry.order[i]])
        height = std::min(height, sign * entry.n.dot(moved(proof.claim.frames, placed.frame,
                                                           geometry.vertices[vertex], t)));
    return height;
  };
  const verify::ScenePair& shapes = proof.claim.pairs[pair];
  return (least(shapes.b, entry.b_begin, entry.b_end, 1) +
          least(shapes.a, entry.a_begin, entry.a_end, -1)) /
         entry.n.norm();
}

BodyCertificateEntry whole(const SceneProof& proof, std::size_t pair, double t0, double t1,
                           const Vec3& n) {
  const auto count = [&](int shape) {
    const int geometry = proof.claim.shapes[shape].geometry;
    return static_cast<std::int32_t>(proof.geometries[geometry].triangles.size());
  };
  return {t0, t1, n, 0, count(proof.claim.pairs[pair].a), 0, count(proof.claim.pairs[pair].b)};
}

std::vector<BodyCertificateEntry> along_origins(const SceneProof& proof, std::size_t pair,
                                                int parts) {
  const auto origin = [&](int shape, double t) {
    return moved(proof.claim.frames, proof.claim.shapes[shape].frame, Vec3::Zero(), t);
  };
  std::vector<BodyCertificateEntry> entries;
  for (int i = 0; i < parts; ++i) {
    const double step = proof.claim.t_max / parts, middle = (i + 0.5) * step;
    const Vec3 n =
        origin(proof.claim.pairs[pair].b, middle) - origin(proof.claim.pairs[pair].a, middle);
    entries.push_back(
        whole(proof, pair, i * step, i + 1 == parts ? proof.claim.t_max : (i + 1) * step, n));
  }
  return entries;
}

}  // namespace firstcontact::test
