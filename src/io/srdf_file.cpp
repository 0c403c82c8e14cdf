#include <firstcontact/srdf_file.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "io/byte_source.h"
#include "io/shown_text.h"
#include "io/xml_input.h"

namespace firstcontact::io {
namespace {

/// Of all pairs, and of all members of groups: an SRDF file can name far more of them than it has
/// bytes.
constexpr std::size_t kMostPairs = 1'000'000, kMostMembers = 1'000'000;

class SrdfReader {
 public:
  SrdfReader(std::string_view text, const std::string& path, const Robot& robot)
      : file_(text, path), robot_(robot) {
    const auto links = robot.model.links();
    for (std::size_t i = 0; i < links.size(); ++i) {
      links_[links[i].name] = static_cast<int>(i);
      if (links[i].parent >= 0) joints_[links[i].joint.name] = static_cast<int>(i);
    }
  }

  Srdf read() {
    const XmlElement root = file_.root("robot");
    if (root.has("name")) srdf_.name = root.text("name");
    if (!srdf_.name.empty() && srdf_.name != robot_.name)
      note(root, "is for the robot '" + srdf_.name + "', not '" + robot_.name + "'");
    note_elements(root, {"disable_collisions", "enable_collisions", "disable_default_collisions",
                         "group", "group_state", "end_effector", "virtual_joint", "passive_joint",
                         "link_sphere_approximation", "joint_property"});
    read_pairs(root);
    for (const XmlElement& group : root.children("group")) {
      const std::string name = group.text("name");
      if (!groups_.emplace(name, group.called("group " + in_quotes(name))).second)
        group.refuse("the name '" + name + "' is taken");
      group_order_.push_back(name);
    }
    for (const std::string& name : group_order_)
      srdf_.groups.push_back(group_of(name, members_of(name, 0)));
    for (const XmlElement& state : root.children("group_state")) read_state(state);
    return std::move(srdf_);
  }

 private:
  void note(const XmlElement& place, const std::string& what) {
    srdf_.notes.push_back(place.label() + " (line " + std::to_string(place.line()) + ") " + what);
  }

  void note_elements(const XmlElement& place, std::initializer_list<std::string_view> known) {
    const std::vector<std::string> notes = place.notes_on_elements(known);
    srdf_.notes.insert(srdf_.notes.end(), notes.begin(), notes.end());
  }

  /// The link that an attribute names; -1 with a note if there is none.
  int link_at(const XmlElement& place, const char* attribute) {
    const std::string name = place.text(attribute);
    if (const auto found = links_.find(name); found != links_.end()) return found->second;
    note(place, "names the link '" + name + "', which the robot does not have: it is passed over");
    return -1;
  }

  using Pair = std::pair<int, int>;
  Pair pair_at(const XmlElement& place) {
    const int a = link_at(place, "link1"), b = link_at(place, "link2");
    return std::minmax(a, b);
  }

  void read_pairs(const XmlElement& root) {
    std::set<Pair> enabled, disabled;
    std::set<int> off_by_default;
    for (const XmlElement& place : root.children("enable_collisions"))
      enabled.insert(pair_at(place));
    for (const XmlElement& place : root.children("disable_default_collisions")) {
      const int link = link_at(place, "link");
      if (link < 0 || !off_by_default.insert(link).second) continue;
      if (off_by_default.size() * links_.size() > kMostPairs)
        place.refuse("more than " + std::to_string(kMostPairs) + " pairs of links are disabled");
      for (int other = 0; other < static_cast<int>(links_.size()); ++other)
        if (const Pair pair = std::minmax(link, other); other != link && !enabled.contains(pair))
          disabled.insert(pair);
    }
    for (const XmlElement& place : root.children("disable_collisions"))
      if (const Pair pair = pair_at(place); pair.first >= 0 && pair.first != pair.second)
        disabled.insert(pair);
    for (const auto& [a, b] : disabled) srdf_.disabled.emplace_back(link(a).name, link(b).name);
  }

  /// Counts what is put into groups.
  void spend_members(const XmlElement& place, std::size_t count) {
    member_count_ += count;
    if (member_count_ > kMostMembers)
      place.refuse("the groups have more than " + std::to_string(kMostMembers) +
                   " members, those of subgroups counted again");
  }

  const Link& link(int i) const { return robot_.model.links()[i]; }

