// How the links of a URDF hang together: every link has one parent but the root, nothing goes in circles, mimics lead to a joint.
#include <firstcontact/moving_bodies.h>

#include <cmath>
#include <map>

#include "io/errors.h"
#include "io/urdf_outline.h"

namespace firstcontact::io {
namespace {

class UrdfTree {
 public:
  UrdfTree(UrdfOutline& outline, const std::string& path, const std::vector<XmlPlace>& elements)
      : outline_(outline), path_(path), elements_(elements) {
    for (std::size_t i = 0; i < outline.links.size(); ++i) links_[outline.links[i].name] = static_cast<int>(i);
    for (std::size_t i = 0; i < outline.joints.size(); ++i) joints_[outline.joints[i].name] = static_cast<int>(i);
  }

  void connect() {
    for (std::size_t i = 0; i < outline_.joints.size(); ++i) connect_joint(i);
    refuse_loops();
    refuse_second_root();
    resolve_mimics();
  }

 private:
  UrdfOutline::Link& link(int i) { return outline_.links[static_cast<std::size_t>(i)]; }
  UrdfOutline::Joint& joint(int i) { return outline_.joints[static_cast<std::size_t>(i)]; }

  int link_at(std::size_t i, const char* end) const {
    const XmlPlace place = *elements_[i].child(end);
    const auto found = links_.find(place.text("link"));
    if (found == links_.end()) place.refuse("there is no link '" + place.text("link") + "'");
    return found->second;
  }

  void connect_joint(std::size_t i) {
    UrdfOutline::Joint& joint_i = outline_.joints[i];
    joint_i.parent = link_at(i, "parent");
    joint_i.child = link_at(i, "child");
    UrdfOutline::Link& child = link(joint_i.child);
    if (child.parent_joint >= 0) {
      const UrdfOutline::Place& other = joint(child.parent_joint).place;
      elements_[i].child("child")->refuse("link '" + child.name + "' has a parent already: " + other.label + " on line " +
                                          std::to_string(other.line));
    }
    child.parent_joint = static_cast<int>(i);
  }

  /// Every link has at most one parent, so going up either ends at a root or goes in a circle.
  void refuse_loops() {
    std::vector<int> seen_from(outline_.links.size(), -1);
    for (int start = 0; start < static_cast<int>(outline_.links.size()); ++start) {
      int at = start;
      while (seen_from[static_cast<std::size_t>(at)] < 0) {
        seen_from[static_cast<std::size_t>(at)] = start;
        if (link(at).parent_joint < 0) break;
        at = joint(link(at).parent_joint).parent;
      }
      if (seen_from[static_cast<std::size_t>(at)] != start || link(at).parent_joint < 0) continue;
      std::string loop = "'" + link(at).name + "'";
      int up = at;
      do {
        up = joint(link(up).parent_joint).parent;
        loop += " from '" + link(up).name + "'";
      } while (up != at);
      elements_[static_cast<std::size_t>(link(at).parent_joint)].refuse("the links hang in a loop: " + loop);
    }
  }

  void refuse_second_root() {
    const UrdfOutline::Link* root = nullptr;
    for (const UrdfOutline::Link& candidate : outline_.links) {
      if (candidate.parent_joint >= 0) continue;
      if (root != nullptr)
        throw InputError(path_, candidate.place.line, candidate.place.label,
                         "is the child of no joint, and neither is link '" + root->name + "' (line " +
                             std::to_string(root->place.line) + "): a robot has one root");
      root = &candidate;
    }
  }

  bool can_be_followed(int i) const {
    const std::string type = elements_[static_cast<std::size_t>(i)].text("type");
    return type == "revolute" || type == "continuous" || type == "prismatic";
  }

  void resolve_mimics() {
    const std::size_t count = outline_.joints.size();
    std::vector<int> follows(count, -1);
    for (std::size_t i = 0; i < count; ++i) {
      const auto mimic = elements_[i].child("mimic");
      if (!mimic) continue;
      const auto found = joints_.find(mimic->text("joint"));
      if (found == joints_.end()) mimic->refuse("there is no joint '" + mimic->text("joint") + "'");
      if (!can_be_followed(found->second))
        mimic->refuse("joint '" + found->first + "' cannot be followed: only revolute, continuous and prismatic joints can");
      follows[i] = found->second;
    }
    const std::vector<UrdfOutline::Joint> direct = outline_.joints;
    for (std::size_t i = 0; i < count; ++i) {
      if (follows[i] < 0) continue;
      UrdfOutline::Joint& out = outline_.joints[i];
      out.mimic = follows[i];
      std::size_t steps = 0;
      while (follows[static_cast<std::size_t>(out.mimic)] >= 0) {
        if (++steps > count) elements_[i].child("mimic")->refuse("the joints follow each other in a circle");
        const UrdfOutline::Joint& next = direct[static_cast<std::size_t>(out.mimic)];
        out.offset += out.multiplier * next.offset;
        out.multiplier *= next.multiplier;
        out.mimic = follows[static_cast<std::size_t>(out.mimic)];
      }
      if (!(std::abs(out.multiplier) < kLargestCoordinate && std::abs(out.offset) < kLargestCoordinate))
        elements_[i].child("mimic")->refuse("the multipliers of the joints that it follows grow too large");
    }
  }

  UrdfOutline& outline_;
  const std::string& path_;
  const std::vector<XmlPlace>& elements_;
  std::map<std::string, int> links_, joints_;
};

}  // namespace

void connect_urdf(UrdfOutline& outline, const std::string& path, const std::vector<XmlPlace>& joints) {
  UrdfTree(outline, path, joints).connect();
}

}  // namespace firstcontact::io
