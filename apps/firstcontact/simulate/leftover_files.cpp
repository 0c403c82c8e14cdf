#include "leftover_files.h"

#include <algorithm>

#include "io/errors.h"

namespace firstcontact::apps {

std::string without_temporary_ending(const std::string& name) {
  constexpr std::string_view kEnding = ".tmp-";
  const std::size_t at = name.rfind(kEnding);
  if (at == name.npos || at == 0) return name;
  const std::string_view numbers = std::string_view(name).substr(at + kEnding.size());
  const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
  const bool ours =
      std::count(numbers.begin(), numbers.end(), '-') == 1 && is_digit(numbers.front()) &&
      is_digit(numbers.back()) &&
      std::all_of(numbers.begin(), numbers.end(), [&](char c) { return c == '-' || is_digit(c); });
  return ours ? name.substr(0, at) : name;
}

void remove_leftover(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::remove(file, error);
  if (error) throw io::OutputError(file.string(), "cannot be removed: " + error.message());
}

}  // namespace firstcontact::apps
