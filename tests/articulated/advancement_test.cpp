// The published pipeline: against dense sampling, against itself with each stage off, and against
// the certified method.
#include "articulated/published/advancement.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <functional>

#include "articulated/box_chains.h"
#include "geometry/triangle_distance.h"

namespace firstcontact::advancement_test {
namespace {

using generate::Random;

constexpr double kPi = 0x1.921fb54442d18p+1;

SceneOptions published() {
  SceneOptions options;
  options.method = SceneMethod::Advancement;
  return options;
}

bool edge_goes_through(const Vec3& p, const Vec3& q, const geometry::Triangle& face) {
  const Vec3 n = (face[1] - face[0]).cross(face[2] - face[0]);
  const double a = n.dot(p - face[0]), b = n.dot(q - face[0]);
  if ((a > 0) == (b > 0)) return false;
  const Vec3 at = p + (a / (a - b)) * (q - p);
  for (std::size_t k = 0; k < 3; ++k)
    if (n.dot((face[(k + 1) % 3] - face[k]).cross(at - face[k])) < 0) return false;
  return true;
}

/// 0 where they cut through each other.
double triangle_distance(const geometry::Triangle& a, const geometry::Triangle& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (edge_goes_through(a[k], a[(k + 1) % 3], b) || edge_goes_through(b[k], b[(k + 1) % 3], a))
      return 0;
  return geometry::nearest_points(a, b).distance;
}

std::vector<Pose> frame_poses(const Scene& scene, std::span<const ArticulatedMotion> motions,
                              double t) {
  const articulated::SceneData& data = articulated::data_of(scene);
  std::vector<Pose> out;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const std::vector<Pose> poses = poses_at(scene.models()[i].model, motions[i], t);
    out.insert(out.end(), poses.begin(), poses.end());
  }
  for (std::size_t i = out.size(); i < data.frames.size(); ++i) {
    const Pose& carrier = out[data.frames[i].parent];
    out.push_back({carrier.rotation * data.frames[i].fixed.linear,
                   carrier.apply(data.frames[i].fixed.offset)});
  }
  return out;
}

/// The smallest distance of any pair, less its separation; only those below `limit` are looked for.
double sampled_distance(const Scene& scene, std::span<const ArticulatedMotion> motions, double t,
                        double limit) {
  const articulated::SceneData& data = articulated::data_of(scene);
  const std::vector<Pose> frames = frame_poses(scene, motions, t);
  const auto pose = [&](const articulated::SceneData::PlacedShape& shape) {
    return shape.frame < 0 ? Pose{shape.pose.linear, shape.pose.offset} : frames[shape.frame];
  };
  const auto triangles = [&](const articulated::SceneData::PlacedShape& shape) {
    std::vector<geometry::Triangle> out;
    const auto& tree = shape.tree();
    for (const Face& face : tree.triangles) {
      geometry::Triangle at;
      for (std::size_t k = 0; k < 3; ++k) at[k] = pose(shape).apply(tree.vertices[face[k]]);
      out.push_back(at);
    }
    return out;
  };
  double least = limit;
  for (const auto& pair : data.shape_pairs) {
    const auto &a = data.shapes[pair.a], &b = data.shapes[pair.b];
    const double between =
        (pose(a).apply(a.tree().nodes[0].centre) - pose(b).apply(b.tree().nodes[0].centre)).norm();
    if (between - a.tree().nodes[0].radius - b.tree().nodes[0].radius - pair.separation > least)
      continue;
    for (const auto& p : triangles(a))
      for (const auto& q : triangles(b))
        least = std::min(least, triangle_distance(p, q) - pair.separation);
  }
  return least;
}

struct Edge {
  std::vector<ArticulatedMotion> motions;
};

/// Of one model, from a free configuration; from one in contact only if no free one is found soon.
Edge random_edge(Random& random, const Scene& scene, double turn) {
  const ArticulatedModel& model = scene.models()[0].model;
  Configuration from;
  SceneOptions start;
  start.t_max = 0;
  for (int i = 0; i < 20; ++i) {
    from = test::random_angles(random, model, 1.5);
    if (first_contact(scene, from, from, start).status == Status::Free) break;
  }
  Configuration to = from;
  for (double& q : to) q += turn * random.symmetric();
  return {{joint_motion(model, from, to)}};
}

TEST(Advancement, MissesNoContactThatSamplesShowAndReportsOnlyTrueOnes) {
  Random random({41});
  int contacts = 0, initial = 0, rounds = 60;
  for (int round = 0; round < rounds; ++round) {
    const Scene scene = test::bars_among_boxes(random, 4, 5, 0.3, round % 3 == 0 ? 0.02 : 0);
    const Edge edge = random_edge(random, scene, 1.5);
    const SceneResult result = first_contact(scene, edge.motions, published());
    ASSERT_TRUE(result.status == Status::Free || result.status == Status::Contact);
    const double end = result.status == Status::Free ? 1 : result.toi;
    for (int k = 0; k < 30 && end > 0; ++k) {
      const double t = end * k / 30;
      ASSERT_GT(sampled_distance(scene, edge.motions, t, 1e-3), 0)
          << round << " at " << t << " of " << end;
    }
    if (result.status == Status::Free) continue;
    ++contacts;
    initial += result.toi == 0;
    const bool touching =
        sampled_distance(scene, edge.motions, result.toi, 1) <= result.tolerance + 1e-12;
    EXPECT_TRUE(touching || result.toi == 0);  // at the start one may lie wholly in the other
    EXPECT_LE(result.distance, result.tolerance + scene.pairs()[0].min_separation + 1e-12);
    EXPECT_GE(result.a.triangle, 0);
    EXPECT_NE(result.a.body, result.b.body);
    EXPECT_LE((result.point_a - result.point_b).norm(),
              result.tolerance + scene.pairs()[0].min_separation + 1e-9);
  }
  EXPECT_GT(contacts - initial, rounds / 5);
  EXPECT_GT(rounds - contacts, rounds / 10);
}

struct StageCase {
  const char* name;
  std::function<void(AdvancementStages&)> change;
};

TEST(Advancement, GivesTheSameAnswerWithEachStageOff) {
  const std::vector<StageCase> cases = {
      {"spatial_culling", [](AdvancementStages& s) { s.spatial_culling = false; }},
      {"taylor_models", [](AdvancementStages& s) { s.taylor_models = false; }},
      {"box_hierarchy", [](AdvancementStages& s) { s.box_hierarchy = false; }},
      {"temporal_culling", [](AdvancementStages& s) { s.temporal_culling = false; }},
      {"convex_hulls", [](AdvancementStages& s) { s.convex_hulls = false; }},
      {"directional_bound", [](AdvancementStages& s) { s.directional_bound = false; }},
      {"all", [](AdvancementStages& s) { s = {false, false, false, false, false, false}; }},
  };
  Random random({42});
  int later_contacts = 0, free = 0;
  for (int round = 0; round < 25; ++round) {
    const Scene scene = test::bars_among_boxes(random, 4, 8, 0.3);
    const Edge edge = random_edge(random, scene, 2);
    const SceneResult whole = first_contact(scene, edge.motions, published());
    later_contacts += whole.status == Status::Contact && whole.toi > 0;
    free += whole.status == Status::Free;
    for (const StageCase& stage : cases) {
      SceneOptions options = published();
      stage.change(options.stages);
      const SceneResult result = first_contact(scene, edge.motions, options);
      ASSERT_EQ(result.status, whole.status) << stage.name << " " << round;
      EXPECT_NEAR(result.toi, whole.toi, 2e-3) << stage.name << " " << round;
      EXPECT_GE(result.counts.after_spatial, whole.counts.after_spatial) << stage.name;
      EXPECT_LE(result.counts.after_spatial, result.counts.pairs);
      EXPECT_TRUE(options.stages.spatial_culling ||
                  result.counts.after_spatial == result.counts.pairs);
    }
  }
  EXPECT_GE(later_contacts, 5);
  EXPECT_GE(free, 5);
}

TEST(Advancement, AgreesWithTheCertifiedMethod) {
  Random random({43});
  int contacts = 0, rounds = 80;
  for (int round = 0; round < rounds; ++round) {
    const Scene scene = test::bars_among_boxes(random, 5, 6, 0.25, 0.01);
    const Edge edge = random_edge(random, scene, 1.2);
    const SceneResult ours = first_contact(scene, edge.motions, published());
    const SceneResult other = first_contact(scene, edge.motions);
    ASSERT_EQ(ours.status, other.status) << round;
    EXPECT_NEAR(ours.toi, other.toi, 2e-3) << round;
    contacts += ours.status == Status::Contact && ours.toi > 0;
  }
  EXPECT_GT(contacts, rounds / 5);
}

TEST(Advancement, CullsInSpaceAndTime) {
  Random random({44});
  std::int64_t pairs = 0, spatial = 0, temporal = 0;
  for (int round = 0; round < 20; ++round) {
    const Scene scene = test::bars_among_boxes(random, 5, 20, 0.15);
    const SceneResult result =
        first_contact(scene, random_edge(random, scene, 0.3).motions, published());
    pairs += result.counts.pairs;
    spatial += result.counts.after_spatial;
    temporal += result.counts.after_temporal;
    EXPECT_LE(result.counts.after_temporal, result.counts.after_spatial);
  }
  EXPECT_LT(spatial, pairs / 3);
  EXPECT_LT(temporal, spatial / 2);
}

/// One bar of length 0.8, turning about z by `angle`.
Scene swing_scene(std::vector<SceneObject> objects, double margin = 0) {
  SceneDescription description;
  description.models.push_back({"bar", test::bar_chain(1, 1, 0.02)});
  description.objects = std::move(objects);
  description.min_separation = margin;
  return Scene(std::move(description));
}

SceneObject object(const std::string& name, Shape shape, const Vec3& position) {
  return {name, {std::move(shape)}, Pose{Mat3::Identity(), position}};
}

TEST(Advancement, FindsAThinPostInAHalfTurn) {
  // The hull of the two end poses does not contain the post.
  const Scene scene =
      swing_scene({object("post", box_shape(Vec3(0.001, 0.001, 1)), Vec3(0, 0.6, 0))});
  const std::vector<double> from = {0}, to = {kPi};
  const SceneResult result = first_contact(scene, from, to, published());
  ASSERT_EQ(result.status, Status::Contact);
  // The bar's side is 0.01 off its middle, the post's 0.0005.
  EXPECT_NEAR(result.toi, 0.5 - 0.0105 / 0.6 / kPi, 1e-4);
  EXPECT_EQ(scene.bodies()[result.a.body].name, "link0");
  EXPECT_GT(result.normal.dot(Vec3(1, 0, 0)), 0.9);
}

TEST(Advancement, FindsASheetThatIsOnlyOneTriangle) {
  const TriangleBody sheet(std::vector<Vec3>{{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}},
                           std::vector<Face>{{0, 1, 2}});
  const Scene scene = swing_scene({object("sheet", {sheet, 0, false}, Vec3(0, -0.05, 0))});
  const std::vector<double> from = {1}, to = {-1};
  const SceneResult result = first_contact(scene, from, to, published());
  ASSERT_EQ(result.status, Status::Contact);
  EXPECT_GT(result.toi, 0.45);
  EXPECT_LT(result.toi, 0.58);
}

TEST(Advancement, SeesWhatLiesInsideASolidAtTheStart) {
  const Scene scene = swing_scene({object("room", box_shape(Vec3(5, 5, 5)), Vec3::Zero())});
  const std::vector<double> q = {0}, to = {1};
  for (const bool hulls : {true, false})
    for (const bool temporal : {true, false}) {
      SceneOptions options = published();
      options.stages.convex_hulls = hulls;
      options.stages.temporal_culling = temporal;
      const SceneResult result = first_contact(scene, q, to, options);
      EXPECT_EQ(result.status, Status::Contact);
      EXPECT_EQ(result.toi, 0);
    }
  // As a surface it is only a room.
  Shape room = box_shape(Vec3(5, 5, 5));
  room.surface_only = true;
  EXPECT_EQ(
      first_contact(swing_scene({object("room", room, Vec3::Zero())}), q, to, published()).status,
      Status::Free);
}

TEST(Advancement, ReportsWhereSurfacesCutThroughEachOtherAtTheStart) {
  const Scene scene = swing_scene({object("post", box_shape(Vec3(0.1, 0.1, 1)), Vec3(0.5, 0, 0))});
  const std::vector<double> from = {0}, to = {1};
  const SceneResult result = first_contact(scene, from, to, published());
  ASSERT_EQ(result.status, Status::Contact);
  EXPECT_EQ(result.toi, 0);
  EXPECT_EQ(result.distance, 0);
  EXPECT_TRUE(result.proven);
  EXPECT_NEAR(std::abs(result.point_a.x() - 0.5), 0.05, 1e-9);
  EXPECT_LE(result.point_a.tail<2>().cwiseAbs().maxCoeff(), 0.01 + 1e-9);
}

TEST(Advancement, CountsRadiiAndMargins) {
  const Scene scene = swing_scene({object("ball", sphere_shape(0.1), Vec3(0, 0.6, 0))}, 0.05);
  const std::vector<double> from = {0}, to = {kPi};
  const SceneResult result = first_contact(scene, from, to, published());
  ASSERT_EQ(result.status, Status::Contact);
  // Distance of the ball's centre from the bar's line: 0.6 cos(angle), at contact 0.01 + 0.1 +
  // 0.05.
  EXPECT_NEAR(0.6 * std::cos(kPi * result.toi), 0.16, 1e-5);
  EXPECT_NEAR(result.distance, 0.05, 1e-5);
}

TEST(Advancement, DecidesOnlyWithoutATimeOfFirstContact) {
  Random random({45});
  int contacts = 0;
  for (int round = 0; round < 40; ++round) {
    const Scene scene = test::bars_among_boxes(random, 4, 8, 0.3);
    const Edge edge = random_edge(random, scene, 2);
    SceneOptions options = published();
    const SceneResult first = first_contact(scene, edge.motions, options);
    options.decide_only = true;
    const SceneResult decided = first_contact(scene, edge.motions, options);
    ASSERT_EQ(decided.status, first.status);
    if (first.status != Status::Contact) continue;
    ++contacts;
    EXPECT_EQ(decided.toi, 0);
    EXPECT_GE(decided.toi_upper, first.toi - 1e-9);
    EXPECT_LE(sampled_distance(scene, edge.motions, decided.toi_upper, 1),
              decided.tolerance + 1e-12);
  }
  EXPECT_GT(contacts, 8);
}

TEST(Advancement, IsUndecidedWithASafeTimeWhenTheBudgetRunsOut) {
  Random random({46});
  int undecided = 0, moved = 0;
  for (int round = 0; round < 40; ++round) {
    const Scene scene = test::bars_among_boxes(random, 4, 5, 0.3);
    const Edge edge = random_edge(random, scene, 1);
    const SceneResult whole = first_contact(scene, edge.motions, published());
    SceneOptions options = published();
    options.max_checks = 1 + whole.checks / (1 + round % 5);
    const SceneResult part = first_contact(scene, edge.motions, options);
    EXPECT_LE(part.checks, options.max_checks + 100);
    if (part.status != Status::Undecided) {
      EXPECT_EQ(part.status, whole.status);
      continue;
    }
    ++undecided;
    moved += part.toi > 0;
    EXPECT_LE(part.toi, whole.toi + 1e-9);
    EXPECT_FALSE(part.message.empty());
  }
  EXPECT_GT(undecided, 10);
  EXPECT_GT(moved, 2);
}

TEST(Advancement, StopsAtTheTimeAskedFor) {
  const Scene scene = swing_scene({object("post", box_shape(Vec3(0.1, 0.1, 1)), Vec3(0, 0.6, 0))});
  const std::vector<double> from = {0}, to = {kPi};
  SceneOptions options = published();
  options.t_max = 0.4;
  EXPECT_EQ(first_contact(scene, from, to, options).status, Status::Free);
  EXPECT_EQ(first_contact(scene, from, to, options).toi, 0.4);
  options.t_max = 0.5;
  EXPECT_EQ(first_contact(scene, from, to, options).status, Status::Contact);
  options.t_max = 0;
  EXPECT_EQ(first_contact(scene, from, to, options).status, Status::Free);
  EXPECT_EQ(first_contact(scene, {{kPi / 2}}, from, options).status, Status::Contact);
}

/// The bar and the post of FindsAThinPostInAHalfTurn, all lengths times `scale`, `offset` away from
/// the origin.
SceneResult scaled_swing(double scale, const Vec3& offset, const SceneOptions& options) {
  const ArticulatedModel bar = test::bar_chain(1, scale, 0.02 * scale);
  std::vector<Link> links(bar.links().begin(), bar.links().end());
  links[0].joint.origin.position = offset;
  SceneDescription description;
  description.models.push_back({"bar", ArticulatedModel(std::move(links))});
  description.objects.push_back(
      object("post", box_shape(scale * Vec3(0.001, 0.001, 1)), offset + scale * Vec3(0, 0.6, 0)));
  const std::vector<double> from = {0}, to = {kPi};
  return first_contact(Scene(std::move(description)), from, to, options);
}

TEST(Advancement, WorksAtEveryScaleAndFarFromTheOrigin) {
  for (const double scale : {1e-9, 1e-3, 1e6, 1e30})
    for (const double distance : {0.0, 1e3}) {
      const SceneResult result =
          scaled_swing(scale, scale * distance * Vec3(1, -1, 1), published());
      ASSERT_EQ(result.status, Status::Contact) << scale;
      EXPECT_NEAR(result.toi, 0.5 - 0.0105 / 0.6 / kPi, 1e-4) << scale;
      EXPECT_LE(result.distance, result.tolerance * (1 + 1e-6)) << scale;
    }
}

TEST(Advancement, EndsWithAToleranceBelowRounding) {
  for (const double tolerance : {0.0, 1e-18, 1e-13}) {
    SceneOptions options = published();
    options.tolerance = tolerance;
    const SceneResult result = scaled_swing(1, Vec3::Zero(), options);
    ASSERT_EQ(result.status, Status::Contact) << tolerance;
    EXPECT_LT(result.distance, 1e-9);
    EXPECT_LT(result.counts.steps, 1000);
  }
}

TEST(Advancement, FollowsTwoModelsAndWhatTheyCarry) {
  SceneDescription description;
  description.models.push_back({"left", test::bar_chain(1, 1, 0.02)});
  std::vector<Link> links(description.models[0].model.links().begin(),
                          description.models[0].model.links().end());
  links[0].joint.origin.position = Vec3(0, 1, 0);
  description.models.push_back({"right", ArticulatedModel(links)});
  description.attachments.push_back(
      {"tool", "left/link0", {sphere_shape(0.05)}, Pose{Mat3::Identity(), Vec3(0.95, 0, 0)}, {}});
  const Scene scene(std::move(description));
  ASSERT_EQ(scene.fault(), "");
  // The left bar rises to meet the right one, which stays: the tool at its end touches first.
  const std::vector<double> from = {0, 0}, to = {kPi / 2, 0};
  const SceneResult result = first_contact(scene, from, to, published());
  ASSERT_EQ(result.status, Status::Contact);
  const std::string a = scene.bodies()[result.a.body].name;
  const std::string b = scene.bodies()[result.b.body].name;
  EXPECT_TRUE((a == "tool" || b == "tool") && (a == "right/link0" || b == "right/link0"))
      << a << " " << b;
  const SceneResult other = first_contact(scene, from, to);
  EXPECT_EQ(other.status, Status::Contact);
  EXPECT_NEAR(result.toi, other.toi, 1e-4);
}

TEST(Advancement, FindsNoContactOfLinksThatSweepWhereOthersWere) {
  // The whole chain turns as one: no two links ever come nearer.
  const ArticulatedModel model = test::bar_chain(5, 0.4, 0.06);
  SceneDescription description;
  description.models.push_back({"arm", model});
  const Scene scene(std::move(description));
  Configuration from(5, 0), to(5, 0);
  from[4] = to[4] = 1;
  from[1] = to[1] = 0.7;
  to[0] = 2 * kPi;
  const SceneResult result = first_contact(scene, from, to, published());
  EXPECT_EQ(result.status, Status::Free);
  EXPECT_EQ(result.toi, 1);
}

// Twelve hundred joints of 1000 rad each: the enclosures overflow, and a box that is not a number
// must not be an empty one.
TEST(Advancement, OverflowingEnclosuresAreNoProofOfFreedom) {
  std::vector<Link> links;
  for (int i = 0; i < 1200; ++i) {
    Link link;
    link.name = "link" + std::to_string(i);
    link.joint.name = "joint" + std::to_string(i);
    link.parent = i - 1;
    link.joint.type = JointType::Continuous;
    link.joint.axis = i % 2 ? Vec3(0, 0, 1) : Vec3(1, 0.3, 0);
    link.joint.origin.position = Vec3(0.01, 0, 0);
    links.push_back(std::move(link));
  }
  links.back().shapes = {box_shape({1, 1, 1})};
  SceneDescription description;
  description.models = {{"chain", ArticulatedModel(std::move(links))}};
  description.objects = {{"box", {box_shape({1, 1, 1})}, Pose()}};
  const Scene scene(std::move(description));
  const Configuration from(1200, 0.0), to(1200, 1000.0);
  for (const bool taylor : {true, false}) {
    SceneOptions options;
    options.method = SceneMethod::Advancement;
    options.stages.taylor_models = taylor;
    options.max_checks = 200;
    EXPECT_NE(first_contact(scene, from, to, options).status, Status::Free);
  }
}

// Two boxes pass each other at a distance of 0.1, from 1e14 away: doubles cannot say where.
TEST(Advancement, WhatDoublesCannotTellApartIsNoContactFarBeyondTheTolerance) {
  Link link;
  link.name = "fast";
  link.joint.name = "slide";
  link.joint.type = JointType::Prismatic;
  link.shapes = {box_shape({1, 1, 1})};
  SceneDescription description;
  description.models = {{"slider", ArticulatedModel({link})}};
  description.objects = {{"box", {box_shape({1, 1, 1})}, Pose{Mat3::Identity(), Vec3(1.1, 0, 0)}}};
  SceneOptions options;
  options.method = SceneMethod::Advancement;
  const SceneResult result =
      first_contact(Scene(std::move(description)), std::array{-1e14}, std::array{1.1e14}, options);
  EXPECT_TRUE(result.status != Status::Contact || result.distance <= 0.2 + result.tolerance)
      << result.distance;
}

}  // namespace
}  // namespace firstcontact::advancement_test
