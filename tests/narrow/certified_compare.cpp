#include "narrow/certified_compare.h"

#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "narrow/certified/gap_corners.h"
#include "narrow/certified_support.h"

namespace firstcontact::test {
namespace {

constexpr int kTruthBits = 60;
constexpr double kExactWidth = 0x1p-30;

/// The tolerance that applies, without rounding.
Scaled tolerance_of(const Query& query, const Options& options) {
  if (options.tolerance) return Scaled(*options.tolerance);
  const narrow::GapCorners corners = narrow::gap_corners(query);
  Scaled tolerance(kRelativeTolerance * corners.largest);
  tolerance.exponent += corners.exponent;
  return tolerance;
}

/// Not exact mode, but nothing may be called a contact that is none.
bool has_no_tolerance(const Options& options) {
  return options.tolerance && *options.tolerance == 0;
}

void expect_status_semantics(const Result& result, const Options& options,
                             const exact::Decision& truth, const std::string& what) {
  switch (result.status) {
    case Status::Free:
      EXPECT_EQ(result.toi, options.t_max) << what;
      EXPECT_EQ(result.toi_upper, options.t_max) << what;
      break;
    case Status::Contact:
      if (result.starts_in_contact) {
        EXPECT_EQ(result.toi, 0) << what;
      } else if (result.toi == 0) {  // the first contact comes before the smallest positive double
        EXPECT_TRUE(truth.contact && result.toi_upper == 0x1p-1074) << what;
      }
      EXPECT_LE(result.toi, options.t_max) << what;
      break;
    case Status::Undecided: EXPECT_LE(result.toi, options.t_max) << what; break;
    case Status::Cancelled:
    case Status::InvalidInput: ADD_FAILURE() << what << ": " << result.message; break;
  }
}

void expect_exact(const Result& result, const exact::Decision& truth, const std::string& what) {
  EXPECT_EQ(!result.free(), truth.contact) << what;
  if (result.free() || !truth.contact) return;
  EXPECT_GE(result.toi_upper, truth.lower.round_down()) << what;
  EXPECT_LE(result.toi_upper - result.toi, kExactWidth) << what;
  EXPECT_EQ(result.starts_in_contact, truth.upper.round_up() == 0) << what;
}

}  // namespace

exact::Decision truth_of(const Query& query, const Options& options) {
  return exact::decide(query, {.min_separation = options.min_separation,
                               .norm = options.norm,
                               .t_max = options.t_max,
                               .width_bits = kTruthBits});
}

Result compare_with_oracle(const Query& query, const Options& options, const std::string& what,
                           Tally& tally) {
  const exact::Decision truth = truth_of(query, options);
  const Result result = solve(query, options);
  ++tally.queries;
  tally.contacts += truth.contact;
  tally.exhausted += result.status == Status::Undecided;
  tally.false_positives += !result.free() && !truth.contact;
  tally.most_checks = std::max(tally.most_checks, result.checks);

  expect_status_semantics(result, options, truth, what);
  if (truth.contact) {
    EXPECT_TRUE(!result.free()) << what << ": a contact was missed";
    EXPECT_LE(result.toi, truth.upper.round_up()) << what << ": toi after the first contact";
  }
  if (result.status == Status::Undecided || result.status == Status::Free) return result;
  if (options.exact) {
    expect_exact(result, truth, what);
  } else if (has_no_tolerance(options)) {
    EXPECT_TRUE(truth.contact) << what;
  } else {
    EXPECT_TRUE(within(query, result.toi,
                       Scaled(options.min_separation) + tolerance_of(query, options), options.norm))
        << what << ": not within tolerance at toi";
  }
  return result;
}

}  // namespace firstcontact::test
