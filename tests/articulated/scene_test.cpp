// Scenes: bodies, the pairs that matter, margins, frames, pairs of shapes, and what is refused.
#include <firstcontact/scene.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <sstream>

#include "articulated/model/scene_data.h"
#include "generate/random.h"
#include "support/float_settings.h"

namespace firstcontact::scene_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Link make_link(const std::string& name, int parent, JointType type, int shapes = 1) {
  Link link;
  link.name = name;
  link.parent = parent;
  link.joint.name = name + "_joint";
  link.joint.type = type;
  for (int i = 0; i < shapes; ++i) link.shapes.push_back(box_shape({1, 1, 1}));
  return link;
}

/// base – l1 – l2 – l3, joined by hinges; the base is fixed to the world.
ArticulatedModel arm() {
  return ArticulatedModel(
      {make_link("base", -1, JointType::Fixed), make_link("l1", 0, JointType::Revolute),
       make_link("l2", 1, JointType::Revolute), make_link("l3", 2, JointType::Revolute)});
}

SceneObject make_object(const std::string& name, std::vector<Shape> shapes = {sphere_shape(1)}) {
  return {name, std::move(shapes), Pose{Mat3::Identity(), Vec3(5, 0, 0)}};
}

SceneDescription one_model(ArticulatedModel model = arm()) {
  SceneDescription description;
  description.models.push_back({"robot", std::move(model)});
  return description;
}

using Names = std::set<std::string>;

/// "a-b" for every pair.
Names pair_names(const Scene& scene) {
  Names names;
  for (const Scene::Pair& pair : scene.pairs())
    names.insert(scene.bodies()[pair.a].name + "-" + scene.bodies()[pair.b].name);
  EXPECT_EQ(names.size(), scene.pairs().size());
  EXPECT_TRUE(std::is_sorted(scene.pairs().begin(), scene.pairs().end(),
                             [](const Scene::Pair& p, const Scene::Pair& q) {
                               return std::pair(p.a, p.b) < std::pair(q.a, q.b);
                             }));
  return names;
}

Names pairs_of_model(std::vector<Link> links) {
  const Scene scene(one_model(ArticulatedModel(std::move(links))));
  EXPECT_EQ(scene.fault(), "");
  return pair_names(scene);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Scene, ListsLinksThenAttachmentsThenObjectsAsBodies) {
  SceneDescription description = one_model();
  description.objects = {make_object("table", {sphere_shape(1), box_shape({1, 1, 1})})};
  description.attachments = {{"cup", "l3", {sphere_shape(1)}, {}, {}}};
  const Scene scene(description);
  ASSERT_EQ(scene.fault(), "");
  ASSERT_EQ(scene.bodies().size(), 6u);
  EXPECT_EQ(scene.body_index("l2"), 2);
  EXPECT_EQ(scene.body_index("cup"), 4);
  EXPECT_EQ(scene.body_index("table"), 5);
  EXPECT_EQ(scene.body_index("chair"), -1);
  EXPECT_EQ(scene.bodies()[4].model, 0);
  EXPECT_EQ(scene.bodies()[4].link, 3);
  EXPECT_EQ(scene.bodies()[5].model, -1);
  EXPECT_EQ(scene.bodies()[5].link, -1);
  EXPECT_EQ(scene.bodies()[5].shape_count, 2u);
  EXPECT_EQ(scene.bodies()[5].triangle_count, 13u);
  EXPECT_EQ(scene.value_count(), 3u);
  EXPECT_EQ(scene.models().size(), 1u);
}

TEST(Scene, LeavesOutNeighboursAndWhatRestsWithEachOther) {
  SceneDescription description = one_model();
  description.objects = {make_object("table"), make_object("wall")};
  const Scene scene(description);
  EXPECT_EQ(pair_names(scene), (Names{"base-l2", "base-l3", "l1-l3", "l1-table", "l1-wall",
                                      "l2-table", "l2-wall", "l3-table", "l3-wall"}));
}

TEST(Scene, LooksForNeighboursAboveLinksWithoutShapesAndNotBesideThem) {
  // a – (h1 – h2) – b and c: a is the nearest one above both. d hangs on b.
  EXPECT_EQ(
      pairs_of_model(
          {make_link("a", -1, JointType::Revolute), make_link("h1", 0, JointType::Revolute, 0),
           make_link("h2", 1, JointType::Revolute, 0), make_link("b", 2, JointType::Revolute),
           make_link("c", 1, JointType::Revolute), make_link("d", 3, JointType::Revolute)}),
      (Names{"a-d", "b-c", "c-d"}));
  // Two fingers of a hollow hand that is the root.
  EXPECT_EQ(pairs_of_model({make_link("hand", -1, JointType::Floating, 0),
                            make_link("f1", 0, JointType::Prismatic),
                            make_link("f2", 0, JointType::Prismatic)}),
            (Names{"f1-f2"}));
  // Two roots have nothing but the world between them, which is no link.
  EXPECT_EQ(pairs_of_model(
                {make_link("a", -1, JointType::Revolute), make_link("b", -1, JointType::Revolute)}),
            (Names{"a-b"}));
}

