#include "bench_measure.h"

#include <algorithm>
#include <cmath>

namespace firstcontact::apps {
namespace {

// Bins of the histograms. Values outside go to the first and the last bin.
constexpr int kShortestUs = -2, kLongestUs = 7, kBinsPerDecade = 10;
constexpr int kSmallestError = -17, kLargestError = 0, kErrorBinsPerDecade = 4;

std::size_t bin_of(double value, int first, int steps, std::size_t bins) {
  if (!(value > 0)) return 0;
  const double place = std::floor((std::log10(value) - first) * steps);
  return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(bins - 1)));
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

/// Nearest rank. Precondition: sorted.
double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const double rank = std::ceil(share * static_cast<double>(sorted.size()));
  return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

std::vector<double> microseconds_of(std::span<const BenchAnswer> answers) {
  std::vector<double> out;
  out.reserve(answers.size());
  for (const BenchAnswer& answer : answers)
    out.push_back(static_cast<double>(answer.nanoseconds) * 1e-3);
  return out;
}

void append_time_statistics(Json& out, std::vector<double> us) {
  out["mean_us"] = mean_of(us);
  std::sort(us.begin(), us.end());
  out["median_us"] = quantile(us, 0.5);
  out["p95_us"] = quantile(us, 0.95);
  out["max_us"] = us.empty() ? 0 : us.back();
}

bool is_positive(const BenchAnswer& answer) {
  return answer.status != Status::Free && answer.status != Status::InvalidInput;
}

void append_counts(Json& out, std::span<const BenchAnswer> answers,
                   const std::vector<ExactTruth>& truth) {
  std::int64_t positives = 0, false_positives = 0, false_negatives = 0, exhausted = 0, errors = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const bool positive = is_positive(answers[i]);
    if (answers[i].status == Status::InvalidInput) {
      ++errors;
      continue;
    }
    positives += positive;
    false_positives += positive && !truth[i].contact;
    false_negatives += !positive && truth[i].contact;
    exhausted += answers[i].status == Status::Undecided;
  }
  out["positives"] = positives;
  out["false_positives"] = false_positives;
  out["false_negatives"] = false_negatives;
  out["exhausted"] = exhausted;
  out["errors"] = errors;
}

Json histogram_of(std::span<const BenchAnswer> answers, const std::vector<ExactTruth>& truth) {
  const std::vector<double> edges = log_edges(kShortestUs, kLongestUs, kBinsPerDecade);
  std::vector<std::int64_t> positive(edges.size() - 1), negative(edges.size() - 1);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const double us = static_cast<double>(answers[i].nanoseconds) * 1e-3;
    ++(truth[i].contact ? positive
                        : negative)[bin_of(us, kShortestUs, kBinsPerDecade, edges.size() - 1)];
  }
  return {{"edges_us", edges}, {"positive", positive}, {"negative", negative}};
}

/// A time is late if it is after the exact first time: a step of that length goes through the
/// contact. A time within the neighbouring doubles that enclose the exact time counts as early by
/// 0.
Json time_accuracy(std::span<const BenchAnswer> answers, const std::vector<ExactTruth>& truth) {
  const std::vector<double> edges = log_edges(kSmallestError, kLargestError, kErrorBinsPerDecade);
  std::vector<std::int64_t> early_counts(edges.size() - 1), late_counts(edges.size() - 1);
  std::vector<double> early, late;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!is_positive(answers[i]) || !truth[i].contact || std::isnan(answers[i].toi)) continue;
    const bool is_late = answers[i].toi > truth[i].toi_upper;
    const double error = std::clamp(
        is_late ? answers[i].toi - truth[i].toi_upper : truth[i].toi - answers[i].toi, 0.0, 1.0);
    (is_late ? late : early).push_back(error);
    ++(is_late
           ? late_counts
           : early_counts)[bin_of(error, kSmallestError, kErrorBinsPerDecade, edges.size() - 1)];
  }
  if (early.empty() && late.empty()) return nullptr;
  std::sort(early.begin(), early.end());
  return {{"compared", early.size() + late.size()},
          {"late", late.size()},
          {"late_max", late.empty() ? 0 : *std::max_element(late.begin(), late.end())},
          {"late_mean", mean_of(late)},
          {"early_mean", mean_of(early)},
          {"early_median", quantile(early, 0.5)},
          {"early_max", early.empty() ? 0 : early.back()},
          {"edges", edges},
          {"early", early_counts},
          {"late_counts", late_counts}};
}

}  // namespace

std::vector<double> log_edges(int first, int last, int steps) {
  std::vector<double> edges;
  for (int i = 0; i <= (last - first) * steps; ++i)
    edges.push_back(std::pow(10.0, first + static_cast<double>(i) / steps));
  return edges;
}

Json first_timing(const BenchUnit& unit, std::span<const BenchAnswer> answers,
                  const std::vector<ExactTruth>& truth, double seconds, double limit_s) {
  Json out;
  out["queries"] = answers.size();
  append_time_statistics(out, microseconds_of(answers));
  append_counts(out, answers, truth);
  out["histogram"] = histogram_of(answers, truth);
  out["time"] = unit.method->gives_time ? time_accuracy(answers, truth) : Json(nullptr);
  std::size_t again = answers.size();
  if (seconds > limit_s)
    again = static_cast<std::size_t>(static_cast<double>(again) * limit_s / seconds);
  out["repeat_queries"] = again;
  out["repeat_mean_us"] = mean_of(microseconds_of(answers.first(again)));
  return out;
}

Json repeated_timing(std::span<const BenchAnswer> answers) {
  Json out;
  out["queries"] = answers.size();
  append_time_statistics(out, microseconds_of(answers));
  return out;
}

}  // namespace firstcontact::apps
