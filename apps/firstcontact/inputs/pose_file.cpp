// The parser of the JSON library reports every key and bracket as it goes, so that faults which it
// finds itself (NaN, a number out of range, a field that comes twice) can be told with the field
// they stand in.
#include "pose_file.h"

#include <firstcontact/moving_bodies.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <vector>

#include "io/byte_source.h"
#include "io/errors.h"
#include "io/shown_text.h"

namespace firstcontact::apps {
namespace {

using nlohmann::json;

/// Half a turn, and rounding. A pose turned farther is one turned less the other way, which is not
/// what its author meant.
constexpr double kLargestTurn = std::numbers::pi * (1 + 1e-12);
constexpr const char* kTooFar =
    "beyond half a turn: a pose does not tell turns apart, so give a longer motion in pieces";

constexpr std::size_t kMaxPoseFileBytes = std::size_t{1} << 20;

std::string joined(const std::string& field, const std::string& name) {
  return field.empty() ? name : field + "." + name;
}

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

/// Where the parser is: one entry for each open object or array.
class Place {
 public:
  /// To be called with every event; the name of a field that comes twice is kept in `twice`.
  void see(json::parse_event_t event, const json& parsed) {
    using Event = json::parse_event_t;
    if (event == Event::key) {
      levels_.back().name = parsed.get<std::string>();
      if (!levels_.back().seen.insert(levels_.back().name).second && twice.empty()) twice = field();
    } else if (event == Event::object_start || event == Event::array_start) {
      levels_.push_back({event == Event::array_start, 0, "", {}});
    } else {
      if (event != Event::value) levels_.pop_back();
      if (!levels_.empty() && levels_.back().is_array) ++levels_.back().index;
    }
  }

  /// Of the value that comes next: "b.to.quaternion[2]". Poses are never nested deeper than
  /// kNamedLevels; other files may be.
  std::string field() const {
    constexpr std::size_t kNamedLevels = 8;
    std::string text;
    for (const Level& level : std::span(levels_).first(std::min(levels_.size(), kNamedLevels))) {
      if (level.is_array)
        text += fmt::format("[{}]", level.index);
      else if (!level.name.empty())
        text = joined(text, level.name);
    }
    return text;
  }

  std::string twice;

 private:
  struct Level {
    bool is_array = false;
    std::size_t index = 0;
    std::string name;
    std::set<std::string> seen;
  };
  std::vector<Level> levels_;
};

class PoseReader {
 public:
  explicit PoseReader(const std::string& path) : path_(path) {}

  json parse(std::string_view text) const {
    // The parser would take it as the end of the file.
    if (text.find('\0') != text.npos) refuse("", "not JSON: a NUL byte");
    Place place;
    json value;
    try {
      value =
          json::parse(text.begin(), text.end(), [&](int, json::parse_event_t event, json& parsed) {
            place.see(event, parsed);
            return true;
          });
    } catch (const json::parse_error& error) {
      refuse(place.field(), not_json(text, error.byte));
    } catch (const json::out_of_range&) {
      refuse(place.field(), "a number is beyond the range of doubles");
    }
    if (!place.twice.empty()) refuse(place.twice, "comes twice");
    return value;
  }

  PosePair poses(const json& value) const {
    expect_fields(value, "", {"a", "b"});
    if (value.empty()) refuse("", "no poses: 'a' or 'b' is needed");
    PosePair pair;
    if (value.contains("a")) pair.a = change(value["a"], "a");
    if (value.contains("b")) pair.b = change(value["b"], "b");
    return pair;
  }

 private:
  [[noreturn]] void refuse(const std::string& field, const std::string& what) const {
    throw io::InputError(path_, field.empty() ? what : field + ": " + what);
  }

  /// `byte` is the number, from 1, of the last one that was read. The word it stands in says more
  /// than a position.
  static std::string not_json(std::string_view text, std::size_t byte) {
    constexpr std::string_view kEnds = " \t\r\n,:[]{}";
    const auto line_of = [&](std::size_t at) {
      return 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
    };
    const std::size_t last = byte == 0 ? 0 : byte - 1;
    if (last >= text.size())
      return fmt::format("not JSON: the file ends too early (line {})", line_of(text.size()));
    std::size_t begin = last;
    while (begin > 0 && kEnds.find(text[begin - 1]) == kEnds.npos) --begin;
    std::size_t length = std::min(text.find_first_of(kEnds, begin), text.size()) - begin;
    length = std::max<std::size_t>(length, 1);
    return fmt::format("not JSON: {} (line {})", io::shown_text(text.substr(begin, length)),
                       line_of(begin));
  }

  void expect_fields(const json& value, const std::string& field,
                     std::initializer_list<const char*> names) const {
    if (!value.is_object()) refuse(field, "not an object");
    for (const auto& [name, ignored] : value.items())
      if (std::find(names.begin(), names.end(), name) == names.end())
        refuse(field, fmt::format("unknown field {}; the fields are {}", io::shown_text(name),
                                  fmt::join(names, ", ")));
  }

  double number(const json& value, const std::string& field) const {
    if (!value.is_number()) refuse(field, "not a number");
    return value.get<double>();
  }

