#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "parallel/parallel.h"

namespace firstcontact::parallel::parallel_for_test {
namespace {

TEST(ParallelFor, VisitsEveryIndexOnceForEveryThreadCountAndGrain) {
  for (const int threads : {0, 1, 2, 3, 8})
    for (const std::size_t grain : {0, 1, 7, 64, 5000}) {
      std::vector<std::atomic<int>> visits(1000);
      parallel_for(visits.size(), grain, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++visits[i];
      });
      for (const auto& count : visits)
        ASSERT_EQ(count, 1) << threads << " threads, grain " << grain;
    }
}

TEST(ParallelFor, RangesStartAtMultiplesOfTheGrainWhateverTheThreads) {
  for (const int threads : {1, 4}) {
    std::mutex mutex;
    std::set<std::pair<std::size_t, std::size_t>> ranges;
    parallel_for(100, 30, threads, [&](std::size_t begin, std::size_t end) {
      const std::lock_guard lock(mutex);
      ranges.insert({begin, end});
    });
    EXPECT_EQ(ranges, (std::set<std::pair<std::size_t, std::size_t>>{
                          {0, 30}, {30, 60}, {60, 90}, {90, 100}}));
  }
}

TEST(ParallelFor, DoesNothingForNothing) {
  parallel_for(0, 1, 4, [](std::size_t, std::size_t) { FAIL() << "called for an empty range"; });
}

TEST(ParallelFor, RethrowsWhatTheBodyThrows) {
  for (const int threads : {1, 4})
    EXPECT_THROW(parallel_for(1000, 1, threads,
                              [](std::size_t begin, std::size_t) {
                                if (begin == 500) throw std::runtime_error("stop");
                              }),
                 std::runtime_error);
}

// TBB keeps memory of every arena that was made: 7 kB a call, if each call makes one.
TEST(ParallelFor, KeepsNoMemoryOfCallsThatEnded) {
  const auto pages_in_memory = [] {
    std::size_t total = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return resident;
  };
  if (pages_in_memory() == 0) GTEST_SKIP() << "there is no /proc/self/statm";
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer keeps memory itself";
#endif
  std::atomic<std::size_t> sum = 0;
  const auto call = [&](int times) {
    for (int i = 0; i < times; ++i)
      parallel_for(4, 1, 2, [&](std::size_t begin, std::size_t) { sum += begin; });
  };
  call(200);
  const std::size_t before = pages_in_memory();
  call(3000);
  EXPECT_LT(pages_in_memory(), before + 1500);  // of 4 kB; it was 5,300
  EXPECT_EQ(sum, 3200u * 6);
}

TEST(ParallelFor, MayBeNested) {
  std::atomic<int> calls = 0;
  parallel_for(8, 1, 4, [&](std::size_t, std::size_t) {
    parallel_for(8, 1, 4, [&](std::size_t begin, std::size_t end) {
      calls += static_cast<int>(end - begin);
    });
  });
  EXPECT_EQ(calls, 64);
}

TEST(ParallelFor, ReallyUsesSeveralThreads) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  std::atomic<int> waiting = 0;
  parallel_for(2, 1, 2, [&](std::size_t, std::size_t) {
    ++waiting;
    for (int i = 0; i < 2000 && waiting < 2; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::lock_guard lock(mutex);
    seen.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(seen.size(), 2u);
}

}  // namespace
}  // namespace firstcontact::parallel::parallel_for_test
