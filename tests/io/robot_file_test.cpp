// Robots as their files mean them: order of links and values, joints, limits, mimics, shapes in
// place.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <clocale>
#include <cmath>
#include <numbers>
#include <thread>

#include "geometry/body_tree.h"
#include "robot_text.h"

namespace firstcontact::io::robot_file_test {
namespace {

using testing::TemporaryFolder;

std::vector<std::string> link_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const Link& link : robot.model.links()) names.push_back(link.name);
  return names;
}

const Link& link_named(const Robot& robot, std::string_view name) {
  return robot.model.links()[robot.model.link_index(name)];
}

const std::vector<Vec3>& vertices_of(const Shape& shape) {
  return geometry::tree_of(shape.body).vertices;
}

TEST(RobotFile, KeepsTheOrderOfTheFileNotOfTheAlphabet) {
  const Robot robot =
      read_robot_text(robot_of("<link name='base'/><link name='b'/><link name='a'/>" +
                               joint_of("zeta", "continuous", "base", "b") +
                               joint_of("alpha", "continuous", "b", "a")),
                      "r.urdf");
  EXPECT_EQ(robot.name, "r");
  EXPECT_EQ(robot.value_names, (std::vector<std::string>{"zeta", "alpha"}));
  EXPECT_EQ(robot.model_index, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(link_names(robot), (std::vector<std::string>{"base", "b", "a"}));
}

TEST(RobotFile, GivesValuesInFileOrderWhereChildrenComeBeforeTheirParents) {
  const Robot robot = read_robot_text(
      robot_of("<link name='c'/><link name='b'/><link name='a'/><link name='side'/>" +
               joint_of("last", "prismatic", "b", "c", std::string(kLimit)) +
               joint_of("middle", "continuous", "a", "b") +
               joint_of("still", "fixed", "a", "side")),
      "r.urdf");
  EXPECT_EQ(robot.value_names, (std::vector<std::string>{"last", "middle"}));
  EXPECT_EQ(robot.model.value_names(), (std::vector<std::string>{"middle", "last"}));
  const Configuration values = robot.to_model(std::vector<double>{1.5, 0.25});
  EXPECT_EQ(values, (Configuration{0.25, 1.5}));
  EXPECT_EQ(robot.to_file(values), (std::vector<double>{1.5, 0.25}));
  for (std::size_t i = 0; i < robot.model.links().size(); ++i)
    EXPECT_LT(robot.model.links()[i].parent, static_cast<int>(i));
}

TEST(RobotFile, NamesEveryValueOfPlanarAndFloatingJoints) {
  const Robot robot =
      read_robot_text(robot_of("<link name='a'/><link name='b'/><link name='c'/>" +
                               joint_of("fly", "floating", "b", "c") +
                               joint_of("slide", "planar", "a", "b", "<axis xyz='0 0 1'/>")),
                      "r.urdf");
  ASSERT_EQ(robot.value_names.size(), 10u);
  EXPECT_EQ(robot.value_names[0], "fly.x");
  EXPECT_EQ(robot.value_names[7], "slide.x");
  EXPECT_EQ(robot.model_index[0], 3u);
  EXPECT_EQ(robot.model_index[7], 0u);
}

TEST(RobotFile, ReadsTypesAxesAndLimits) {
  const Robot robot = read_robot_text(
      robot_of("<link name='a'/><link name='b'/><link name='c'/><link name='d'/><link "
               "name='e'/><link name='f'/><link name='g'/>" +
               joint_of("ab", "revolute", "a", "b",
                        "<axis xyz='0 3 4'/><limit lower='-1.5' upper='+.5e0'/>") +
               joint_of("bc", "continuous", "b", "c", "<limit effort='1' velocity='1'/>") +
               joint_of("cd", "prismatic", "c", "d",
                        "<axis xyz='0\t0\n1'/><limit upper='2' effort='1' velocity='1'/>") +
               joint_of("de", "fixed", "d", "e", "<axis xyz='0 0 0'/>") +
               joint_of("ef", "planar", "e", "f") + joint_of("fg", "floating", "f", "g")),
      "r.urdf");
  const Joint& ab = link_named(robot, "b").joint;
  EXPECT_EQ(ab.type, JointType::Revolute);
  EXPECT_EQ(ab.axis, Vec3(0, 3, 4));
  EXPECT_EQ(ab.lower, -1.5);
  EXPECT_EQ(ab.upper, 0.5);
  const Joint& bc = link_named(robot, "c").joint;
  EXPECT_EQ(bc.type, JointType::Continuous);
  EXPECT_EQ(bc.axis, Vec3(1, 0, 0));
  EXPECT_TRUE(std::isinf(bc.lower) && std::isinf(bc.upper));
  const Joint& cd = link_named(robot, "d").joint;
  EXPECT_EQ(cd.type, JointType::Prismatic);
  EXPECT_EQ(cd.axis, Vec3(0, 0, 1));
  EXPECT_EQ(cd.lower, 0);
  EXPECT_EQ(cd.upper, 2);
  EXPECT_EQ(link_named(robot, "e").joint.type, JointType::Fixed);
  EXPECT_EQ(link_named(robot, "f").joint.type, JointType::Planar);
  EXPECT_EQ(link_named(robot, "g").joint.type, JointType::Floating);
}

TEST(RobotFile, TurnsOriginsByRollThenPitchThenYawAboutFixedAxes) {
  const Robot robot = read_robot_text(
      robot_of("<link name='a'/><link name='b'/>" +
               joint_of("ab", "fixed", "a", "b",
                        "<origin xyz='1 2 3' rpy='1.5707963267948966 0 1.5707963267948966'/>")),
      "r.urdf");
  const std::vector<Pose> poses = robot.model.poses(Configuration());
  EXPECT_TRUE(
      poses[1].apply(Vec3(0, 1, 0)).isApprox(Vec3(1, 2, 4), 1e-15));  // y goes up, and stays there
  EXPECT_TRUE(
      poses[1].apply(Vec3(1, 0, 0)).isApprox(Vec3(1, 3, 3), 1e-15));  // x stays, and goes to y
  EXPECT_EQ(fault(poses[1]), "");
}

TEST(RobotFile, FollowsMimicsAlsoThroughOtherMimicsAndForwards) {
  const Robot robot = read_robot_text(
      robot_of("<link name='a'/><link name='b'/><link name='c'/><link name='d'/>" +
               joint_of("far", "prismatic", "a", "b",
                        std::string(kLimit) + "<mimic joint='near' multiplier='3' offset='0.5'/>") +
               joint_of("near", "prismatic", "a", "c",
                        std::string(kLimit) + "<mimic joint='own' multiplier='-2' offset='1'/>") +
               joint_of("own", "prismatic", "a", "d", kLimit)),
      "r.urdf");
  EXPECT_EQ(robot.value_names, (std::vector<std::string>{"own"}));
  const std::vector<Pose> poses = robot.model.poses(Configuration{0.25});
  EXPECT_EQ(poses[robot.model.link_index("d")].position.x(), 0.25);
  EXPECT_EQ(poses[robot.model.link_index("c")].position.x(), 0.5);
  EXPECT_EQ(poses[robot.model.link_index("b")].position.x(), 2);
}

TEST(RobotFile, PlacesEveryCollisionShapeInTheLink) {
  const TemporaryFolder folder;
  folder.make("tip.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const Robot robot = read_robot(folder.make(
      "r.urdf",
      robot_of(
          "<link name='a'>\n"
          "<visual><geometry><mesh filename='nowhere.dae'/></geometry></visual>\n"
          "<collision><origin xyz='1 0 0'/><geometry><box size='2 4 6'/></geometry></collision>\n"
          "<collision><origin xyz='0 5 0'/><geometry><sphere "
          "radius='0.5'/></geometry></collision>\n"
          "<collision><origin rpy='0 1.5707963267948966 0'/><geometry><cylinder radius='1' "
          "length='8'/></geometry></collision>\n"
          "<collision><origin xyz='0 0 1'/><geometry><mesh filename='tip.obj' scale='2 -3 "
          "1'/></geometry></collision>\n"
          "</link>\n")));
  const std::vector<Shape>& shapes = robot.model.links()[0].shapes;
  ASSERT_EQ(shapes.size(), 4u);
  for (const Vec3& v : vertices_of(shapes[0]))
    EXPECT_EQ((v - Vec3(1, 0, 0)).cwiseAbs(), Vec3(1, 2, 3));
  EXPECT_EQ(shapes[0].body.triangle_count(), 12u);
  EXPECT_TRUE(shapes[0].convex_solid);
  EXPECT_EQ(vertices_of(shapes[1]), (std::vector<Vec3>{{0, 5, 0}}));
  EXPECT_EQ(shapes[1].radius, 0.5);
  EXPECT_TRUE(shapes[2].convex_solid);
  for (const Vec3& v : vertices_of(shapes[2])) {  // along x now
    EXPECT_NEAR(std::abs(v.x()), 4, 1e-12);
    EXPECT_NEAR(std::hypot(v.y(), v.z()), 1 / std::cos(std::numbers::pi / 64), 1e-12);
  }
  EXPECT_EQ(vertices_of(shapes[3]), (std::vector<Vec3>{{0, 0, 1}, {2, 0, 1}, {0, -3, 1}}));
  EXPECT_EQ(geometry::tree_of(shapes[3].body).triangles,
            (std::vector<Face>{{0, 2, 1}}));  // mirrored: turned around
  EXPECT_FALSE(shapes[3].convex_solid);
  EXPECT_TRUE(robot.notes.empty());
}

