#pragma once
/// Counts answers against the truth.
#include <firstcontact/result.h>

#include <cstdint>

#include "common/duration_histogram.h"

namespace firstcontact::apps {

struct Tally {
  std::int64_t queries = 0, positives = 0, false_positives = 0, false_negatives = 0, exhausted = 0,
               errors = 0;
  DurationHistogram durations;

  /// InvalidInput counts as an error, not as an answer.
  void add(const Result& result, bool truth, std::int64_t nanoseconds);
  void merge(const Tally& other);
};

}  // namespace firstcontact::apps
