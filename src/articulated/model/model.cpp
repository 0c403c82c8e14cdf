// Checks a tree of links once, so that no solver has to.
#include <firstcontact/articulated.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "articulated/model/joint_map.h"
#include "geometry/turn.h"

namespace firstcontact {

/// If the model has a fault, only the links and the fault are set.
struct ArticulatedModel::Data {
  std::vector<Link> links;  ///< origins orthonormalised
  std::string fault;
  std::vector<int> first_values;
  std::vector<std::string> value_names;
  std::unordered_map<std::string, int> index;
};

namespace {

/// The shortest text that reads back as the same number.
std::string text_of(double value) {
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string shown(const Link& link) { return "link '" + link.name + "'"; }

/// The name of the joint or, if it has none, of its link.
std::string shown_joint(const Link& link) {
  return link.joint.name.empty() ? "the joint of " + shown(link)
                                 : "joint '" + link.joint.name + "'";
}

/// Whether the joint has one value, which another joint can mimic.
bool is_simple(JointType type) {
  return type == JointType::Revolute || type == JointType::Continuous ||
         type == JointType::Prismatic;
}

bool has_axis(JointType type) { return is_simple(type) || type == JointType::Planar; }
bool has_limits(JointType type) {
  return type == JointType::Revolute || type == JointType::Prismatic;
}

std::string fault_of_mimic(const std::vector<Link>& links, std::size_t i) {
  const Joint& joint = links[i].joint;
  const std::string name = shown_joint(links[i]);
  if (!is_simple(joint.type))
    return name + " is " + to_string(joint.type) + ", which cannot mimic another";
  if (joint.mimic < 0 || static_cast<std::size_t>(joint.mimic) >= links.size())
    return name + " mimics that of link " + std::to_string(joint.mimic) + ", which does not exist";
  if (static_cast<std::size_t>(joint.mimic) == i) return name + " mimics itself";
  const Link& leader = links[joint.mimic];
  if (!is_simple(leader.joint.type))
    return name + " mimics " + shown_joint(leader) + ", which is " + to_string(leader.joint.type) +
           " and has no single value";
  if (leader.joint.mimic != -1)
    return name + " mimics " + shown_joint(leader) + ", which is a mimic itself";
  if (!std::isfinite(joint.multiplier) || !std::isfinite(joint.offset))
    return name + " has a multiplier or offset that is not finite";
  return {};
}

std::string fault_of_joint(const std::vector<Link>& links, std::size_t i) {
  const Joint& joint = links[i].joint;
  const std::string name = shown_joint(links[i]);
  if (const std::string wrong = fault(joint.origin); !wrong.empty())
    return name + ": its origin: " + wrong;
  if (!(joint.origin.position.cwiseAbs().maxCoeff() < kLargestCoordinate))
    return name + ": its origin is 1e70 or more away";
  if (has_axis(joint.type)) {
    if (!joint.axis.allFinite()) return name + " has an axis that is not finite";
    if (joint.axis.isZero(0)) return name + " has an axis of length 0";
  }
  if (has_limits(joint.type) && !(joint.lower <= joint.upper))
    return name +
           " has limits that are not numbers or in the wrong order: " + text_of(joint.lower) +
           " and " + text_of(joint.upper);
  return joint.mimic == -1 ? std::string() : fault_of_mimic(links, i);
}

std::string fault_of_links(const std::vector<Link>& links) {
  if (links.empty()) return "the model has no links";
  std::unordered_set<std::string_view> link_names, joint_names;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    if (link.name.empty()) return "link " + std::to_string(i) + " has no name";
    if (!link_names.insert(link.name).second) return "two links are named '" + link.name + "'";
    if (!link.joint.name.empty() && !joint_names.insert(link.joint.name).second)
      return "two joints are named '" + link.joint.name + "'";
    if (link.parent < -1 || link.parent >= static_cast<int>(i))
      return shown(link) + " has parent " + std::to_string(link.parent) +
             ": parents come before their children; -1 is the world";
    if (const std::string wrong = fault_of_joint(links, i); !wrong.empty()) return wrong;
    for (std::size_t k = 0; k < link.shapes.size(); ++k)
      if (const std::string wrong = link.shapes[k].fault(); !wrong.empty())
        return shown(link) + ", shape " + std::to_string(k) + ": " + wrong;
  }
  return {};
}

constexpr std::array<const char*, 7> kFloatingSuffixes = {".x",  ".y",  ".z", ".qx",
                                                          ".qy", ".qz", ".qw"};
constexpr std::array<const char*, 3> kPlanarSuffixes = {".x", ".y", ".angle"};

std::vector<std::string> names_of_values(const Link& link) {
  const std::string name = link.joint.name.empty() ? link.name : link.joint.name;
  std::vector<std::string> names;
  switch (link.joint.type) {
    case JointType::Fixed: break;
    case JointType::Revolute:
    case JointType::Continuous:
    case JointType::Prismatic: names = {name}; break;
    case JointType::Planar:
      for (const char* suffix : kPlanarSuffixes) names.push_back(name + suffix);
      break;
    case JointType::Floating:
      for (const char* suffix : kFloatingSuffixes) names.push_back(name + suffix);
      break;
    case JointType::Spherical:
      for (std::size_t k = 3; k < 7; ++k) names.push_back(name + kFloatingSuffixes[k]);
      break;
  }
  return names;
}

/// Index of the quaternion's first number among a joint's values; -1 if the joint has no
/// quaternion.
int quaternion_begin(JointType type) {
  return type == JointType::Floating ? 3 : type == JointType::Spherical ? 0 : -1;
}

/// Whether value k of a joint is an angle.
bool is_angle(JointType type, int k) {
  return type == JointType::Revolute || type == JointType::Continuous ||
         (type == JointType::Planar && k == 2);
}

/// Empty, or why a joint cannot have this value.
std::string fault_of_value(bool angle, double value) {
  if (!std::isfinite(value)) return std::to_string(value) + " is not a finite number";
  if (angle && std::abs(value) > kLargestAngle) return text_of(value) + " is beyond 1000 radians";
  if (!(std::abs(value) < kLargestCoordinate)) return "1e70 or more";
  return {};
}

std::string fault_of_values(const Joint& joint, std::span<const double> values, bool limits) {
  for (int k = 0; k < static_cast<int>(values.size()); ++k)
    if (const std::string wrong = fault_of_value(is_angle(joint.type, k), values[k]);
        !wrong.empty())
      return wrong;
  if (limits && has_limits(joint.type) && !(values[0] >= joint.lower && values[0] <= joint.upper))
    return text_of(values[0]) + " is outside its limits " + text_of(joint.lower) + " and " +
           text_of(joint.upper);
  const int q = quaternion_begin(joint.type);
  if (q >= 0) {
    const auto part = values.subspan(static_cast<std::size_t>(q), 4);
    if (std::all_of(part.begin(), part.end(), [](double x) { return x == 0; }))
      return "a quaternion of length 0";
  }
  return {};
}

/// Checks only whether the value of a mimic is finite: limits do not hold for it.
std::string fault_of_mimicking(const Joint& joint, double mimicked) {
  if (!std::isfinite(mimicked)) return {};  // the fault of the joint that it mimics
  return fault_of_value(is_angle(joint.type, 0), joint.multiplier * mimicked + joint.offset);
}

}  // namespace

const char* to_string(JointType type) {
  switch (type) {
    case JointType::Fixed: return "fixed";
    case JointType::Revolute: return "revolute";
    case JointType::Continuous: return "continuous";
    case JointType::Prismatic: return "prismatic";
    case JointType::Planar: return "planar";
    case JointType::Floating: return "floating";
    case JointType::Spherical: return "spherical";
  }
  return "?";
}

int value_count(JointType type) {
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

ArticulatedModel::ArticulatedModel(std::vector<Link> links) {
  auto data = std::make_shared<Data>();
  data->fault = fault_of_links(links);
  data->links = std::move(links);
  if (data->fault.empty()) {
    data->first_values.assign(data->links.size(), -1);
    for (std::size_t i = 0; i < data->links.size(); ++i) {
      Link& link = data->links[i];
      link.joint.origin = orthonormalised(link.joint.origin);
      data->index.emplace(link.name, static_cast<int>(i));
      if (link.joint.type == JointType::Fixed || link.joint.mimic != -1) continue;
      data->first_values[i] = static_cast<int>(data->value_names.size());
      for (std::string& name : names_of_values(link)) data->value_names.push_back(std::move(name));
    }
    for (std::size_t i = 0; i < data->links.size(); ++i)
      if (const int leader = data->links[i].joint.mimic; leader != -1)
        data->first_values[i] = data->first_values[leader];
  }
  data_ = std::move(data);
}

const std::string& ArticulatedModel::fault() const {
  static const std::string kEmpty = "the model has no links";
  return data_ ? data_->fault : kEmpty;
}

std::span<const Link> ArticulatedModel::links() const {
  return data_ ? std::span<const Link>(data_->links) : std::span<const Link>();
}

int ArticulatedModel::link_index(std::string_view name) const {
  if (!data_) return -1;
  const auto found = data_->index.find(std::string(name));
  return found == data_->index.end() ? -1 : found->second;
}

std::size_t ArticulatedModel::value_count() const { return data_ ? data_->value_names.size() : 0; }

int ArticulatedModel::first_value(std::size_t link) const {
  return data_ && link < data_->first_values.size() ? data_->first_values[link] : -1;
}

const std::vector<std::string>& ArticulatedModel::value_names() const {
  static const std::vector<std::string> kNone;
  return data_ ? data_->value_names : kNone;
}

Configuration ArticulatedModel::neutral() const {
  Configuration values(value_count(), 0);
  for (std::size_t i = 0; i < links().size(); ++i) {
    const Joint& joint = links()[i].joint;
    const int first = first_value(i);
    if (first < 0 || joint.mimic != -1) continue;
    if (has_limits(joint.type)) values[first] = std::clamp(0.0, joint.lower, joint.upper);
    if (const int q = quaternion_begin(joint.type); q >= 0) values[first + q + 3] = 1;
  }
  return values;
}

std::string ArticulatedModel::fault_of(std::span<const double> configuration, bool limits) const {
  if (!fault().empty()) return fault();
  if (configuration.size() != value_count())
    return "the configuration has " + std::to_string(configuration.size()) + " values, the model " +
           std::to_string(value_count());
  for (std::size_t i = 0; i < links().size(); ++i) {
    const Link& link = links()[i];
    const int first = first_value(i);
    if (first < 0) continue;
    const auto values =
        configuration.subspan(static_cast<std::size_t>(first),
                              static_cast<std::size_t>(firstcontact::value_count(link.joint.type)));
    const std::string wrong = link.joint.mimic == -1 ? fault_of_values(link.joint, values, limits)
                                                     : fault_of_mimicking(link.joint, values[0]);
    if (!wrong.empty()) return shown_joint(link) + ": " + wrong;
  }
  return {};
}

std::vector<Pose> ArticulatedModel::relative_poses(std::span<const double> configuration) const {
  std::vector<Pose> poses;
  for (const JointMotion& joint : joint_motion(*this, configuration, configuration).joints) {
    const AffineMap map = articulated::map_at(joint, 0);
    poses.push_back({map.linear, map.offset});
  }
  return poses;
}

std::vector<Pose> ArticulatedModel::poses(std::span<const double> configuration) const {
  return poses_at(*this, joint_motion(*this, configuration, configuration), 0);
}

}  // namespace firstcontact
