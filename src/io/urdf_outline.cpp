// Elements in the order of the file, each checked and written anew.
#include "io/urdf_outline.h"

#include <firstcontact/motion.h>
#include <tinyxml2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <span>

#include "io/errors.h"
#include "io/shown_text.h"

namespace firstcontact::io {
namespace {

std::string quoted(const std::string& name) { return "'" + name + "'"; }

/// Numbers as urdfdom reads them back bit by bit.
std::string joined(std::span<const double> numbers) {
  std::string out;
  for (const double number : numbers) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    if (!out.empty()) out += ' ';
    out.append(digits.data(), end);
  }
  return out;
}

class UrdfChecker {
 public:
  UrdfChecker(std::string_view text, const std::string& path) : path_(path), file_(text, path), printer_(nullptr, true) {}

  UrdfOutline check() {
    const XmlPlace robot = file_.root("robot");
    printer_.OpenElement("robot");
    push("name", robot.text("name"));
    if (robot.has("version") && robot.text("version") != "1.0") robot.refuse("version", "only version 1.0 is known");
    note_attributes(robot, {"name", "version"});
    std::vector<XmlPlace> joints;
    for (const XmlPlace& element : robot.children()) {
      if (element.name() == "link") check_link(element);
      if (element.name() == "joint") joints.push_back(check_joint(element));
    }
    printer_.CloseElement();
    if (outline_.links.empty()) robot.refuse("there is no <link>");
    connect_urdf(outline_, path_, joints);
    outline_.text = printer_.CStr();
    return std::move(outline_);
  }

 private:
  void push(const char* attribute, const std::string& value) { printer_.PushAttribute(attribute, value.c_str()); }
  void push(const char* attribute, std::span<const double> numbers) { push(attribute, joined(numbers)); }

  /// The element called by its name, which no other of its kind may have.
  XmlPlace named(const XmlPlace& element, std::map<std::string, std::size_t>& known, std::string& name) const {
    name = element.text("name");
    XmlPlace place = element.called(element.name() + " " + quoted(name));
    const auto [other, is_new] = known.emplace(name, element.line());
    if (!is_new) place.refuse("the name is taken: line " + std::to_string(other->second) + " has it too");
    return place;
  }

  void check_link(const XmlPlace& element) {
    UrdfOutline::Link link;
    const XmlPlace place = named(element, links_, link.name);
    link.place = {place.label(), place.line()};
    printer_.OpenElement("link");
    push("name", link.name);
    const std::vector<XmlPlace> collisions = place.children("collision");
    for (std::size_t i = 0; i < collisions.size(); ++i) {
      const std::string number = collisions.size() > 1 ? " " + std::to_string(i + 1) : "";
      check_collision(collisions[i].called(collisions[i].label() + number), link);
    }
    printer_.CloseElement();
    if (collisions.empty() && !place.children("visual").empty())
      outline_.notes.push_back(link.place.label + " has visual but no collision geometry: it is not checked for contact");
    note_attributes(place, {"name", "type"});
    note_elements(place, {"inertial", "visual", "collision", "contact", "sensor", "gazebo"});
    outline_.links.push_back(std::move(link));
  }

  void add_notes(const std::vector<std::string>& notes) { outline_.notes.insert(outline_.notes.end(), notes.begin(), notes.end()); }
  void note_elements(const XmlPlace& place, std::initializer_list<std::string_view> known) {
    add_notes(place.notes_on_elements(known));
  }
  void note_attributes(const XmlPlace& place, std::initializer_list<std::string_view> known) {
    add_notes(place.notes_on_attributes(known));
  }

  void check_collision(const XmlPlace& place, UrdfOutline::Link& link) {
    printer_.OpenElement("collision");
    note_attributes(place, {"name", "group"});
    note_elements(place, {"origin", "geometry", "material", "verbose"});
    link.collisions.push_back({{place.label(), place.line()}, check_origin(place)});
    const auto geometry = place.child("geometry");
    if (!geometry) place.refuse("<geometry> is missing");
    const std::vector<XmlPlace> shapes = geometry->children();
    if (shapes.empty()) geometry->refuse("holds no shape");
    if (shapes.size() > 1) shapes[1].refuse("a second shape; a <collision> has one, but a link may have several of them");
    printer_.OpenElement("geometry");
    check_shape(shapes[0]);
    printer_.CloseElement();
    printer_.CloseElement();
  }

  void check_shape(const XmlPlace& shape) {
    const std::string kind = shape.name();
    printer_.OpenElement(kind.c_str());
    if (kind == "box") {
      note_attributes(shape, {"size"});
      push_sizes<3>(shape, "size");
    } else if (kind == "sphere") {
      note_attributes(shape, {"radius"});
      push_sizes<1>(shape, "radius");
    } else if (kind == "cylinder") {
      note_attributes(shape, {"radius", "length"});
      push_sizes<1>(shape, "radius");
      push_sizes<1>(shape, "length");
    } else if (kind == "mesh") {
      note_attributes(shape, {"filename", "scale"});
      push("filename", shape.text("filename"));
      std::array<double, 3> scale = {1, 1, 1};
      if (shape.has("scale")) shape.numbers("scale", scale);
      if (std::find(scale.begin(), scale.end(), 0.0) != scale.end()) shape.refuse("scale", "a scale of 0");
      push("scale", scale);
    } else {
      shape.refuse("is not known: box, sphere, cylinder and mesh are");
    }
    printer_.CloseElement();
  }

