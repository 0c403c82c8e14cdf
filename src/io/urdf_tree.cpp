// How the links of a URDF hang together: every link has one parent but the root, nothing goes in
// circles, mimics lead to a joint.
#include <firstcontact/moving_bodies.h>

#include <cmath>
#include <map>

#include "io/errors.h"
#include "io/urdf_reader.h"

namespace firstcontact::io {
namespace {

class UrdfTree {
 public:
  UrdfTree(UrdfRobot& robot, const std::string& path, const std::vector<XmlElement>& elements)
      : robot_(robot), path_(path), elements_(elements) {
    for (std::size_t i = 0; i < robot.links.size(); ++i)
      links_[robot.links[i].name] = static_cast<int>(i);
    for (std::size_t i = 0; i < robot.joints.size(); ++i)
      joints_[robot.joints[i].joint.name] = static_cast<int>(i);
  }

  void connect() {
    for (std::size_t i = 0; i < robot_.joints.size(); ++i) connect_joint(i);
    refuse_loops();
    refuse_second_root();
    resolve_mimics();
  }

 private:
  UrdfRobot::Link& link(int i) { return robot_.links[i]; }
  UrdfRobot::Joint& joint(int i) { return robot_.joints[i]; }

  int link_at(std::size_t i, const char* end) const {
    const XmlElement place = *elements_[i].child(end);
    const auto found = links_.find(place.text("link"));
    if (found == links_.end()) place.refuse("there is no link '" + place.text("link") + "'");
    return found->second;
  }

  void connect_joint(std::size_t i) {
    UrdfRobot::Joint& joint_i = robot_.joints[i];
    joint_i.parent = link_at(i, "parent");
    joint_i.child = link_at(i, "child");
    UrdfRobot::Link& child = link(joint_i.child);
    if (child.parent_joint >= 0) {
      const UrdfRobot::Place& other = joint(child.parent_joint).place;
      elements_[i].child("child")->refuse("link '" + child.name + "' has a parent already: " +
                                          other.label + " on line " + std::to_string(other.line));
    }
    child.parent_joint = static_cast<int>(i);
  }

  /// Every link has at most one parent, so going up either ends at a root or goes in a circle.
  void refuse_loops() {
    std::vector<int> seen_from(robot_.links.size(), -1);
    for (int start = 0; start < static_cast<int>(robot_.links.size()); ++start) {
      int at = start;
      while (seen_from[at] < 0) {
        seen_from[at] = start;
        if (link(at).parent_joint < 0) break;
        at = joint(link(at).parent_joint).parent;
      }
      if (seen_from[at] != start || link(at).parent_joint < 0) continue;
      std::string loop = "'" + link(at).name + "'";
      int up = at;
      constexpr int kShown = 10;
      for (int shown = 0; shown == 0 || (up != at && shown < kShown); ++shown) {
        up = joint(link(up).parent_joint).parent;
        loop += " from '" + link(up).name + "'";
      }
      if (up != at) loop += " from others";
      elements_[link(at).parent_joint].refuse("the links hang in a loop: " + loop);
    }
  }

  void refuse_second_root() {
    const UrdfRobot::Link* root = nullptr;
    for (const UrdfRobot::Link& candidate : robot_.links) {
      if (candidate.parent_joint >= 0) continue;
      if (root != nullptr)
        throw InputError(path_, candidate.place.line, candidate.place.label,
                         "is the child of no joint, and neither is link '" + root->name +
                             "' (line " + std::to_string(root->place.line) +
                             "): a robot has one root");
      root = &candidate;
    }
  }

  bool can_be_followed(int i) {
    const JointType type = joint(i).joint.type;
    return type == JointType::Revolute || type == JointType::Continuous ||
           type == JointType::Prismatic;
  }

  /// What the <mimic> of a joint names; -1: the joint has none, or is fixed.
  int followed_by(std::size_t i) {
    const auto mimic = elements_[i].child("mimic");
    if (!mimic || robot_.joints[i].joint.type == JointType::Fixed) return -1;
    const auto found = joints_.find(mimic->text("joint"));
    if (found == joints_.end()) mimic->refuse("there is no joint '" + mimic->text("joint") + "'");
    if (!can_be_followed(found->second))
      mimic->refuse("joint '" + found->first +
                    "' cannot be followed: only revolute, continuous and prismatic joints can");
    return found->second;
  }

  /// Each joint is resolved after the one that it follows, so that no chain is walked twice.
  void resolve_mimics() {
    const std::size_t count = robot_.joints.size();
    std::vector<int> follows(count);
    for (std::size_t i = 0; i < count; ++i) follows[i] = followed_by(i);
    enum class State { Open, Begun, Done };
    std::vector<State> states(count, State::Open);
    for (std::size_t start = 0; start < count; ++start) {
      std::vector<std::size_t> chain;
      for (int at = static_cast<int>(start); at >= 0 && states[at] != State::Done;
           at = follows[at]) {
        State& state = states[at];
        if (state == State::Begun)
          elements_[start].child("mimic")->refuse("the joints follow each other in a circle");
        state = State::Begun;
        chain.push_back(static_cast<std::size_t>(at));
      }
      for (; !chain.empty(); chain.pop_back()) {
        if (follows[chain.back()] >= 0) resolve_mimic(chain.back(), follows[chain.back()]);
        states[chain.back()] = State::Done;
      }
    }
  }

  /// `next`, which joint i names, is resolved.
  void resolve_mimic(std::size_t i, int next) {
    Joint& out = robot_.joints[i].joint;
    const Joint& followed = joint(next).joint;
    out.mimic = next;
    if (followed.mimic >= 0) {
      out.mimic = followed.mimic;
      out.offset += out.multiplier * followed.offset;
      out.multiplier *= followed.multiplier;
    }
    if (!(std::abs(out.multiplier) < kLargestCoordinate &&
          std::abs(out.offset) < kLargestCoordinate))
      elements_[i].child("mimic")->refuse(
          "the multipliers of the joints that it follows grow too large");
  }

  UrdfRobot& robot_;
  const std::string& path_;
  const std::vector<XmlElement>& elements_;
  std::map<std::string, int> links_, joints_;
};

}  // namespace

void connect_urdf(UrdfRobot& robot, const std::string& path,
                  const std::vector<XmlElement>& joints) {
  UrdfTree(robot, path, joints).connect();
}

}  // namespace firstcontact::io
