#include "verify/scene_verify.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "support/float_settings.h"
#include "verify/scene_samples.h"

namespace firstcontact::test::scene_verify_test {
namespace {

using verify::SceneFrame;
using verify::Verdict;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void expect_refused(const SceneProof& proof, const std::string& words) {
  const Verdict verdict = verdict_on(proof);
  EXPECT_FALSE(verdict.proven);
  EXPECT_NE(verdict.reason.find(words), std::string::npos) << verdict.reason << " lacks: " << words;
}

JointMotion resting(const AffineMap& where) {
  JointMotion motion;
  motion.before = where;
  return motion;
}

JointMotion turning(double angle, const AffineMap& before = {}) {
  JointMotion motion;
  motion.before = before;
  motion.angle = angle;
  return motion;
}

/// An arm of two links turns about z, the second link against the first; something is attached to
/// its end. All are tetrahedra of a quarter of the size, 4 apart along the arm. A post stands 9
/// away, and a roof lies over everything.
SceneProof arm(double angle = 2) {
  SceneProof proof;
  verify::MotionBody small = tetrahedron();
  for (Vec3& vertex : small.vertices) vertex *= 0.25;
  proof.geometries = {geometry_of(small), geometry_of(tetrahedron())};
  proof.claim.frames = {{-1, turning(angle)},
                        {0, turning(-2 * angle, shift({4, 0, 0}))},
                        {1, resting(shift({2, 0, 0.5}))},
                        {-1, resting(shift({-9, 0, 0}))},
                        {-1, resting(shift({0, 0, 3}))}};
  proof.claim.shapes = {
      {"upper", 0, 0}, {"lower", 0, 1}, {"tool", 0, 2}, {"post", 1, 3}, {"roof", 1, 4}};
  proof.claim.pairs = {
      {2, 3, 0.1, -1}, {1, 4, 0, -1}, {2, 4, 0.25, -1}, {0, 2, 1, -1}, {0, 1, 3, -1}};
  for (std::size_t pair = 0; pair < proof.claim.pairs.size(); ++pair)
    proof.proofs.push_back({pair, along_origins(proof, pair, 16)});
  proof.proofs[1].entries = {whole(proof, 1, 0, 1, {0, 0, 1})};
  proof.proofs[2].entries = {whole(proof, 2, 0, 1, {0, 0, 1})};
  return proof;
}

TEST(SceneVerify, AnArmThatKeepsClearIsProven) {
  const Verdict verdict = verdict_on(arm());
  EXPECT_TRUE(verdict.proven) << verdict.reason;
  EXPECT_EQ(verdict.reason, "");
}

// The roof is proven clear in one entry, whatever the turn: the verifier divides the time itself.
TEST(SceneVerify, LongIntervalsWithLargeTurnsAreDivided) {
  for (const double angle : {0.0, 0.5, 3.0, 12.0, 300.0}) {
    SceneProof proof = arm(angle);
    proof.claim.pairs.erase(proof.claim.pairs.begin(), proof.claim.pairs.begin() + 1);
    proof.claim.pairs.resize(2);
    proof.proofs = {{0, {whole(proof, 0, 0, 1, {0, 0, 1})}},
                    {1, {whole(proof, 1, 0, 1, {0, 0, 1})}}};
    EXPECT_TRUE(verdict_on(proof).proven) << angle << ": " << verdict_on(proof).reason;
  }
}

// Seen from the upper link its neighbours turn about it, and what carries it does not matter.
TEST(SceneVerify, PairsMayBeSeenFromALinkThatCarriesBoth) {
  SceneProof proof = arm(3);
  proof.claim.pairs = {{0, 1, 3, 0}, {2, 0, 1, 0}, {1, 2, 1, 1}};
  proof.proofs = {
      {0, {whole(proof, 0, 0, 1, {1, 0, 0})}}, {1, {}}, {2, {whole(proof, 2, 0, 1, {1, 0, 0})}}};
  for (int i = 0; i < 8; ++i) {
    const double angle = -6 * (i + 0.5) / 8;  // the tool is at (4, 0, 0) + 2 (cos, sin, 1/4)
    proof.proofs[1].entries.push_back(whole(proof, 1, i / 8.0, (i + 1) / 8.0,
                                            {-4 - 2 * std::cos(angle), -2 * std::sin(angle), 0}));
  }
  EXPECT_TRUE(verdict_on(proof).proven) << verdict_on(proof).reason;
  proof.claim.frames[0].motion = turning(1000, shift({0, 1e6, 0}));
  EXPECT_TRUE(verdict_on(proof).proven) << verdict_on(proof).reason;
  for (std::size_t pair = 0; pair < 3; ++pair) {
    SceneProof from_world = proof;
    from_world.claim.pairs[pair].base = -1;
    expect_refused(from_world, "its direction does not keep the triangles apart");
  }
  proof.claim.frames[1].motion.travel.x() = -12;
  expect_refused(
      proof, "pair 0, upper and lower: entry 1: its direction does not keep the triangles apart");
}

TEST(SceneVerify, ShapesMayTouchTheEndOfTheirRoom) {
  const auto with_separation = [](double separation) {
    SceneProof proof = arm();
    proof.claim.pairs[1].separation = separation;  // 3 − 1 − 0.25 apart
    return verdict_on(proof);
  };
  EXPECT_TRUE(with_separation(1.75 - 1e-15).proven) << with_separation(1.75 - 1e-15).reason;
  EXPECT_FALSE(with_separation(1.75).proven);
  EXPECT_NE(with_separation(1.75 + 1e-15)
                .reason.find("pair 1, lower and roof: entry 1: its direction does not keep"),
            std::string::npos);
}

TEST(SceneVerify, RangesFollowTheOrder) {
  SceneProof proof = arm();
  proof.geometries[1].order = {2, 0, 3, 1};
  // The roof's triangles each on their own, over intervals of their own.
  std::vector<BodyCertificateEntry>& entries = proof.proofs[2].entries;
  entries.clear();
  for (int b = 0; b < 4; ++b) {
    BodyCertificateEntry entry = whole(proof, 2, 0, 0.3 + 0.1 * b, {0, 0.01, 1});
    entry.b_begin = b, entry.b_end = b + 1;
    entries.push_back(entry);
    entry.t0 = entry.t1, entry.t1 = 1;
    entries.push_back(entry);
  }
  EXPECT_TRUE(verdict_on(proof).proven) << verdict_on(proof).reason;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    SceneProof without = proof;
    without.proofs[2].entries.erase(without.proofs[2].entries.begin() +
                                    static_cast<std::ptrdiff_t>(i));
    expect_refused(without,
                   "and triangle " + std::to_string(proof.geometries[1].order[i / 2]) + " of b");
  }
}

/// A change of a valid proof, and words of the reason.
struct Change {
  std::function<void(SceneProof&)> apply;
  std::string words;
};

void expect_all_refused(const SceneProof& proof, const std::vector<Change>& changes) {
  ASSERT_TRUE(verdict_on(proof).proven);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    SCOPED_TRACE(i);
    SceneProof changed = proof;
    changes[i].apply(changed);
    expect_refused(changed, changes[i].words);
  }
}

