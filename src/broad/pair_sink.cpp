#include "broad/pair_sink.h"

#include <cstring>

#include "parallel/parallel.h"

namespace firstcontact::broad {

static_assert(sizeof(IndexPair) == sizeof(std::uint64_t));

bool TraversalRun::hand_over(std::span<const IndexPair> pairs) {
  if (stopped()) return false;
  try {
    if (!traversal_.visit(pairs)) stopped_ = true;
  } catch (...) {
    stopped_ = true;
    throw;
  }
  return !stopped();
}

void TraversalRun::add_cost(const TraversalCost& cost) {
  tests_.fetch_add(cost.tests, std::memory_order_relaxed);
  pairs_.fetch_add(cost.pairs, std::memory_order_relaxed);
}

void TraversalRun::run_ranges(std::size_t count, std::size_t grain,
                              const std::function<void(std::size_t, std::size_t)>& body) {
  parallel::parallel_for(count, grain, traversal_.threads, body);
}

void TraversalRun::report(std::size_t done, std::size_t count, double begin, double end) {
  if (!traversal_.progress || done == count) return;  // the end is reported once everything is done
  const double share =
      begin + (end - begin) * (static_cast<double>(done) / static_cast<double>(count));
  const std::unique_lock lock(progress_mutex_, std::try_to_lock);
  if (!lock.owns_lock() || share < reported_ + 0.01) return;
  reported_ = share;
  traversal_.progress(share);
}

void TraversalRun::advance(double share_done) {
  if (!traversal_.progress) return;
  const std::lock_guard lock(progress_mutex_);
  if (share_done <= reported_) return;
  reported_ = share_done;
  traversal_.progress(share_done);
}

bool PairSink::flush() {
  if (size == 0) return !run_.stopped();
  std::array<IndexPair, Traversal::kBlock> pairs;
  std::memcpy(pairs.data(), packed.data(), size * sizeof(IndexPair));
  const std::size_t count = size;
  flushed_ += count;
  size = 0;
  return run_.hand_over({pairs.data(), count});
}

void PairSink::finish() {
  flush();
  run_.add_cost({tests, flushed_});
}

}  // namespace firstcontact::broad
