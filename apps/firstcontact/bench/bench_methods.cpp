#include "bench_methods.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "narrow/validate.h"

namespace firstcontact::apps {
namespace {

BenchMethod ours(std::string name, std::string title, Method method) {
  BenchMethod out;
  out.name = std::move(name);
  out.title = std::move(title);
  out.reference = "this library";
  out.ours = out.claims_no_misses = out.gives_time = out.takes_separation = out.uses_max_checks =
      true;
  out.options.method = method;
  return out;
}

BenchMethod with_tolerance(BenchMethod method, std::string meaning) {
  method.tolerance_meaning = std::move(meaning);
  method.default_tolerance = kRelativeTolerance;
  return method;
}

BenchMethod exactly(BenchMethod method) {
  method.options.exact = true;
  return method;
}

BenchMethod in_linf(BenchMethod method, std::string reference) {
  method.norm = method.options.norm = Norm::Linf;
  method.reference = std::move(reference);
  return method;
}

BenchMethod published(const baselines::Method& method) {
  BenchMethod out;
  out.name = method.name;
  out.title = method.title;
  out.reference = method.reference;
  out.tolerance_meaning = method.tolerance_meaning;
  out.default_tolerance = method.default_tolerance;
  out.claims_no_misses = method.claims_no_misses;
  out.gives_time = method.gives_time;
  out.takes_separation = method.takes_separation;
  out.uses_max_checks = method.uses_max_checks;
  out.baseline = &method;
  return out;
}

std::vector<BenchMethod> make_methods() {
  constexpr const char* kLength = "length that counts as touching";
  constexpr const char* kAxisLength = "length that counts as touching, on every axis";
  constexpr const char* kTightInclusion =
      "Wang, Ferguson, Schneider, Jiang, Attene, Panozzo 2021; this library's code";
  std::vector<BenchMethod> all = {
      with_tolerance(ours("certified", "certified advance", Method::Certified), kLength),
      exactly(ours("certified-exact", "certified advance, exact", Method::Certified)),
      ours("exact", "exact oracle", Method::Exact),
      in_linf(with_tolerance(ours("tight-inclusion", "tight inclusion", Method::TightInclusion),
                             kAxisLength),
              kTightInclusion),
      in_linf(with_tolerance(ours("tight-inclusion-fast", "tight inclusion, earliest first",
                                  Method::TightInclusionFast),
                             kAxisLength),
              kTightInclusion)};
  for (const baselines::Method& method : baselines::methods()) all.push_back(published(method));
  return all;
}

Options options_of(const BenchMethod& method, const BenchParameters& parameters) {
  Options options = method.options;
  if (!method.tolerance_meaning.empty()) options.tolerance = parameters.tolerance;
  options.max_checks = parameters.max_checks;
  options.min_separation = parameters.separation;
  return options;
}

}  // namespace

const std::vector<BenchMethod>& bench_methods() {
  static const std::vector<BenchMethod> kMethods = make_methods();
  return kMethods;
}

const BenchMethod* find_bench_method(std::string_view name) {
  const auto& all = bench_methods();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const BenchMethod& m) { return m.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::string refusal(const BenchMethod& method, const BenchParameters& parameters) {
  if (parameters.separation > 0 && !method.takes_separation) return "takes no separation";
  if (!method.baseline) {
    const char* fault = narrow::find_fault(options_of(method, parameters));
    return fault ? fault : "";
  }
  // The tolerance is a share of the gap: with 0 the method would never reach the contact, with 1 it
  // would never move.
  if (method.name == "accd" && !(parameters.tolerance > 0 && parameters.tolerance < 1))
    return "needs a tolerance between 0 and 1: the share of the initial gap at which it stops";
  return "";
}

std::size_t block_size(const BenchMethod& method) {
  return method.options.method == Method::Certified && !method.baseline ? kTimedBlock : 1;
}

void answer_block(const BenchMethod& method, const BenchParameters& parameters,
                  std::span<const Query> queries, std::int64_t clock_cost,
                  std::span<TimedAnswer> answers) {
  if (method.baseline)
    solve_timed(queries, *method.baseline,
                {parameters.tolerance, parameters.max_checks, parameters.separation}, clock_cost,
                answers);
  else
    solve_timed(queries, options_of(method, parameters), clock_cost, answers);
}

}  // namespace firstcontact::apps
