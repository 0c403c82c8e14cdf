// First contact against dense sampling of the motion, with a distance of our own.
#include <firstcontact/moving_bodies.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "arith/trigonometry.h"
#include "generate/random.h"
#include "generate/rigid_models.h"

namespace firstcontact::first_contact_test {
namespace {

using generate::Random;

constexpr double kPi = 0x1.921fb54442d18p+1;

struct Shape {
  std::vector<Vec3> vertices;
  std::vector<Face> triangles;
};

/// Fans: right for the convex faces used here.
Shape shape(const PolyhedronDescription& description) {
  Shape out;
  out.vertices = description.vertices;
  for (const auto& face : description.faces)
    for (std::size_t k = 2; k < face.size(); ++k)
      out.triangles.push_back({face[0], face[k - 1], face[k]});
  return out;
}
TriangleBody body(const Shape& s) { return TriangleBody(s.vertices, s.triangles); }

// Where points are, independent of control poses.

struct Path {
  ScrewCoefficients screw;
  AffineMap at(double t) const {
    const arith::TurnFactors f = arith::turn_factors(screw.angle, t);
    return {screw.start.linear + f.first * screw.velocity.linear + f.second * screw.bend.linear,
            screw.start.offset + f.first * screw.velocity.offset + f.second * screw.bend.offset +
                t * screw.drift};
  }
};

Path turn(double angle, const Vec3& axis, const Vec3& point, double travel, const Pose& start) {
  Mat3 w;
  w << 0, -axis.z(), axis.y(), axis.z(), 0, -axis.x(), -axis.y(), axis.x(), 0;
  ScrewCoefficients m;
  m.angle = angle;
  m.start = {start.rotation, start.position};
  m.velocity = {angle * w * start.rotation, angle * w * (start.position - point)};
  m.bend = {angle * w * m.velocity.linear, angle * w * m.velocity.offset};
  m.drift = travel * axis;
  return {m};
}

Path straight(const Pose& start, const Vec3& way) {
  ScrewCoefficients m;
  m.start = {start.rotation, start.position};
  m.drift = way;
  return {m};
}

std::vector<Vec3> moved(const Shape& s, const AffineMap& map) {
  std::vector<Vec3> out;
  for (const Vec3& x : s.vertices) out.push_back(map.apply(x));
  return out;
}

double point_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 e = b - a;
  const double ee = e.squaredNorm(), s = ee > 0 ? std::clamp((p - a).dot(e) / ee, 0.0, 1.0) : 0;
  return (a + s * e - p).norm();
}

/// 0 where the edge goes through the triangle.
double segment_triangle(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = (b - a).cross(c - a);
  const double hp = n.dot(p - a), hq = n.dot(q - a);
  const auto over = [&](const Vec3& x) {
    return n.cross(b - a).dot(x - a) >= 0 && n.cross(c - b).dot(x - b) >= 0 &&
           n.cross(a - c).dot(x - c) >= 0;
  };
  if (n.squaredNorm() > 0 && hp * hq < 0 && over(p + hp / (hp - hq) * (q - p))) return 0;
  double best = std::numeric_limits<double>::infinity();
  if (n.squaredNorm() > 0 && over(p)) best = std::min(best, std::abs(hp) / n.norm());
  if (n.squaredNorm() > 0 && over(q)) best = std::min(best, std::abs(hq) / n.norm());
  for (const auto& [e0, e1] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
    best = std::min(
        {best, point_segment(p, e0, e1), point_segment(q, e0, e1), point_segment(e0, p, q)});
    const Vec3 u = q - p, v = e1 - e0, m = u.cross(v);
    const double mm = m.squaredNorm();
    if (!(mm > 0)) continue;
    const double s = (e0 - p).cross(v).dot(m) / mm, t = (e0 - p).cross(u).dot(m) / mm;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1)
      best = std::min(best, (p + s * u - e0 - t * v).norm());
  }
  return best;
}

double distance(const Shape& a, const AffineMap& map_a, const Shape& b, const AffineMap& map_b) {
  const std::vector<Vec3> pa = moved(a, map_a), pb = moved(b, map_b);
  const auto at = [](const std::vector<Vec3>& p, const Face& f, std::size_t k) {
    return p[f[k % 3]];
  };
  double best = std::numeric_limits<double>::infinity();
  for (const Face& fa : a.triangles)
    for (const Face& fb : b.triangles)
      for (std::size_t k = 0; k < 3; ++k) {
        best = std::min(best, segment_triangle(at(pa, fa, k), at(pa, fa, k + 1), at(pb, fb, 0),
                                               at(pb, fb, 1), at(pb, fb, 2)));
        best = std::min(best, segment_triangle(at(pb, fb, k), at(pb, fb, k + 1), at(pa, fa, 0),
                                               at(pa, fa, 1), at(pa, fa, 2)));
      }
  return best;
}

