#pragma once
/// Aligned tables for people: text to the left, numbers to the right, as wide as a page unless the
/// numbers need more.
#include <string>
#include <vector>

namespace firstcontact::apps {

class Table {
 public:
  enum class Align { Left, Right };
  struct Column {
    std::string title;
    Align align = Align::Right;
  };

  /// If a row would be wider than kPageWidth, the widest left-aligned columns are shortened in the
  /// middle.
  explicit Table(std::vector<Column> columns);
  /// As many cells as columns.
  void add_row(std::vector<std::string> cells);
  void add_rule();
  std::string to_string() const;

 private:
  std::vector<std::size_t> widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;  // an empty row is a rule
};

/// 1234567 as "1,234,567".
std::string grouped(long long value);

/// A duration in microseconds with three significant digits: "0.0421", "12.3", "4,230".
std::string microseconds(double value);

}  // namespace firstcontact::apps
