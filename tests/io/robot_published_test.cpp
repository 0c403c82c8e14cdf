// The public robots: links, joints, triangles, poses that their makers publish, pairs of their SRDF
// files.
#include <firstcontact/srdf_file.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numbers>

namespace firstcontact::io::robot_published_test {
namespace {

/// Empty if there is no data.
std::string robots_folder() {
  const char* data = std::getenv("FIRSTCONTACT_DATA");
  return data == nullptr ? "" : std::string(data) + "/robots/";
}

#define SKIP_WITHOUT_ROBOTS()  \
  if (robots_folder().empty()) \
  GTEST_SKIP() << "FIRSTCONTACT_DATA is not set: no public robot was read"

/// What it must be follows from the sizes of the binary STL files: 84 bytes and 50 a triangle.
std::size_t triangle_count(const Robot& robot) {
  std::size_t count = 0;
  for (const Link& link : robot.model.links())
    for (const Shape& shape : link.shapes) count += shape.body.triangle_count();
  return count;
}

std::size_t shape_count(const Robot& robot) {
  std::size_t count = 0;
  for (const Link& link : robot.model.links()) count += link.shapes.size();
  return count;
}

Pose pose_of(const Robot& robot, std::string_view link, const std::vector<double>& values) {
  return robot.model.poses(robot.to_model(values))[robot.model.link_index(link)];
}

TEST(PublishedRobots, PandaHasItsLinksJointsAndFlange) {
  SKIP_WITHOUT_ROBOTS();
  const std::string folder = robots_folder() + "panda/";
  const Robot robot = read_robot(folder + "moveit_resources_panda_description/urdf/panda.urdf");
  EXPECT_EQ(robot.name, "panda");
  EXPECT_EQ(robot.model.links().size(), 12u);
  EXPECT_EQ(robot.value_names,
            (std::vector<std::string>{"panda_joint1", "panda_joint2", "panda_joint3",
                                      "panda_joint4", "panda_joint5", "panda_joint6",
                                      "panda_joint7", "panda_finger_joint1"}));
  EXPECT_EQ(shape_count(robot), 11u);
  EXPECT_EQ(triangle_count(robot), 2364u);
  EXPECT_TRUE(robot.notes.empty());
  const Pose flange = pose_of(robot, "panda_link8", {0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_TRUE(flange.position.isApprox(Vec3(0.088, 0, 0.333 + 0.316 + 0.384 - 0.107), 1e-9))
      << flange.position.transpose();
  EXPECT_TRUE((flange.rotation * Vec3(0, 0, 1)).isApprox(Vec3(0, 0, -1), 1e-9));
  const std::vector<double> ready = {0,
                                     -std::numbers::pi / 4,
                                     0,
                                     -3 * std::numbers::pi / 4,
                                     0,
                                     std::numbers::pi / 2,
                                     std::numbers::pi / 4,
                                     0};
  const Pose at_ready = pose_of(robot, "panda_link8", ready);
  EXPECT_TRUE(at_ready.position.isApprox(Vec3(0.306891, 0, 0.590282), 1e-5))
      << at_ready.position.transpose();
  // The right finger follows the left one.
  std::vector<double> open = ready;
  open.back() = 0.03;
  EXPECT_NEAR((pose_of(robot, "panda_leftfinger", open).position -
               pose_of(robot, "panda_rightfinger", open).position)
                  .norm(),
              0.06, 1e-12);

  const Srdf srdf =
      read_srdf(folder + "moveit_resources_panda_moveit_config/config/panda.srdf", robot);
  EXPECT_EQ(srdf.disabled.size(), 34u);
  EXPECT_TRUE(srdf.notes.empty());
  ASSERT_EQ(srdf.groups.size(), 3u);
  EXPECT_EQ(srdf.groups[0].name, "panda_arm");
  EXPECT_EQ(srdf.groups[0].joints.size(), 8u);
  EXPECT_EQ(srdf.groups[2].joints.size(), 11u);
  ASSERT_EQ(srdf.states.size(), 5u);
  EXPECT_EQ(srdf.states[0].name, "ready");
  EXPECT_EQ(srdf.states[0].values.size(), 7u);
  EXPECT_EQ(srdf.states[3].values.size(), 1u);  // the other finger is a mimic
}

TEST(PublishedRobots, Ur5HasItsLinksJointsAndTool) {
  SKIP_WITHOUT_ROBOTS();
  const std::string folder = robots_folder() + "ur5/example-robot-data/robots/ur_description/";
  const Robot robot = read_robot(folder + "urdf/ur5_robot.urdf");
  EXPECT_EQ(robot.value_names,
            (std::vector<std::string>{"shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint",
                                      "wrist_1_joint", "wrist_2_joint", "wrist_3_joint"}));
  EXPECT_EQ(robot.model.links().size(), 11u);
  EXPECT_EQ(shape_count(robot), 8u);
  EXPECT_EQ(triangle_count(robot), 5340u);
  // Stretched along x: upper arm 0.425, forearm 0.39225, then the wrists.
  const Pose tool = pose_of(robot, "wrist_3_link", {0, 0, 0, 0, 0, 0});
  EXPECT_TRUE(tool.position.isApprox(Vec3(0.425 + 0.39225, 0.10915, 0.089159 - 0.09465), 1e-9))
      << tool.position.transpose();
  const Srdf srdf = read_srdf(folder + "srdf/ur5_joint_limited_robot.srdf", robot);
  EXPECT_EQ(srdf.disabled.size(), 13u);
  EXPECT_TRUE(srdf.notes.empty());
}

TEST(PublishedRobots, KukaHasItsLinksJointsAndFlange) {
  SKIP_WITHOUT_ROBOTS();
  const Robot robot = read_robot(robots_folder() + "kuka_iiwa/model.urdf");
  EXPECT_EQ(robot.model.links().size(), 8u);
  EXPECT_EQ(robot.value_names.size(), 7u);
  EXPECT_EQ(shape_count(robot), 8u);
  EXPECT_EQ(triangle_count(robot), 14758u);
  const Pose flange = pose_of(robot, "lbr_iiwa_link_7", std::vector<double>(7, 0.0));
  EXPECT_TRUE(flange.position.isApprox(
      Vec3(0, 0, 0.1575 + 0.2025 + 0.2045 + 0.2155 + 0.1845 + 0.2155 + 0.081), 1e-9))
      << flange.position.transpose();
}

}  // namespace
}  // namespace firstcontact::io::robot_published_test
