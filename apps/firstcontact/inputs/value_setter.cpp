#include "value_setter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "common/report_parts.h"
#include "io/shown_text.h"
#include "nearest_name.h"

namespace firstcontact::apps {

std::string_view trimmed(std::string_view text) {
  constexpr const char* kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == text.npos ? std::string_view()
                            : text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t comma = text.find(',');
    parts.push_back(trimmed(text.substr(0, comma)));
    if (comma == text.npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

std::optional<double> number_of(std::string_view word) {
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || stop != word.data() + word.size()) return std::nullopt;
  return value;
}

bool is_header(const std::vector<std::string_view>& cells) {
  return std::none_of(cells.begin(), cells.end(),
                      [](std::string_view cell) { return number_of(cell).has_value(); });
}

double finite_number(std::string_view word) {
  const std::optional<double> value = number_of(word);
  if (!value || !std::isfinite(*value))
    throw std::invalid_argument(io::shown_text(word) + " is not a finite number");
  return *value;
}

ValueSetter::ValueSetter(const io::Robot& robot, const ValueOptions& options)
    : robot_(robot), options_(options), is_angle_(robot.value_names.size()) {
  const auto links = robot.model.links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (links[i].joint.mimic >= 0 || robot.model.first_value(i) < 0) continue;
    const JointType type = links[i].joint.type;
    const std::size_t first = robot.model.first_value(i);
    if (type == JointType::Revolute || type == JointType::Continuous) is_angle_[first] = true;
    if (type == JointType::Planar) is_angle_[first + 2] = true;
  }
}

std::size_t ValueSetter::index_of(const std::string& name) const {
  const auto& names = robot_.model.value_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return found - names.begin();
  for (const Link& link : robot_.model.links())
    if (link.joint.name == name && !name.empty())
      throw std::invalid_argument(why_no_value(link, name));
  if (names.empty())
    throw std::invalid_argument(
        fmt::format("there is no joint '{}': the robot has none that moves", name));
  throw std::invalid_argument(
      fmt::format("there is no joint '{}'; did you mean '{}'?", name, nearest_name(name, names)));
}

double ValueSetter::in_radians(std::size_t index, double value) const {
  return options_.degrees && is_angle_[index] ? value * (std::numbers::pi / 180) : value;
}

Configuration ValueSetter::from_list(std::span<const double> values) const {
  const std::size_t count = robot_.value_names.size();
  if (values.size() != count)
    throw std::invalid_argument(fmt::format("{}, but the robot has {}: {}",
                                            counted(values.size(), "value", "values"), count,
                                            fmt::join(robot_.value_names, ", ")));
  Configuration out = robot_.to_model(values);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = in_radians(i, out[i]);
  return checked(std::move(out));
}

Configuration ValueSetter::checked(Configuration values) const {
  if (const std::string fault = robot_.model.fault_of(values, options_.limits); !fault.empty())
    throw std::invalid_argument(fault);
  return values;
}

std::string ValueSetter::why_no_value(const Link& link, const std::string& name) const {
  if (link.joint.mimic >= 0)
    return fmt::format("joint '{}' follows joint '{}' and has no value of its own", name,
                       robot_.model.links()[link.joint.mimic].joint.name);
  if (link.joint.type == JointType::Fixed) return fmt::format("joint '{}' is fixed", name);
  std::vector<std::string> names;
  for (const std::string& value : robot_.value_names)
    if (value.starts_with(name + ".")) names.push_back(value);
  return fmt::format("joint '{}' has several values: {}", name, fmt::join(names, ", "));
}

Configuration configuration_of(const io::JsonField& entry, const ValueSetter& setter,
                               std::optional<double>* time) {
  if (entry.value().is_array()) {
    std::vector<double> numbers;
    for (const io::JsonField& number : entry.entries()) numbers.push_back(number.number());
    return setter.from_list(numbers);
  }
  if (!entry.value().is_object())
    entry.refuse("neither an array of numbers nor an object of names and numbers");
  Configuration values = setter.robot().model.neutral();
  for (const auto& [name, ignored] : entry.value().items()) {
    const double number = entry.at(name.c_str()).number();
    if (time != nullptr && name == kTimeName) {
      *time = number;
    } else {
      const std::size_t place = setter.index_of(name);
      values[place] = setter.in_radians(place, number);
    }
  }
  return setter.checked(std::move(values));
}

}  // namespace firstcontact::apps
