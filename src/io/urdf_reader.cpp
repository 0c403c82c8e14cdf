// Elements in the order of the file, each checked as it is read.
#include "io/urdf_reader.h"

#include <firstcontact/motion.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

#include "io/errors.h"
#include "io/placed_shapes.h"
#include "io/shown_text.h"

namespace firstcontact::io {
namespace {

/// The shortest text that reads back as the same number.
std::string shown_number(double number) {
  std::array<char, 32> digits;
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
}

class UrdfReader {
 public:
  UrdfReader(std::string_view text, const std::string& path) : path_(path), file_(text, path) {}

  UrdfRobot read() {
    const XmlElement robot = file_.root("robot");
    robot_.name = robot.text("name");
    if (robot.has("version")) {
      const std::string version = robot.text("version");
      if (version != "1.0" && version != "1.1" && version != "1.2")
        robot.refuse("version", "only versions 1.0 to 1.2 are known");
    }
    note_attributes(robot, {"name", "version"});
    note_elements(robot, {"link", "joint", "material", "transmission", "gazebo", "sensor", "group",
                          "plugin"});
    std::vector<XmlElement> joints;
    for (const XmlElement& element : robot.children()) {
      if (element.name() == "link") read_link(element);
      if (element.name() == "joint") joints.push_back(read_joint(element));
    }
    if (robot_.links.empty()) robot.refuse("there is no <link>");
    connect_urdf(robot_, path_, joints);
    return std::move(robot_);
  }

 private:
  /// The element called by its name, which no other of its kind may have.
  XmlElement named(const XmlElement& element, std::map<std::string, std::size_t>& known,
                   std::string& name) const {
    name = element.text("name");
    XmlElement place = element.called(element.name() + " " + in_quotes(name));
    const auto [other, is_new] = known.emplace(name, element.line());
    if (!is_new)
      place.refuse("the name is taken: line " + std::to_string(other->second) + " has it too");
    return place;
  }

  void add_notes(const std::vector<std::string>& notes) {
    robot_.notes.insert(robot_.notes.end(), notes.begin(), notes.end());
  }
  void note_elements(const XmlElement& place, std::initializer_list<std::string_view> known) {
    add_notes(place.notes_on_elements(known));
  }
  void note_attributes(const XmlElement& place, std::initializer_list<std::string_view> known) {
    add_notes(place.notes_on_attributes(known));
  }

  void read_link(const XmlElement& element) {
    UrdfRobot::Link link;
    const XmlElement place = named(element, links_, link.name);
    link.place = {place.label(), place.line()};
    const std::vector<XmlElement> collisions = place.children("collision");
    for (std::size_t i = 0; i < collisions.size(); ++i) {
      const std::string number = collisions.size() > 1 ? " " + std::to_string(i + 1) : "";
      link.collisions.push_back(collision_of(collisions[i].called(collisions[i].label() + number)));
    }
    if (collisions.empty() && !place.children("visual").empty())
      robot_.notes.push_back(
          link.place.label +
          " has visual but no collision geometry: it is not checked for contact");
    note_attributes(place, {"name", "type"});
    note_elements(place, {"inertial", "visual", "collision", "contact", "sensor", "gazebo"});
    robot_.links.push_back(std::move(link));
  }

  UrdfRobot::Collision collision_of(const XmlElement& place) {
    UrdfRobot::Collision collision;
    collision.place = {place.label(), place.line()};
    note_attributes(place, {"name", "group"});
    note_elements(place, {"origin", "geometry", "material", "verbose"});
    collision.origin = origin_of(place);
    const auto geometry = place.child("geometry");
    if (!geometry) place.refuse("<geometry> is missing");
    const std::vector<XmlElement> shapes = geometry->children();
    if (shapes.empty()) geometry->refuse("holds no shape");
    if (shapes.size() > 1)
      shapes[1].refuse(
          "a second shape; a <collision> has one, but a link may have several of them");
    read_shape(shapes[0], collision);
    return collision;
  }

  void read_shape(const XmlElement& shape, UrdfRobot::Collision& collision) {
    using Kind = UrdfRobot::Collision::Kind;
    const std::string kind = shape.name();
    if (kind == "box") {
      note_attributes(shape, {"size"});
      collision.size = sizes<3>(shape, "size");
    } else if (kind == "sphere") {
      note_attributes(shape, {"radius"});
      collision.kind = Kind::Sphere;
      collision.radius = sizes<1>(shape, "radius")[0];
    } else if (kind == "cylinder" || kind == "capsule") {
      note_attributes(shape, {"radius", "length"});
      collision.kind = kind == "cylinder" ? Kind::Cylinder : Kind::Capsule;
      collision.radius = sizes<1>(shape, "radius")[0];
      collision.length = sizes<1>(shape, "length")[0];
    } else if (kind == "mesh") {
      note_attributes(shape, {"filename", "scale"});
      collision.kind = Kind::Mesh;
      collision.mesh = shape.text("filename");
      std::array<double, 3> scale = {1, 1, 1};
      if (shape.has("scale")) shape.numbers("scale", scale);
      if (std::find(scale.begin(), scale.end(), 0.0) != scale.end())
        shape.refuse("scale", "a scale of 0");
      collision.size = {scale[0], scale[1], scale[2]};
    } else {
      shape.refuse("is not known: box, sphere, cylinder, capsule and mesh are");
    }
    if (kind != "mesh" && !budget_.add(kind)) shape.refuse(PrimitiveBudget::fault());
  }

  template <int kCount>
  static Eigen::Matrix<double, kCount, 1> sizes(const XmlElement& shape, const char* attribute) {
    Eigen::Matrix<double, kCount, 1> sizes;
    shape.numbers(attribute, {sizes.data(), kCount});
    for (const double size : sizes)
      if (!(size > 0)) shape.refuse(attribute, shown_number(size) + " is not positive");
    return sizes;
  }

