#include "broad/cost_note.h"

#include <cmath>
#include <cstdio>

namespace firstcontact::broad {

double CostNote::expected_tests(std::size_t count, const TraversalCost& cost) {
  const double n = static_cast<double>(count);
  return kTestsPerPair * static_cast<double>(cost.pairs) + kTestsPerStep * n * std::log2(n + 2);
}

void CostNote::set(const char* reason, std::size_t count, const TraversalCost& cost) {
  std::string text;
  if (static_cast<double>(cost.tests) > expected_tests(count, cost)) {
    const double tests = static_cast<double>(cost.tests);
    char numbers[160];
    std::snprintf(numbers, sizeof numbers,
                  "%.3g box tests (%.3g a box) for %zu boxes with %.3g overlapping pairs: ", tests,
                  tests / static_cast<double>(count), count, static_cast<double>(cost.pairs));
    text = std::string(numbers) + reason;
  }
  const std::lock_guard lock(mutex_);
  text_ = text;
}

std::string CostNote::get() const {
  const std::lock_guard lock(mutex_);
  return text_;
}

}  // namespace firstcontact::broad
