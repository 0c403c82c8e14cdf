#pragma once
/// The text of note(): whether a traversal took far more box tests than its boxes and pairs
/// explain.
#include <cstddef>
#include <mutex>
#include <string>

#include "broad/pair_sink.h"

namespace firstcontact::broad {

class CostNote {
 public:
  /// Number of box tests that `count` boxes and the pairs found explain: kTestsPerPair per pair and
  /// kTestsPerStep * log2(count) per box.
  static double expected_tests(std::size_t count, const TraversalCost& cost);
  static constexpr double kTestsPerPair = 64, kTestsPerStep = 128;

  /// To be called after a traversal. If it took more than `expected_tests`, the note gives their
  /// number and the likely reason; otherwise it is empty.
  void set(const char* reason, std::size_t count, const TraversalCost& cost);
  std::string get() const;

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

}  // namespace firstcontact::broad
