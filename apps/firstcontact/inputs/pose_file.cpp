#include "pose_file.h"

#include <firstcontact/moving_bodies.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>
#include <span>
#include <stdexcept>

#include "io/byte_source.h"
#include "io/errors.h"
#include "io/json_field.h"
#include "io/json_text.h"
#include "io/shown_text.h"

namespace firstcontact::apps {
namespace {

using io::JsonField;
using nlohmann::json;

/// Half a turn, and rounding. A pose turned farther is one turned less the other way, which is not
/// what its author meant.
constexpr double kLargestTurn = std::numbers::pi * (1 + 1e-12);
constexpr const char* kTooFar =
    "beyond half a turn: a pose does not tell turns apart, so give a longer motion in pieces";

constexpr std::size_t kMaxPoseFileBytes = std::size_t{1} << 20;

/// What is wrong with a pose's numbers; field by field it is told by the callers.
std::optional<std::string> fault_of_quaternion(const std::array<double, 4>& q) {
  const double length = std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3]));
  if (std::abs(length - 1) <= kQuaternionTolerance) return std::nullopt;
  return fmt::format("its length is {:.9g}, not 1 (within {:g})", length, kQuaternionTolerance);
}

std::optional<std::string> fault_of_position(const Vec3& position) {
  if (position.cwiseAbs().maxCoeff() < kLargestCoordinate) return std::nullopt;
  return fmt::format("{:g} or more is too far away", kLargestCoordinate);
}

/// `byte` is the number, from 1, of the last byte that was read. The word that holds it says more
/// than a position.
std::string not_json(std::string_view text, std::size_t byte) {
  constexpr std::string_view kEnds = " \t\r\n,:[]{}";
  const std::size_t last = byte == 0 ? 0 : byte - 1;
  if (last >= text.size())
    return fmt::format("not JSON: the file ends too early (line {})",
                       io::line_of(text, text.size()));
  std::size_t begin = last;
  while (begin > 0 && kEnds.find(text[begin - 1]) == kEnds.npos) --begin;
  std::size_t length = std::min(text.find_first_of(kEnds, begin), text.size()) - begin;
  length = std::max<std::size_t>(length, 1);
  return fmt::format("not JSON: {} (line {})", io::shown_text(text.substr(begin, length)),
                     io::line_of(text, begin));
}

/// A number that is not one (NaN) or is out of range is told with the field that it stands in.
json parse_pose_json(std::string_view text, const std::string& path) {
  json value;
  const auto fault = io::parse_json(text, value, std::numeric_limits<int>::max());
  if (!fault) return value;
  const bool is_syntax = fault->kind == io::JsonFault::Kind::Syntax;
  const std::string what = is_syntax ? not_json(text, fault->byte) : io::text_of(*fault);
  throw io::InputError(path, fault->field.empty() ? what : fault->field + ": " + what);
}

template <std::size_t kSize>
std::array<double, kSize> numbers_at(const JsonField& value) {
  if (!value.value().is_array()) value.refuse(fmt::format("not an array of {} numbers", kSize));
  value.expect_size(kSize);
  std::array<double, kSize> out;
  for (std::size_t i = 0; i < kSize; ++i) out[i] = value.entry(i).number();
  return out;
}

Vec3 vector_at(const JsonField& value) {
  const std::array<double, 3> v = numbers_at<3>(value);
  return {v[0], v[1], v[2]};
}

Pose pose_of_quaternion(const JsonField& value, const Vec3& position) {
  const std::array<double, 4> q = numbers_at<4>(value);
  if (const auto what = fault_of_quaternion(q)) value.refuse(*what);
  return Pose::from_quaternion({.w = q[0], .x = q[1], .y = q[2], .z = q[3]}, position);
}

Pose pose_of_axis_angle(const JsonField& value, const Vec3& position) {
  value.expect_object_listing({"axis", "degrees", "radians"});
  const JsonField axis_field = value.at("axis");
  if (value.has("degrees") == value.has("radians"))
    value.refuse("one of degrees and radians is needed");
  const Vec3 axis = vector_at(axis_field);
  const bool in_degrees = value.has("degrees");
  const JsonField angle_field = value.at(in_degrees ? "degrees" : "radians");
  const double angle = angle_field.number() * (in_degrees ? std::numbers::pi / 180 : 1);
  if (std::abs(angle) > kLargestTurn) angle_field.refuse(kTooFar);
  if (axis.isZero(0)) axis_field.refuse("of length 0");
  return Pose::from_axis_angle(axis, angle, position);
}