Vec3 random_vector(Random& random, double size) {
  const double x = random.symmetric(), y = random.symmetric(), z = random.symmetric();
  return size * Vec3(x, y, z);
}

Path random_path(Random& random, double reach) {
  const Vec3 axis = (random_vector(random, 1) + Vec3(0, 0, 1e-3)).normalized(),
             point = random_vector(random, reach);
  const Vec3 from = random_vector(random, 1) + Vec3(1e-3, 0, 0),
             position = random_vector(random, reach);
  const double angle = random.chance(1, 5) ? 0 : random.symmetric() * 6,
               travel = 3 * random.symmetric();
  return turn(angle, axis, point, travel,
              Pose::from_axis_angle(from, random.symmetric() * 3, position));
}

/// Nothing touches before toi, and at toi it does, up to the tolerance.
void expect_right(const BodyResult& result, const Shape& a, const Path& path_a, const Shape& b,
                  const Path& path_b, const BodyOptions& options, int samples) {
  ASSERT_TRUE(result.status == Status::Free || result.status == Status::Contact) << result.message;
  const double end = result.status == Status::Free ? options.t_max : result.toi;
  for (int i = 0; i <= samples; ++i) {
    const double t = end * i / samples;
    if (result.status == Status::Contact && t == end) break;
    ASSERT_GT(distance(a, path_a.at(t), b, path_b.at(t)), options.min_separation)
        << "missed at " << t << ", toi " << result.toi;
  }
  if (result.status != Status::Contact) return;
  const double near = distance(a, path_a.at(result.toi), b, path_b.at(result.toi));
  EXPECT_LE(near, options.min_separation + result.tolerance * (1 + 1e-6) + 1e-12);
  if (near > 0) {
    EXPECT_NEAR(result.distance, near, 0.25 * result.tolerance + 1e-12);
    EXPECT_NEAR((result.point_a - result.point_b).norm(), result.distance, 1e-9);
  }
  ASSERT_GE(result.triangle_a, 0);
  ASSERT_LT(result.triangle_a, static_cast<int>(a.triangles.size()));
  ASSERT_GE(result.triangle_b, 0);
  ASSERT_LT(result.triangle_b, static_cast<int>(b.triangles.size()));
}

TEST(FirstContact, AgreesWithDenseSampling) {
  Random random = {41, generate::hash("dense")};
  int contacts = 0, later = 0, total = 0;
  for (int i = 0; i < 60 && !HasFatalFailure(); ++i) {
    const Shape a = shape(generate::random_tetrahedron(random)),
                b = shape(generate::random_tetrahedron(random));
    const Path path_a = random_path(random, 1), path_b = random_path(random, 1);
    BodyOptions options;
    if (random.chance(1, 3)) options.min_separation = 0.1 * random.unit();
    if (random.chance(1, 3)) options.tolerance = std::exp2(-40 * random.unit());
    if (random.chance(1, 4)) options.t_max = random.unit();
    SCOPED_TRACE(i);
    const BodyResult result = first_contact(body(a), ScrewMotion(path_a.screw), body(b),
                                            ScrewMotion(path_b.screw), options);
    expect_right(result, a, path_a, b, path_b, options, 300);
    ++total;
    contacts += result.status == Status::Contact;
    later += result.status == Status::Contact && result.toi > 0;
  }
  EXPECT_GE(4 * contacts, total);
  EXPECT_LE(4 * contacts, 3 * total);
  EXPECT_GE(10 * later, total);
}

TEST(FirstContact, StraightAndResting) {
  Random random = {42, generate::hash("linear")};
  int contacts = 0;
  for (int i = 0; i < 60 && !HasFatalFailure(); ++i) {
    const Shape a = shape(generate::random_tetrahedron(random)),
                b = shape(generate::random_tetrahedron(random));
    const Pose from = Pose::from_axis_angle(random_vector(random, 1) + Vec3(0.01, 0, 0), 2,
                                            random_vector(random, 2));
    const Vec3 way = -2 * random.unit() * from.position + random_vector(random, 0.7);
    const Path path_a = straight({}, Vec3::Zero()), path_b = straight(from, way);
    const AffineMap start = {from.rotation, from.position},
                    end = {from.rotation, from.position + path_b.screw.drift};
    SCOPED_TRACE(i);
    const BodyResult result = first_contact(body(a), Rest(), body(b), LinearMotion(start, end));
    expect_right(result, a, path_a, b, path_b, {}, 200);
    contacts += result.status == Status::Contact;
  }
  EXPECT_GE(contacts, 15);
  EXPECT_LE(contacts, 50);
}

