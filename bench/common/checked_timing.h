#pragma once
/// What benchmark programs share: answers that are checked, times that are ratios.
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace firstcontact::bench {

/// Prints what is wrong and makes `any_failed` true.
void expect(bool holds, const std::string& what);
bool any_failed();

/// Processor time of the program, all threads together: other programs disturb it less than they do
/// a clock.
double processor_seconds();

/// Seconds that each of `runs` takes for all items together. Goes through the items in blocks,
/// `repeats` times each block, the runs taking turns; the fastest time of a block counts. So all
/// see the same machine, also where other programs use it.
std::vector<double> time_items(std::span<const std::function<void(std::size_t)>> runs,
                               std::span<const std::size_t> items, int repeats);

}  // namespace firstcontact::bench
