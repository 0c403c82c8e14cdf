#pragma once
/// Splits a loop among threads. Every index is worked on by one thread, so a loop that writes to
/// its own slot for each index gives the same result for any number of threads.
#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace firstcontact::sim {

/// Calls `work(begin, end)` for consecutive ranges that cover [0, count). `threads` 0: as many as
/// the machine has. `work` must not throw.
template <class Work>
void for_chunks(std::size_t count, int threads, const Work& work) {
  /// Below this number of indices a further thread costs more than it saves.
  constexpr std::size_t kLeastPerThread = 64;
  const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads)
                                         : std::max(1u, std::thread::hardware_concurrency());
  const std::size_t used = std::clamp<std::size_t>(count / kLeastPerThread, 1, wanted);
  const auto bound = [&](std::size_t k) { return count * k / used; };
  std::vector<std::jthread> helpers;
  for (std::size_t k = 1; k < used; ++k)
    helpers.emplace_back([&work, begin = bound(k), end = bound(k + 1)] { work(begin, end); });
  work(bound(0), bound(1));
}

}  // namespace firstcontact::sim