TEST(FirstContact, NeverMissesAThinPlateHitByAFastBullet) {
  const Shape plate = shape(generate::thin_plate(4, 1e-4)),
              bullet = shape(generate::bullet(0.1, 0.02, 6));
  const TriangleBody body_a = body(plate), body_b = body(bullet);
  Random random = {43, generate::hash("bullet")};
  for (int i = 0; i < 300; ++i) {
    // From any side, at up to 85 degrees from the normal, 10 to 10000 units a step, spinning up to
    // 3 turns.
    const double tilt = 1.48 * random.unit(), round = 2 * kPi * random.unit(), side = random.sign();
    const Vec3 along(std::sin(tilt) * std::cos(round), std::sin(tilt) * std::sin(round),
                     side * std::cos(tilt));
    const Vec3 target = random_vector(random, 1).cwiseProduct(Vec3(1, 1, 0));
    const double speed = std::pow(10.0, 1 + 3 * random.unit()), when = 0.1 + 0.8 * random.unit(),
                 spin = 20 * random.unit();
    Pose start = {Eigen::Quaterniond::FromTwoVectors(Vec3::UnitX(), along).toRotationMatrix(),
                  target - when * speed * along};
    const Path path = turn(spin, along, start.position, speed, start);
    const BodyResult result = first_contact(body_a, Rest(), body_b, ScrewMotion(path.screw));
    ASSERT_EQ(result.status, Status::Contact) << i;
    // The tip arrives half a bullet earlier, its rim at most a radius over the cosine before that.
    EXPECT_LE(result.toi, when - 0.04 / speed) << i;
    EXPECT_GE(result.toi, when - (0.05 + 0.02 * std::tan(tilt) + 1e-3) / speed) << i;
    EXPECT_LE(result.distance, result.tolerance * (1 + 1e-6) + 1e-15 * speed);
  }
}

TEST(FirstContact, FollowsManyTurns) {
  // A paddle that spins 100 times while it slowly sinks onto a small block beside the axis.
  const Shape paddle = shape(generate::box(2, 0.1, 0.1)), block = shape(generate::cube(0.1));
  Pose above;
  above.position = Vec3(0, 0, 1);
  const Path path = turn(200 * kPi, -Vec3::UnitZ(), Vec3::Zero(), 1, above);
  Pose beside;
  beside.position = Vec3(0.8, 0, 0);
  BodyOptions options;
  options.tolerance = 1e-9;
  const AffineMap where = {beside.rotation, beside.position};
  const BodyResult result =
      first_contact(body(block), Rest(where), body(paddle), ScrewMotion(path.screw), options);
  ASSERT_EQ(result.status, Status::Contact);
  EXPECT_LE(result.distance, 1e-9 * (1 + 1e-6) + 1e-11);
  EXPECT_GE(result.toi, 0.9 - 1e-6);
  EXPECT_LE(result.toi, 0.9 + 0.006);  // half a turn later at most
  const Path rest = straight(beside, Vec3::Zero());
  expect_right(result, block, rest, paddle, path, options, 3000);
}

TEST(FirstContact, IsAsNearAsItSaysForNearlyParallelEdges) {
  const Shape below = {{{-0.5, 0, 0}, {0.5, 0, 0}, {0, 0, -1}}, {{0, 1, 2}}};
  for (const double angle : {1e-3, 1e-5, 1e-6, 1e-7, 3e-8, 1e-8, 0.0}) {
    const Vec3 along(0.5 * std::cos(angle), 0.5 * std::sin(angle), 0);
    const Shape above = {{-along, along, {0.1, 0, 1}}, {{0, 1, 2}}};
    Pose start;
    start.position = Vec3(0, 0, 0.5);
    const Path rest = straight({}, Vec3::Zero()), fall = straight(start, Vec3(0, 0, -1));
    BodyOptions options;
    options.tolerance = 1e-10;
    SCOPED_TRACE(angle);
    const BodyResult result = first_contact(body(below), ScrewMotion(rest.screw), body(above),
                                            ScrewMotion(fall.screw), options);
    ASSERT_EQ(result.status, Status::Contact);
    EXPECT_LE(result.toi, 0.5);
    expect_right(result, below, rest, above, fall, options, 50);
  }
}

