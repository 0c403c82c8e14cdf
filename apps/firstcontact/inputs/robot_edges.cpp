#include "robot_edges.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "common/report_parts.h"
#include "io/byte_source.h"
#include "io/errors.h"
#include "io/json_field.h"

namespace firstcontact::apps {
namespace {

constexpr const char* kStart = "start";
constexpr const char* kEnd = "end";

/// A row that says something: not empty, and no comment.
bool is_row(std::string_view row) { return !row.empty() && !row.starts_with('#'); }

/// True if the first byte that is not blank opens an array or object of JSON.
bool begins_json(const std::string& path) {
  const auto source = io::open_source(path);
  std::array<char, 4096> buffer;
  bool at_start = true;
  for (std::size_t size = 0; (size = source->read(buffer.data(), buffer.size())) > 0;) {
    std::string_view text(buffer.data(), size);
    if (at_start && text.starts_with(io::kByteOrderMark))
      text.remove_prefix(io::kByteOrderMark.size());
    at_start = false;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != text.npos) return text[first] == '[' || text[first] == '{';
  }
  return false;
}

/// Every name comes twice: first for the start, then for the end.
std::vector<EdgeLayout::Column> columns_of_edges(const std::vector<std::string_view>& header,
                                                 const ValueSetter& setter) {
  std::vector<EdgeLayout::Column> columns;
  const auto times = [&](std::size_t place) {
    return std::count_if(columns.begin(), columns.end(),
                         [&](const EdgeLayout::Column& column) { return column.place == place; });
  };
  for (const std::string_view name : header) {
    const std::size_t place = setter.index_of(std::string(name));
    const auto before = times(place);
    if (before > 1) throw std::invalid_argument(fmt::format("'{}' comes three times", name));
    columns.push_back({place, before == 1});
  }
  for (std::size_t i = 0; i < header.size(); ++i)
    if (times(columns[i].place) != 2)
      throw std::invalid_argument(
          fmt::format("'{}' comes once: every name comes twice, for the start and then for the end",
                      header[i]));
  return columns;
}

/// Calls `make` and turns what it refuses into an error about one end of the edge.
template <class Make>
Configuration at_line(const std::string& path, std::size_t line, const char* field,
                      const Make& make) {
  try {
    return make();
  } catch (const std::invalid_argument& error) {
    throw io::InputError(path, line, field, error.what());
  }
}

}  // namespace

EdgeLayout read_edge_layout(const std::string& path, const ValueSetter& setter) {
  EdgeLayout layout;
  layout.is_json = begins_json(path);
  if (layout.is_json) return layout;
  io::LineReader lines(io::open_source(path), path);
  for (std::string_view line; lines.next(line);) {
    const std::string_view row = trimmed(line);
    if (!is_row(row)) continue;
    const std::vector<std::string_view> cells = split(row);
    if (!is_header(cells)) break;
    layout.header_line = lines.number();
    try {
      layout.columns = columns_of_edges(cells, setter);
    } catch (const std::invalid_argument& error) {
      throw io::InputError(path, layout.header_line, "header", error.what());
    }
    break;
  }
  return layout;
}

EdgeReader::EdgeReader(const std::string& path, EdgeLayout layout, const ValueSetter& setter)
    : path_(path), layout_(std::move(layout)), setter_(setter) {
  if (layout_.is_json)
    read_json();
  else
    lines_ = std::make_unique<io::LineReader>(io::open_source(path), path);
}

EdgeReader::EdgeReader(const std::string& path, EdgeLayout layout, const ValueSetter& setter,
                       const EdgeLines& lines)
    : path_(path),
      layout_(std::move(layout)),
      setter_(setter),
      lines_left_(lines.count),
      lines_(std::make_unique<io::LineReader>(std::make_unique<io::FileSource>(path, lines.byte),
                                              path, lines.before)) {}

void EdgeReader::read_json() {
  std::string text = io::read_text(path_);
  if (text.starts_with(io::kByteOrderMark)) text.erase(0, io::kByteOrderMark.size());
  const nlohmann::json value = io::parse_json_file(text, path_);
  for (const io::JsonField& entry : io::JsonField(path_, value).entries()) {
    if (!entry.value().is_array() || entry.size() != 2)
      entry.refuse("not an array of two configurations, the start and the end");
    const auto end_of_edge = [&](std::size_t i) {
      const io::JsonField end = entry.entry(i);
      try {
        return configuration_of(end, setter_, nullptr);
      } catch (const std::invalid_argument& error) {
        end.refuse(error.what());
      }
    };
    Configuration start = end_of_edge(0);
    entries_.push_back({std::move(start), end_of_edge(1)});
  }
}

SceneEdge EdgeReader::edge_of(std::string_view row) const {
  const std::size_t line = lines_->number(), count = setter_.robot().value_names.size();
  std::vector<double> numbers;
  const std::vector<std::string_view> cells = split(row);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    try {
      numbers.push_back(finite_number(cells[i]));
    } catch (const std::invalid_argument& error) {
      throw io::InputError(path_, line, fmt::format("value {}", i + 1), error.what());
    }
  }
  const std::size_t expected = layout_.header_line > 0 ? layout_.columns.size() : 2 * count;
  if (numbers.size() != expected)
    throw io::InputError(
        path_, line, "row",
        layout_.header_line > 0
            ? fmt::format("{}, but the header has {}",
                          counted(static_cast<long long>(numbers.size()), "value", "values"),
                          expected)
            : fmt::format("{}, but an edge has {}: {} at the start, then the same at the end",
                          counted(static_cast<long long>(numbers.size()), "value", "values"),
                          expected, fmt::join(setter_.robot().value_names, ", ")));
  if (layout_.header_line == 0) {
    const std::span<const double> all(numbers);
    Configuration start =
        at_line(path_, line, kStart, [&] { return setter_.from_list(all.first(count)); });
    return {std::move(start),
            at_line(path_, line, kEnd, [&] { return setter_.from_list(all.subspan(count)); })};
  }
  SceneEdge edge = {setter_.robot().model.neutral(), setter_.robot().model.neutral()};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto [place, at_end] = layout_.columns[i];
    (at_end ? edge.q_t1 : edge.q_t0)[place] = setter_.in_radians(place, numbers[i]);
  }
  edge.q_t0 = at_line(path_, line, kStart, [&] { return setter_.checked(std::move(edge.q_t0)); });
  edge.q_t1 = at_line(path_, line, kEnd, [&] { return setter_.checked(std::move(edge.q_t1)); });
  return edge;
}

bool EdgeReader::next(SceneEdge& edge) {
  if (!lines_) {
    if (next_entry_ == entries_.size()) return false;
    edge = entries_[next_entry_++];
    return true;
  }
  for (std::string_view line; lines_left_ > 0 && lines_->next(line);) {
    --lines_left_;
    const std::string_view row = trimmed(line);
    if (!is_row(row) || lines_->number() == layout_.header_line) continue;
    edge = edge_of(row);
    return true;
  }
  return false;
}

double EdgeReader::share() const {
  if (lines_) return lines_->share();
  return entries_.empty() ? 1
                          : static_cast<double>(next_entry_) / static_cast<double>(entries_.size());
}

}  // namespace firstcontact::apps
