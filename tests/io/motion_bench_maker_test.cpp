// MotionBenchMaker's robots and problems: they load with their SRDF files, and the start states are
// as free as FCL finds them.
#include <firstcontact/motion_validator.h>
#include <firstcontact/srdf_file.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

#include "fcl_robot.h"
#include "plain_yaml.h"

namespace firstcontact::io::motion_bench_maker_test {
namespace {

using testing::Yaml;

/// Empty if there is no data.
std::string problems_folder(const std::string& robot) {
  const char* data = std::getenv("FIRSTCONTACT_DATA");
  return data == nullptr ? "" : std::string(data) + "/motionbenchmaker/" + robot + "/";
}

#define SKIP_WITHOUT_PROBLEMS()    \
  if (problems_folder("").empty()) \
  GTEST_SKIP() << "FIRSTCONTACT_DATA is not set: no public problem was read"

Yaml read_yaml(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return testing::YamlReader(text).read();
}

struct PublishedRobot {
  Robot robot;
  Srdf srdf;
};

PublishedRobot read_published(const std::string& name) {
  PublishedRobot out;
  out.robot = read_robot(problems_folder(name) + name + ".urdf");
  out.srdf = read_srdf(problems_folder(name) + name + ".srdf", out.robot);
  return out;
}

/// Boxes and cylinders as the file has them; YAML quaternions are x, y, z, w.
std::vector<testing::Primitive> read_objects(const Yaml& scene) {
  std::vector<testing::Primitive> out;
  for (const Yaml& object : scene.at("world").at("collision_objects").list) {
    const std::vector<Yaml>&primitives = object.at("primitives").list,
          &poses = object.at("primitive_poses").list;
    for (std::size_t i = 0; i < primitives.size(); ++i) {
      const std::vector<double> size = primitives[i].at("dimensions").numbers(),
                                p = poses.at(i).at("position").numbers(),
                                q = poses.at(i).at("orientation").numbers();
      testing::Primitive primitive;
      primitive.pose =
          Pose::from_quaternion({.w = q.at(3), .x = q.at(0), .y = q.at(1), .z = q.at(2)},
                                Vec3(p.at(0), p.at(1), p.at(2)));
      if (primitives[i].at("type").word == "box")
        primitive.box = Vec3(size.at(0), size.at(1), size.at(2));
      else if (primitives[i].at("type").word == "cylinder")
        primitive.length = size.at(0), primitive.radius = size.at(1);
      else
        throw std::runtime_error("a primitive of another type: " + primitives[i].at("type").word);
      out.push_back(primitive);
    }
  }
  return out;
}

Scene scene_of(const PublishedRobot& published, const std::vector<testing::Primitive>& primitives) {
  SceneDescription description;
  description.models.push_back({published.robot.name, published.robot.model});
  description.allowed = published.srdf.disabled;
  for (std::size_t i = 0; i < primitives.size(); ++i) {
    const testing::Primitive& primitive = primitives[i];
    const Shape shape = primitive.radius > 0 ? cylinder_shape(primitive.radius, primitive.length)
                                             : box_shape(primitive.box);
    description.objects.push_back({"object" + std::to_string(i), {shape}, primitive.pose});
  }
  return Scene(std::move(description));
}

/// Values of joints that the robot does not have, or that are fixed, are passed over.
Configuration start_state(const Robot& robot, const Yaml& request) {
  const Yaml& state = request.at("start_state").at("joint_state");
  Configuration values = robot.to_file(robot.model.neutral());
  for (std::size_t i = 0; i < state.at("name").list.size(); ++i)
    for (std::size_t k = 0; k < values.size(); ++k)
      if (robot.value_names[k] == state.at("name").list[i].word)
        values[k] = state.at("position").list.at(i).number();
  return robot.to_model(values);
}

Configuration random_state(const ArticulatedModel& model, std::mt19937& random) {
  Configuration values = model.neutral();
  for (std::size_t i = 0; i < model.links().size(); ++i) {
    const Joint& joint = model.links()[i].joint;
    if (joint.type != JointType::Revolute || joint.mimic >= 0) continue;
    values[model.first_value(i)] = std::uniform_real_distribution(joint.lower, joint.upper)(random);
  }
  return values;
}

TEST(MotionBenchMaker, RobotsLoadWithTheirSrdfFiles) {
  SKIP_WITHOUT_PROBLEMS();
  const PublishedRobot panda = read_published("panda");
  EXPECT_EQ(panda.robot.value_names.size(),
            7u);  // the fingers are fixed, and the <mimic> of one is noted
  EXPECT_EQ(panda.robot.notes.size(), 1u);
  EXPECT_EQ(panda.srdf.disabled.size(), 34u);
  const PublishedRobot ur5 = read_published("ur5");
  EXPECT_EQ(ur5.robot.value_names.size(), 6u);
  EXPECT_FALSE(ur5.srdf.disabled.empty());
  ASSERT_EQ(ur5.srdf.states.size(), 3u);
  EXPECT_EQ(ur5.srdf.states[0].values.size(), 6u);
  EXPECT_TRUE(ur5.srdf.states[1].values.empty());  // of the gripper, whose joints are fixed
}

/// The start states of 105 problems, and a random state in each of their scenes.
void expect_verdicts_of_fcl(const std::string& name) {
  const PublishedRobot published = read_published(name);
  const ArticulatedModel& model = published.robot.model;
  const testing::FclRobot fcl(model);
  std::mt19937 random(1);
  int starts = 0, valid = 0, touching = 0, agreed = 0;
  for (const char* scenario : {"bookshelf_small_", "bookshelf_tall_", "bookshelf_thin_", "box_",
                               "cage_", "table_pick_", "table_under_pick_"})
    for (int problem = 1; problem <= 100; problem += 7) {
      const std::string folder = problems_folder(name) + "problems/" + scenario + name + "/",
                        number = std::to_string(10000 + problem).substr(1) + ".yaml";
      const std::vector<testing::Primitive> objects =
          read_objects(read_yaml(folder + "scene" + number));
      const Scene scene = scene_of(published, objects);
      ASSERT_EQ(scene.fault(), "");
      const MotionValidator validator(scene);
      const Configuration start =
          start_state(published.robot, read_yaml(folder + "request" + number));
      const bool is_free = validator.is_valid(start);
      EXPECT_EQ(is_free, !fcl.touches(scene, objects, model.poses(start))) << scenario << problem;
      ++starts;
      valid += is_free ? 1 : 0;
      const Configuration anywhere = random_state(model, random);
      const bool touches = fcl.touches(scene, objects, model.poses(anywhere)),
                 free_anywhere = validator.is_valid(anywhere);
      EXPECT_FALSE(touches && free_anywhere)
          << "a missed contact at a random state: " << scenario << problem;
      touching += touches ? 1 : 0;
      agreed += touches != free_anywhere ? 1 : 0;
    }
  EXPECT_EQ(starts, 105);
  EXPECT_GE(valid, 95);
  EXPECT_GE(touching, 20);
  EXPECT_LE(touching, 100);
  EXPECT_GE(agreed, 100);  // FCL sees no contact of a surface with what is wholly inside it
}

TEST(MotionBenchMaker, StartStatesOfPandaAreAsFreeAsFclFindsThem) {
  SKIP_WITHOUT_PROBLEMS();
  if (!testing::FclRobot::is_known()) GTEST_SKIP() << "FCL was not found: no verdict was compared";
  expect_verdicts_of_fcl("panda");
}

TEST(MotionBenchMaker, StartStatesOfUr5AreAsFreeAsFclFindsThem) {
  SKIP_WITHOUT_PROBLEMS();
  if (!testing::FclRobot::is_known()) GTEST_SKIP() << "FCL was not found: no verdict was compared";
  expect_verdicts_of_fcl("ur5");
}

}  // namespace
}  // namespace firstcontact::io::motion_bench_maker_test