  /// Of the <origin> in `place`, if there is one.
  Pose origin_of(const XmlElement& place) {
    const auto origin = place.child("origin");
    if (!origin) return {};
    note_attributes(*origin, {"xyz", "rpy", "quat_xyzw"});
    std::array<double, 3> xyz = {0, 0, 0}, rpy = {0, 0, 0};
    if (origin->has("xyz")) origin->numbers("xyz", xyz);
    Pose pose;
    if (origin->has("quat_xyzw")) {
      if (origin->has("rpy")) origin->refuse("has both rpy and quat_xyzw");
      std::array<double, 4> q;
      origin->numbers("quat_xyzw", q);
      if (q == std::array<double, 4>{0, 0, 0, 0})
        origin->refuse("quat_xyzw", "a quaternion of length 0");
      pose = Pose::from_quaternion({.w = q[3], .x = q[0], .y = q[1], .z = q[2]});
      if (!fault(pose).empty()) origin->refuse("quat_xyzw", "cannot be normalised");
    } else {
      if (origin->has("rpy")) origin->numbers("rpy", rpy);
      for (const double angle : rpy)
        if (std::abs(angle) > kLargestAngle)
          origin->refuse("rpy", shown_number(angle) +
                                    " is too large: angles are in radians, at most " +
                                    std::to_string(static_cast<int>(kLargestAngle)));
      pose.rotation = rotation_of_rpy({rpy[0], rpy[1], rpy[2]});
    }
    pose.position = {xyz[0], xyz[1], xyz[2]};
    return pose;
  }

  static JointType type_of(const XmlElement& place) {
    const std::string type = place.text("type");
    for (const JointType known : {JointType::Revolute, JointType::Continuous, JointType::Prismatic,
                                  JointType::Fixed, JointType::Planar, JointType::Floating})
      if (type == urdf_name(known)) return known;
    place.refuse(
        "type",
        shown_text(type) +
            " is not known: revolute, continuous, prismatic, fixed, planar and floating are");
  }

  static const char* urdf_name(JointType type) {
    switch (type) {
      case JointType::Revolute: return "revolute";
      case JointType::Continuous: return "continuous";
      case JointType::Prismatic: return "prismatic";
      case JointType::Planar: return "planar";
      case JointType::Floating: return "floating";
      default: return "fixed";
    }
  }

  XmlElement read_joint(const XmlElement& element) {
    UrdfRobot::Joint out;
    Joint& joint = out.joint;
    const XmlElement place = named(element, joints_, joint.name);
    out.place = {place.label(), place.line()};
    joint.type = type_of(place);
    joint.origin = origin_of(place);
    for (const char* end : {"parent", "child"}) {
      const auto link = place.child(end);
      if (!link) place.refuse(std::string("<") + end + "> is missing");
      note_attributes(*link, {"link"});
      link->text("link");
    }
    if (joint.type != JointType::Fixed && joint.type != JointType::Floating)
      read_axis(place, joint);
    if (joint.type == JointType::Revolute || joint.type == JointType::Prismatic)
      read_limit(place, joint);
    read_mimic(place, joint);
    note_attributes(place, {"name", "type"});
    note_elements(place, {"origin", "parent", "child", "axis", "limit", "mimic", "calibration",
                          "dynamics", "safety_controller"});
    robot_.joints.push_back(std::move(out));
    return place;
  }

  void read_axis(const XmlElement& place, Joint& joint) {
    std::array<double, 3> axis = {1, 0, 0};
    if (const auto element = place.child("axis")) {
      note_attributes(*element, {"xyz"});
      element->numbers("xyz", axis);
      if (axis == std::array<double, 3>{0, 0, 0}) element->refuse("xyz", "an axis of length 0");
    }
    joint.axis = {axis[0], axis[1], axis[2]};
  }

  void read_limit(const XmlElement& place, Joint& joint) {
    const auto limit = place.child("limit");
    if (!limit)
      place.refuse(std::string("<limit> is missing: a ") + urdf_name(joint.type) +
                   " joint needs one");
    note_attributes(
        *limit, {"lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"});
    joint.lower = limit->has("lower") ? limit->number("lower") : 0;
    joint.upper = limit->has("upper") ? limit->number("upper") : 0;
    if (joint.lower > joint.upper)
      limit->refuse("lower " + shown_number(joint.lower) + " is above upper " +
                    shown_number(joint.upper));
  }

  /// The name is looked up later: the joint may come behind.
  void read_mimic(const XmlElement& place, Joint& joint) {
    const auto mimic = place.child("mimic");
    if (!mimic) return;
    note_attributes(*mimic, {"joint", "multiplier", "offset"});
    mimic->text("joint");
    if (mimic->has("multiplier")) joint.multiplier = mimic->number("multiplier");
    if (mimic->has("offset")) joint.offset = mimic->number("offset");
    if (joint.type == JointType::Fixed) {
      joint.multiplier = 1;
      joint.offset = 0;
      robot_.notes.push_back(mimic->label() + " (line " + std::to_string(mimic->line()) +
                             ") is ignored: a fixed joint cannot follow another one");
    } else if (joint.type == JointType::Planar || joint.type == JointType::Floating) {
      mimic->refuse("only revolute, continuous and prismatic joints can follow another one");
    }
  }

  const std::string& path_;
  XmlFile file_;
  UrdfRobot robot_;
  PrimitiveBudget budget_;
  std::map<std::string, std::size_t> links_, joints_;  ///< names and lines
};

}  // namespace

UrdfRobot read_urdf(std::string_view text, const std::string& path) {
  return UrdfReader(text, path).read();
}

}  // namespace firstcontact::io
