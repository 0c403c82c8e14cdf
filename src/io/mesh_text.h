#pragma once
/// The fields of a line of a mesh file.
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "io/mesh_input.h"
#include "io/shown_text.h"

namespace firstcontact::io {

/// The name of a field in a message: "corner 3", or without a number just the name.
inline constexpr std::int64_t kNoNumber = -1;
std::string field_name(std::string_view name, std::int64_t number);

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// The fields of one line from left to right: whatever stands between spaces and tabs. A field that
/// starts with # begins a comment, which ends the line. Every error is an InputError with the
/// number of the line.
class LineFields {
 public:
  LineFields(const MeshInput& input, std::size_t line_number, std::string_view line)
      : input_(&input),
        line_number_(line_number),
        at_(line.data()),
        end_(line.data() + line.size()) {}
  LineFields(const MeshInput& input, std::string_view line)
      : LineFields(input, input.line_number(), line) {}

  /// There is another field.
  bool more() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    return at_ != end_ && *at_ != '#';
  }

  /// The next field; empty at the end of the line.
  std::string_view word() {
    if (!more()) return {};
    const char* const start = at_;
    while (at_ != end_ && !is_blank(*at_)) ++at_;
    return {start, static_cast<std::size_t>(at_ - start)};
  }

  /// The next field as the nearest double. An error if there is none, it is no decimal number, or
  /// not finite as a double.
  double real(std::string_view field, std::int64_t number = kNoNumber) {
    if (more()) {
      double value = 0.0;
      const auto [stop, error] = std::from_chars(at_, end_, value);
      if (error == std::errc() && (stop == end_ || is_blank(*stop)) && std::isfinite(value)) {
        at_ = stop;
        return value;
      }
    }
    return unusual_real(field, number);
  }

  /// Takes the next field if it is nothing but 1 to 9 digits, the usual index; else takes nothing
  /// and returns false.
  bool take_digits(std::int64_t& value) {
    if (!more()) return false;
    const char* at = at_;
    std::int64_t digits = 0;
    for (; at != end_ && *at >= '0' && *at <= '9'; ++at) {
      if (at - at_ == 9) return false;
      digits = 10 * digits + (*at - '0');
    }
    if (at == at_ || (at != end_ && !is_blank(*at))) return false;
    at_ = at;
    value = digits;
    return true;
  }

  /// The next field as an integer; an error if there is none or it is something else.
  std::int64_t integer(std::string_view field, std::int64_t number = kNoNumber);
  /// The same for a count: not negative.
  std::uint64_t count(std::string_view field, std::int64_t number = kNoNumber);

  /// An error if a field is left.
  void expect_end(std::string_view after);

  std::size_t line_number() const { return line_number_; }
  [[noreturn]] void fail(const std::string& field, const std::string& what) const;

 private:
  double unusual_real(std::string_view field, std::int64_t number);

  const MeshInput* input_;
  std::size_t line_number_;
  const char* at_;
  const char* end_;
};

/// Moves to the next line that holds more than spaces and a comment. False at the end of the
/// source.
bool next_filled_line(MeshInput& input, std::string_view& line);

}  // namespace firstcontact::io
