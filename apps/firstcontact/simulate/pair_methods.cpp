#include "pair_methods.h"

#include <firstcontact/solve.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "baselines/method.h"

namespace firstcontact::apps {
namespace {

struct OwnMethod {
  const char* name;
  Method method;
  const char* about;
};
constexpr std::array<OwnMethod, 4> kOwnMethods = {
    {{"certified", Method::Certified, "separating directions, the library's own step (default)"},
     {"exact", Method::Exact, "integer arithmetic without rounding, pair by pair; slow"},
     {"tight-inclusion", Method::TightInclusion, "the published bisection, repaired, pair by pair"},
     {"tight-inclusion-fast", Method::TightInclusionFast,
      "the same with a faster order of boxes"}}};

/// The motion up to t_max, as one over [0, 1].
Query cut_off(const Query& query, double t_max) {
  Query shorter = query;
  for (std::size_t i = 0; i < query.t0.size(); ++i)
    shorter.t1[i] = query.t0[i] + t_max * (query.t1[i] - query.t0[i]);
  return shorter;
}

Outcome outcome_of(const baselines::Answer& answer, double t_max) {
  Outcome outcome;
  outcome.checks = answer.checks;
  outcome.toi = outcome.toi_upper = t_max;
  outcome.status = Status::Free;
  if (!answer.contact) return outcome;
  outcome.status = answer.exhausted ? Status::Undecided : Status::Contact;
  outcome.toi = std::isnan(answer.toi) ? 0 : std::clamp(answer.toi, 0.0, 1.0) * t_max;
  outcome.starts_in_contact = answer.toi == 0;
  return outcome;
}

sim::PairMethod published_method(const baselines::Method& method,
                                 const std::optional<double>& tolerance) {
  const auto solve_pair = [&method, tolerance](const Query& query, double separation,
                                               double t_max) {
    baselines::Settings settings;
    settings.tolerance = tolerance;
    if (method.takes_separation) settings.min_separation = separation;
    const Query asked = t_max < 1 ? cut_off(query, t_max) : query;
    return outcome_of(method.solve(asked, settings), t_max);
  };
  return {std::string(method.name), method.takes_separation, method.gives_time, solve_pair};
}

}  // namespace

std::vector<std::string> pair_method_names() {
  std::vector<std::string> names;
  for (const OwnMethod& own : kOwnMethods) names.emplace_back(own.name);
  for (const baselines::Method& method : baselines::methods()) names.emplace_back(method.name);
  return names;
}

std::string pair_method_help() {
  std::string help;
  for (const OwnMethod& own : kOwnMethods)
    help += fmt::format("  {:20}  {}\n", own.name, own.about);
  for (const baselines::Method& method : baselines::methods()) {
    help += fmt::format("  {:20}  {} ({})", method.name, method.title, method.reference);
    if (!method.tolerance_meaning.empty())
      help += fmt::format("; tolerance: {}", method.tolerance_meaning);
    help += method.takes_separation ? "" : "; no separation";
    help += method.gives_time ? "\n" : "; no time of contact\n";
  }
  return help;
}

std::string tolerance_fault(const std::string& name, double tolerance) {
  const baselines::Method* method = baselines::find_method(name);
  if (!(tolerance >= 0 && tolerance < std::numeric_limits<double>::infinity()))
    return "must be 0 or more";
  if (!method) return "";
  if (method->tolerance_meaning.empty()) return fmt::format("--method {} has none", name);
  // With 0 the method would never reach the contact, with 1 it would never move.
  if (name == "accd" && !(tolerance > 0 && tolerance < 1))
    return "must lie between 0 and 1 for accd: the share of the initial gap at which it stops";
  return "";
}

sim::PairMethod pair_method(const std::string& name, const std::optional<double>& tolerance,
                            const std::optional<double>& given) {
  if (const baselines::Method* method = baselines::find_method(name))
    return published_method(*method, given);
  const OwnMethod& own = *std::find_if(kOwnMethods.begin(), kOwnMethods.end(),
                                       [&](const OwnMethod& m) { return m.name == name; });
  if (own.method == Method::Certified) return {};
  Options options;
  options.method = own.method;
  options.tolerance = tolerance;
  if (own.method != Method::Exact) options.norm = Norm::Linf;
  return {name, true, true,
          [options](const Query& query, double separation, double t_max) -> Outcome {
            Options asked = options;
            asked.min_separation = separation;
            asked.t_max = t_max;
            return solve(query, asked);
          }};
}

}  // namespace firstcontact::apps