TEST(FirstContact, TouchesAtTheEndsCount) {
  const Shape cube = shape(generate::cube(1));
  const AffineMap near = {Mat3::Identity(), Vec3(1, 0.25, 0.25)},
                  far = {Mat3::Identity(), Vec3(2, 0.25, 0.25)};
  const BodyResult away = first_contact(body(cube), Rest(), body(cube), LinearMotion(near, far));
  EXPECT_EQ(away.status, Status::Contact);
  EXPECT_EQ(away.toi, 0);
  BodyOptions exact;
  exact.tolerance = 0;
  const BodyResult towards =
      first_contact(body(cube), Rest(), body(cube), LinearMotion(far, near), exact);
  EXPECT_EQ(towards.status, Status::Contact);
  EXPECT_NEAR(towards.toi, 1, 1e-9);
}

TEST(FirstContact, WorksAtEveryScale) {
  for (const double scale : {1e-60, 1e-30, 1e-9, 1e9, 1e30, 1e60}) {
    const Shape cube = shape(generate::cube(scale));
    const AffineMap from = {Mat3::Identity(), scale * Vec3(3, 0.25, 0.125)},
                    to = {Mat3::Identity(), scale * Vec3(-1, 0.25, 0.125)};
    const BodyResult result = first_contact(body(cube), Rest(), body(cube), LinearMotion(from, to));
    ASSERT_EQ(result.status, Status::Contact) << scale;
    EXPECT_NEAR(result.toi, 0.5, 1e-5) << scale;
    EXPECT_LE(result.distance, result.tolerance * (1 + 1e-6)) << scale;
    const AffineMap beside = {Mat3::Identity(), scale * Vec3(3, 1.001, 0)},
                    on = {Mat3::Identity(), scale * Vec3(-3, 1.001, 0)};
    EXPECT_EQ(first_contact(body(cube), Rest(), body(cube), LinearMotion(beside, on)).status,
              Status::Free)
        << scale;
  }
}

/// Heights along n of the triangles of one body that an entry names.
std::pair<double, double> range(const Shape& s, const std::vector<std::int32_t>& order,
                                std::int32_t begin, std::int32_t end, const AffineMap& map,
                                const Vec3& n) {
  std::pair<double, double> out = {std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity()};
  for (std::int32_t i = begin; i < end; ++i)
    for (const int v : s.triangles[order[i]]) {
      const double h = n.dot(map.apply(s.vertices[v]));
      out.first = std::min(out.first, h);
      out.second = std::max(out.second, h);
    }
  return out;
}

TEST(FirstContact, CertificatesCoverEveryPairAtEveryTimeAndSeparate) {
  Random random = {44, generate::hash("certificates")};
  int proofs = 0;
  for (int i = 0; i < 40 && !HasFatalFailure(); ++i) {
    const Shape a = shape(generate::random_tetrahedron(random)),
                b = shape(generate::random_tetrahedron(random));
    const Path path_a = random_path(random, 2), path_b = random_path(random, 2);
    BodyOptions options;
    options.certificate = true;
    options.min_separation = random.chance(1, 2) ? 0 : 0.05;
    const BodyResult result = first_contact(body(a), ScrewMotion(path_a.screw), body(b),
                                            ScrewMotion(path_b.screw), options);
    if (result.status != Status::Free) {
      EXPECT_TRUE(result.certificate.entries.empty());
      continue;
    }
    ++proofs;
    const BodyCertificate& proof = result.certificate;
    EXPECT_EQ(proof.separation, options.min_separation);
    for (const BodyCertificateEntry& e : proof.entries)
      for (const double s : {0.0, 0.3, 0.7, 1.0}) {
        const double t = e.t0 + s * (e.t1 - e.t0);
        const double low = range(b, proof.order_b, e.b_begin, e.b_end, path_b.at(t), e.n).first;
        const double high = range(a, proof.order_a, e.a_begin, e.a_end, path_a.at(t), e.n).second;
        ASSERT_GT(low - high, options.min_separation * e.n.norm() - 1e-13) << t;
      }
    for (int k = 0; k <= 100; ++k)
      for (std::int32_t x = 0; x < 4; ++x)
        for (std::int32_t y = 0; y < 4; ++y)
          ASSERT_TRUE(std::any_of(proof.entries.begin(), proof.entries.end(),
                                  [&](const BodyCertificateEntry& e) {
                                    return e.t0 <= k / 100.0 && k / 100.0 <= e.t1 &&
                                           e.a_begin <= x && x < e.a_end && e.b_begin <= y &&
                                           y < e.b_end;
                                  }))
              << k / 100.0;
  }
  EXPECT_GE(proofs, 10);
}

