#pragma once
/// What note() says: whether a traversal took far more box tests than its boxes and pairs explain.
#include <cstddef>
#include <mutex>
#include <string>

#include "broad/pair_sink.h"

namespace firstcontact::broad {

class CostNote {
 public:
  /// Box tests that `count` boxes and `pairs` pairs explain: kTestsPerPair a pair and kTestsPerStep
  /// * log2(count) a box.
  static double expected_tests(std::size_t count, const TraversalCost& cost);
  static constexpr double kTestsPerPair = 64, kTestsPerStep = 128;

  /// After a traversal: says how many tests there were, and the likely reason, if they were more
  /// than `expected_tests`.
  void set(const char* reason, std::size_t count, const TraversalCost& cost);
  std::string get() const;

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

}  // namespace firstcontact::broad