/// Six times the volume that the triangles enclose: positive if they all face outward.
double signed_volume(const Shape& shape) {
  double sum = 0;
  for (const Face& f : geometry::tree_of(shape.body).triangles) {
    const auto& v = vertices_of(shape);
    sum += v[f[0]].dot(v[f[1]].cross(v[f[2]]));
  }
  return sum;
}

TEST(RobotFile, PrimitivesFaceOutwardAndPrismsContainTheirCylinders) {
  const Robot robot = read_robot_text(
      robot_of(
          "<link name='a'><collision><geometry><box size='2 4 6'/></geometry></collision>"
          "<collision><geometry><cylinder radius='1' length='2'/></geometry></collision></link>"),
      "r.urdf");
  const std::vector<Shape>& shapes = robot.model.links()[0].shapes;
  EXPECT_NEAR(signed_volume(shapes[0]), 6 * 48, 1e-12);
  const double prism = 64 * std::tan(std::numbers::pi / 64) * 2;
  EXPECT_NEAR(signed_volume(shapes[1]), 6 * prism, 1e-11);
  EXPECT_EQ(shapes[1].body.triangle_count(), 252u);
  // Every side lies outside the cylinder: its plane is at least the radius away from the axis.
  std::size_t sides = 0;
  for (const Face& f : geometry::tree_of(shapes[1].body).triangles) {
    const auto corner = [&](std::size_t k) { return vertices_of(shapes[1])[f[k]]; };
    const Vec3 normal = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized();
    if (std::abs(normal.z()) > 0.5) continue;
    ++sides;
    EXPECT_GE(normal.dot(corner(0)), 1 - 1e-16);
    EXPECT_LE(normal.dot(corner(0)), 1 + 1e-13);
  }
  EXPECT_EQ(sides, 128u);
}

