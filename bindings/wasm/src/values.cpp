#include "values.h"

#include <cmath>

namespace firstcontact::wasm {
namespace {

constexpr std::string_view kNaN = "number:NaN", kInfinity = "number:Infinity",
                           kMinusInfinity = "number:-Infinity", kMinusZero = "number:-0";

[[noreturn]] void refuse(const std::string& name, const char* what) {
  throw std::invalid_argument(name + ": must be " + what);
}

}  // namespace

Json number(double value) {
  if (std::isnan(value)) return kNaN;
  if (std::isinf(value)) return value > 0 ? kInfinity : kMinusInfinity;
  return value;
}

Json vector(const Vec3& v) { return Json::array({number(v.x()), number(v.y()), number(v.z())}); }

Json pose(const Pose& pose) {
  Json rows = Json::array();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) rows.push_back(number(pose.rotation(i, j)));
  return {{"rotation", rows}, {"position", vector(pose.position)}};
}

void put_outcome(const Outcome& outcome, Json& out) {
  out["status"] = to_string(outcome.status);
  out["toi"] = number(outcome.toi);
  out["toiUpper"] = number(outcome.toi_upper);
  out["checks"] = outcome.checks;
  out["startsInContact"] = outcome.starts_in_contact;
}

void put_answer(const Answer& answer, Json& out) {
  put_outcome(answer, out);
  out["message"] = answer.message;
}

void put_points(const ContactPoints& points, Json& out) {
  out["pointA"] = vector(points.point_a);
  out["pointB"] = vector(points.point_b);
  out["normal"] = vector(points.normal);
  out["distance"] = number(points.distance);
}

double to_number(const Json& value, const std::string& name) {
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) {
    if (value == kNaN) return std::nan("");
    if (value == kInfinity) return HUGE_VAL;
    if (value == kMinusInfinity) return -HUGE_VAL;
    if (value == kMinusZero) return -0.0;
  }
  refuse(name, "a number");
}

Vec3 to_vector(const Json& value, const std::string& name) {
  if (!value.is_array() || value.size() != 3) refuse(name, "three numbers");
  return {to_number(value[0], name), to_number(value[1], name), to_number(value[2], name)};
}

int to_integer(const Json& value, const std::string& name) {
  const double x = to_number(value, name);
  if (!(x >= -2147483648.0 && x <= 2147483647.0 && x == std::floor(x))) refuse(name, "an integer");
  return static_cast<int>(x);
}

std::string to_text(const Json& value, const std::string& name) {
  if (!value.is_string()) refuse(name, "a text");
  return value.get<std::string>();
}

Pose to_pose(const Json& value, const std::string& name) {
  if (value.is_null()) return {};
  if (!value.is_object()) refuse(name, "an object with a position and a turn");
  const Json& place = field(value, "position");
  const Vec3 position = place.is_null() ? Vec3(Vec3::Zero()) : to_vector(place, name + ".position");
  const Json &quaternion = field(value, "quaternion"), &axis = field(value, "axis"),
             &rotation = field(value, "rotation");
  if (!quaternion.is_null()) {
    const auto part = [&](const char* letter) {
      return to_number(field(quaternion, letter), name + ".quaternion." + letter);
    };
    const Quaternion q{.w = part("w"), .x = part("x"), .y = part("y"), .z = part("z")};
    if (q.w == 0 && q.x == 0 && q.y == 0 && q.z == 0)
      throw std::invalid_argument(name + ".quaternion: has length 0");
    return Pose::from_quaternion(q, position);
  }
  if (!axis.is_null()) {
    const Vec3 direction = to_vector(axis, name + ".axis");
    const double angle = to_number(field(value, "angle"), name + ".angle");
    if (angle != 0 && direction == Vec3::Zero())
      throw std::invalid_argument(name + ".axis: has length 0");
    return Pose::from_axis_angle(direction, angle, position);
  }
  Pose out;
  out.position = position;
  if (!rotation.is_null()) {
    if (!rotation.is_array() || rotation.size() != 9) refuse(name + ".rotation", "nine numbers");
    for (int i = 0; i < 9; ++i)
      out.rotation(i / 3, i % 3) =
          to_number(rotation[static_cast<std::size_t>(i)], name + ".rotation");
  }
  return out;
}

PoseChange to_pose_change(const Json& value, const std::string& name) {
  const Pose from = to_pose(field(value, "from"), name + ".from");
  const Json& to = field(value, "to");
  return {from, to.is_null() ? from : to_pose(to, name + ".to")};
}

const Json& field(const Json& object, const char* name) {
  static const Json null;
  if (!object.is_object()) return null;
  const auto found = object.find(name);
  return found == object.end() ? null : *found;
}

const Json& part(const Json& object, const char* name) {
  static const Json empty = Json::object();
  const Json& found = field(object, name);
  if (found.is_null()) return empty;
  if (!found.is_object()) refuse(name, "an object");
  return found;
}

void read(const Json& object, const char* name, double& value) {
  const Json& found = field(object, name);
  if (!found.is_null()) value = to_number(found, name);
}
void read(const Json& object, const char* name, std::optional<double>& value) {
  const Json& found = field(object, name);
  if (!found.is_null()) value = to_number(found, name);
}
void read(const Json& object, const char* name, bool& value) {
  const Json& found = field(object, name);
  if (found.is_null()) return;
  if (!found.is_boolean()) refuse(name, "true or false");
  value = found.get<bool>();
}
void read(const Json& object, const char* name, std::optional<bool>& value) {
  bool found = false;
  if (field(object, name).is_null()) return;
  read(object, name, found);
  value = found;
}
void read(const Json& object, const char* name, std::int64_t& value) {
  const Json& found = field(object, name);
  if (!found.is_null()) value = to_count(to_number(found, name));
}
void read(const Json& object, const char* name, std::string& value) {
  const Json& found = field(object, name);
  if (!found.is_null()) value = to_text(found, name);
}

const Names<Norm>& norm_names() {
  static const Names<Norm> names = {{"L2", Norm::L2}, {"Linf", Norm::Linf}};
  return names;
}

const Names<Kind>& kind_names() {
  static const Names<Kind> names = {{"VertexFace", Kind::VertexFace},
                                    {"EdgeEdge", Kind::EdgeEdge},
                                    {"PointEdge", Kind::PointEdge},
                                    {"PointPoint", Kind::PointPoint},
                                    {"PointSegment2D", Kind::PointSegment2D}};
  return names;
}

std::vector<Vec3> to_points(std::span<const double> coordinates, const std::string& name) {
  if (coordinates.size() % 3 != 0)
    throw std::invalid_argument(name + ": must be three numbers a point");
  std::vector<Vec3> out(coordinates.size() / 3);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = {coordinates[3 * i], coordinates[3 * i + 1], coordinates[3 * i + 2]};
  return out;
}

}  // namespace firstcontact::wasm
