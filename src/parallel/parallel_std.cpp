// parallel_for with std::thread.
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "arith/float_environment.h"
#include "parallel/parallel.h"

namespace firstcontact::parallel {

int default_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void parallel_for(std::size_t count, std::size_t grain, int threads,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t ranges = count / grain + (count % grain != 0);
  if (threads <= 0) threads = default_threads();

  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    const arith::FloatEnvironmentGuard guard;
    for (std::size_t i; (i = next.fetch_add(1)) < ranges;) {
      try {
        body(i * grain, std::min(count, (i + 1) * grain));
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = ranges;
      }
    }
  };
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < std::min<std::size_t>(threads, ranges); ++i)
    helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace firstcontact::parallel