TEST(Scene, LeavesOutWhatFixedJointsHoldTogether) {
  // a – b =fixed= c =fixed= d – e: b, c, d are one piece; its neighbours are those joined directly
  // only.
  EXPECT_EQ(
      pairs_of_model({make_link("a", -1, JointType::Revolute),
                      make_link("b", 0, JointType::Revolute), make_link("c", 1, JointType::Fixed),
                      make_link("d", 2, JointType::Fixed), make_link("e", 3, JointType::Revolute)}),
      (Names{"a-c", "a-d", "a-e", "b-e", "c-e"}));
  // Two roots fixed to the world rest.
  EXPECT_EQ(
      pairs_of_model({make_link("a", -1, JointType::Fixed), make_link("b", -1, JointType::Fixed)}),
      Names());
}

TEST(Scene, ChecksAllLinksOfOneModelAgainstAllOfAnother) {
  SceneDescription description;
  description.models = {{"left", arm()}, {"right", arm()}};
  description.allowed = {{"left/l3", "right/l3"}};
  const Scene scene(description);
  ASSERT_EQ(scene.fault(), "");
  const Names names = pair_names(scene);
  EXPECT_EQ(names.size(), 3 + 3 + 16 - 1 - 1u);  // both bases rest
  EXPECT_EQ(names.count("left/base-right/base"), 0u);
  EXPECT_EQ(names.count("left/l3-right/l3"), 0u);
  EXPECT_EQ(names.count("left/base-right/l1"), 1u);
  EXPECT_EQ(scene.value_count(), 6u);
  EXPECT_EQ(articulated::data_of(scene).first_frame_of_model, (std::vector<std::size_t>{0, 4}));
}

TEST(Scene, ChecksAnAttachmentAgainstAllButItsLinkAndTouchLinks) {
  SceneDescription description = one_model();
  description.attachments = {{"cup", "l3", {sphere_shape(1)}, {}, {"l1"}},
                             {"saucer", "l3", {sphere_shape(1)}, {}, {}}};
  const Scene scene(description);
  ASSERT_EQ(scene.fault(), "");
  EXPECT_EQ(pair_names(scene), (Names{"base-l2", "base-l3", "l1-l3", "base-cup", "l2-cup",
                                      "base-saucer", "l1-saucer", "l2-saucer"}));
}

TEST(Scene, CarriesAttachmentsOnLinksWithoutShapes) {
  SceneDescription description = one_model(ArticulatedModel(
      {make_link("base", -1, JointType::Fixed), make_link("l1", 0, JointType::Revolute),
       make_link("tip", 1, JointType::Fixed, 0)}));
  description.attachments = {
      {"tool", "tip", {sphere_shape(1)}, Pose{Mat3::Identity(), Vec3(0, 0, 1)}, {}}};
  const Scene scene(description);
  ASSERT_EQ(scene.fault(), "");
  EXPECT_EQ(pair_names(scene), (Names{"base-tool"}));
  const articulated::SceneData::Frame& frame = articulated::data_of(scene).frames.at(3);
  EXPECT_EQ(frame.parent, 2);
  EXPECT_EQ(frame.model, 0);
  EXPECT_EQ(frame.link, -1);
  EXPECT_EQ(frame.fixed.offset, Vec3(0, 0, 1));
}

TEST(Scene, LeavesOutWhatIsAllowed) {
  SceneDescription description = one_model();
  description.objects = {make_object("table"), make_object("wall")};
  description.allowed = {{"table", "l1"}, {"l3", "*"}, {"wall", "*"}, {"base", "base"}};
  const Scene scene(description);
  ASSERT_EQ(scene.fault(), "");
  EXPECT_EQ(pair_names(scene), (Names{"base-l2", "l2-table"}));
}

TEST(Scene, AcceptsRulesForLinksWithoutShapes) {
  SceneDescription description = one_model(ArticulatedModel(
      {make_link("a", -1, JointType::Revolute), make_link("tip", 0, JointType::Fixed, 0)}));
  description.allowed = {{"a", "tip"}, {"tip", "*"}};
  description.pair_separations = {{"a", "tip", 1}};
  EXPECT_EQ(Scene(description).fault(), "");
}

