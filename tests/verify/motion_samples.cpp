#include "verify/motion_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

namespace firstcontact::test {

using verify::MotionBody;
using verify::MotionProof;

MotionBody tetrahedron() {
  return {{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}},
          {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}},
          verify::RestingMotion{}};
}

MotionBody torus(int rings, int sides) {
  MotionBody body;
  for (int i = 0; i < rings; ++i)
    for (int j = 0; j < sides; ++j) {
      const double u = 2 * std::numbers::pi * i / rings, v = 2 * std::numbers::pi * j / sides;
      const double radius = 1 + 0.3 * std::cos(v);
      body.vertices.emplace_back(radius * std::cos(u), radius * std::sin(u), 0.3 * std::sin(v));
      const int right = (i + 1) % rings * sides, up = (j + 1) % sides;
      body.triangles.push_back({i * sides + j, right + j, right + up});
      body.triangles.push_back({i * sides + j, right + up, i * sides + up});
    }
  return body;
}

MotionBody point_body(const Vec3& point) { return {{point}, {{0, 0, 0}}, verify::RestingMotion{}}; }

ScrewCoefficients screw_about(const Vec3& axis, const Vec3& through, double angle, double travel,
                              const AffineMap& start) {
  Mat3 cross;
  cross << 0, -axis.z(), axis.y(), axis.z(), 0, -axis.x(), -axis.y(), axis.x(), 0;
  const Mat3 speed = angle * cross;
  ScrewCoefficients screw;
  screw.angle = angle;
  screw.start = start;
  screw.velocity = {speed * start.linear, speed * (start.offset - through)};
  screw.bend = {speed * screw.velocity.linear, speed * screw.velocity.offset};
  screw.drift = travel * axis;
  return screw;
}

AffineMap shift(const Vec3& offset) { return {Mat3::Identity(), offset}; }

Vec3 Draw::direction() {
  for (;;) {
    const Vec3 v = vector(1);
    if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
  }
}

namespace {

Vec3 moved_by(const verify::RestingMotion& rest, const Vec3& x, double) {
  return rest.where.apply(x);
}

Vec3 moved_by(const verify::StraightMotion& straight, const Vec3& x, double t) {
  return (1 - t) * straight.from.apply(x) + t * straight.to.apply(x);
}

Vec3 moved_by(const ScrewCoefficients& screw, const Vec3& x, double t) {
  const double a = screw.angle, s = std::sin(a * t / 2);
  const double first = a == 0 ? t : std::sin(a * t) / a,
               second = a == 0 ? t * t / 2 : 2 * s * s / (a * a);
  return screw.start.apply(x) + first * screw.velocity.apply(x) + second * screw.bend.apply(x) +
         t * screw.drift;
}

}  // namespace

Vec3 moved(const verify::BodyMotion& motion, const Vec3& x, double t) {
  return std::visit([&](const auto& m) { return moved_by(m, x, t); }, motion);
}

double gap_at(const MotionProof& proof, const BodyCertificateEntry& entry, double t) {
  const auto heights = [&](const MotionBody& body, const std::vector<std::int32_t>& order,
                           int begin, int end) {
    std::pair<double, double> range = {std::numeric_limits<double>::infinity(),
                                       -std::numeric_limits<double>::infinity()};
    for (int i = begin; i < end; ++i)
      for (const int vertex : body.triangles[order[i]]) {
        const double height = entry.n.dot(moved(body.motion, body.vertices[vertex], t));
        range = {std::min(range.first, height), std::max(range.second, height)};
      }
    return range;
  };
  const auto a = heights(proof.a, proof.certificate.order_a, entry.a_begin, entry.a_end);
  const auto b = heights(proof.b, proof.certificate.order_b, entry.b_begin, entry.b_end);
  return (b.first - a.second) / entry.n.norm();
}

MotionProof proof_about(MotionBody a, MotionBody b, double separation, double t_max) {
  MotionProof proof = {std::move(a), std::move(b), {separation, t_max, {}, {}, {}}};
  proof.certificate.order_a.resize(proof.a.triangles.size());
  proof.certificate.order_b.resize(proof.b.triangles.size());
  std::iota(proof.certificate.order_a.begin(), proof.certificate.order_a.end(), 0);
  std::iota(proof.certificate.order_b.begin(), proof.certificate.order_b.end(), 0);
  return proof;
}

BodyCertificateEntry whole(const MotionProof& proof, double t0, double t1, const Vec3& n) {
  return {t0,
          t1,
          n,
          0,
          static_cast<std::int32_t>(proof.a.triangles.size()),
          0,
          static_cast<std::int32_t>(proof.b.triangles.size())};
}

}  // namespace firstcontact::test
