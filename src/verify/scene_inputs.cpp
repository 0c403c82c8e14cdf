#include "verify/scene_inputs.h"

#include <map>
#include <set>
#include <utility>

namespace firstcontact::verify {
namespace {

class Collector {
 public:
  Collector(std::span<const Link> links, const SceneDescription& description,
            const ShapeReader& read)
      : links_(links), description_(description), read_(read) {}

  SceneInputs collect() {
    add_links();
    for (const Attachment& attachment : description_.attachments) add_attachment(attachment);
    for (const SceneObject& object : description_.objects) {
      add_body(object.name, -1, object.shapes);
      inputs_.bodies.back().place = object.pose;
    }
    exclude_neighbours();
    for (const auto& [body, touched] : touching_)
      if (const int other = body_named(touched, "attachment '" + inputs_.bodies[body].name + "'");
          other >= 0)
        exclude(body, other);
    for (const auto& [a, b] : description_.allowed) allow(a, b);
    for (const PairSeparation& margin : description_.pair_separations) set_margin(margin);
    if (inputs_.fault.empty()) list_pairs();
    return std::move(inputs_);
  }

 private:
  void add_body(const std::string& name, int frame, std::span<const Shape> shapes) {
    InputBody& body = inputs_.bodies.emplace_back();
    body.name = name;
    body.frame = frame;
    for (const Shape& shape : shapes) body.shapes.push_back(read_(shape));
    body_of_name_[name] = static_cast<int>(inputs_.bodies.size()) - 1;
  }

  void add_links() {
    std::vector<int> first(links_.size(), -1);
    int count = 0;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (links_[i].joint.mimic >= 0 || values_of(links_[i].joint.type) == 0) continue;
      first[i] = count;
      count += values_of(links_[i].joint.type);
    }
    inputs_.value_count = static_cast<std::size_t>(count);
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const Link& link = links_[i];
      inputs_.frames.push_back({link.name, link.parent, link.joint,
                                link.joint.mimic >= 0 ? first[link.joint.mimic] : first[i]});
      frame_of_name_[link.name] = static_cast<int>(i);
      if (!link.shapes.empty()) add_body(link.name, static_cast<int>(i), link.shapes);
    }
  }

  void add_attachment(const Attachment& attachment) {
    const auto carrier = frame_of_name_.find(attachment.link);
    if (carrier == frame_of_name_.end())
      return fail("attachment '" + attachment.name + "': there is no link '" + attachment.link +
                  "'");
    Joint joint;
    joint.origin = attachment.pose;
    inputs_.frames.push_back({attachment.name, carrier->second, joint, -1});
    add_body(attachment.name, static_cast<int>(inputs_.frames.size()) - 1, attachment.shapes);
    for (const std::string& touched : attachment.touch_links)
      touching_.emplace_back(static_cast<int>(inputs_.bodies.size()) - 1, touched);
  }

  /// Keeps the first fault.
  void fail(const std::string& text) {
    if (inputs_.fault.empty()) inputs_.fault = text;
  }

  /// -1: a link without shapes, which no pair needs; or a name that does not exist, with a fault.
  int body_named(const std::string& name, const std::string& who) {
    if (const auto body = body_of_name_.find(name); body != body_of_name_.end())
      return body->second;
    if (!frame_of_name_.contains(name)) fail(who + ": there is no link or body '" + name + "'");
    return -1;
  }

  void exclude(int a, int b) { excluded_.insert(std::minmax(a, b)); }

  void exclude_neighbours() {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (links_[i].shapes.empty()) continue;
      int above = links_[i].parent;
      while (above >= 0 && links_[above].shapes.empty()) above = links_[above].parent;
      if (above >= 0)
        exclude(body_of_name_.at(links_[above].name), body_of_name_.at(links_[i].name));
    }
  }

  void allow(const std::string& a, const std::string& b) {
    const std::string who = "allowed pair '" + a + "', '" + b + "'";
    const int first = body_named(a, who);
    if (b == "*") {
      if (first >= 0) excluded_from_all_.insert(first);
      return;
    }
    if (const int second = body_named(b, who); first >= 0 && second >= 0) exclude(first, second);
  }

  void set_margin(const PairSeparation& margin) {
    const std::string who = "margin of '" + margin.a + "', '" + margin.b + "'";
    const int a = body_named(margin.a, who), b = body_named(margin.b, who);
    if (a < 0 || b < 0) return;
    const auto [given, fresh] = margins_.emplace(std::minmax(a, b), margin.min_separation);
    if (!fresh && given->second != margin.min_separation)
      fail(who + ": given twice, with different lengths");
  }

  /// Frames that never move relative to each other have the same number; those that rest have -1.
  std::vector<int> rigid_groups() const {
    std::vector<int> groups;
    for (const InputFrame& frame : inputs_.frames) {
      const int parent = frame.parent < 0 ? -1 : groups[frame.parent];
      groups.push_back(frame.joint.type == JointType::Fixed ? parent
                                                            : static_cast<int>(groups.size()));
    }
    return groups;
  }

  void list_pairs() {
    const std::vector<int> groups = rigid_groups();
    const auto group = [&](const InputBody& body) {
      return body.frame < 0 ? -1 : groups[body.frame];
    };
    const int count = static_cast<int>(inputs_.bodies.size());
    for (int a = 0; a < count; ++a) {
      if (inputs_.bodies[a].frame < 0) break;  // from here on all rest
      for (int b = a + 1; b < count; ++b) {
        if (group(inputs_.bodies[a]) == group(inputs_.bodies[b]) || excluded_.contains({a, b}) ||
            excluded_from_all_.contains(a) || excluded_from_all_.contains(b))
          continue;
        const auto margin = margins_.find({a, b});
        inputs_.pairs.push_back(
            {a, b, margin == margins_.end() ? description_.min_separation : margin->second});
      }
    }
  }

  std::span<const Link> links_;
  const SceneDescription& description_;
  const ShapeReader& read_;
  SceneInputs inputs_;
  std::map<std::string, int> frame_of_name_, body_of_name_;
  std::vector<std::pair<int, std::string>> touching_;
  std::set<std::pair<int, int>> excluded_;
  std::set<int> excluded_from_all_;
  std::map<std::pair<int, int>, double> margins_;
};

}  // namespace

int values_of(JointType type) {
  switch (type) {
    case JointType::Fixed: return 0;
    case JointType::Revolute:
    case JointType::Continuous:
    case JointType::Prismatic: return 1;
    case JointType::Planar: return 3;
    case JointType::Floating: return 7;
    case JointType::Spherical: return 4;
  }
  return 0;
}

SceneInputs scene_inputs(std::span<const Link> links, const SceneDescription& description,
                         const ShapeReader& read) {
  return Collector(links, description, read).collect();
}

}  // namespace firstcontact::verify