TEST(SceneVerify, EveryPartOfAProofMatters) {
  const std::string apart = "its direction does not keep the triangles apart";
  expect_all_refused(
      arm(),
      {{[](SceneProof& p) { p.proofs[0].entries[3].n *= -1; },
        "pair 0, tool and post: entry 4: its direction does not keep"},
       {[](SceneProof& p) { std::swap(p.proofs[3].entries[0].n, p.proofs[3].entries[12].n); },
        apart},
       {[](SceneProof& p) { p.proofs[3].entries[2].t1 = 0.9; },
        "pair 3, upper and tool: entry 3: its direction does not keep"},
       {[](SceneProof& p) { p.proofs[0].entries.erase(p.proofs[0].entries.begin() + 7); },
        "from t = 0.4375 to 0.5"},
       {[](SceneProof& p) {
          p.proofs[0].entries[7].t1 = std::nextafter(p.proofs[0].entries[7].t1, 0);
        },
        "to 0.5"},
       {[](SceneProof& p) { p.proofs[4].entries[7].a_begin = 1; },
        "no entry covers triangle 0 of a and triangle 0 of b"},
       {[](SceneProof& p) { p.proofs[4].entries[7].b_end = 3; },
        "no entry covers triangle 0 of a and triangle 3 of b"},
       {[](SceneProof& p) { p.proofs.pop_back(); }, "pair 4, upper and lower: there is no proof"},
       {[](SceneProof& p) { p.proofs[1].pair = 2; }, "there is no proof"},
       {[](SceneProof& p) {
          p.claim.pairs.push_back({1, 3, 0, -1});
        },
        "pair 5, lower and post: there is no proof"},
       {[](SceneProof& p) { p.claim.pairs[3].separation = 4; }, apart},
       {[](SceneProof& p) { p.claim.pairs[2].b = 3; }, apart},
       {[](SceneProof& p) { p.claim.frames[1].motion.angle = 4; }, apart},
       {[](SceneProof& p) { p.claim.frames[0].motion.angle_t0 = 3; }, apart},
       {[](SceneProof& p) { p.claim.frames[1].motion.travel.z() = 2; }, apart},
       {[](SceneProof& p) { p.claim.frames[2].motion.before.offset.z() = 2.5; }, apart},
       {[](SceneProof& p) { p.claim.frames[1].motion.after.offset.y() = 4; }, apart},
       {[](SceneProof& p) { p.claim.frames[2].parent = -1; }, apart},
       {[](SceneProof& p) { p.claim.shapes[2].frame = 4; }, apart},
       {[](SceneProof& p) { p.geometries[0].vertices[2].z() = 5; }, apart}});
}