TEST(Scene, GivesEveryPairItsMargin) {
  SceneDescription description = one_model();
  description.objects = {make_object("table"), make_object("wall")};
  description.min_separation = 0.25;
  description.pair_separations = {{"table", "l2", 0.5}, {"l2", "table", 0.5}, {"l3", "l1", 0}};
  const Scene scene(description);
  ASSERT_EQ(scene.fault(), "");
  for (const Scene::Pair& pair : scene.pairs()) {
    const std::string& a = scene.bodies()[pair.a].name;
    const std::string& b = scene.bodies()[pair.b].name;
    EXPECT_EQ(pair.min_separation, a == "l2" && b == "table" ? 0.5
                                   : a == "l1" && b == "l3"  ? 0
                                                             : 0.25)
        << a << ' ' << b;
  }
}

TEST(Scene, ListsEveryPairOfShapesWithWhatRestsAsTheSecond) {
  SceneDescription description =
      one_model(ArticulatedModel({make_link("a", -1, JointType::Revolute, 2)}));
  description.objects = {
      make_object("o", {sphere_shape(0.5), box_shape({1, 1, 1}), capsule_shape(0.25, 1)})};
  description.min_separation = 2;
  const Scene scene(description);
  ASSERT_EQ(scene.fault(), "");
  const articulated::SceneData& data = articulated::data_of(scene);
  ASSERT_EQ(data.shape_pairs.size(), 6u);
  const std::array<double, 3> separations = {2.5, 2, 2.25};
  for (std::size_t i = 0; i < 6; ++i) {
    const articulated::SceneData::ShapePair& pair = data.shape_pairs[i];
    const articulated::SceneData::PlacedShape& a = data.shapes.at(pair.a);
    const articulated::SceneData::PlacedShape& b = data.shapes.at(pair.b);
    EXPECT_EQ(a.frame, 0);
    EXPECT_EQ(a.shape, static_cast<int>(i / 3));
    EXPECT_EQ(a.pose.linear, Mat3::Identity());
    EXPECT_EQ(b.frame, -1);
    EXPECT_EQ(b.shape, static_cast<int>(i % 3));
    EXPECT_EQ(b.body, 1);
    EXPECT_EQ(b.pose.offset, Vec3(5, 0, 0));
    EXPECT_EQ(b.convex_solid, i % 3 == 1);
    EXPECT_EQ(pair.separation, separations[i % 3]);
    EXPECT_EQ(pair.min_separation, 2);
    EXPECT_EQ(pair.pair, 0);
  }
}

// Seed 81. The sum in long double is exact: the numbers differ by less than eleven binary orders.
TEST(Scene, RoundsSeparationsUpByAtMostTwoLastPlaces) {
  generate::Random random({81});
  int rounded = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const double margin = 1 + random.unit(), r1 = 0.01 + random.unit(), r2 = 0.01 + random.unit();
    std::vector<Link> links = {make_link("a", -1, JointType::Revolute, 0)};
    links[0].shapes = {sphere_shape(r1)};
    SceneDescription description = one_model(ArticulatedModel(links));
    description.objects = {make_object("o", {sphere_shape(r2)})};
    description.min_separation = margin;
    const Scene scene(description);
    const long double exact = static_cast<long double>(margin) + r1 + r2;
    const double separation = articulated::data_of(scene).shape_pairs.at(0).separation;
    EXPECT_GE(static_cast<long double>(separation), exact);
    EXPECT_LE(static_cast<long double>(separation), exact + 0x1p-50L);
    rounded += static_cast<long double>(separation) != exact;
  }
  EXPECT_GT(rounded, 100);
}

TEST(Scene, RoundsSeparationsUpAlsoWhereTheHostFlushesToZero) {
  if (!test::can_flush_to_zero()) GTEST_SKIP() << "this machine cannot flush to zero";
  SceneDescription description = one_model();
  description.objects = {make_object("o")};
  description.min_separation = std::numeric_limits<double>::denorm_min();
  const test::FlushToZero host;
  const Scene scene(description);
  for (const articulated::SceneData::ShapePair& pair : articulated::data_of(scene).shape_pairs)
    if (articulated::data_of(scene).shapes[pair.b].frame < 0) {
      EXPECT_EQ(pair.separation, std::nextafter(1.0, 2.0));
    }
}

std::string numbered(const char* name, int i) {
  std::ostringstream text;
  text << name << i;
  return text.str();
}