TEST(RobotFile, ReadsCapsulesAndQuaternions) {
  const Robot robot = read_robot_text(
      "<robot name='r' version='1.2'><link name='a'><collision><origin xyz='1 0 0' quat_xyzw='0 "
      "0.7071067811865476 0 "
      "0.7071067811865476'/><geometry><capsule radius='0.5' "
      "length='4'/></geometry></collision></link></robot>",
      "r.urdf");
  const Shape& shape = robot.model.links()[0].shapes.at(0);
  EXPECT_EQ(shape.radius, 0.5);
  ASSERT_EQ(vertices_of(shape).size(), 2u);  // the straight part of length 4 lies along x now
  EXPECT_NEAR((vertices_of(shape)[0] - vertices_of(shape)[1]).norm(), 4, 1e-12);
  EXPECT_NEAR(std::abs(vertices_of(shape)[0].x() - vertices_of(shape)[1].x()), 4, 1e-12);
  EXPECT_TRUE(
      (0.5 * (vertices_of(shape)[0] + vertices_of(shape)[1])).isApprox(Vec3(1, 0, 0), 1e-12));
  EXPECT_TRUE(robot.notes.empty());
}

TEST(RobotFile, KeepsLinesOfMeshes) {
  const TemporaryFolder folder;
  folder.make("tip.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 5\nf 1 2 3\nl 1 4\n");
  const Robot robot = read_robot(
      folder.make("r.urdf", robot_of("<link name='a'><collision><geometry><mesh "
                                     "filename='tip.obj'/></geometry></collision></link>")));
  EXPECT_EQ(geometry::tree_of(robot.model.links()[0].shapes.at(0).body).triangles,
            (std::vector<Face>{{0, 1, 2}, {0, 3, 3}}));
}