TEST(SceneVerify, MalformedProofsAreRefusedWithAReason) {
  const double nan = std::nan("");
  expect_all_refused(
      arm(),
      {{[](SceneProof& p) { p.proofs[2].entries.clear(); },
        "pair 2, tool and roof: there are no entries"},
       {[](SceneProof& p) { p.proofs[2].pair = 5; }, "there is no pair 5"},
       {[](SceneProof& p) { p.claim.t_max = 1.5; }, "t_max must lie in [0, 1]"},
       {[](SceneProof& p) { p.claim.pairs.clear(); }, "it has no pairs, so it claims nothing"},
       {[](SceneProof& p) { p.claim.t_max = 0.5; }, "its interval leaves [0, t_max]"},
       {[&](SceneProof& p) { p.claim.pairs[3].separation = nan; }, "pair 3: separation must be"},
       {[](SceneProof& p) { p.claim.pairs[3].separation = -1; }, "pair 3: separation must be"},
       {[](SceneProof& p) { p.claim.pairs[3].a = 5; }, "pair 3: a shape does not exist"},
       {[](SceneProof& p) { p.claim.pairs[3].b = -1; }, "pair 3: a shape does not exist"},
       {[](SceneProof& p) { p.claim.pairs[3].b = 0; }, "pair 3: it is of one shape"},
       {[](SceneProof& p) { p.claim.pairs[3].base = 1; },
        "pair 3: its base does not carry both shapes"},
       {[](SceneProof& p) { p.claim.pairs[3].base = 5; },
        "pair 3: its base does not carry both shapes"},
       {[](SceneProof& p) { p.claim.pairs[3].base = -2; },
        "pair 3: its base does not carry both shapes"},
       {[](SceneProof& p) { p.claim.shapes[1].geometry = 2; },
        "shape 1: its geometry does not exist"},
       {[](SceneProof& p) { p.claim.shapes[1].frame = -1; }, "shape 1: its frame does not exist"},
       {[](SceneProof& p) { p.claim.frames[1].parent = 1; },
        "frame 1: its parent does not come before it"},
       {[](SceneProof& p) { p.claim.frames[1].parent = -2; },
        "frame 1: its parent does not come before it"},
       {[&](SceneProof& p) { p.claim.frames[1].motion.after.linear(1, 1) = nan; },
        "frame 1: a number of its motion is not"},
       {[](SceneProof& p) { p.claim.frames[1].motion.travel.x() = kInfinity; },
        "frame 1: a number of its motion is not"},
       {[](SceneProof& p) { p.claim.frames[1].motion.angle = -1001; },
        "frame 1: an angle is beyond 1000 radians"},
       {[](SceneProof& p) { p.claim.frames[1].motion.angle_t0 = 1001; },
        "frame 1: an angle is beyond 1000 radians"},
       {[](SceneProof& p) { p.geometries[0].triangles.clear(); },
        "shape 0: geometry 0: there are no triangles"},
       {[](SceneProof& p) { p.geometries[1].order[2] = 0; },
        "shape 3: geometry 1: its order names triangle 0 twice"},
       {[](SceneProof& p) { p.geometries[1].triangles[2][1] = 4; },
        "geometry 1: triangle 2: vertex 4 does not exist"},
       {[&](SceneProof& p) { p.geometries[1].vertices[2].y() = nan; },
        "geometry 1: vertex 2 is not finite"},
       {[&](SceneProof& p) { p.proofs[2].entries[0].t1 = nan; }, "entry 1: a time is not finite"},
       {[](SceneProof& p) { p.proofs[2].entries[0].n.setZero(); },
        "entry 1: its direction is zero"},
       {[](SceneProof& p) { p.proofs[2].entries[0].n.x() = kInfinity; },
        "entry 1: its direction is not finite"},
       {[](SceneProof& p) { p.proofs[2].entries[0].a_end = 5; },
        "entry 1: its range of a is empty or out of bounds"}});
}