Pose pose_of_matrix(const JsonField& value) {
  const json& rows = value.value();
  if (!rows.is_array() || (rows.size() != 3 && rows.size() != 4))
    value.refuse("not an array of 3 or 4 rows");
  Pose pose;
  for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
    const JsonField row_field = value.entry(static_cast<std::size_t>(row));
    const std::array<double, 4> entries = numbers_at<4>(row_field);
    if (row == 3 && entries != std::array<double, 4>{0, 0, 0, 1})
      row_field.refuse("the last row must be 0, 0, 0, 1");
    if (row == 3) continue;
    for (int column = 0; column < 3; ++column) pose.rotation(row, column) = entries[column];
    pose.position[row] = entries[3];
  }
  if (const std::string what = fault(pose); !what.empty()) value.refuse(what);
  if (const auto what = fault_of_position(pose.position)) value.refuse(*what);
  return orthonormalised(pose);
}

Pose pose_at(const JsonField& value) {
  value.expect_object_listing({"position", "quaternion", "axis_angle", "matrix"});
  if (value.has("quaternion") + value.has("axis_angle") + value.has("matrix") > 1)
    value.refuse("only one of quaternion, axis_angle and matrix can be given");
  if (value.has("matrix") && value.has("position"))
    value.refuse("a matrix holds the position already");
  Vec3 position = Vec3::Zero();
  if (value.has("position")) {
    const JsonField given = value.at("position");
    position = vector_at(given);
    if (const auto what = fault_of_position(position)) given.refuse(*what);
  }
  if (value.has("quaternion")) return pose_of_quaternion(value.at("quaternion"), position);
  if (value.has("axis_angle")) return pose_of_axis_angle(value.at("axis_angle"), position);
  if (value.has("matrix")) return pose_of_matrix(value.at("matrix"));
  return {Mat3::Identity(), position};
}

PoseChange change_at(const JsonField& value) {
  value.expect_object_listing({"from", "to"});
  PoseChange out;
  if (value.has("from")) out.from = pose_at(value.at("from"));
  out.to = value.has("to") ? pose_at(value.at("to")) : out.from;
  return out;
}

/// "1,-2,3e4": as many numbers as `out` has.
void parse_numbers(std::string_view text, std::string_view what, std::span<double> out) {
  std::string_view rest = text;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool last = i + 1 == out.size();
    const std::size_t comma = rest.find(',');
    if (last != (comma == rest.npos))
      throw std::invalid_argument(fmt::format("'{}' is not {}", text, what));
    std::string_view word = rest.substr(0, comma);
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), out[i]);
    if (error != std::errc() || stop != word.data() + word.size() || !std::isfinite(out[i]))
      throw std::invalid_argument(
          fmt::format("'{}' is not {}: '{}' is not a finite number", text, what, word));
    if (!last) rest.remove_prefix(comma + 1);
  }
}

}  // namespace

PosePair parse_poses(std::string_view text, const std::string& path) {
  const json parsed = parse_pose_json(text, path);
  const JsonField value(path, parsed);
  value.expect_object_listing({"a", "b"});
  if (parsed.empty()) value.refuse("no poses: 'a' or 'b' is needed");
  PosePair pair;
  if (value.has("a")) pair.a = change_at(value.at("a"));
  if (value.has("b")) pair.b = change_at(value.at("b"));
  return pair;
}

PosePair read_pose_file(const std::string& path) {
  return parse_poses(io::read_text(path, kMaxPoseFileBytes, "; is this a file of poses?"), path);
}

Pose parse_pose(std::string_view word) {
  const std::size_t slash = word.find('/');
  std::array<double, 3> p;
  parse_numbers(word.substr(0, slash), "a position x,y,z", p);
  const Vec3 position(p[0], p[1], p[2]);
  if (const auto what = fault_of_position(position))
    throw std::invalid_argument("the position: " + *what);
  if (slash == word.npos) return {Mat3::Identity(), position};
  const std::string_view turn = word.substr(slash + 1);
  if (const std::size_t at = turn.find('@'); at != turn.npos) {
    std::array<double, 3> axis;
    std::array<double, 1> degrees;
    parse_numbers(turn.substr(0, at), "an axis x,y,z", axis);
    parse_numbers(turn.substr(at + 1), "an angle in degrees", degrees);
    const double angle = degrees[0] * std::numbers::pi / 180;
    if (std::abs(angle) > kLargestTurn)
      throw std::invalid_argument(std::string("the angle: ") + kTooFar);
    if (axis == std::array<double, 3>{0, 0, 0})
      throw std::invalid_argument("the axis is of length 0");
    return Pose::from_axis_angle({axis[0], axis[1], axis[2]}, angle, position);
  }
  std::array<double, 4> q;
  parse_numbers(turn, "a quaternion w,x,y,z nor an axis and an angle x,y,z@degrees", q);
  if (const auto what = fault_of_quaternion(q))
    throw std::invalid_argument("the quaternion: " + *what);
  return Pose::from_quaternion({.w = q[0], .x = q[1], .y = q[2], .z = q[3]}, position);
}

}  // namespace firstcontact::apps