TEST(RobotFile, IgnoresTheMimicOfAFixedJointWithANote) {
  const Robot robot =
      read_robot_text(robot_of("<link name='a'/><link name='b'/><link name='c'/>" +
                               joint_of("own", "prismatic", "a", "b", kLimit) +
                               joint_of("still", "fixed", "a", "c",
                                        "<mimic joint='own' multiplier='2' offset='1'/>")),
                      "r.urdf");
  EXPECT_EQ(robot.value_names, (std::vector<std::string>{"own"}));
  EXPECT_EQ(robot.model.poses(Configuration{0.5})[2].position, Vec3(0, 0, 0));
  EXPECT_EQ(
      robot.notes,
      (std::vector<std::string>{
          "joint 'still' <mimic> (line 3) is ignored: a fixed joint cannot follow another one"}));
}

TEST(RobotFile, ResolvesLongChainsOfMimics) {
  constexpr int kJoints = 20'000;
  std::string text = "<link name='l0'/>";
  for (int i = 1; i <= kJoints; ++i) {
    const std::string mimic =
        i == kJoints ? "" : "<mimic joint='" + numbered("j", i + 1) + "' multiplier='-1'/>";
    text += "<link name='" + numbered("l", i) + "'/>" +
            joint_of(numbered("j", i), "prismatic", "l0", numbered("l", i),
                     std::string(kLimit) + mimic);
  }
  const Robot robot = read_robot_text(robot_of(text), "r.urdf");
  EXPECT_EQ(robot.value_names, (std::vector<std::string>{numbered("j", kJoints)}));
  EXPECT_EQ(link_named(robot, "l1").joint.multiplier, kJoints % 2 == 0 ? -1 : 1);
}

TEST(RobotFile, FindsMeshesOfPackagesAboveTheFileAndInSearchPaths) {
  const TemporaryFolder folder;
  const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  folder.make("above/arm_description/meshes/a.obj", obj);
  folder.make("elsewhere/tool/b.obj", obj);
  const auto with_mesh = [&](const std::string& uri) {
    return folder.make("above/arm_description/urdf/r.urdf",
                       robot_of("<link name='a'><collision><geometry><mesh filename='" + uri +
                                "'/></geometry></collision></link>\n"));
  };
  const auto triangles = [](const Robot& robot) {
    return robot.model.links()[0].shapes[0].body.triangle_count();
  };
  EXPECT_EQ(triangles(read_robot(with_mesh("package://arm_description/meshes/a.obj"))), 1u);
  EXPECT_EQ(triangles(read_robot(with_mesh("package://arm_description/urdf/../meshes/a.obj"))), 1u);
  EXPECT_EQ(triangles(read_robot(with_mesh("../meshes/a.obj"))), 1u);
  EXPECT_EQ(
      triangles(read_robot(with_mesh("file://" + (folder / "elsewhere/tool/b.obj").string()))), 1u);
  const std::string tool = with_mesh("package://tool/b.obj");
  EXPECT_EQ(triangles(read_robot(tool, {{(folder / "elsewhere").string()}})), 1u);
  EXPECT_EQ(triangles(read_robot(tool, {{(folder / "elsewhere/tool/").string()}})), 1u);
  const std::string message =
      testing::message_of<InputError>([&] { read_robot(tool, {{(folder / "none").string()}}); });
  EXPECT_NE(message.find("r.urdf:2: link 'a' <collision> <mesh> 'package://tool/b.obj': there is "
                         "no folder 'tool'"),
            message.npos)
      << message;
  EXPECT_NE(message.find((folder / "none").string()), message.npos);
}

TEST(RobotFile, TellsWhatItLeavesOut) {
  const Robot robot = read_robot_text(
      robot_of("<link name='a'><visual><geometry><sphere radius='1'/></geometry></visual></link>\n"
               "<link name='b'><colision/><contact/><inertial/></link>\n" +
               joint_of("ab", "fixed", "a", "b") +
               "<gazebo><link/></gazebo><Link name='c'/><c:link/><other:thing/>"),
      "r.urdf");
  ASSERT_EQ(robot.notes.size(), 4u);
  EXPECT_NE(robot.notes[0].find("<Link>"), std::string::npos);
  EXPECT_NE(robot.notes[1].find("<c:link>"), std::string::npos);
  EXPECT_EQ(robot.notes[2],
            "link 'a' has visual but no collision geometry: it is not checked for contact");
  EXPECT_EQ(robot.notes[3], "link 'b' <colision> (line 3) is not known and ignored");
}

