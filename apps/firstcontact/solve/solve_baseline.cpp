#include "solve_baseline.h"

#include <fmt/format.h>

namespace firstcontact::apps {
namespace {

[[noreturn]] void refuse(const baselines::Method& method, const std::string& what) {
  throw CLI::ValidationError("solve", fmt::format("--method {} {}", method.name, what));
}

}  // namespace

std::vector<std::string> baseline_names() {
  std::vector<std::string> names;
  for (const baselines::Method& method : baselines::methods()) names.emplace_back(method.name);
  return names;
}

std::string baseline_help() {
  std::string help;
  for (const baselines::Method& method : baselines::methods()) {
    help += fmt::format("  {:5} {} ({})", method.name, method.title, method.reference);
    if (!method.tolerance_meaning.empty())
      help += fmt::format("; tolerance: {} (default: {})", method.tolerance_meaning,
                          method.default_tolerance);
    help += method.takes_separation ? "; takes --separation\n" : "\n";
  }
  return help;
}

void refuse_meaningless_options(const CLI::App& command, const baselines::Method& method,
                                const baselines::Settings& settings) {
  const auto given = [&](const std::string& option) { return command.count(option) > 0; };
  for (const char* option : {"--exact", "--certificates", "--t-max", "--norm"})
    if (given(option)) refuse(method, fmt::format("has no {}", option));
  if (given("--separation") && !method.takes_separation) refuse(method, "takes no --separation");
  if (given("--tolerance") && method.tolerance_meaning.empty())
    refuse(method, "has no --tolerance");
  if (given("--max-checks") && !method.uses_max_checks)
    refuse(method, "does a fixed amount of work: it has no --max-checks");
  // The tolerance is a share of the gap: with 0 the method would never reach the contact, with 1 it
  // would never move.
  if (method.name == "accd" && settings.tolerance &&
      !(*settings.tolerance > 0 && *settings.tolerance < 1))
    refuse(method,
           "needs a --tolerance between 0 and 1: the share of the initial gap at which it stops");
}

}  // namespace firstcontact::apps
