#pragma once
/// Words, numbers and names of joint values, for the readers of robot_values.h and robot_edges.h.
#include <firstcontact/robot_file.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/json_field.h"
#include "robot_values.h"

namespace firstcontact::apps {

/// The name of the column, or field, of times.
inline constexpr const char* kTimeName = "time";

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// The parts between commas, trimmed.
std::vector<std::string_view> split(std::string_view text);

std::optional<double> number_of(std::string_view word);

/// True for a row of names: none of its cells is a number.
bool is_header(const std::vector<std::string_view>& cells);

/// Throws std::invalid_argument.
double finite_number(std::string_view word);

/// The names of values, and what setting one means. Everything throws std::invalid_argument.
class ValueSetter {
 public:
  /// The robot must outlive it.
  ValueSetter(const io::Robot& robot, const ValueOptions& options);

  /// Index of a value in a Configuration.
  std::size_t index_of(const std::string& name) const;

  double in_radians(std::size_t index, double value) const;

  /// All values, in the order of the file.
  Configuration from_list(std::span<const double> values) const;

  Configuration checked(Configuration values) const;

  const io::Robot& robot() const { return robot_; }

 private:
  std::string why_no_value(const Link& link, const std::string& name) const;

  const io::Robot& robot_;
  ValueOptions options_;
  std::vector<bool> is_angle_;
};

/// A configuration in JSON: an array of all values, or an object of names and numbers, one of which
/// may be "time" if `time` is not null. Throws io::InputError or std::invalid_argument.
Configuration configuration_of(const io::JsonField& entry, const ValueSetter& setter,
                               std::optional<double>* time);

}  // namespace firstcontact::apps
