// Random scenes against dense sampling in long double, and against the solver for two bodies.
//
// FIRSTCONTACT_SCENE_CASES sets the number of cases (default: kCases), FIRSTCONTACT_SCENE_SEED
// another seed.
#include <firstcontact/moving_bodies.h>
#include <firstcontact/scene_contact.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "articulated/random_scenes.h"
#include "articulated/reference_scene.h"

namespace firstcontact::scene_property_test {
namespace {

using generate::Random;
using test::RandomScene;
using test::Real;
using test::ReferenceScene;

constexpr int kCases = 120, kInstants = 150;

int number_from(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

std::uint64_t seed() {
  return static_cast<std::uint64_t>(number_from("FIRSTCONTACT_SCENE_SEED", 951));
}

/// kInstants of [0, end), evenly spread, and more of them thicker and thicker towards the end.
std::vector<double> instants(double end) {
  std::vector<double> out;
  for (int k = 0; k < kInstants && end > 0; ++k) out.push_back(end * k / kInstants);
  for (int k = 9; k < 50 && end > 0; k += 2) out.push_back(end * (1 - std::exp2(-k)));
  return out;
}

/// Mostly one that is not in contact at the start.
RandomScene scene_to_check(Random& random, int most_links) {
  const double size = std::pow(10.0, random.between(-6, 6));
  for (int attempt = 0;; ++attempt) {
    const RandomScene out = test::random_scene(random, size, most_links);
    ReferenceScene reference(Scene(out.description), out.description, out.from, out.to);
    reference.move_to(0);
    if (attempt == 5 || !reference.is_in_contact()) return out;
  }
}

bool is_free_before(ReferenceScene& reference, double end) {
  for (const double t : instants(end)) {
    reference.move_to(t);
    if (reference.is_in_contact()) return false;
  }
  return true;
}

double margin_of(const Scene& scene, const SceneResult& result) {
  const int a = std::min(result.a.body, result.b.body), b = std::max(result.a.body, result.b.body);
  for (const Scene::Pair& pair : scene.pairs())
    if (pair.a == a && pair.b == b) return pair.min_separation;
  ADD_FAILURE() << "a contact of bodies that are no pair";
  return 0;
}

struct Tally {
  int free = 0, at_start = 0, later = 0, proven = 0, differ = 0;
};

void check_contact(const Scene& scene, ReferenceScene& reference, const SceneResult& result,
                   double time) {
  const Real margin = margin_of(scene, result);
  reference.move_to(time);
  if (result.starts_inside) {
    EXPECT_EQ(time, 0);
    EXPECT_TRUE(reference.is_nested(result.a.body, result.b.body)) << "nothing lies inside";
    return;
  }
  EXPECT_LE(reference.distance(result.a.body, result.b.body), margin + result.tolerance)
      << "a contact that is none";
  if (result.proven) {
    reference.move_to(result.toi_upper);
    EXPECT_TRUE(reference.certainly_meet(result.a.body, result.b.body, margin))
        << "proven at " << result.toi_upper;
  }
}

void check(const RandomScene& random_scene, const SceneOptions& options, Tally& tally) {
  const Scene scene(random_scene.description);
  ASSERT_EQ(scene.fault(), "");
  ReferenceScene reference(scene, random_scene.description, random_scene.from, random_scene.to);
  SceneOptions decision = options;
  decision.decide_only = true;
  const SceneResult result = first_contact(scene, random_scene.from, random_scene.to, options);
  const SceneResult decided = first_contact(scene, random_scene.from, random_scene.to, decision);
  for (const SceneResult* answer : {&result, &decided})
    ASSERT_TRUE(answer->status == Status::Free || answer->status == Status::Contact)
        << answer->message;
  EXPECT_TRUE(is_free_before(reference, result.status == Status::Free ? 1 : result.toi))
      << "a contact that was missed";
  if (result.status == Status::Contact) {
    check_contact(scene, reference, result, result.toi);
    (result.toi > 0 ? tally.later : tally.at_start) += 1;
    tally.proven += result.proven;
    EXPECT_LE(result.toi, result.toi_upper);
  } else {
    ++tally.free;
    EXPECT_EQ(result.toi, 1);
    reference.move_to(0);
    EXPECT_FALSE(reference.has_nested_pair()) << "something that lies inside was missed";
  }
  if (decided.status == Status::Contact)
    check_contact(scene, reference, decided, decided.toi_upper);
  // They may differ where bodies come within the tolerance and do not meet.
  if (decided.status != result.status) {
    ++tally.differ;
    EXPECT_FALSE(result.proven || decided.proven);
  }
}

// Seed 951. At least a sixth each: free, in contact later than at the start.
TEST(SceneProperty, AnswersAreWhatDenseSamplingSays) {
  const int cases = number_from("FIRSTCONTACT_SCENE_CASES", kCases);
  Tally tally;
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    SCOPED_TRACE(testing::Message() << "case " << i);
    Random random({seed(), static_cast<std::uint64_t>(i)});
    const RandomScene scene = scene_to_check(random, 6);
    SceneOptions options;
    if (i % 3 == 1) options.tolerance = 1e-4 * scene.size;
    if (i % 3 == 2) options.tolerance = 1e-9 * scene.size;
    check(scene, options, tally);
  }
  std::printf("%d free, %d contacts later, %d at the start, %d proven, %d decided otherwise\n",
              tally.free, tally.later, tally.at_start, tally.proven, tally.differ);
  EXPECT_GE(tally.free, cases / 6);
  EXPECT_GE(tally.later, cases / 6);
  EXPECT_GE(tally.proven, (tally.later + tally.at_start) * 9 / 10);
  EXPECT_LE(tally.differ, cases / 100);
}

/// One joint's motion as coefficients of a screw: the turn about z of a point y is y + sin z×y + (1
/// − cos) z×(z×y).
ScrewMotion screw_of(const JointMotion& joint) {
  Mat3 w;
  w << 0, -1, 0, 1, 0, 0, 0, 0, 0;
  w *= joint.angle;
  const double c = std::cos(joint.angle_t0), s = std::sin(joint.angle_t0);
  Mat3 turn;
  turn << c, -s, 0, s, c, 0, 0, 0, 1;
  const Mat3 linear = turn * joint.after.linear;
  const Vec3 offset = turn * joint.after.offset;
  ScrewCoefficients out;
  out.angle = joint.angle;
  out.start = {joint.before.linear * linear, joint.before.linear * offset + joint.before.offset};
  out.velocity = {joint.before.linear * w * linear, joint.before.linear * w * offset};
  out.bend = {joint.before.linear * w * w * linear, joint.before.linear * w * w * offset};
  out.drift = joint.before.linear * joint.travel;
  return ScrewMotion(out);
}

// Seed 952: one moving link, one object, one shape each.
TEST(SceneProperty, OneJointIsWhatTheSolverForTwoBodiesSays) {
  const int cases = number_from("FIRSTCONTACT_SCENE_CASES", kCases) * 2;
  int contacts = 0, free = 0, close = 0, differ = 0;
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    SCOPED_TRACE(testing::Message() << "case " << i);
    Random random({seed() + 1, static_cast<std::uint64_t>(i)});
    RandomScene source = scene_to_check(random, 1);
    Link link = source.description.models[0].model.links()[0];
    link.shapes.resize(1);
    source.description.models[0].model = ArticulatedModel({link});
    source.description.objects.resize(1);
    const Scene scene(source.description);
    const SceneObject& object = source.description.objects[0];
    const double radii = link.shapes[0].radius + object.shapes[0].radius;
    SceneOptions options;
    options.tolerance = 1e-7 * source.size;
    BodyOptions pair_options;
    pair_options.tolerance = options.tolerance;
    pair_options.min_separation = source.description.min_separation + radii;
    const SceneResult result = first_contact(scene, source.from, source.to, options);
    const JointMotion joint =
        joint_motion(scene.models()[0].model, source.from, source.to).joints[0];
    const BodyResult other =
        first_contact(link.shapes[0].body, screw_of(joint), object.shapes[0].body,
                      Rest({object.pose.rotation, object.pose.position}), pair_options);
    ASSERT_TRUE(other.status == Status::Free || other.status == Status::Contact) << other.message;
    ReferenceScene reference(scene, source.description, source.from, source.to);
    EXPECT_TRUE(is_free_before(reference, result.status == Status::Free ? 1 : result.toi));
    if (result.status == Status::Contact) {
      ++contacts;
      check_contact(scene, reference, result, result.toi);
      EXPECT_TRUE(!result.proven || other.toi <= result.toi_upper + 1e-12)
          << "proven here, passed there";
    }
    free += result.status == Status::Free;
    if (result.status != other.status) ++differ;
    if (result.status == Status::Contact && other.status == Status::Contact)
      close += std::abs(result.toi - other.toi) <= 1e-5;
  }
  std::printf("%d free, %d contacts, %d at the same time, %d decided otherwise\n", free, contacts,
              close, differ);
  EXPECT_GE(contacts, cases / 6);
  EXPECT_GE(free, cases / 6);
  EXPECT_GE(close, contacts * 19 / 20);
  EXPECT_LE(differ, cases / 100);
}

}  // namespace
}  // namespace firstcontact::scene_property_test
