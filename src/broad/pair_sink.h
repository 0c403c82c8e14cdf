#pragma once
/// Collects the pairs that the finders find. Every task has its own PairSink; all tasks of a
/// traversal share one TraversalRun.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>

#include "broad/pair_finder.h"

namespace firstcontact::broad {

/// Numbers of box tests and of pairs found by a traversal, for note().
struct TraversalCost {
  std::uint64_t tests = 0, pairs = 0;
};

/// What the tasks of one traversal share: the visitor, whether to stop, and the progress.
class TraversalRun {
 public:
  explicit TraversalRun(const Traversal& traversal) : traversal_(traversal) {}

  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  /// Returns false if the traversal must stop. If the visitor throws, stops the other tasks and
  /// rethrows.
  bool hand_over(std::span<const IndexPair> pairs);
  void add_cost(const TraversalCost& cost);
  TraversalCost cost() const { return {tests_.load(), pairs_.load()}; }

  /// Runs `body(begin, end, sink)` over [0, count) in parallel and reports progress from
  /// `progress_begin` to `progress_end`; the latter always, unless stopped. Returns false if
  /// stopped.
  template <class Body>
  bool for_ranges(std::size_t count, std::size_t grain, const Body& body, double progress_begin = 0,
                  double progress_end = 1);

 private:
  void run_ranges(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body);
  void advance(double share_done);
  void report(std::size_t done, std::size_t count, double begin, double end);

  const Traversal& traversal_;
  std::atomic<bool> stopped_ = false;
  std::atomic<std::uint64_t> tests_ = 0, pairs_ = 0;
  std::mutex progress_mutex_;
  double reported_ = -1;
};

/// Collects pairs into blocks. Kernels write directly to `packed` and `size`.
class PairSink {
 public:
  explicit PairSink(TraversalRun& run) : run_(run) {}
  PairSink(const PairSink&) = delete;
  PairSink& operator=(const PairSink&) = delete;

  /// Largest number of pairs that a kernel may write at once.
  static constexpr std::size_t kSlack = 8;
  /// To be called after each write of at most kSlack pairs. Returns false if the traversal must
  /// stop.
  bool keep_room() { return size <= Traversal::kBlock - kSlack || flush(); }
  bool flush();
  /// Flushes, and adds the cost to that of the run. To be called once, at the end of the task.
  void finish();

  /// The pairs, each an IndexPair with its bytes in memory order.
  alignas(64) std::array<std::uint64_t, Traversal::kBlock> packed;
  std::size_t size = 0;
  std::uint64_t tests = 0;

 private:
  TraversalRun& run_;
  std::uint64_t flushed_ = 0;
};

template <class Body>
bool TraversalRun::for_ranges(std::size_t count, std::size_t grain, const Body& body,
                              double progress_begin, double progress_end) {
  std::atomic<std::size_t> done = 0;
  run_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
    if (traversal_.keep_going && !traversal_.keep_going())
      stopped_.store(true, std::memory_order_relaxed);
    if (stopped()) return;
    PairSink sink(*this);
    body(begin, end, sink);
    sink.finish();
    if (!stopped()) report(done += end - begin, count, progress_begin, progress_end);
  });
  if (stopped()) return false;
  advance(progress_end);
  return true;
}

}  // namespace firstcontact::broad
