// Every fault of a URDF is told with the file, the line and the element.
#include <gtest/gtest.h>

#include "robot_text.h"

namespace firstcontact::io::robot_errors_test {
namespace {

using testing::TemporaryFolder;

/// Two links on line 2, then a joint on line 3.
std::string with_joint(std::string_view type, std::string_view inside) {
  return robot_of("<link name='a'/><link name='b'/>\n" + joint_of("j", type, "a", "b", inside));
}

/// A link whose collision geometry is on line 3.
std::string with_shape(std::string_view shape) {
  return robot_of("<link name='a'><collision>\n<geometry>" + std::string(shape) +
                  "</geometry></collision></link>\n");
}

struct Refused {
  std::string text, message;
};

void expect_refused(const std::vector<Refused>& all) {
  for (const Refused& refused : all)
    EXPECT_EQ(robot_error(refused.text), "r.urdf" + refused.message) << refused.text;
}

TEST(RobotErrors, TellWhatIsNotXml) {
  expect_refused(
      {{"", ":1: XML: there is no element"},
       {"<!-- nothing -->", ": there is no element"},
       {"<robot name='r'>\n<link name='a'>\n</robot>",
        ":2: XML: an element is not closed, or closed by another name"},
       {"<robot name='r'>\n<link name=a/></robot>", ":2: XML: an attribute is not well formed"},
       {"<robot name='r'>\n<!-- never ends", ":2: XML: a comment does not end"},
       {std::string("<robot name='r'>\n\0</robot>", 27), ":2: XML: a NUL byte"},
       {"<sdf/>", ":1: <sdf>: the outermost element must be <robot>"},
       {robot_of("<link name='a'/>") + "<robot/>", ":3: <robot>: stands behind the end of <robot>"},
       {"<robot><link name='a'/></robot>", ":1: <robot> name: missing"},
       {"<robot name='r' version='2.0'><link name='a'/></robot>",
        ":1: <robot> version: only versions 1.0 to 1.2 are known"},
       {"<robot name='r'/>", ":1: <robot>: there is no <link>"}});
  std::string deep = "<robot name='r'>";
  for (int i = 0; i < 100'000; ++i) deep += "<x>";
  EXPECT_EQ(robot_error(deep), "r.urdf:1: XML: elements are nested too deeply");
}

TEST(RobotErrors, TellNamesThatAreMissingOrDoubled) {
  expect_refused({{robot_of("<link/>"), ":2: <robot> <link> name: missing"},
                  {robot_of("<link name=''/>"), ":2: <robot> <link> name: empty"},
                  {robot_of("<link name='a&#10;b'/>"),
                   ":2: <robot> <link> name: 'a\\x0ab' has a control character"},
                  {robot_of("<link name='a'/>\n<link name='a'/>"),
                   ":3: link 'a': the name is taken: line 2 has it too"},
                  {robot_of("<link name='a'/><link name='b'/><link name='c'/>\n" +
                            joint_of("j", "fixed", "a", "b") + joint_of("j", "fixed", "a", "c")),
                   ":4: joint 'j': the name is taken: line 3 has it too"},
                  {robot_of("<link name='a'/><link name='b'/>\n<joint type='fixed'/>"),
                   ":3: <robot> <joint> name: missing"}});
}

TEST(RobotErrors, TellWhatIsWrongWithJoints) {
  const std::string limit(kLimit);
  expect_refused(
      {{with_joint("ball", ""),
        ":3: joint 'j' type: 'ball' is not known: revolute, continuous, prismatic, fixed, planar "
        "and floating are"},
       {robot_of("<link name='a'/><joint name='j'/>"), ":2: joint 'j' type: missing"},
       {robot_of("<link name='a'/><joint name='j' type='fixed'><child link='a'/></joint>"),
        ":2: joint 'j': <parent> is missing"},
       {robot_of("<link name='a'/><joint name='j' type='fixed'><parent/></joint>"),
        ":2: joint 'j' <parent> link: missing"},
       {with_joint("fixed", "\n<origin xyz='0 0'/>"),
        ":4: joint 'j' <origin> xyz: 2 numbers, not 3"},
       {with_joint("fixed", "<origin xyz='0 0 0 0'/>"),
        ":3: joint 'j' <origin> xyz: 4 numbers, not 3"},
       {with_joint("fixed", "<origin xyz=''/>"), ":3: joint 'j' <origin> xyz: holds no number"},
       {with_joint("fixed", "<origin xyz='0 nan 0'/>"),
        ":3: joint 'j' <origin> xyz: 'nan' is not a finite number"},
       {with_joint("fixed", "<origin xyz='0 1e999 0'/>"),
        ":3: joint 'j' <origin> xyz: '1e999' is not a finite number"},
       {with_joint("fixed", "<origin xyz='0 1e80 0'/>"),
        ":3: joint 'j' <origin> xyz: '1e80' is too large"},
       {with_joint("fixed", "<origin xyz='0,0,0'/>"),
        ":3: joint 'j' <origin> xyz: '0,0,0' is not a finite number"},
       {with_joint("fixed", "<origin rpy='0 0 inf'/>"),
        ":3: joint 'j' <origin> rpy: 'inf' is not a finite number"},
       {with_joint("fixed", "<origin rpy='0 0 1e4'/>"),
        ":3: joint 'j' <origin> rpy: 10000 is too large: angles are in radians, at most 1000"},
       {with_joint("fixed", "<origin/>\n<origin/>"), ":4: joint 'j' <origin>: comes twice"},
       {with_joint("continuous", "<axis xyz='0 0 0'/>"),
        ":3: joint 'j' <axis> xyz: an axis of length 0"},
       {with_joint("continuous", "<axis/>"), ":3: joint 'j' <axis> xyz: missing"},
       {with_joint("revolute", ""),
        ":3: joint 'j': <limit> is missing: a revolute joint needs one"},
       {with_joint("prismatic", "<limit lower='1' upper='-1'/>"),
        ":3: joint 'j' <limit>: lower 1 is above upper -1"},
       {with_joint("prismatic", "<limit lower='NaN' upper='1'/>"),
        ":3: joint 'j' <limit> lower: 'NaN' is not a finite number"},
       {with_joint("prismatic", "<limit lower='0 1' upper='1'/>"),
        ":3: joint 'j' <limit> lower: 2 numbers, not 1"},
       {with_joint("floating", "<mimic joint='j'/>"),
        ":3: joint 'j' <mimic>: only revolute, continuous and prismatic joints can follow another "
        "one"},
       {with_joint("continuous", "<mimic joint='k'/>"),
        ":3: joint 'j' <mimic>: there is no joint 'k'"},
       {with_joint("continuous", "<mimic joint='j'/>"),
        ":3: joint 'j' <mimic>: the joints follow each other in a circle"},
       {with_joint("continuous", "<mimic joint='j' multiplier='x'/>"),
        ":3: joint 'j' <mimic> multiplier: 'x' is not a finite number"},
       {robot_of("<link name='a'/><link name='b'/><link name='c'/>\n" +
                 joint_of("f", "fixed", "a", "b") +
                 joint_of("j", "continuous", "a", "c", "<mimic joint='f'/>")),
        ":4: joint 'j' <mimic>: joint 'f' cannot be followed: only revolute, continuous and "
        "prismatic joints can"}});
}

TEST(RobotErrors, TellWhereTheLinksAreNoTree) {
  const std::string links = "<link name='a'/><link name='b'/>\n<link name='c'/>\n";
  expect_refused(
      {{robot_of(links + joint_of("ab", "fixed", "a", "b") + joint_of("xc", "fixed", "x", "c")),
        ":5: joint 'xc' <parent>: there is no link 'x'"},
       {robot_of(links + joint_of("ax", "fixed", "a", "x")),
        ":4: joint 'ax' <child>: there is no link 'x'"},
       {robot_of(links + joint_of("ab", "fixed", "a", "b")),
        ":3: link 'c': is the child of no joint, and neither is link 'a' (line 2): a robot has one "
        "root"},
       {robot_of(links + joint_of("ac", "fixed", "a", "c") + joint_of("bc", "fixed", "b", "c")),
        ":5: joint 'bc' <child>: link 'c' has a parent already: joint 'ac' on line 4"},
       {robot_of(links + joint_of("bc", "fixed", "b", "c") + joint_of("cb", "fixed", "c", "b")),
        ":5: joint 'cb': the links hang in a loop: 'b' from 'c' from 'b'"},
       {robot_of("<link name='a'/>\n" + joint_of("aa", "fixed", "a", "a")),
        ":3: joint 'aa': the links hang in a loop: 'a' from 'a'"}});
}

TEST(RobotErrors, TellWhatIsWrongWithShapes) {
  expect_refused(
      {{robot_of("<link name='a'><collision/></link>"),
        ":2: link 'a' <collision>: <geometry> is missing"},
       {with_shape(""), ":3: link 'a' <collision> <geometry>: holds no shape"},
       {with_shape("<box size='1 1 1'/><sphere radius='1'/>"),
        ":3: link 'a' <collision> <geometry> <sphere>: a second shape; a <collision> has one, but "
        "a link may have several of them"},
       {with_shape("<cone radius='1' length='2'/>"),
        ":3: link 'a' <collision> <geometry> <cone>: is not known: box, sphere, cylinder, capsule "
        "and mesh are"},
       {with_shape("<capsule radius='1'/>"),
        ":3: link 'a' <collision> <geometry> <capsule> length: missing"},
       {with_joint("fixed", "<origin rpy='0 0 0' quat_xyzw='0 0 0 1'/>"),
        ":3: joint 'j' <origin>: has both rpy and quat_xyzw"},
       {with_joint("fixed", "<origin quat_xyzw='0 0 0 0'/>"),
        ":3: joint 'j' <origin> quat_xyzw: a quaternion of length 0"},
       {with_shape("<box size='1 1'/>"),
        ":3: link 'a' <collision> <geometry> <box> size: 2 numbers, not 3"},
       {with_shape("<box size='1 0 1'/>"),
        ":3: link 'a' <collision> <geometry> <box> size: 0 is not positive"},
       {with_shape("<sphere radius='-1'/>"),
        ":3: link 'a' <collision> <geometry> <sphere> radius: -1 is not positive"},
       {with_shape("<cylinder radius='1'/>"),
        ":3: link 'a' <collision> <geometry> <cylinder> length: missing"},
       {with_shape("<mesh/>"), ":3: link 'a' <collision> <geometry> <mesh> filename: missing"},
       {with_shape("<mesh filename='m.stl' scale='1 0 1'/>"),
        ":3: link 'a' <collision> <geometry> <mesh> scale: a scale of 0"},
       {with_shape("<mesh filename='m.stl' scale='1'/>"),
        ":3: link 'a' <collision> <geometry> <mesh> scale: 1 number, not 3"},
       {robot_of("<link name='a'><collision><geometry><sphere "
                 "radius='1'/></geometry></collision>\n<collision/></link>"),
        ":3: link 'a' <collision> 2: <geometry> is missing"}});
}

TEST(RobotErrors, TellWhereAMeshWasLookedFor) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& uri, const RobotOptions& options = {}) {
    const std::string path = folder.make(
        "pack/urdf/r.urdf", robot_of("<link name='a'><collision><geometry><mesh filename='" + uri +
                                     "'/></geometry></collision></link>"));
    return testing::message_of<InputError>([&] { read_robot(path, options); });
  };
  const std::string urdf =
      (folder / "pack/urdf/r.urdf").string() + ":2: link 'a' <collision> <mesh> ";
  EXPECT_EQ(refused("m.stl"),
            urdf + "'m.stl': there is no file " + (folder / "pack/urdf/m.stl").string());
  EXPECT_EQ(refused("m.stl", {{"/some/where"}}), urdf + "'m.stl': there is no file " +
                                                     (folder / "pack/urdf/m.stl").string() +
                                                     ", /some/where/m.stl");
  EXPECT_EQ(refused("package://pack/m.stl"),
            urdf + "'package://pack/m.stl': there is no 'm.stl' in " + (folder / "pack").string());
  EXPECT_EQ(refused("package://pack"),
            urdf + "'package://pack': a package and a file in it are needed: package://NAME/FILE");
  folder.make("secret.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_EQ(refused("package://pack/../secret.obj"),
            urdf + "'package://pack/../secret.obj': leads out of the package 'pack'");
  EXPECT_EQ(refused("package://pack/urdf/../../secret.obj"),
            urdf + "'package://pack/urdf/../../secret.obj': leads out of the package 'pack'");
  EXPECT_NE(refused("package://pack/" + (folder / "secret.obj").string())
                .find("leads out of the package 'pack'"),
            std::string::npos);
  EXPECT_NE(refused("package://../secret.obj").find("'..' is not the name of a package"),
            std::string::npos);
  EXPECT_NE(refused("model://pack/..").find("leads out of the package 'pack'"), std::string::npos);
  EXPECT_EQ(refused("https://x/m.stl"),
            urdf + "'https://x/m.stl': only package://, model:// and file:// are known");
  const std::string points = folder.make("pack/urdf/points.obj", "v 0 0 0\n");
  EXPECT_EQ(refused("points.obj"), urdf + "'points.obj': " + points + ": holds no triangle");
  const std::string broken = folder.make("pack/urdf/broken.obj", "v 0 0\n");
  EXPECT_EQ(refused("broken.obj"),
            urdf + "'broken.obj': " + broken + ":1: z: is missing, a number is needed");
}

TEST(RobotErrors, TellTooManyAttributesAndTakeTimeAsTheFileGrows) {
  std::string many = "<robot name='r'>\n<link name='a'";
  for (int i = 0; i < 200'000; ++i) many += " a" + std::to_string(i) + "='1'";
  EXPECT_EQ(robot_error(many + "/></robot>"),
            "r.urdf:2: XML: an element of more than 256 attributes");
  // What only looks like attributes does not count, and as many as that are fine.
  std::string looks = "<robot name='r'><!-- <a", real = "<robot name='r'><link name='a'";
  for (int i = 0; i < 300; ++i) looks += " a='1'";
  for (int i = 0; i < 255; ++i) real += " a" + std::to_string(i) + "='>'";
  EXPECT_EQ(robot_error(looks + "--><link name='a'/></robot>"), "(no error)");
  EXPECT_EQ(read_robot_text(real + "/></robot>", "r.urdf").notes.size(), 255u);
}

TEST(RobotErrors, TellMorePrimitivesThanMemoryCanHold) {
  std::string text = "<robot name='r'><link name='a'>\n";
  for (int i = 0; i < 4000; ++i)
    text += "<collision><geometry><cylinder radius='1' length='1'/></geometry></collision>";
  EXPECT_EQ(robot_error(text + "</link></robot>"),
            "r.urdf:2: link 'a' <collision> 3969 <geometry> <cylinder>: the boxes, spheres, "
            "cylinders and capsules of the file "
            "have more than 1000000 "
            "triangles");
}

TEST(RobotErrors, StayShortWhereNamesAreLong) {
  std::string text = "<robot name='r'><link name='" + std::string(100'000, 'n') + "'>";
  for (int i = 0; i < 1000; ++i) text += "<x/>";
  const Robot robot = read_robot_text(text + "</link></robot>", "r.urdf");
  EXPECT_EQ(robot.notes.size(), 1000u);
  EXPECT_LT(robot.notes[0].size(), 200u);
}

TEST(RobotErrors, AreLeftOutForMeshesThatAreNotWanted) {
  const Robot robot =
      read_robot_text(with_shape("<mesh filename='package://none/m.stl'/>"), "r.urdf", {{}, false});
  EXPECT_TRUE(robot.model.links()[0].shapes.empty());
}

TEST(RobotErrors, TellThatTheFileIsMissing) {
  EXPECT_NE(
      testing::message_of<InputError>([] { read_robot("/none/r.urdf"); }).find("/none/r.urdf: "),
      std::string::npos);
}

}  // namespace
}  // namespace firstcontact::io::robot_errors_test