TEST(FirstContact, RunningOutLeavesASafeTime) {
  const Shape a = shape(generate::triangle_torus(1, 0.3, 12, 6)), b = a;
  Pose start = Pose::from_axis_angle(Vec3(1, 2, 3), 1, Vec3(3, 0.3, 0.1));
  const Path path_b = turn(2, Vec3::UnitZ(), Vec3(3, 0, 0), 0.1, start);
  const BodyResult all = first_contact(body(a), Rest(), body(b), ScrewMotion(path_b.screw));
  int undecided = 0;
  for (const std::int64_t checks : {1, 10, 100, 300, 1000, 3000}) {
    BodyOptions few;
    few.max_checks = checks;
    const BodyResult result =
        first_contact(body(a), Rest(), body(b), ScrewMotion(path_b.screw), few);
    if (result.status != Status::Undecided) continue;
    ++undecided;
    EXPECT_LE(result.toi, all.toi + 1e-9);
  }
  EXPECT_GE(undecided, 2);
}

/// Control poses as given, whatever the interval.
struct Given final : Motion {
  ControlPoses poses;
  ControlPoses over(double, double) const override { return poses; }
  double path_length(double, double, const Vec3&, double) const override { return 0; }
};

TEST(FirstContact, RefusesMotionsThatEncloseNothing) {
  const TriangleBody cube = body(shape(generate::cube(1)));
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  const auto status = [&](const auto& change) {
    Given motion;
    for (AffineMap& map : motion.poses.pose) map.offset = Vec3(3, 0, 0);
    change(motion.poses);
    const BodyResult result = first_contact(cube, Rest(), cube, motion);
    EXPECT_EQ(result.message.empty(), result.status != Status::InvalidInput);
    return result.status;
  };
  EXPECT_EQ(status([](ControlPoses&) {}), Status::Free);
  EXPECT_EQ(status([&](ControlPoses& p) { p.pose[2].offset.y() = nan; }), Status::InvalidInput);
  EXPECT_EQ(status([&](ControlPoses& p) { p.pose[0].linear(1, 1) = infinity; }),
            Status::InvalidInput);
  EXPECT_EQ(status([&](ControlPoses& p) { p.shift_error = nan; }), Status::InvalidInput);
  EXPECT_EQ(status([](ControlPoses& p) { p.turn_error = -1e-9; }), Status::InvalidInput);
  ScrewCoefficients fast;
  fast.angle = 1001;
  EXPECT_EQ(first_contact(cube, Rest(), cube, ScrewMotion(fast)).status, Status::InvalidInput);
}

/// Bodies 5e-4 apart, of a motion that is known to 1e-3 only: no contact is claimed, and no
/// freedom.
TEST(FirstContact, IsUndecidedWhereTheMotionIsNotKnownWellEnough) {
  const TriangleBody cube = body(shape(generate::cube(1)));
  Given motion;
  for (AffineMap& map : motion.poses.pose) map.offset = Vec3(1.0005, 0.1, 0.2);
  motion.poses.shift_error = 1e-3;
  EXPECT_EQ(first_contact(cube, Rest(), cube, motion).status, Status::Undecided);
}

TEST(FirstContact, RefusesBadOptions) {
  const TriangleBody cube = body(shape(generate::cube(1)));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto status = [&](const BodyOptions& options) {
    return first_contact(cube, Rest(), cube, Rest(), options).status;
  };
  EXPECT_EQ(status({-1.0, {}, 1, 100, false}), Status::InvalidInput);
  EXPECT_EQ(status({nan, {}, 1, 100, false}), Status::InvalidInput);
  EXPECT_EQ(status({0, -1.0, 1, 100, false}), Status::InvalidInput);
  EXPECT_EQ(status({0, {}, 1.5, 100, false}), Status::InvalidInput);
  EXPECT_EQ(status({0, {}, nan, 100, false}), Status::InvalidInput);
  EXPECT_EQ(status({0, {}, 1, 0, false}), Status::InvalidInput);
  EXPECT_EQ(first_contact(TriangleBody(), Rest(), cube, Rest()).status, Status::InvalidInput);
  EXPECT_EQ(first_contact(cube, Rest(), TriangleBody(), Rest()).status, Status::InvalidInput);
}

}  // namespace
}  // namespace firstcontact::first_contact_test