/// A body at the end of a chain of many frames, of which every third turns a little: seen from the
/// world and from a frame within.
TEST(SceneVerify, ChainsOfManyFramesAreFollowedWithoutRecursion) {
  SceneProof proof;
  proof.geometries = {geometry_of(tetrahedron())};
  constexpr int kFrames = 20'000;
  proof.claim.frames = {{-1, resting(shift({0, 0, 100}))}};
  for (int i = 1; i < kFrames; ++i)
    proof.claim.frames.push_back(
        {i == 1 ? -1 : i - 1, turning(i % 3 == 0 ? 3.0 / kFrames : 0, shift({0, 0, 1e-3}))});
  proof.claim.shapes = {{"roof", 0, 0}, {"tip", 0, kFrames - 1}, {"middle", 0, kFrames / 2}};
  proof.claim.pairs = {{1, 0, 0, -1}, {2, 1, 0, kFrames / 2}};
  proof.proofs = {{0, {whole(proof, 0, 0, 1, {0, 0, 1})}}, {1, {whole(proof, 1, 0, 1, {0, 0, 1})}}};
  EXPECT_EQ(verdict_on(proof).reason, "");
  proof.claim.frames[0].motion.before.offset.z() = 21.9;
  expect_refused(proof,
                 "pair 0, tip and roof: entry 1: its direction does not keep the triangles apart");
}

