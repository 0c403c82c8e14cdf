#pragma once
/// Fits text for people into the width of a page.
#include <cstddef>
#include <string>
#include <string_view>

namespace firstcontact::apps {

/// Columns of everything that is printed for people.
inline constexpr std::size_t kPageWidth = 100;

/// Columns on the screen: code points, not bytes.
std::size_t display_width(std::string_view text);

/// The text if it fits `width` columns (at least 1), otherwise its start and its end with "…"
/// between them.
std::string shortened(std::string_view text, std::size_t width);

/// Breaks lines of more than `width` columns. The rest of a line is indented as far as its text
/// starts: after the indentation, and after a first word (a label) that is followed by two spaces
/// or more. A short parenthesis is not broken. A break after a colon or semicolon is preferred if
/// both parts then fit. A single word that is too long is shortened in the middle.
std::string fitted(std::string_view text, std::size_t width = kPageWidth);

/// Prints `fitted(text)` on standard output.
void print_fitted(std::string_view text);

}  // namespace firstcontact::apps