  template <std::size_t kCount>
  void push_sizes(const XmlPlace& shape, const char* attribute) {
    std::array<double, kCount> sizes;
    shape.numbers(attribute, sizes);
    for (const double size : sizes)
      if (!(size > 0)) shape.refuse(attribute, joined({&size, 1}) + " is not positive");
    push(attribute, sizes);
  }

  /// Writes the <origin> in `place` and returns its angles.
  Vec3 check_origin(const XmlPlace& place) {
    std::array<double, 3> xyz = {0, 0, 0}, rpy = {0, 0, 0};
    if (const auto origin = place.child("origin")) {
      note_attributes(*origin, {"xyz", "rpy"});
      if (origin->has("xyz")) origin->numbers("xyz", xyz);
      if (origin->has("rpy")) origin->numbers("rpy", rpy);
      for (const double angle : rpy)
        if (std::abs(angle) > kLargestAngle)
          origin->refuse("rpy", joined({&angle, 1}) + " is too large: angles are in radians, at most " +
                                    std::to_string(static_cast<int>(kLargestAngle)));
    }
    printer_.OpenElement("origin");
    push("xyz", xyz);
    push("rpy", rpy);
    printer_.CloseElement();
    return {rpy[0], rpy[1], rpy[2]};
  }

  XmlPlace check_joint(const XmlPlace& element) {
    UrdfOutline::Joint joint;
    const XmlPlace place = named(element, joints_, joint.name);
    joint.place = {place.label(), place.line()};
    const std::string type = place.text("type");
    const bool has_limits = type == "revolute" || type == "prismatic",
               has_axis = has_limits || type == "continuous" || type == "planar";
    if (!has_axis && type != "fixed" && type != "floating")
      place.refuse("type", shown_text(type) + " is not known: revolute, continuous, prismatic, fixed, planar and floating are");
    printer_.OpenElement("joint");
    push("name", joint.name);
    push("type", type);
    joint.rpy = check_origin(place);
    for (const char* end : {"parent", "child"}) {
      const auto link = place.child(end);
      if (!link) place.refuse(std::string("<") + end + "> is missing");
      note_attributes(*link, {"link"});
      printer_.OpenElement(end);
      push("link", link->text("link"));
      printer_.CloseElement();
    }
    if (has_axis) check_axis(place);
    if (has_limits) check_limit(place, type);
    check_mimic(place, joint, has_axis && type != "planar");
    printer_.CloseElement();
    note_attributes(place, {"name", "type"});
    note_elements(place, {"origin", "parent", "child", "axis", "limit", "mimic", "calibration", "dynamics", "safety_controller"});
    outline_.joints.push_back(std::move(joint));
    return place;
  }

  void check_axis(const XmlPlace& place) {
    std::array<double, 3> axis = {1, 0, 0};
    if (const auto element = place.child("axis")) {
      note_attributes(*element, {"xyz"});
      element->numbers("xyz", axis);
      if (axis == std::array<double, 3>{0, 0, 0}) element->refuse("xyz", "an axis of length 0");
    }
    printer_.OpenElement("axis");
    push("xyz", axis);
    printer_.CloseElement();
  }

  void check_limit(const XmlPlace& place, const std::string& type) {
    const auto limit = place.child("limit");
    if (!limit) place.refuse("<limit> is missing: a " + type + " joint needs one");
    note_attributes(*limit, {"lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"});
    const double lower = limit->has("lower") ? limit->number("lower") : 0, upper = limit->has("upper") ? limit->number("upper") : 0;
    if (lower > upper) limit->refuse("lower " + joined({&lower, 1}) + " is above upper " + joined({&upper, 1}));
    printer_.OpenElement("limit");
    push("lower", {&lower, 1});
    push("upper", {&upper, 1});
    // Of no use here, but urdfdom insists.
    push("effort", "0");
    push("velocity", "0");
    printer_.CloseElement();
  }

  /// The name is looked up later: the joint may come behind.
  void check_mimic(const XmlPlace& place, UrdfOutline::Joint& joint, bool can_mimic) {
    const auto mimic = place.child("mimic");
    if (!mimic) return;
    if (!can_mimic) mimic->refuse("only revolute, continuous and prismatic joints can follow another one");
    note_attributes(*mimic, {"joint", "multiplier", "offset"});
    mimic->text("joint");
    if (mimic->has("multiplier")) joint.multiplier = mimic->number("multiplier");
    if (mimic->has("offset")) joint.offset = mimic->number("offset");
  }

  const std::string& path_;
  XmlFile file_;
  tinyxml2::XMLPrinter printer_;
  UrdfOutline outline_;
  std::map<std::string, std::size_t> links_, joints_;  ///< names and lines
};

}  // namespace

UrdfOutline outline_urdf(std::string_view text, const std::string& path) { return UrdfChecker(text, path).check(); }

}  // namespace firstcontact::io
