#include "common/tally.h"

namespace firstcontact::apps {

void Tally::add(const Result& result, bool truth, std::int64_t nanoseconds) {
  ++queries;
  durations.add(nanoseconds);
  if (result.status == Status::InvalidInput) {
    ++errors;
    return;
  }
  positives += !result.free();
  false_positives += !result.free() && !truth;
  false_negatives += result.free() && truth;
  exhausted += result.status == Status::Undecided;
}

void Tally::merge(const Tally& other) {
  queries += other.queries;
  positives += other.positives;
  false_positives += other.false_positives;
  false_negatives += other.false_negatives;
  exhausted += other.exhausted;
  errors += other.errors;
  durations.merge(other.durations);
}

}  // namespace firstcontact::apps
