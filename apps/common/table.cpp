#include "common/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "common/fitted_text.h"
#include "io/shown_text.h"

namespace firstcontact::apps {
namespace {

/// Columns of text are not made narrower than this; "scene-…-7" still tells something.
constexpr std::size_t kLeastText = 10;
constexpr std::size_t kGap = 2;

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add_row(std::vector<std::string> cells) {
  if (cells.size() != columns_.size())
    throw std::logic_error("a table row has the wrong number of cells");
  rows_.push_back(std::move(cells));
}

void Table::add_rule() { rows_.emplace_back(); }

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> width;
  for (const Column& column : columns_) width.push_back(display_width(column.title));
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i)
      width[i] = std::max(width[i], display_width(row[i]));
  std::size_t total = kGap * (width.size() - 1);
  for (const std::size_t w : width) total += w;
  for (; total > kPageWidth; --total) {
    std::size_t widest = width.size();
    for (std::size_t i = 0; i < width.size(); ++i) {
      const std::size_t least = std::max(kLeastText, display_width(columns_[i].title));
      if (columns_[i].align == Align::Left && width[i] > least &&
          (widest == width.size() || width[i] > width[widest]))
        widest = i;
    }
    if (widest == width.size()) break;
    --width[widest];
  }
  return width;
}

std::string Table::to_string() const {
  const std::vector<std::size_t> width = widths();
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  std::string out;
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string cell = shortened(cells[i], width[i]);
      const std::string padding(width[i] - display_width(cell), ' ');
      if (i) text += std::string(kGap, ' ');
      text += columns_[i].align == Align::Left ? cell + padding : padding + cell;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  };
  const auto rule = [&] {
    std::size_t total = kGap * (width.size() - 1);
    for (const std::size_t w : width) total += w;
    out += std::string(total, '-') + "\n";
  };
  line(titles);
  rule();
  for (const auto& row : rows_) row.empty() ? rule() : line(row);
  return out;
}

std::string grouped(long long value) { return io::grouped_digits(value); }

std::string microseconds(double value) {
  if (value >= 1000) return grouped(std::llround(value));
  if (value <= 0) return "0";
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(value))), 0, 4);
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace firstcontact::apps
