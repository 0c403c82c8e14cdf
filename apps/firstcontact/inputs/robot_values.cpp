#include "robot_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "common/report_parts.h"
#include "io/byte_source.h"
#include "io/json_field.h"
#include "io/shown_text.h"
#include "value_setter.h"

namespace firstcontact::apps {
namespace {

/// STATE or GROUP/STATE.
const io::Srdf::State& state_named(std::string_view word, const io::Srdf* srdf) {
  if (srdf == nullptr)
    throw std::invalid_argument(
        fmt::format("{} is neither a number nor NAME=NUMBER; names of states need --srdf",
                    io::shown_text(word)));
  std::vector<const io::Srdf::State*> found;
  std::vector<std::string> known;
  for (const io::Srdf::State& state : srdf->states) {
    if (word == state.name || word == state.group + "/" + state.name) found.push_back(&state);
    known.push_back(state.group + "/" + state.name);
  }
  if (found.size() == 1) return *found[0];
  if (found.empty())
    throw std::invalid_argument(fmt::format(
        "{} is neither a number, nor NAME=NUMBER, nor a state of the SRDF file, which are: {}",
        io::shown_text(word), known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
  throw std::invalid_argument(fmt::format("several groups have a state {}: {}/{} and {}/{}",
                                          io::shown_text(word), found[0]->group, found[0]->name,
                                          found[1]->group, found[1]->name));
}

/// Collects the configurations of a file with their times.
class PathBuilder {
 public:
  void add(Configuration configuration, std::optional<double> time) {
    if (time && !times_.empty() && !(*time > times_.back()))
      throw std::invalid_argument(
          fmt::format("time {} does not come after {}", *time, times_.back()));
    if (!configurations_.empty() && time.has_value() == times_.empty())
      throw std::invalid_argument("a time is needed in all or in none");
    configurations_.push_back(std::move(configuration));
    if (time) times_.push_back(*time);
  }

  RobotPath build(const std::string& path) {
    if (configurations_.size() < 2)
      throw io::InputError(
          path, fmt::format("{} on the path: two are needed",
                            configurations_.empty() ? "no configuration" : "one configuration"));
    if (!times_.empty()) {
      const double first = times_.front(), length = times_.back() - first;
      if (!std::isfinite(length)) throw io::InputError(path, "the times span too much");
      for (double& time : times_) time = (time - first) / length;
      times_.back() = 1;
    }
    return {std::move(configurations_), std::move(times_)};
  }

 private:
  std::vector<Configuration> configurations_;
  std::vector<double> times_;
};

/// What the columns of a CSV file hold: for each the index in a Configuration, or the time.
struct Columns {
  static constexpr std::size_t kIsTime = static_cast<std::size_t>(-1);
  std::vector<std::size_t> places;
};

Columns columns_of(const std::vector<std::string_view>& header, const ValueSetter& setter) {
  Columns columns;
  for (const std::string_view name : header) {
    const std::size_t place =
        name == kTimeName ? Columns::kIsTime : setter.index_of(std::string(name));
    if (std::find(columns.places.begin(), columns.places.end(), place) != columns.places.end())
      throw std::invalid_argument(fmt::format("'{}' comes twice", name));
    columns.places.push_back(place);
  }
  return columns;
}

void add_row(const std::vector<std::string_view>& cells, const std::optional<Columns>& columns,
             const ValueSetter& setter, PathBuilder& path) {
  std::vector<double> numbers;
  for (const std::string_view cell : cells) numbers.push_back(finite_number(cell));
  if (!columns) return path.add(setter.from_list(numbers), std::nullopt);
  if (numbers.size() != columns->places.size())
    throw std::invalid_argument(fmt::format("{}, but the header has {}",
                                            counted(numbers.size(), "value", "values"),
                                            columns->places.size()));
  Configuration values = setter.robot().model.neutral();
  std::optional<double> time;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t place = columns->places[i];
    if (place == Columns::kIsTime)
      time = numbers[i];
    else
      values[place] = setter.in_radians(place, numbers[i]);
  }
  path.add(setter.checked(std::move(values)), time);
}

RobotPath parse_csv(std::string_view text, const std::string& path, const ValueSetter& setter) {
  PathBuilder builder;
  std::optional<Columns> columns;
  bool first = true;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view row = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (row.empty() || row.starts_with('#')) continue;
    const std::vector<std::string_view> cells = split(row);
    const bool names = first && is_header(cells);
    first = false;
    try {
      if (names)
        columns = columns_of(cells, setter);
      else
        add_row(cells, columns, setter, builder);
    } catch (const std::invalid_argument& error) {
      throw io::InputError(path, line, names ? "header" : "row", error.what());
    }
  }
  return builder.build(path);
}

void add_entry(const io::JsonField& entry, const ValueSetter& setter, PathBuilder& path) {
  std::optional<double> time;
  Configuration values = configuration_of(entry, setter, &time);
  path.add(std::move(values), time);
}

RobotPath parse_json_path(std::string_view text, const std::string& path,
                          const ValueSetter& setter) {
  const nlohmann::json value = io::parse_json_file(text, path);
  PathBuilder builder;
  for (const io::JsonField& entry : io::JsonField(path, value).entries()) {
    try {
      add_entry(entry, setter, builder);
    } catch (const std::invalid_argument& error) {
      entry.refuse(error.what());
    }
  }
  return builder.build(path);
}

}  // namespace

Configuration parse_values(std::string_view words, const Configuration& rest,
                           const io::Robot& robot, const io::Srdf* srdf,
                           const ValueOptions& options) {
  const ValueSetter setter(robot, options);
  const std::vector<std::string_view> parts = split(words);
  const auto is_number = [](std::string_view part) { return number_of(part).has_value(); };
  if (std::any_of(parts.begin(), parts.end(), is_number)) {
    std::vector<double> values;
    for (const std::string_view part : parts) values.push_back(finite_number(part));
    return setter.from_list(values);
  }
  Configuration values = rest;
  std::vector<std::string> named;
  for (const std::string_view part : parts) {
    if (const std::size_t sign = part.rfind('='); sign != part.npos) {
      const std::string name(trimmed(part.substr(0, sign)));
      if (std::find(named.begin(), named.end(), name) != named.end())
        throw std::invalid_argument(fmt::format("'{}' comes twice", name));
      named.push_back(name);
      const std::size_t place = setter.index_of(name);
      try {
        values[place] = setter.in_radians(place, finite_number(trimmed(part.substr(sign + 1))));
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("{}: {}", name, error.what()));
      }
      continue;
    }
    for (const auto& [name, value] : state_named(part, srdf).values)
      values[setter.index_of(name)] = value;
  }
  return setter.checked(std::move(values));
}

RobotPath parse_robot_path(std::string_view text, const std::string& path, const io::Robot& robot,
                           const ValueOptions& options) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const ValueSetter setter(robot, options);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != text.npos && (text[first] == '[' || text[first] == '{');
  return is_json ? parse_json_path(text, path, setter) : parse_csv(text, path, setter);
}

RobotPath read_robot_path(const std::string& path, const io::Robot& robot,
                          const ValueOptions& options) {
  return parse_robot_path(io::read_text(path), path, robot, options);
}

}  // namespace firstcontact::apps
