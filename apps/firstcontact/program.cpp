#include "program.h"

#include <firstcontact/version.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "common/fitted_text.h"
#include "inputs/nearest_name.h"
#include "inputs/shared_options.h"

namespace firstcontact::apps {
namespace {

/// What no verb can make sense of: an empty value, which would count as 0, and "-" for a file.
std::string find_fault(std::span<const char* const> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view whole = arguments[i];
    const std::size_t sign = whole.starts_with("--") ? whole.find('=') : whole.npos;
    const std::string_view value = sign == whole.npos ? whole : whole.substr(sign + 1);
    const bool after_flag = i > 0 && std::string_view(arguments[i - 1]).starts_with("--");
    const std::string name = sign != whole.npos ? std::string(whole.substr(0, sign))
                             : after_flag       ? std::string(arguments[i - 1])
                                                : fmt::format("argument {}", i + 1);
    if (value.empty()) return name + ": the value is empty";
    if (value == "-")
      return name +
             ": '-' does not stand for standard input or output here; give the name of a file";
  }
  return "";
}

/// What to say to a command line without a verb that we know.
std::string no_verb(const CLI::App& app, std::span<const char* const> arguments) {
  constexpr std::size_t kSlips = 2;
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    verbs.push_back(verb->get_name());
  const std::string list = fmt::format("the verbs are {}", fmt::join(verbs, ", "));
  if (arguments.empty()) return fmt::format("a verb is needed: {}", list);
  const std::string_view given = arguments[0];
  if (given.starts_with("-"))
    return fmt::format("there is no option '{}' before a verb: {}", given, list);
  const std::string& nearest = nearest_name(given, verbs);
  const std::string hint =
      edits(given, nearest) <= kSlips ? fmt::format("did you mean '{}'? ", nearest) : "";
  return fmt::format("there is no verb '{}': {}{}", given, hint, list);
}

/// Shows the help that was asked for, or what is wrong with the arguments.
int show(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream out, err;
  const bool fine = app.exit(error, out, err) == 0;
  print_fitted(out.str());
  fmt::print(stderr, "{}", err.str());
  return fine ? kFine : kBadInput;
}

}  // namespace

int run_program(const Program& program, int argc, const char* const* argv) {
  CLI::App app{program.description};
  app.name(program.name);
  app.formatter(help_formatter());
  app.set_version_flag("--version", fmt::format("{} {}", program.name, FIRSTCONTACT_VERSION));
  app.require_subcommand(1);
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.get_formatter()->label("Positionals", "Arguments");
  app.footer(program.footer);
  int exit_code = kFine;
  program.add_verbs(app, exit_code);
  for (CLI::App* verb : app.get_subcommands(nullptr)) verb->group("Verbs");
  const std::span<const char* const> arguments(argv + std::min(argc, 1), argv + argc);
  if (const std::string fault = find_fault(arguments); !fault.empty()) {
    fmt::print(stderr, "firstcontact: {}\n", fault);
    return kBadInput;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0 && app.get_subcommands().empty()) {
      fmt::print(stderr, "firstcontact: {}\nRun with --help for more information.\n",
                 no_verb(app, arguments));
      return kBadInput;
    }
    return show(app, error);
  }
  return exit_code;
}

}  // namespace firstcontact::apps
