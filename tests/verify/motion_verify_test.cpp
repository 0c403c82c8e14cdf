#include "verify/motion_verify.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "support/float_settings.h"
#include "verify/motion_samples.h"

namespace firstcontact::test::motion_verify_test {
namespace {

using verify::MotionBody;
using verify::MotionProof;
using verify::RestingMotion;
using verify::StraightMotion;
using verify::Verdict;
using verify::verify;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

MotionBody with_motion(MotionBody body, verify::BodyMotion motion) {
  body.motion = std::move(motion);
  return body;
}

void expect_refused(const MotionProof& proof, const std::string& words) {
  const Verdict verdict = verify(proof);
  EXPECT_FALSE(verdict.proven);
  EXPECT_NE(verdict.reason.find(words), std::string::npos) << verdict.reason << " lacks: " << words;
}

/// Tetrahedra that go past each other along x, in lanes that are 4 apart in y.
MotionProof passing() {
  MotionProof proof =
      proof_about(with_motion(tetrahedron(), StraightMotion{shift({-5, 0, 0}), shift({5, 0, 0})}),
                  with_motion(tetrahedron(), StraightMotion{shift({5, 4, 0}), shift({-5, 4, 0})}));
  proof.certificate.entries = {whole(proof, 0, 0.5, {0, 1, 0}), whole(proof, 0.5, 1, {0, 1, 0})};
  return proof;
}

/// A tetrahedron that goes once round another at rest, at a distance of 5; a direction for each
/// 16th of the turn.
MotionProof circling(double angle = 2 * std::numbers::pi) {
  MotionProof proof = proof_about(
      tetrahedron(),
      with_motion(tetrahedron(), screw_about({0, 0, 1}, {0, 0, 0}, angle, 0, shift({5, 0, 0}))));
  constexpr int kParts = 16;
  for (int i = 0; i < kParts; ++i) {
    const double middle = angle * (i + 0.5) / kParts;
    proof.certificate.entries.push_back(whole(proof, 1.0 * i / kParts, 1.0 * (i + 1) / kParts,
                                              {std::cos(middle), std::sin(middle), 0}));
  }
  return proof;
}

TEST(MotionVerify, BodiesThatPassEachOtherAreProven) {
  const Verdict verdict = verify(passing());
  EXPECT_TRUE(verdict.proven) << verdict.reason;
  EXPECT_EQ(verdict.reason, "");
}

TEST(MotionVerify, ABodyThatCirclesAnotherIsProven) {
  EXPECT_TRUE(verify(circling()).proven) << verify(circling()).reason;
  // A hundred turns in one interval along the axis: the verifier halves it.
  MotionProof turns = circling(200 * std::numbers::pi);
  std::get<ScrewCoefficients>(turns.b.motion).start.offset.z() += 3;
  turns.certificate.entries = {whole(turns, 0, 1, {0, 0, 1})};
  EXPECT_TRUE(verify(turns).proven) << verify(turns).reason;
}

TEST(MotionVerify, TheSeparationIsPartOfTheClaim) {
  MotionProof proof = passing();  // 4 − 1 − 1 apart
  proof.certificate.separation = std::nextafter(2, 0);
  EXPECT_TRUE(verify(proof).proven);
  proof.certificate.separation = 2;
  expect_refused(proof, "entry 1: its direction does not keep the triangles apart");
  // The length of a direction does not matter.
  for (BodyCertificateEntry& entry : proof.certificate.entries) entry.n *= 0x1p-900;
  proof.certificate.separation = std::nextafter(2, 0);
  EXPECT_TRUE(verify(proof).proven);
}

TEST(MotionVerify, PairsOfTrianglesMayHaveEntriesOfTheirOwn) {
  MotionProof proof = passing();
  proof.certificate.order_a = {2, 0, 3, 1};
  proof.certificate.entries.clear();
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 2; ++b) {
      const double middle = 0.25 * (a + 1) / 2;
      proof.certificate.entries.push_back({middle, 1, {0, 1, 0}, a, a + 1, 2 * b, 2 * b + 2});
      proof.certificate.entries.push_back({0, middle, {0, 2, 0}, a, a + 1, 2 * b, 2 * b + 2});
    }
  EXPECT_TRUE(verify(proof).proven) << verify(proof).reason;
  for (std::size_t i = 0; i < proof.certificate.entries.size(); ++i) {
    MotionProof without = proof;
    without.certificate.entries.erase(without.certificate.entries.begin() +
                                      static_cast<std::ptrdiff_t>(i));
    expect_refused(without, "no entry covers triangle " +
                                std::to_string(proof.certificate.order_a[i / 4]) + " of a");
  }
}

TEST(MotionVerify, AnInstantIsProvenByEntriesWithoutLength) {
  MotionProof proof = passing();
  proof.certificate.t_max = 0;
  proof.certificate.entries = {whole(proof, 0, 0, {1, 0, 0})};
  EXPECT_TRUE(verify(proof).proven) << verify(proof).reason;
  proof.certificate.entries[0].b_end = 3;
  expect_refused(proof, "no entry covers triangle 0 of a and triangle 3 of b from t = 0 to 0");
}

// With bodies at rest or on straight paths the check is exact: the last bit decides.
TEST(MotionVerify, OneUlpDecidesForStraightPaths) {
  const auto touching_down = [](double end) {
    MotionProof proof = proof_about(point_body({0, 0, 0}), point_body({0, 0, 0}));
    proof.b.motion = StraightMotion{shift({0, 0, 1}), shift({0, 0, end})};
    proof.certificate.entries = {whole(proof, 0, 1, {0, 0, 3})};
    return verify(proof).proven;
  };
  EXPECT_TRUE(touching_down(std::numeric_limits<double>::denorm_min()));
  EXPECT_FALSE(touching_down(0));
  MotionProof rest = proof_about(point_body({0, 0, 0}), point_body({3, 4, 0}), 5);
  rest.certificate.entries = {whole(rest, 0, 1, {3, 4, 0})};
  EXPECT_FALSE(verify(rest).proven);
  rest.b.motion = RestingMotion{shift({0x1p-60, 0, 0})};
  EXPECT_TRUE(verify(rest).proven);
  rest.certificate.separation = std::nextafter(5, 6);
  EXPECT_FALSE(verify(rest).proven);
}

// A point on the circle of radius 1 turns by the double below π, then by the one above: its height
// sin(angle t) ends at 1.2e-16 above, or 3.2e-16 below the other body.
TEST(MotionVerify, OneUlpOfTheAngleDecidesForATurn) {
  const auto half_turn = [](double angle) {
    MotionProof proof = proof_about(point_body({5, 0, 0}), point_body({1, 0, 0}));
    proof.b.motion = screw_about({0, 0, 1}, {0, 0, 0}, angle, 0);
    proof.certificate.entries = {whole(proof, 0, 0.25, {-1, 0, 0}),
                                 whole(proof, 0.25, 1, {0, 1, 0})};
    return verify(proof);
  };
  const Verdict below = half_turn(std::numbers::pi);
  EXPECT_TRUE(below.proven) << below.reason;
  const Verdict above = half_turn(std::nextafter(std::numbers::pi, 4));
  EXPECT_FALSE(above.proven);
  EXPECT_EQ(above.reason, "entry 2: its direction does not keep the triangles apart");
}

// The height dips below the other body in the middle of the interval only, then only just does not.
TEST(MotionVerify, ADipInsideTheIntervalIsSeen) {
  const auto dip = [](double room) {
    MotionProof proof = proof_about(point_body({0, -1 - room, 0}), point_body({-1, 0, 0}));
    proof.b.motion =
        screw_about({0, 0, 1}, {0, 0, 0}, 3, 0);  // from the left by the bottom to the right
    proof.certificate.entries = {whole(proof, 0, 1, {0, 1, 0})};
    return verify(proof).proven;
  };
  EXPECT_TRUE(dip(1e-9));
  EXPECT_FALSE(dip(-1e-9));
}

// A bend without an angle is a parabola: x + t velocity + t²/2 bend.
TEST(MotionVerify, AngleZeroMeansTheLimits) {
  const auto thrown = [](double ceiling) {
    MotionProof proof = proof_about(point_body({0, 0, 0}), point_body({0, 0, 0}));
    ScrewCoefficients screw;
    screw.velocity.offset = {1, 0, 4};
    screw.bend.offset = {0, 0, -8};  // up to 1 at t = 1/2, 0 at the end
    proof.b.motion = screw;
    proof.a.vertices = {{0, 0, ceiling}};
    proof.certificate.entries = {whole(proof, 0, 1, {0, 0, -1})};
    return verify(proof).proven;
  };
  EXPECT_TRUE(thrown(1 + 1e-9));
  EXPECT_FALSE(thrown(1 - 1e-9));
  // The tiniest angles and drift alone.
  for (const double angle : {0.0, 0x1p-1074, -0x1p-500, 1e-9}) {
    MotionProof proof = proof_about(point_body({0, 0, -0x1p-40}), point_body({0, 0, 0}));
    ScrewCoefficients screw;
    screw.angle = angle;
    screw.velocity.offset = {0, 0, 2};
    screw.drift = {0, 0, -1};
    proof.b.motion = screw;
    proof.certificate.entries = {whole(proof, 0, 1, {0, 0, 1})};
    EXPECT_TRUE(verify(proof).proven) << angle << ": " << verify(proof).reason;
    std::get<ScrewCoefficients>(proof.b.motion).drift.z() = -2.125;
    EXPECT_FALSE(verify(proof).proven) << angle;
  }
}

TEST(MotionVerify, ExtremeNumbersAreTakenAsTheyAre) {
  for (const double scale : {0x1p-1060, 0x1p-500, 0x1p+500, 0x1p+1015}) {
    MotionProof proof = circling();
    for (MotionBody* body : {&proof.a, &proof.b})
      for (Vec3& vertex : body->vertices) vertex *= scale;
    auto& screw = std::get<ScrewCoefficients>(proof.b.motion);
    for (AffineMap* map : {&screw.start, &screw.velocity, &screw.bend}) map->offset *= scale;
    EXPECT_TRUE(verify(proof).proven) << scale << ": " << verify(proof).reason;
    proof.certificate.entries[5].n *= -1;
    EXPECT_FALSE(verify(proof).proven);
  }
}

TEST(MotionVerify, TheFloatingPointEnvironmentDoesNotMatter) {
  if (!can_flush_to_zero()) GTEST_SKIP() << "this machine cannot flush to zero";
  MotionProof proof = proof_about(point_body({0, 0, 0}), point_body({0, 0, 0x1p-1074}));
  proof.certificate.entries = {whole(proof, 0, 1, {0, 0, 0x1p-1074})};
  const FlushToZero flush;
  EXPECT_TRUE(verify(proof).proven);
}

/// A change of a valid proof, and words of the reason.
struct Change {
  std::function<void(MotionProof&)> apply;
  std::string words;
};

void expect_all_refused(const MotionProof& proof, const std::vector<Change>& changes) {
  ASSERT_TRUE(verify(proof).proven);
  for (const auto& [apply, words] : changes) {
    MotionProof changed = proof;
    apply(changed);
    expect_refused(changed, words);
  }
}

TEST(MotionVerify, EveryPartOfAProofMatters) {
  expect_all_refused(
      circling(),
      {{[](MotionProof& p) { p.certificate.entries[3].n *= -1; },
        "entry 4: its direction does not keep the triangles apart"},
       {[](MotionProof& p) { std::swap(p.certificate.entries[3].n, p.certificate.entries[8].n); },
        "does not keep the triangles apart"},
       {[](MotionProof& p) { p.certificate.entries.erase(p.certificate.entries.begin() + 7); },
        "from t = 0.4375 to 0.5"},
       {[](MotionProof& p) { p.certificate.entries.pop_back(); }, "from t = 0.9375 to 1"},
       {[](MotionProof& p) { p.certificate.entries[7].a_begin = 1; },
        "no entry covers triangle 0 of a and triangle 0 of b"},
       {[](MotionProof& p) { p.certificate.entries[7].b_end = 3; },
        "no entry covers triangle 0 of a and triangle 3 of b"},
       {[](MotionProof& p) {
          p.certificate.entries[7].t0 = std::nextafter(p.certificate.entries[7].t0, 1);
        },
        "from t = 0.4375 to"},
       {[](MotionProof& p) {
          p.certificate.entries[7].t1 = std::nextafter(p.certificate.entries[7].t1, 0);
        },
        "to 0.5"},
       {[](MotionProof& p) { p.certificate.order_a[2] = 0; },
        "body a: its order names triangle 0 twice"},
       {[](MotionProof& p) { p.certificate.order_b[2] = 4; },
        "body b: its order names triangle 4, which does not exist"},
       {[](MotionProof& p) { p.certificate.order_b.pop_back(); },
        "body b: its order does not have one place for each triangle"},
       {[](MotionProof& p) { p.certificate.separation = 5; }, "does not keep the triangles apart"},
       {[](MotionProof& p) {
          p.b.vertices[2] = {-6, 0, 0};
        },
        "does not keep the triangles apart"},
       {[](MotionProof& p) { std::get<ScrewCoefficients>(p.b.motion).angle *= 0.5; },
        "does not keep the triangles apart"},
       {[](MotionProof& p) { std::get<ScrewCoefficients>(p.b.motion).drift.x() = -5; },
        "does not keep the triangles apart"},
       {[](MotionProof& p) { std::get<ScrewCoefficients>(p.b.motion).bend.offset.setZero(); },
        "does not keep the triangles apart"},
       {[](MotionProof& p) { std::get<ScrewCoefficients>(p.b.motion).velocity.offset.y() = 0; },
        "does not keep the triangles apart"},
       {[](MotionProof& p) { p.b.motion = RestingMotion{}; },
        "does not keep the triangles apart"}});
}

/// A thousand radians take 512 pieces of time for each entry. One entry is fine, thousands of the
/// same are not: what a proof may cost grows with its size only so much.
TEST(MotionVerify, WorkIsBoundedByTheSizeOfTheProof) {
  MotionProof proof = proof_about(
      tetrahedron(),
      with_motion(tetrahedron(), screw_about({0, 0, 1}, {0, 0, 0}, 1000, 0, shift({0, 0, 5}))));
  proof.certificate.entries = {whole(proof, 0, 1, {0, 0, 1})};
  EXPECT_EQ(verify(proof).reason, "");
  proof.certificate.entries.resize(300, proof.certificate.entries[0]);
  expect_refused(proof, "take more work than a proof of this size may");
  // Ten turns, and entries that each name everything.
  proof.b.motion = screw_about({0, 0, 1}, {0, 0, 0}, 20 * std::numbers::pi, 0, shift({0, 0, 5}));
  proof.certificate.entries.resize(20);
  EXPECT_EQ(verify(proof).reason, "");
}

TEST(MotionVerify, MalformedProofsAreRefusedWithAReason) {
  const double nan = std::nan("");
  expect_all_refused(
      circling(),
      {{[](MotionProof& p) { p.certificate.entries.clear(); }, "there are no entries"},
       {[&](MotionProof& p) { p.certificate.separation = nan; }, "separation must be"},
       {[](MotionProof& p) { p.certificate.separation = -1; }, "separation must be"},
       {[](MotionProof& p) { p.certificate.t_max = 1.5; }, "t_max must lie in [0, 1]"},
       {[](MotionProof& p) { p.certificate.t_max = 0.5; },
        "entry 9: its interval leaves [0, t_max]"},
       {[](MotionProof& p) { p.certificate.entries[2].t0 = -0.1; },
        "entry 3: its interval leaves [0, t_max]"},
       {[&](MotionProof& p) { p.certificate.entries[2].t1 = nan; },
        "entry 3: a time is not finite"},
       {[](MotionProof& p) { p.certificate.entries[2].t1 = 0; },
        "entry 3: it ends before it starts"},
       {[](MotionProof& p) { p.certificate.entries[2].n.y() = kInfinity; },
        "entry 3: its direction is not finite"},
       {[](MotionProof& p) { p.certificate.entries[2].n.setZero(); },
        "entry 3: its direction is zero"},
       {[](MotionProof& p) { p.certificate.entries[2].a_begin = -1; }, "entry 3: its range of a"},
       {[](MotionProof& p) { p.certificate.entries[2].a_end = 5; }, "entry 3: its range of a"},
       {[](MotionProof& p) { p.certificate.entries[2].b_begin = 4; }, "entry 3: its range of b"},
       {[](MotionProof& p) { p.certificate.entries[2].b_end = std::numeric_limits<int>::max(); },
        "entry 3: its range of b"},
       {[](MotionProof& p) { p.a.triangles.clear(), p.certificate.order_a.clear(); },
        "body a: there are no triangles"},
       {[](MotionProof& p) { p.a.triangles[1][2] = 4; },
        "body a: triangle 1: vertex 4 does not exist"},
       {[](MotionProof& p) { p.b.triangles[1][2] = -1; },
        "body b: triangle 1: vertex -1 does not exist"},
       {[&](MotionProof& p) { p.b.vertices[3].z() = nan; }, "body b: vertex 3 is not finite"},
       {[&](MotionProof& p) {
          p.a.motion = RestingMotion{shift({0, nan, 0})};
        },
        "body a: a number of its motion is not finite"},
       {[](MotionProof& p) {
          p.a.motion = StraightMotion{{}, shift({kInfinity, 0, 0})};
        },
        "body a: a number of its motion"},
       {[](MotionProof& p) {
          std::get<ScrewCoefficients>(p.b.motion).bend.linear(1, 2) = -kInfinity;
        },
        "body b: a number"},
       {[](MotionProof& p) { std::get<ScrewCoefficients>(p.b.motion).angle = 1001; },
        "body b: its angle is beyond 1000"}});
}

/// A random motion of a tetrahedron about a place.
verify::BodyMotion random_motion(Draw& draw, const Vec3& place) {
  AffineMap start = shift(place);
  const Vec3 turned_about = draw.direction(), axis = draw.direction(), beside = draw.vector(2),
             along = draw.vector(3);
  start.linear = Eigen::AngleAxisd(draw.uniform(-3, 3), turned_about).toRotationMatrix();
  const double size = draw.uniform(-1, 1), travel = draw.uniform(-2, 2);
  switch (draw.below(4)) {
    case 0: return RestingMotion{start};
    case 1: return StraightMotion{start, {start.linear, start.offset + along}};
    default:
      return screw_about(axis, place + beside,
                         std::ldexp(size, 3 - static_cast<int>(draw.below(8))), travel, start);
  }
}

// Whole bodies over equal intervals, the direction from centre to centre in the middle: valid or
// not, as a dense sampling of the gap says. Between samples the gap may dip by less than the room
// that is asked for.
TEST(MotionVerify, RandomProofsAreJudgedAsByDenseSampling) {
  Draw draw(31);
  constexpr int kTrials = 400, kParts = 16, kSamples = 40;
  constexpr double kRoom = 0.01;
  int proven = 0, refused = 0, between = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const double distance = draw.uniform(2, 5), separation = std::max(0.0, draw.uniform(-0.5, 0.5));
    MotionBody a = tetrahedron(), b = tetrahedron();
    a.motion = random_motion(draw, draw.vector(1));
    b.motion = random_motion(draw, distance * draw.direction());
    MotionProof proof = proof_about(a, b, separation);
    double least = kInfinity;
    for (int i = 0; i < kParts; ++i) {
      const double middle = (i + 0.5) / kParts;
      const Vec3 n =
          moved(proof.b.motion, Vec3::Zero(), middle) - moved(proof.a.motion, Vec3::Zero(), middle);
      proof.certificate.entries.push_back(
          whole(proof, 1.0 * i / kParts, 1.0 * (i + 1) / kParts, n));
      for (int k = 0; k <= kSamples; ++k)
        least = std::min(least, gap_at(proof, proof.certificate.entries.back(),
                                       (i + 1.0 * k / kSamples) / kParts));
    }
    const double room = least - proof.certificate.separation;
    const Verdict verdict = verify(proof);
    ASSERT_TRUE(verdict.proven || room <= kRoom) << verdict.reason << ", trial " << trial;
    ASSERT_FALSE(verdict.proven && room < -1e-12) << "trial " << trial;
    if (verdict.proven)
      ++proven;
    else
      ++refused;
    between += room <= kRoom && room >= -1e-12 ? 1 : 0;
  }
  EXPECT_GT(proven, kTrials / 5);
  EXPECT_GT(refused, kTrials / 5);
  EXPECT_LT(between, kTrials / 20);
}

}  // namespace
}  // namespace firstcontact::test::motion_verify_test
