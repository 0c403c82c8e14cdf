#include "common/fitted_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace firstcontact::apps {
namespace {

bool starts_code_point(char c) { return (c & 0xC0) != 0x80; }

/// Bytes of the first `width` code points.
std::size_t bytes_of(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  for (; bytes < text.size(); ++bytes) {
    if (!starts_code_point(text[bytes])) continue;
    if (width == 0) break;
    --width;
  }
  return bytes;
}

/// Column where the text of a line starts, after a label; at most half of the width.
std::size_t hanging_indent(std::string_view line, std::size_t width) {
  const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", start);
  const std::size_t text = gap == line.npos ? line.npos : line.find_first_not_of(' ', gap);
  const std::size_t label = text == line.npos ? width : display_width(line.substr(0, text));
  return label <= width / 2 ? label : std::min(start, width / 2);
}

/// Index of the end of the first word of `text`. A parenthesis of at most `room` columns is one
/// word.
std::size_t end_of_word(std::string_view text, std::size_t room) {
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    open += (text[i] == '(') - (text[i] == ')');
    if (text[i] == ' ' && open <= 0)
      return display_width(text.substr(0, i)) <= room ? i : text.find(' ');
  }
  return open <= 0 && display_width(text) <= room ? text.size()
                                                  : std::min(text.find(' '), text.size());
}

/// Index after the colon or semicolon (outside parentheses) where the line breaks into two parts
/// that fit; npos if there is none.
std::size_t end_of_first_part(std::string_view line, std::size_t width, std::size_t indent) {
  int open = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    open += (line[i] == '(') - (line[i] == ')');
    const bool ends = (line[i] == ':' || line[i] == ';') && line[i + 1] == ' ' && open == 0;
    if (!ends || display_width(line.substr(0, i)) < indent) continue;
    const std::size_t rest = line.find_first_not_of(' ', i + 1);
    if (rest == line.npos || display_width(line.substr(0, i + 1)) > width) return line.npos;
    if (indent + display_width(line.substr(rest)) <= width) return i + 1;
  }
  return line.npos;
}

void append_fitted(std::string& out, std::string_view line, std::size_t width) {
  if (display_width(line) <= width) {
    out += line;
    return;
  }
  const std::size_t indent = hanging_indent(line, width);
  if (const std::size_t part = end_of_first_part(line, width, indent); part != line.npos) {
    out += line.substr(0, part);
    out += "\n" + std::string(indent, ' ');
    out += line.substr(line.find_first_not_of(' ', part));
    return;
  }
  const std::string_view label = line.substr(0, bytes_of(line, indent));
  out += label;
  line.remove_prefix(label.size());
  std::size_t column = indent;
  for (bool first = true; line.find_first_not_of(' ') != line.npos; first = false) {
    std::size_t gap = line.find_first_not_of(' ');
    const std::size_t end = gap + end_of_word(line.substr(gap), (width - indent) / 2);
    const std::string word = shortened(line.substr(gap, end - gap), width - indent);
    line.remove_prefix(end);
    if (first) gap = 0;
    if (!first && column + gap + display_width(word) > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
      gap = 0;
    }
    out += std::string(gap, ' ') + word;
    column += gap + display_width(word);
  }
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return std::count_if(text.begin(), text.end(), starts_code_point);
}

std::string shortened(std::string_view text, std::size_t width) {
  const std::size_t whole = display_width(text);
  if (whole <= width) return std::string(text);
  const std::size_t tail = (width - 1) / 2, head = width - 1 - tail;
  return fmt::format("{}…{}", text.substr(0, bytes_of(text, head)),
                     text.substr(bytes_of(text, whole - tail)));
}

std::string fitted(std::string_view text, std::size_t width) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    append_fitted(out, text.substr(0, end), width);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

void print_fitted(std::string_view text) { fmt::print("{}", fitted(text)); }

}  // namespace firstcontact::apps
