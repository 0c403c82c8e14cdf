// parallel_for with TBB.
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "arith/float_environment.h"
#include "parallel/parallel.h"

namespace firstcontact::parallel {
namespace {

/// An arena of some number of threads, taken from those that nobody uses and given back at the end.
/// TBB (2021.8) keeps about 7 kB of every arena that was ever made, so arenas are made only where
/// more calls run at the same time than ever before.
class BorrowedArena {
 public:
  explicit BorrowedArena(int threads) : threads_(threads) {
    const std::lock_guard lock(idle().mutex);
    auto& arenas = idle().by_threads[threads];
    if (arenas.empty()) {
      arena_ = std::make_unique<tbb::task_arena>(threads);
      arenas.reserve(++idle().made[threads]);  // so that giving back cannot fail
    } else {
      arena_ = std::move(arenas.back());
      arenas.pop_back();
    }
  }
  ~BorrowedArena() {
    const std::lock_guard lock(idle().mutex);
    idle().by_threads[threads_].push_back(std::move(arena_));
  }
  BorrowedArena(const BorrowedArena&) = delete;
  BorrowedArena& operator=(const BorrowedArena&) = delete;

  tbb::task_arena& operator*() { return *arena_; }

 private:
  struct Idle {
    std::mutex mutex;
    std::map<int, std::vector<std::unique_ptr<tbb::task_arena>>> by_threads;
    std::map<int, std::size_t> made;
  };
  /// Never destroyed: threads may still run while the program ends.
  static Idle& idle() {
    static Idle& all = *new Idle;
    return all;
  }

  int threads_;
  std::unique_ptr<tbb::task_arena> arena_;
};

}  // namespace

int default_threads() { return std::max(1, tbb::info::default_concurrency()); }

void parallel_for(std::size_t count, std::size_t grain, int threads,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t ranges = count / grain + (count % grain != 0);
  const auto run_range = [&](std::size_t i) {
    const arith::FloatEnvironmentGuard guard;
    body(i * grain, std::min(count, (i + 1) * grain));
  };
  if (threads <= 0) threads = default_threads();
  if (threads == 1 || ranges <= 1) {
    for (std::size_t i = 0; i < ranges; ++i) run_range(i);
    return;
  }
  // By default TBB starts at most as many workers as the machine has cores. A user who asks for
  // more threads gets them.
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism,
                                  std::max<std::size_t>(threads, default_threads()));
  BorrowedArena arena(threads);
  (*arena).execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, ranges, 1),
                      [&](const tbb::blocked_range<std::size_t>& r) {
                        for (std::size_t i = r.begin(); i != r.end(); ++i) run_range(i);
                      });
  });
}

}  // namespace firstcontact::parallel
