#pragma once
/// Text for people fits the width of a page.
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

/// Lines of more than `width` columns go on below, under the place where their text starts: after
/// the indentation, and after a first word that is followed by two spaces or more. What is in
/// parentheses stays together if it is not long. A colon or semicolon that leaves two parts that
/// fit is preferred. Single words that are too long are shortened in the middle.
std::string fitted(std::string_view text, std::size_t width = kPageWidth);

/// Prints `fitted(text)` on standard output.
void print_fitted(std::string_view text);

}  // namespace firstcontact::apps
