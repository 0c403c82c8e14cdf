#include "checked_timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace firstcontact::bench {
namespace {

bool failed = false;

}  // namespace

void expect(bool holds, const std::string& what) {
  if (holds) return;
  fmt::print(stderr, "WRONG: {}\n", what);
  failed = true;
}

bool any_failed() { return failed; }

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<double> time_items(std::span<const std::function<void(std::size_t)>> runs,
                               std::span<const std::size_t> items, int repeats) {
  constexpr std::size_t kBlock = 20;
  std::vector<double> total(runs.size());
  for (std::size_t begin = 0; begin < items.size(); begin += kBlock) {
    const std::span<const std::size_t> block =
        items.subspan(begin, std::min(kBlock, items.size() - begin));
    std::vector<double> fastest(runs.size(), 1e300);
    for (int repeat = 0; repeat < repeats; ++repeat)
      for (std::size_t k = 0; k < runs.size(); ++k) {
        const double start = processor_seconds();
        for (const std::size_t item : block) runs[k](item);
        fastest[k] = std::min(fastest[k], processor_seconds() - start);
      }
    for (std::size_t k = 0; k < runs.size(); ++k) total[k] += fastest[k];
  }
  return total;
}

}  // namespace firstcontact::bench