TEST(RobotFile, NotesUnknownAttributesOfWhatItReads) {
  const auto collision = [](const std::string& shape) {
    return "<collision><origin xyz='0 0 0' ryp='0 0 1'/><geometry>" + shape +
           "</geometry></collision>";
  };
  const std::string limit = "<limit lowr='-1' upper='1' effort='1' velocity='1'/>";
  const Robot robot = read_robot_text(
      robot_of("<link name='a' my:own='1'>" + collision("<box size='1 1 1' xyz='1'/>") +
               "</link>\n<link nam='x' name='b'>\n" +
               collision("<sphere radius='1'\n length='1'/>") + "</link>\n<link name='c'/>" +
               joint_of("ab", "revolute", "a", "b", "<axis xyz='0 0 1' rpy=''/>" + limit) +
               joint_of("bc", "continuous", "b", "c",
                        "<origin xzy='1 2 3'/><mimic joint='ab' multiplyer='2'/>")),
      "r.urdf");
  EXPECT_EQ(robot.notes,
            (std::vector<std::string>{
                "link 'a' <collision> <origin> ryp (line 2) is not known and ignored",
                "link 'a' <collision> <geometry> <box> xyz (line 2) is not known and ignored",
                "link 'b' <collision> <origin> ryp (line 4) is not known and ignored",
                "link 'b' <collision> <geometry> <sphere> length (line 5) is not known and ignored",
                "link 'b' nam (line 3) is not known and ignored",
                "joint 'ab' <axis> rpy (line 6) is not known and ignored",
                "joint 'ab' <limit> lowr (line 6) is not known and ignored",
                "joint 'bc' <origin> xzy (line 7) is not known and ignored",
                "joint 'bc' <mimic> multiplyer (line 7) is not known and ignored"}));
}

TEST(RobotFile, NotesUnknownAttributesOfMeshesAndElementsOfCollisions) {
  const Robot robot = read_robot_text(
      robot_of("<link name='a'><collision><orign xyz='0 0 1'/><geometry>"
               "<mesh filename='a.stl' scal='2 2 2'/></geometry></collision></link>"),
      "r.urdf", {.meshes = false});
  EXPECT_EQ(robot.notes,
            (std::vector<std::string>{
                "link 'a' <collision> <orign> (line 2) is not known and ignored",
                "link 'a' <collision> <geometry> <mesh> scal (line 2) is not known and ignored"}));
}

TEST(RobotFile, ReadsNumbersAndNamesTheSameInAnyLocaleAndThread) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // where it is not installed, "C" stays
  const std::string text =
      robot_of("<link name='größe &lt;1&gt; &quot;x&quot;'/><link name='b'/>" +
               joint_of("a&amp;b", "prismatic", "größe &lt;1&gt; &quot;x&quot;", "b",
                        "<limit lower='0.1' upper='0.30000000000000004'/>"));
  std::vector<Robot> robots(4);
  std::vector<std::thread> threads;
  for (Robot& robot : robots)
    threads.emplace_back([&] { robot = read_robot_text(text, "r.urdf"); });
  for (std::thread& thread : threads) thread.join();
  std::setlocale(LC_ALL, before.c_str());
  for (const Robot& robot : robots) {
    EXPECT_EQ(link_names(robot), (std::vector<std::string>{"größe <1> \"x\"", "b"}));
    EXPECT_EQ(robot.value_names, (std::vector<std::string>{"a&b"}));
    EXPECT_EQ(robot.model.links()[1].joint.lower, 0.1);
    EXPECT_EQ(robot.model.links()[1].joint.upper, 0.30000000000000004);
  }
}

TEST(RobotFile, PrintsNothing) {
  ::testing::internal::CaptureStderr();
  ::testing::internal::CaptureStdout();
  robot_error("<robot name='r'><link/></robot>");
  robot_error("<robot/>");
  read_robot_text(robot_of("<link name='a'/>"), "r.urdf");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace firstcontact::io::robot_file_test
