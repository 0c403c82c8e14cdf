#pragma once
/// Compares the certified solver with the exact oracle: every promise that docs/guide/guarantees.md
/// makes about one answer.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

#include <cstdint>
#include <string>

#include "exact/oracle.h"

namespace firstcontact::test {

struct Tally {
  int queries = 0, contacts = 0, false_positives = 0, exhausted = 0;
  std::int64_t most_checks = 0;
};

/// The oracle's answer to the same question, to 2^-60.
exact::Decision truth_of(const Query& query, const Options& options);

/// Solves, compares, and reports each broken promise under the name `what`.
Result compare_with_oracle(const Query& query, const Options& options, const std::string& what,
                           Tally& tally);

}  // namespace firstcontact::test