/// Entries over short times far apart need the whole chain each: refused, where their number times
/// the frames is too much.
TEST(SceneVerify, WorkIsBoundedByTheSizeOfTheProof) {
  const auto long_chain = [](int frames, int entries) {
    SceneProof proof;
    proof.geometries = {geometry_of(tetrahedron())};
    proof.claim.frames = {{-1, resting(shift({0, 0, 10}))}};
    for (int i = 1; i <= frames; ++i)
      proof.claim.frames.push_back({i == 1 ? -1 : i - 1, turning(1000)});
    proof.claim.shapes = {{"roof", 0, 0}, {"tip", 0, frames}};
    proof.claim.pairs = {{1, 0, 0, -1}};
    proof.claim.t_max = entries * 0x1p-20;
    proof.proofs = {{0, {}}};
    for (int i = 0; i < entries; ++i)
      proof.proofs[0].entries.push_back(whole(proof, 0, i * 0x1p-20, (i + 1) * 0x1p-20, {0, 0, 1}));
    return proof;
  };
  EXPECT_EQ(verdict_on(long_chain(100, 20)).reason, "");
  EXPECT_EQ(verdict_on(long_chain(5, 1000)).reason, "");
  expect_refused(long_chain(200, 300), "take more work than a proof of this size may");
}

// A point on the circle of radius 1 turns by the double below π, then by the one above: its height
// sin(angle t) ends at 1.2e-16 above, or 3.2e-16 below the other body.
TEST(SceneVerify, OneUlpOfAnAngleDecides) {
  const auto half_turn = [](double angle) {
    SceneProof proof;
    proof.geometries = {geometry_of(point_body({5, 0, 0})), geometry_of(point_body({1, 0, 0}))};
    proof.claim.frames = {{-1, {}}, {-1, turning(0.5 * angle)}, {1, turning(0.5 * angle)}};
    proof.claim.shapes = {{"a", 0, 0}, {"b", 1, 2}};
    proof.claim.pairs = {{0, 1, 0, -1}};
    proof.proofs = {
        {0, {whole(proof, 0, 0, 0.25, {-1, 0, 0}), whole(proof, 0, 0.25, 1, {0, 1, 0})}}};
    return verdict_on(proof);
  };
  const Verdict below = half_turn(std::numbers::pi);
  EXPECT_TRUE(below.proven) << below.reason;
  const Verdict above = half_turn(std::nextafter(std::numbers::pi, 4));
  EXPECT_FALSE(above.proven);
  EXPECT_EQ(above.reason,
            "pair 0, a and b: entry 2: its direction does not keep the triangles apart");
}

// The height dips below the other body within the interval only, then only just does not.
TEST(SceneVerify, ADipInsideTheIntervalIsSeen) {
  const auto dip = [](double room) {
    SceneProof proof;
    proof.geometries = {geometry_of(point_body({0, -1 - room, 0})),
                        geometry_of(point_body({-1, 0, 0}))};
    proof.claim.frames = {{-1, {}}, {-1, turning(3)}};  // from the left by the bottom to the right
    proof.claim.shapes = {{"a", 0, 0}, {"b", 1, 1}};
    proof.claim.pairs = {{0, 1, 0, -1}};
    proof.proofs = {{0, {whole(proof, 0, 0, 1, {0, 1, 0})}}};
    return verdict_on(proof).proven;
  };
  EXPECT_TRUE(dip(1e-9));
  EXPECT_FALSE(dip(-1e-9));
}

TEST(SceneVerify, AnInstantIsProvenByEntriesWithoutLength) {
  for (const double t_max : {0.0, 1.0}) {
    SceneProof proof = arm();
    proof.claim.t_max = t_max;
    for (verify::ScenePairProof& pair : proof.proofs) {
      const Vec3 n = (t_max == 0 ? pair.entries.front() : pair.entries.back()).n;
      pair.entries.push_back(whole(proof, pair.pair, t_max, t_max, n));
      if (t_max == 0) pair.entries.erase(pair.entries.begin(), pair.entries.end() - 1);
    }
    EXPECT_TRUE(verdict_on(proof).proven) << verdict_on(proof).reason;
    proof.proofs[0].entries.back().n *= -1;
    expect_refused(proof, "does not keep the triangles apart");
  }
}