TEST(Scene, HoldsTenThousandObjects) {
  std::vector<Link> links;
  for (int i = 0; i < 10; ++i)
    links.push_back(make_link(numbered("l", i), i - 1, JointType::Revolute));
  SceneDescription description = one_model(ArticulatedModel(links));
  for (int i = 0; i < 10'000; ++i) {
    const std::string name = numbered("o", i);
    description.objects.push_back(make_object(name));
    description.allowed.emplace_back(name, numbered("l", i % 10));
  }
  const Scene scene(description);
  ASSERT_EQ(scene.fault(), "");
  EXPECT_EQ(scene.pairs().size(), 9 * 10'000u + 36);
  EXPECT_EQ(articulated::data_of(scene).shape_pairs.size(), scene.pairs().size());
}

std::string fault_after(const std::function<void(SceneDescription&)>& change) {
  SceneDescription description = one_model();
  description.objects = {make_object("table")};
  description.attachments = {{"cup", "l3", {sphere_shape(1)}, {}, {}}};
  change(description);
  const Scene scene(description);
  if (!scene.fault().empty()) {
    EXPECT_TRUE(scene.bodies().empty() && scene.pairs().empty());
    EXPECT_EQ(scene.body_index("l1"), -1);
    EXPECT_EQ(scene.value_count(), 0u);
    EXPECT_EQ(scene.models().size(), description.models.size());
  }
  return scene.fault();
}

TEST(Scene, NamesTheBodyAtFault) {
  EXPECT_EQ(fault_after([](auto&) {}), "");
  EXPECT_NE(fault_after([](auto& d) { d.models.clear(), d.attachments.clear(); }), "");
  EXPECT_TRUE(
      contains(fault_after([](auto& d) { d.models[0].model = ArticulatedModel(); }), "'robot'"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.models.push_back({"", arm()}); }), "model 1"));
  EXPECT_TRUE(
      contains(fault_after([](auto& d) { d.models.push_back(d.models[0]), d.attachments.clear(); }),
               "'robot/base'"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.objects[0].name = "l2"; }), "'l2'"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.objects[0].name = "cup"; }), "'cup'"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.objects[0].name.clear(); }), "name"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.objects[0].name = std::string("*"); }), "*"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.objects[0].shapes.clear(); }), "'table'"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.objects[0].shapes[0] = sphere_shape(-1); }),
                       "'table': shape 0"));
  EXPECT_TRUE(
      contains(fault_after([](auto& d) { d.objects[0].pose.rotation(0, 0) = 2; }), "'table'"));
  EXPECT_TRUE(
      contains(fault_after([](auto& d) { d.objects[0].pose.position.x() = 1e71; }), "'table'"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.attachments[0].link = "hand"; }), "'hand'"));
  EXPECT_TRUE(
      contains(fault_after([](auto& d) { d.attachments[0].touch_links = {"hand"}; }), "'hand'"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.attachments[0].shapes.clear(); }), "'cup'"));
  EXPECT_TRUE(
      contains(fault_after([](auto& d) { d.attachments[0].pose.position.x() = kNaN; }), "'cup'"));
  EXPECT_TRUE(contains(fault_after([](auto& d) {
                         d.attachments.push_back({"lid", "cup", {sphere_shape(1)}, {}, {}});
                       }),
                       "'lid'"));
}

TEST(Scene, NamesTheRuleAtFault) {
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.allowed = {{"l1", "hand"}}; }), "'hand'"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.allowed = {{"hand", "*"}}; }), "'hand'"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.allowed = {{"*", "*"}}; }), "allowed pair"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.min_separation = -1; }), "margin"));
  EXPECT_TRUE(contains(fault_after([](auto& d) { d.min_separation = kNaN; }), "margin"));
  EXPECT_TRUE(contains(fault_after([](auto& d) {
                         d.pair_separations = {{"l1", "l3", -1}};
                       }),
                       "'l3'"));
  EXPECT_TRUE(contains(fault_after([](auto& d) {
                         d.pair_separations = {{"l1", "hand", 1}};
                       }),
                       "'hand'"));
  EXPECT_TRUE(contains(fault_after([](auto& d) {
                         d.pair_separations = {{"l1", "l3", 1}, {"l3", "l1", 2}};
                       }),
                       "twice"));
}

TEST(Scene, WithoutDescriptionIsAtFaultAndAnswers) {
  const Scene scene;
  EXPECT_NE(scene.fault(), "");
  EXPECT_TRUE(scene.models().empty() && scene.bodies().empty() && scene.pairs().empty());
  EXPECT_EQ(scene.body_index("a"), -1);
  EXPECT_EQ(scene.value_count(), 0u);
}

}  // namespace
}  // namespace firstcontact::scene_test
