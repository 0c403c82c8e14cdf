// Margins, allowed pairs, times, budgets, decisions, clearances and enclosures of the time of
// contact.
#include <firstcontact/scene_contact.h>
#include <gtest/gtest.h>

#include <cmath>

#include "articulated/random_trees.h"
#include "articulated/reference_scene.h"
#include "articulated/scene_builder.h"

namespace firstcontact::scene_contact_options_test {
namespace {

using generate::Random;
using test::at;
using test::box_between;
using test::describe;
using test::make_link;
using test::object;
using test::ReferenceScene;

/// A ball of radius 0.1 slides along x, past two others of that size at 1 and 3, each a little to
/// the side.
SceneDescription passing_balls() {
  return describe(
      {make_link("ball", -1, JointType::Prismatic, Vec3::UnitX(), {}, {sphere_shape(0.1)})},
      {object("near", sphere_shape(0.1), at(1, 0.25, 0)),
       object("far", sphere_shape(0.1), at(3, 0, 0.1))});
}

double meeting_time(double x, double aside, double distance) {
  return (x - std::sqrt(distance * distance - aside * aside)) / 4;
}

SceneResult slide(const SceneDescription& description, const SceneOptions& options = {}) {
  const Scene scene(description);
  EXPECT_EQ(scene.fault(), "");
  return first_contact(scene, std::array{0.0}, std::array{4.0}, options);
}

TEST(SceneContact, HoldsEveryPairToItsOwnMargin) {
  SceneDescription description = passing_balls();
  const auto expect_time = [&](double toi) {
    for (const double tolerance : {1e-5, 1e-8}) {
      SceneOptions options;
      options.tolerance = tolerance;
      const SceneResult result = slide(description, options);
      ASSERT_EQ(result.status, Status::Contact);
      EXPECT_LE(result.toi, toi + 1e-15);
      EXPECT_GE(result.toi, toi - tolerance);
      EXPECT_EQ(result.tolerance, tolerance);
      EXPECT_TRUE(result.proven);
      EXPECT_GE(result.toi_upper, toi - 1e-15);
      EXPECT_LE(result.toi_upper, toi + tolerance);
    }
  };
  expect_time(meeting_time(3, 0.1, 0.2));
  description.pair_separations = {{"near", "ball", 0.06}};
  expect_time(meeting_time(1, 0.25, 0.26));
  description.pair_separations = {{"near", "ball", 0.04}, {"far", "ball", 0.5}};
  expect_time(meeting_time(3, 0.1, 0.7));
  description.min_separation = 0.1;
  description.pair_separations.clear();
  expect_time(meeting_time(1, 0.25, 0.3));
  description.pair_separations = {{"near", "ball", 0}};
  expect_time(meeting_time(3, 0.1, 0.3));
}

TEST(SceneContact, ReportsTheDistanceOfShapesNotOfTheirAxes) {
  SceneDescription description = passing_balls();
  description.min_separation = 0.3;
  const SceneResult result = slide(description);
  ASSERT_EQ(result.status, Status::Contact);
  EXPECT_NEAR(result.distance, 0.3, 1e-6);
  EXPECT_NEAR((result.point_a - result.point_b).norm(), 0.3, 1e-6);
}

TEST(SceneContact, SkipsAllowedPairs) {
  SceneDescription description = passing_balls();
  description.min_separation = 0.1;
  description.allowed = {{"near", "ball"}};
  EXPECT_GT(slide(description).toi, 0.5);
  description.allowed = {{"near", "ball"}, {"ball", "far"}};
  const SceneResult result = slide(description);
  EXPECT_EQ(result.status, Status::Free);
  EXPECT_EQ(result.counts.pairs, 0);
  SceneOptions options;
  options.clearance = true;
  EXPECT_EQ(slide(description, options).clearance, std::numeric_limits<double>::infinity());
}

TEST(SceneContact, StopsAtTheLastTime) {
  const double toi = meeting_time(3, 0.1, 0.2);
  for (const double t_max : {0.0, 0.5, toi - 1e-6, toi + 1e-9, 1.0})
    for (const bool decide_only : {false, true}) {
      SceneOptions options;
      options.t_max = t_max;
      options.decide_only = decide_only;
      const SceneResult result = slide(passing_balls(), options);
      EXPECT_EQ(result.status, t_max < toi ? Status::Free : Status::Contact) << t_max;
      if (t_max < toi) {
        EXPECT_EQ(result.toi, t_max);
        EXPECT_EQ(result.toi_upper, t_max);
      }
      EXPECT_LE(result.toi_upper, t_max);
    }
}

TEST(SceneContact, OfARestingSceneIsDecidedAtOnce) {
  const Scene scene(passing_balls());
  for (const double x : {0.0, 2.9}) {
    const SceneResult result = first_contact(scene, std::array{x}, std::array{x});
    EXPECT_EQ(result.status, x == 0 ? Status::Free : Status::Contact);
    EXPECT_EQ(result.toi, x == 0 ? 1 : 0);
    EXPECT_LE(result.checks, 10);
  }
}

/// Five hinges with boxes among sixteen boxes.
SceneDescription random_arm(Random& random) {
  std::vector<Link> links;
  for (int i = 0; i < 5; ++i)
    links.push_back(make_link("link" + std::to_string(i), i - 1, JointType::Revolute,
                              i % 2 ? Vec3(Vec3::UnitX()) : Vec3(Vec3::UnitZ()),
                              at(0, 0, i == 0 ? 0 : 0.4),
                              {box_between(Vec3(-0.05, -0.05, 0.05), Vec3(0.05, 0.05, 0.35))}));
  std::vector<SceneObject> objects;
  for (int i = 0; i < 16; ++i) {
    const Pose pose = test::random_pose(random, 1.2);
    objects.push_back(object("box" + std::to_string(i),
                             box_shape(Vec3::Constant(0.1) + test::random_vector(random, 0.05)),
                             pose));
  }
  return describe(links, objects);
}

struct Edge {
  Configuration from, to;
};

Edge random_edge(Random& random, std::size_t count, double change) {
  Edge edge;
  for (std::size_t i = 0; i < count; ++i) {
    edge.from.push_back(2 * random.symmetric());
    edge.to.push_back(edge.from.back() + change * random.symmetric());
  }
  return edge;
}

// Seed 931: whatever the budget, what is told is true.
TEST(SceneContact, OutOfBudgetIsUndecidedUpToATimeThatIsProvenFree) {
  Random random({931});
  int undecided = 0, advanced = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Scene scene(random_arm(random));
    const Edge edge = random_edge(random, 5, 3);
    const SceneResult full = first_contact(scene, edge.from, edge.to);
    ASSERT_TRUE(full.status == Status::Free || full.status == Status::Contact);
    const double end = full.status == Status::Free ? 1 : full.toi_upper;
    for (std::int64_t budget = 1; budget < full.checks; budget = budget * 3 / 2 + 1) {
      SceneOptions options;
      options.max_checks = budget;
      for (const bool decide_only : {false, true}) {
        options.decide_only = decide_only;
        const SceneResult result = first_contact(scene, edge.from, edge.to, options);
        if (result.status != Status::Undecided) {
          EXPECT_EQ(result.status, full.status);
          EXPECT_LE(result.toi, end);  // a contact that is not the first is no answer
          EXPECT_TRUE(decide_only || result.toi == full.toi);
          continue;
        }
        ++undecided;
        EXPECT_NE(result.message, "");
        EXPECT_LE(result.toi, end);
        EXPECT_TRUE(!decide_only || result.toi == 0);
        advanced += result.toi > 0;
        EXPECT_LE(result.checks, budget + 1000) << "far beyond the budget";
      }
    }
  }
  EXPECT_GE(undecided, 100);
  EXPECT_GE(advanced, 5);
}

// Seed 932: decisions, enclosures of the time, clearances.
TEST(SceneContact, OfRandomArmsIsWhatDenseSamplingSays) {
  Random random({932});
  int contacts = 0, free = 0, proven = 0;
  for (int trial = 0; trial < 40 && !HasFailure(); ++trial) {
    SCOPED_TRACE(trial);
    const SceneDescription description = random_arm(random);
    const Scene scene(description);
    const Edge edge = random_edge(random, 5, 3);
    SceneOptions options, decision;
    options.clearance = true;
    decision.decide_only = true;
    const SceneResult result = first_contact(scene, edge.from, edge.to, options),
                      decided = first_contact(scene, edge.from, edge.to, decision);
    ASSERT_EQ(decided.status, result.status);
    ReferenceScene reference(scene, description, edge.from, edge.to);
    if (result.status == Status::Contact) {
      ++contacts;
      proven += result.proven;
      EXPECT_EQ(decided.toi, 0);
      EXPECT_GE(decided.toi_upper, result.toi);
      for (const SceneResult* contact : {&result, &decided}) {
        reference.move_to(contact->toi_upper);
        if (contact->proven) {
          EXPECT_TRUE(reference.certainly_meet(contact->a.body, contact->b.body, 0))
              << contact->toi_upper;
        } else {
          EXPECT_LE(reference.distance(contact->a.body, contact->b.body), contact->tolerance);
        }
      }
      EXPECT_LE(result.toi_upper - result.toi, result.proven ? 1e-4 : 0);
      continue;
    }
    ++free;
    test::Real smallest = std::numeric_limits<test::Real>::infinity();
    for (int k = 0; k <= 60; ++k) {
      reference.move_to(k / 60.0);
      smallest = reference.smallest_distance(smallest);
    }
    EXPECT_GE(smallest, result.clearance);
    EXPECT_LE(result.clearance_upper, smallest * 1.002L + 1e-6L);
    EXPECT_LE(result.clearance_upper - result.clearance, 1.1e-3 * result.clearance_upper + 1e-6);
    reference.move_to(result.clearance_time);
    const auto there = static_cast<double>(reference.distance(result.a.body, result.b.body));
    EXPECT_LE(there, result.clearance_upper * (1 + 1e-12));
    EXPECT_NEAR(there, result.clearance_upper, 1e-3 * there);
    EXPECT_NEAR((result.point_a - result.point_b).norm(), there, 1e-3 * there);
  }
  EXPECT_GE(contacts, 15);
  EXPECT_GE(free, 10);
  EXPECT_GE(proven, contacts - 1);
}

TEST(SceneContact, KeepsTheClearanceOfAMarginAboveIt) {
  SceneDescription description = passing_balls();
  description.allowed = {{"ball", "far"}};
  description.min_separation = 0.04;
  SceneOptions options;
  options.clearance = true;
  const SceneResult result = slide(description, options);
  ASSERT_EQ(result.status, Status::Free);
  EXPECT_LE(result.clearance, 0.05);
  EXPECT_GE(result.clearance_upper, 0.05);
  EXPECT_NEAR(result.clearance_upper, 0.05, 1e-4);
  EXPECT_NEAR(result.clearance_time, 0.25, 0.01);
}

// They touch in one point for one instant: a contact, but nothing that rounding could not undo.
// All intervals of one length at a time would be millions here: the way is 1e10 times as long as
// the box.
TEST(SceneContact, DecidingCostsNoMoreThanFindingWhereShapesAreTinyAndWaysLong) {
  const Scene scene(
      describe({make_link("tiny", -1, JointType::Prismatic, Vec3::UnitX(), {},
                          {box_shape(Vec3::Constant(1e-6))})},
               {object("wall", box_shape({1e-6, 2e-6, 2e-6}), at(7321.123, 5e-7, 0))}));
  SceneOptions options;
  const SceneResult when = first_contact(scene, std::array{0.0}, std::array{1e4}, options);
  options.decide_only = true;
  const SceneResult whether = first_contact(scene, std::array{0.0}, std::array{1e4}, options);
  EXPECT_EQ(when.status, Status::Contact);
  EXPECT_EQ(whether.status, Status::Contact);
  EXPECT_LT(whether.checks, 20'000);
  EXPECT_LT(when.checks, 20'000);
}

// A bar sweeps past a tiny cube and then a thick post, which is what probes find first.
TEST(SceneContact, ALaterContactIsNoAnswerWhenTheBudgetRunsOut) {
  const Scene scene(describe(
      {make_link("bar", -1, JointType::Revolute, Vec3::UnitZ(), {},
                 {placed(box_shape({1, 0.02, 0.02}), at(0.6, 0, 0))})},
      {object("cube", box_shape(Vec3::Constant(0.001)),
              at(0.9 * std::cos(0.61), 0.9 * std::sin(0.61), 0)),
       object("post", cylinder_shape(0.2, 0.5), at(0.9 * std::cos(1.5), 0.9 * std::sin(1.5), 0))}));
  const SceneResult full = first_contact(scene, std::array{0.0}, std::array{3.0});
  ASSERT_EQ(full.status, Status::Contact);
  EXPECT_LT(full.toi, 0.2);
  int undecided = 0;
  for (std::int64_t budget = 1; budget < 2000; budget += 7) {
    SceneOptions options;
    options.max_checks = budget;
    const SceneResult result = first_contact(scene, std::array{0.0}, std::array{3.0}, options);
    EXPECT_LE(result.toi, full.toi) << budget;
    undecided += result.status == Status::Undecided;
  }
  EXPECT_GE(undecided, 20);
}

TEST(SceneContact, BodiesNextToEachOtherAreDecidedAtAnInstant) {
  for (const double gap : {3e-13, 0.0})
    for (const bool decide_only : {false, true}) {
      const Scene scene(describe(
          {make_link("box", -1, JointType::Prismatic, Vec3::UnitY(), {}, {box_shape({1, 1, 1})})},
          {object("other", box_shape({1, 1, 1}), at(1 + gap, 0, 0))}));
      SceneOptions options;
      options.tolerance = 0;
      options.t_max = 0;
      options.max_checks = 100'000;
      options.decide_only = decide_only;
      const SceneResult result = first_contact(scene, std::array{0.0}, std::array{0.1}, options);
      EXPECT_EQ(result.status, gap > 0 ? Status::Free : Status::Contact)
          << gap << ' ' << decide_only << ' ' << result.message;
    }
}

TEST(SceneContact, OfExactTouchingIsReportedButNotProven) {
  SceneDescription description = passing_balls();
  description.allowed = {{"ball", "far"}};
  description.objects[0].pose = at(1, 0.2, 0);
  for (const double tolerance : {1e-3, 1e-6}) {
    SceneOptions options;
    options.tolerance = tolerance;
    const SceneResult result = slide(description, options);
    ASSERT_EQ(result.status, Status::Contact);
    EXPECT_FALSE(result.proven);
    EXPECT_EQ(result.toi_upper, result.toi);
    EXPECT_NEAR(result.toi, 0.25, std::sqrt(tolerance));
    EXPECT_LE(result.toi, 0.25);
    EXPECT_LE(result.distance, tolerance);
  }
}

}  // namespace
}  // namespace firstcontact::scene_contact_options_test