TEST(SceneVerify, EveryScaleIsTheSame) {
  for (const double scale : {0x1p-1000, 0x1p-200, 1e-9, 1e9, 0x1p+200, 0x1p+1000}) {
    SceneProof proof = arm();
    for (verify::SceneTriangles& geometry : proof.geometries)
      for (Vec3& vertex : geometry.vertices) vertex *= scale;
    for (SceneFrame& frame : proof.claim.frames) {
      frame.motion.before.offset *= scale;
      frame.motion.after.offset *= scale;
    }
    for (verify::ScenePair& pair : proof.claim.pairs) pair.separation *= scale;
    EXPECT_TRUE(verdict_on(proof).proven) << scale << ": " << verdict_on(proof).reason;
    proof.proofs[0].entries[5].n *= -1;
    EXPECT_FALSE(verdict_on(proof).proven);
  }
}

TEST(SceneVerify, TheFloatingPointEnvironmentDoesNotMatter) {
  if (!can_flush_to_zero()) GTEST_SKIP() << "this machine cannot flush to zero";
  SceneProof proof;
  proof.geometries = {geometry_of(point_body({0, 0, 0})),
                      geometry_of(point_body({0, 0, 0x1p-1074}))};
  proof.claim.frames = {{-1, {}}};
  proof.claim.shapes = {{"a", 0, 0}, {"b", 1, 0}};
  proof.claim.pairs = {{0, 1, 0, -1}};
  proof.proofs = {{0, {whole(proof, 0, 0, 1, {0, 0, 0x1p-1074})}}};
  const FlushToZero flush;
  EXPECT_TRUE(verdict_on(proof).proven);
}

// Whole bodies over equal intervals, the direction from origin to origin in the middle: valid or
// not, as a dense sampling of the gap says. Between samples the gap may dip by less than the room
// that is asked for.
TEST(SceneVerify, RandomProofsAreJudgedAsByDenseSampling) {
  Draw draw(81);
  constexpr int kTrials = 300, kParts = 12, kSamples = 40;
  constexpr double kRoom = 0.02;
  int proven = 0, refused = 0, between = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    SceneProof proof;
    proof.geometries = {geometry_of(tetrahedron())};
    // Two chains of up to five joints from places that are some way apart.
    for (int chain = 0; chain < 2; ++chain) {
      proof.claim.frames.push_back({-1, resting(shift(draw.uniform(0, 5) * draw.direction()))});
      const auto joints = static_cast<int>(draw.below(6));
      for (int i = 0; i < joints; ++i)
        proof.claim.frames.push_back(
            {static_cast<int>(proof.claim.frames.size()) - 1, random_joint(draw, 1, 1)});
      proof.claim.shapes.push_back({"end", 0, static_cast<int>(proof.claim.frames.size()) - 1});
    }
    proof.claim.t_max = draw.below(3) == 0 ? draw.uniform() : 1;
    proof.claim.pairs = {{0, 1, std::max(0.0, draw.uniform(-0.5, 0.5)), -1}};
    proof.proofs = {{0, along_origins(proof, 0, kParts)}};
    double least = kInfinity;
    for (const BodyCertificateEntry& entry : proof.proofs[0].entries)
      for (int k = 0; k <= kSamples; ++k)
        least = std::min(least,
                         gap_at(proof, 0, entry, entry.t0 + (entry.t1 - entry.t0) * k / kSamples));
    const double room = least - proof.claim.pairs[0].separation;
    const Verdict verdict = verdict_on(proof);
    ASSERT_TRUE(verdict.proven || room <= kRoom) << verdict.reason << ", trial " << trial;
    ASSERT_FALSE(verdict.proven && room < -1e-12) << "trial " << trial;
    ++(verdict.proven ? proven : refused);
    between += room <= kRoom && room >= -1e-12 ? 1 : 0;
  }
  EXPECT_GT(proven, kTrials / 5);
  EXPECT_GT(refused, kTrials / 5);
  EXPECT_LT(between, kTrials / 20);
}

}  // namespace
}  // namespace firstcontact::test::scene_verify_test
