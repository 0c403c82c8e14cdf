#include "nearest_name.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace firstcontact::apps {

std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(last, row);
  }
  return last.back();
}

const std::string& nearest_name(std::string_view given, std::span<const std::string> names) {
  return *std::min_element(names.begin(), names.end(),
                           [&](const std::string& a, const std::string& b) {
                             return edits(given, a) < edits(given, b);
                           });
}

}  // namespace firstcontact::apps