  /// What a group is made of, as links: each stands for itself and its parent joint. `depth`: how
  /// many groups it is a part of.
  const std::set<int>& members_of(const std::string& name, std::size_t depth) {
    constexpr std::size_t kDeepest = 1000;
    const XmlElement& group = groups_.at(name);
    const auto [known, is_new] = members_.try_emplace(name);
    if (!is_new && !known->second) group.refuse("contains itself");
    if (!is_new) return *known->second;
    if (depth > kDeepest) group.refuse("groups are nested too deeply");
    note_elements(group, {"link", "joint", "chain", "group", "passive_joint"});
    std::set<int> members;
    for (const XmlElement& part : group.children()) {
      if (part.name() == "link") {
        if (const int i = link_at(part, "name"); i >= 0) members.insert(i);
      } else if (part.name() == "joint") {
        if (const auto found = joints_.find(part.text("name")); found != joints_.end())
          members.insert(found->second);
        else
          note(part, "names the joint '" + part.text("name") +
                         "', which the robot does not have: it is passed over");
      } else if (part.name() == "chain") {
        collect_chain(part, members);
      } else if (part.name() == "group") {
        if (groups_.contains(part.text("name"))) {
          const std::set<int>& inner = members_of(part.text("name"), depth + 1);
          spend_members(part, inner.size());
          members.insert(inner.begin(), inner.end());
        } else {
          note(part, "names the group '" + part.text("name") +
                         "', which does not exist: it is passed over");
        }
      }
    }
    return members_[name].emplace(std::move(members));
  }

  void collect_chain(const XmlElement& chain, std::set<int>& members) {
    const int base = link_at(chain, "base_link"), tip = link_at(chain, "tip_link");
    if (base < 0 || tip < 0) return;
    std::set<int> found;
    int at = tip;
    for (; at >= 0 && at != base; at = link(at).parent) found.insert(at);
    spend_members(chain, found.size());
    if (at != base)
      chain.refuse("link '" + link(tip).name + "' does not hang from link '" + link(base).name +
                   "'");
    members.insert(found.begin(), found.end());
  }

  Srdf::Group group_of(const std::string& name, const std::set<int>& members) const {
    Srdf::Group group = {name, {}, {}};
    for (const int i : members) {
      group.links.push_back(link(i).name);
      if (link(i).parent >= 0) group.joints.push_back(link(i).joint.name);
    }
    return group;
  }

  void read_state(const XmlElement& element) {
    Srdf::State state;
    state.name = element.text("name");
    state.group = element.text("group");
    const XmlElement place = element.called("group_state " + in_quotes(state.name));
    if (!states_.emplace(state.group, state.name).second)
      place.refuse("group '" + state.group + "' has a state of this name already");
    if (!groups_.contains(state.group))
      note(place, "is of the group '" + state.group + "', which does not exist");
    note_elements(place, {"joint"});
    std::set<std::string> seen;
    for (const XmlElement& joint : place.children("joint")) {
      if (!seen.insert(joint.text("name")).second)
        joint.refuse("joint '" + joint.text("name") + "' comes twice");
      read_values(joint, state);
    }
    srdf_.states.push_back(std::move(state));
  }

  void read_values(const XmlElement& place, Srdf::State& state) {
    const std::vector<double> values = place.numbers("value");
    const auto found = joints_.find(place.text("name"));
    if (found == joints_.end())
      return note(place, "names the joint '" + place.text("name") +
                             "', which the robot does not have: it is passed over");
    const Joint& joint = link(found->second).joint;
    if (joint.type == JointType::Fixed)
      return note(place, "gives a value to the joint '" + joint.name +
                             "', which is fixed: it is passed over");
    const auto count = static_cast<std::size_t>(value_count(joint.type));
    if (values.size() != count)
      place.refuse("value", std::to_string(values.size()) +
                                (values.size() == 1 ? " number" : " numbers") + ", but joint '" +
                                joint.name + "' has " + std::to_string(count));
    if (joint.mimic >= 0) return;
    const auto first =
        static_cast<std::size_t>(robot_.model.first_value(static_cast<std::size_t>(found->second)));
    for (std::size_t k = 0; k < count; ++k)
      state.values.emplace_back(robot_.model.value_names()[first + k], values[k]);
  }

  XmlFile file_;
  const Robot& robot_;
  std::map<std::string, int> links_, joints_;  ///< a joint by its child link
  std::map<std::string, XmlElement> groups_;
  std::vector<std::string> group_order_;
  std::map<std::string, std::optional<std::set<int>>>
      members_;  ///< of groups that were begun; with a value: finished
  std::size_t member_count_ = 0;
  std::set<std::pair<std::string, std::string>> states_;  ///< groups and names
  Srdf srdf_;
};

}  // namespace

Srdf read_srdf(const std::string& path, const Robot& robot) {
  return read_srdf_text(read_text(path), path, robot);
}

Srdf read_srdf_text(std::string_view text, const std::string& path, const Robot& robot) {
  return SrdfReader(text, path, robot).read();
}

}  // namespace firstcontact::io