  template <std::size_t kSize>
  std::array<double, kSize> numbers(const json& value, const std::string& field) const {
    if (!value.is_array()) refuse(field, fmt::format("not an array of {} numbers", kSize));
    if (value.size() != kSize)
      refuse(field, fmt::format("{} entries, not {}", value.size(), kSize));
    std::array<double, kSize> out;
    for (std::size_t i = 0; i < kSize; ++i)
      out[i] = number(value[i], fmt::format("{}[{}]", field, i));
    return out;
  }

  Vec3 vector(const json& value, const std::string& field) const {
    const std::array<double, 3> v = numbers<3>(value, field);
    return {v[0], v[1], v[2]};
  }

  PoseChange change(const json& value, const std::string& field) const {
    expect_fields(value, field, {"from", "to"});
    PoseChange out;
    if (value.contains("from")) out.from = pose(value["from"], joined(field, "from"));
    out.to = value.contains("to") ? pose(value["to"], joined(field, "to")) : out.from;
    return out;
  }

  Pose pose(const json& value, const std::string& field) const {
    expect_fields(value, field, {"position", "quaternion", "axis_angle", "matrix"});
    if (value.contains("quaternion") + value.contains("axis_angle") + value.contains("matrix") > 1)
      refuse(field, "only one of quaternion, axis_angle and matrix can be given");
    if (value.contains("matrix") && value.contains("position"))
      refuse(field, "a matrix holds the position already");
    Vec3 position = Vec3::Zero();
    if (value.contains("position")) {
      position = vector(value["position"], joined(field, "position"));
      if (const auto what = fault_of_position(position)) refuse(joined(field, "position"), *what);
    }
    if (value.contains("quaternion"))
      return from_quaternion(value["quaternion"], joined(field, "quaternion"), position);
    if (value.contains("axis_angle"))
      return from_axis_angle(value["axis_angle"], joined(field, "axis_angle"), position);
    if (value.contains("matrix")) return from_matrix(value["matrix"], joined(field, "matrix"));
    return {Mat3::Identity(), position};
  }

  Pose from_quaternion(const json& value, const std::string& field, const Vec3& position) const {
    const std::array<double, 4> q = numbers<4>(value, field);
    if (const auto what = fault_of_quaternion(q)) refuse(field, *what);
    return Pose::from_quaternion({.w = q[0], .x = q[1], .y = q[2], .z = q[3]}, position);
  }

  Pose from_axis_angle(const json& value, const std::string& field, const Vec3& position) const {
    expect_fields(value, field, {"axis", "degrees", "radians"});
    if (!value.contains("axis")) refuse(joined(field, "axis"), "missing");
    if (value.contains("degrees") == value.contains("radians"))
      refuse(field, "one of degrees and radians is needed");
    const Vec3 axis = vector(value["axis"], joined(field, "axis"));
    const bool in_degrees = value.contains("degrees");
    const char* const unit = in_degrees ? "degrees" : "radians";
    const double angle =
        number(value[unit], joined(field, unit)) * (in_degrees ? std::numbers::pi / 180 : 1);
    if (std::abs(angle) > kLargestTurn) refuse(joined(field, unit), kTooFar);
    if (axis.isZero(0)) refuse(joined(field, "axis"), "of length 0");
    return Pose::from_axis_angle(axis, angle, position);
  }

  Pose from_matrix(const json& value, const std::string& field) const {
    if (!value.is_array() || (value.size() != 3 && value.size() != 4))
      refuse(field, "not an array of 3 or 4 rows");
    Pose pose;
    for (std::size_t row = 0; row < value.size(); ++row) {
      const std::string name = fmt::format("{}[{}]", field, row);
      const std::array<double, 4> entries = numbers<4>(value[row], name);
      if (row == 3 && entries != std::array<double, 4>{0, 0, 0, 1})
        refuse(name, "the last row must be 0, 0, 0, 1");
      if (row == 3) continue;
      for (int column = 0; column < 3; ++column)
        pose.rotation(static_cast<int>(row), column) = entries[column];
      pose.position[static_cast<int>(row)] = entries[3];
    }
    if (const std::string what = fault(pose); !what.empty()) refuse(field, what);
    if (const auto what = fault_of_position(pose.position)) refuse(field, *what);
    return orthonormalised(pose);
  }

  const std::string& path_;
};

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
  const PoseReader reader(path);
  return reader.poses(reader.parse(text));
}

PosePair read_pose_file(const std::string& path) {
  const std::unique_ptr<io::ByteSource> source = io::open_kept_source(path);
  std::string text;
  for (std::size_t count = 1; count > 0;) {
    constexpr std::size_t kReadBytes = std::size_t{1} << 16;
    const std::size_t before = text.size();
    if (before > kMaxPoseFileBytes)
      throw io::InputError(
          path, fmt::format("longer than {} bytes; is this a file of poses?", kMaxPoseFileBytes));
    text.resize(before + kReadBytes);
    count = source->read(text.data() + before, kReadBytes);
    text.resize(before + count);
  }
  return parse_poses(text, path);
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
