// Pairs, groups and states of SRDF files.

#include <firstcontact/srdf_file.h>
#include <gtest/gtest.h>

#include "robot_text.h"

namespace firstcontact::io::srdf_file_test {
namespace {

using Names = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

/// base - (one) - a - (two) - b - (three, a mimic) - c, and base - (fly, floating) - d.
Robot arm() {
  return read_robot_text(
      robot_of(
          "<link name='base'/><link name='a'/><link name='b'/><link name='c'/><link name='d'/>" +
          joint_of("one", "continuous", "base", "a") + joint_of("two", "continuous", "a", "b") +
          joint_of("three", "continuous", "b", "c", "<mimic joint='two'/>") +
          joint_of("fly", "floating", "base", "d")),
      "r.urdf");
}

Srdf read(std::string_view elements) { return read_srdf_text(robot_of(elements), "r.srdf", arm()); }

std::string refused(std::string_view elements) {
  return testing::message_of<InputError>([&] { read(elements); });
}

TEST(SrdfFile, GivesEveryDisabledPairOnce) {
  const Srdf srdf = read(
      "<disable_collisions link1='b' link2='base' reason='Never'/>\n"
      "<disable_collisions link1='base' link2='b'/><disable_collisions link1='a' link2='a'/>"
      "<disable_collisions link1='c' link2='a' reason='Adjacent'/>");
  EXPECT_EQ(srdf.name, "r");
  EXPECT_EQ(srdf.disabled, (Pairs{{"base", "b"}, {"a", "c"}}));
  EXPECT_TRUE(srdf.notes.empty());
}

TEST(SrdfFile, DisablesALinkWithAllOthersButTheEnabled) {
  const Srdf srdf =
      read("<enable_collisions link1='a' link2='c'/><disable_default_collisions link='c'/>");
  EXPECT_EQ(srdf.disabled, (Pairs{{"base", "c"}, {"b", "c"}, {"c", "d"}}));
}

TEST(SrdfFile, PassesOverPairsOfUnknownLinksWithANote) {
  const Srdf srdf = read(
      "<disable_collisions link1='a' link2='c'/>\n<disable_collisions link1='a' link2='hand'/>");
  EXPECT_EQ(srdf.disabled, (Pairs{{"a", "c"}}));
  ASSERT_EQ(srdf.notes.size(), 1u);
  EXPECT_EQ(srdf.notes[0],
            "<robot> <disable_collisions> (line 3) names the link 'hand', which the robot does not "
            "have: it is passed over");
}

TEST(SrdfFile, ResolvesGroupsOfJointsLinksChainsAndGroups) {
  const Srdf srdf = read(
      "<group name='all'><group name='chain'/><group name='parts'/></group>"
      "<group name='chain'><chain base_link='base' tip_link='b'/></group>"
      "<group name='parts'><joint name='three'/><link name='base'/><passive_joint "
      "name='one'/></group>"
      "<end_effector name='e' parent_link='b' group='parts'/><virtual_joint name='v' type='fixed' "
      "parent_frame='w' "
      "child_link='base'/><passive_joint name='one'/>");
  ASSERT_EQ(srdf.groups.size(), 3u);
  EXPECT_EQ(srdf.groups[0].name, "all");
  EXPECT_EQ(srdf.groups[0].joints, (Names{"one", "two", "three"}));
  EXPECT_EQ(srdf.groups[0].links, (Names{"base", "a", "b", "c"}));
  EXPECT_EQ(srdf.groups[1].joints, (Names{"one", "two"}));
  EXPECT_EQ(srdf.groups[1].links, (Names{"a", "b"}));
  EXPECT_EQ(srdf.groups[2].joints, (Names{"three"}));
  EXPECT_TRUE(srdf.notes.empty());
}

TEST(SrdfFile, NotesUnknownElements) {
  const Srdf srdf = read(
      "<disable_colisions link1='a' link2='c'/>\n<group name='g'><jiont name='one'/></group>\n"
      "<group_state name='s' group='g'><jont name='one' value='1'/></group_state><my:own/>");
  EXPECT_TRUE(srdf.disabled.empty());
  EXPECT_EQ(srdf.notes, (Names{"<robot> <disable_colisions> (line 2) is not known and ignored",
                               "group 'g' <jiont> (line 3) is not known and ignored",
                               "group_state 's' <jont> (line 4) is not known and ignored"}));
}

TEST(SrdfFile, NotesUnknownMembersOfGroups) {
  const Srdf srdf = read(
      "<group name='g'><joint name='x'/><link name='y'/><chain base_link='base' "
      "tip_link='z'/><group name='w'/></group>");
  EXPECT_TRUE(srdf.groups.at(0).joints.empty());
  EXPECT_EQ(srdf.notes.size(), 4u);
}

TEST(SrdfFile, ReadsStatesWithoutTheValuesOfMimics) {
  const Srdf srdf = read(
      "<group name='g'/><group name='h'/>\n<group_state name='up' group='g'><joint name='one' "
      "value='0.5'/>"
      "<joint name='three' value='1'/><joint name='fly' value='1 2 3 0 0 0 1'/></group_state>"
      "<group_state name='up' group='h'><joint name='two' value='-1'/></group_state>");
  ASSERT_EQ(srdf.states.size(), 2u);
  EXPECT_EQ(srdf.states[0].name, "up");
  EXPECT_EQ(srdf.states[0].group, "g");
  ASSERT_EQ(srdf.states[0].values.size(), 8u);
  EXPECT_EQ(srdf.states[0].values[0], (std::pair<std::string, double>{"one", 0.5}));
  EXPECT_EQ(srdf.states[0].values[3].second, 3);
  EXPECT_EQ(srdf.states[1].values.at(0).second, -1);
}

TEST(SrdfFile, PassesOverValuesOfFixedJointsWithANote) {
  const Robot robot = read_robot_text(
      robot_of("<link name='a'/><link name='b'/>" + joint_of("still", "fixed", "a", "b")),
      "r.urdf");
  const Srdf srdf = read_srdf_text(
      "<robot name='r'><group name='g'/><group_state name='s' group='g'><joint name='still' "
      "value='0.5'/></group_state></robot>",
      "r.srdf", robot);
  EXPECT_TRUE(srdf.states.at(0).values.empty());
  EXPECT_EQ(srdf.notes, (Names{"group_state 's' <joint> (line 1) gives a value to the joint "
                               "'still', which is fixed: it is passed over"}));
}

/// A robot of so many links in a chain.
Robot chain_of(int links) {
  std::string text = "<link name='l0'/>";
  for (int i = 1; i < links; ++i)
    text += "<link name='" + numbered("l", i) + "'/>" +
            joint_of(numbered("j", i), "continuous", numbered("l", i - 1), numbered("l", i));
  return read_robot_text(robot_of(text), "r.urdf");
}

TEST(SrdfFile, RefusesMorePairsAndMembersThanAnyRobotHas) {
  const Robot robot = chain_of(2000);
  std::string defaults,
      groups = "<group name='g0'><chain base_link='l0' tip_link='l1999'/></group>";
  for (int i = 0; i < 1000; ++i) {
    defaults += "<disable_default_collisions link='" + numbered("l", i) + "'/>\n";
    groups += "<group name='" + numbered("g", i + 1) + "'><group name='" + numbered("g", i) +
              "'/></group>\n";
  }
  const auto refused_text = [&](const std::string& inside) {
    return testing::message_of<InputError>(
        [&] { read_srdf_text("<robot>" + inside + "</robot>", "r.srdf", robot); });
  };
  EXPECT_EQ(refused_text(defaults),
            "r.srdf:501: <robot> <disable_default_collisions>: more than 1000000 pairs of links "
            "are disabled");
  EXPECT_NE(refused_text(groups).find("the groups have more than 1000000 members"),
            std::string::npos);
}

TEST(SrdfFile, NotesAnotherRobotsName) {
  const Srdf srdf = read_srdf_text("<robot name='other'/>", "r.srdf", arm());
  ASSERT_EQ(srdf.notes.size(), 1u);
  EXPECT_EQ(srdf.notes[0], "<robot> (line 1) is for the robot 'other', not 'r'");
}

TEST(SrdfFile, TellsFaultsWithLineAndElement) {
  EXPECT_EQ(refused("<disable_collisions link1='a'/>"),
            "r.srdf:2: <robot> <disable_collisions> link2: missing");
  EXPECT_EQ(refused("<group name='g'/>\n<group name='g'/>"),
            "r.srdf:3: <robot> <group>: the name 'g' is taken");
  EXPECT_EQ(refused("<group/>"), "r.srdf:2: <robot> <group> name: missing");
  EXPECT_EQ(
      refused("<group name='g'><group name='h'/></group><group name='h'><group name='g'/></group>"),
      "r.srdf:2: group 'g': contains itself");
  EXPECT_EQ(refused("<group name='g'><chain base_link='b' tip_link='a'/></group>"),
            "r.srdf:2: group 'g' <chain>: link 'a' does not hang from link 'b'");
  EXPECT_EQ(refused("<group_state name='s'/>"), "r.srdf:2: <robot> <group_state> group: missing");
  const auto state = [](std::string_view joint) {
    return "<group name='g'/><group_state name='s' group='g'>" + std::string(joint) +
           "</group_state>";
  };
  EXPECT_EQ(refused(state("<joint name='one' value='nan'/>")),
            "r.srdf:2: group_state 's' <joint> value: 'nan' is not a finite number");
  EXPECT_EQ(refused(state("<joint name='one' value='1 2'/>")),
            "r.srdf:2: group_state 's' <joint> value: 2 numbers, but joint 'one' has 1");
  EXPECT_EQ(refused(state("<joint name='one' value='1'/><joint name='one' value='2'/>")),
            "r.srdf:2: group_state 's' <joint>: joint 'one' comes twice");
  EXPECT_EQ(refused(state("") + state("")), "r.srdf:2: <robot> <group>: the name 'g' is taken");
  EXPECT_EQ(
      refused(
          "<group name='g'/><group_state name='s' group='g'/><group_state name='s' group='g'/>"),
      "r.srdf:2: group_state 's': group 'g' has a state of this name already");
  EXPECT_EQ(
      testing::message_of<InputError>([] { read_srdf_text("<x", "r.srdf", arm()); }).substr(0, 15),
      "r.srdf:1: XML: ");
}

TEST(SrdfFile, DoesNotBlowUpOnGroupsThatShareGroups) {
  std::string text;
  constexpr int kGroups = 64;
  for (int i = 0; i < kGroups; ++i) {
    const std::string next = "<group name='g" + std::to_string(i + 1) + "'/>";
    text += "<group name='g" + std::to_string(i) + "'>" + next + next + "</group>";
  }
  const Srdf srdf =
      read(text + "<group name='g" + std::to_string(kGroups) + "'><joint name='one'/></group>");
  EXPECT_EQ(srdf.groups.at(0).joints, (Names{"one"}));
}

}  // namespace
}  // namespace firstcontact::io::srdf_file_test
