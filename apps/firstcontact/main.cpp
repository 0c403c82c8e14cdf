// The program `firstcontact`: finds the verb, shows help and messages, sets the exit code.
#include <firstcontact/version.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "common/described_report.h"
#include "common/end_on_signal.h"
#include "common/fitted_text.h"
#include "common/standard_streams.h"
#include "inputs/nearest_name.h"
#include "inputs/shared_options.h"

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
  using firstcontact::apps::edits, firstcontact::apps::nearest_name;
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
  firstcontact::apps::print_fitted(out.str());
  fmt::print(stderr, "{}", err.str());
  return fine ? firstcontact::apps::kFine : firstcontact::apps::kBadInput;
}

int run(int argc, const char* const* argv) {
  using namespace firstcontact::apps;
  CLI::App app{
      "FirstContact: does moving geometry touch between two instants, when first, and where."};
  app.name("firstcontact");
  app.formatter(help_formatter());
  app.set_version_flag("--version", "firstcontact " FIRSTCONTACT_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.get_formatter()->label("Positionals", "Arguments");
  app.footer(
      "`firstcontact VERB --help` explains a verb, with examples. A first one:\n"
      "  firstcontact check cloth0.ply cloth1.ply\n\n"
      "Exit codes: 0 fine, 1 a contact (check, screw, robot) or a proof that fails (verify), 2 bad "
      "usage or input, 3 a contact was missed (solve, and our own methods in bench), 4 undecided "
      "(screw, robot) or stopped early (simulate). A program that a signal ends leaves no "
      "temporary files; shells show 130 for "
      "Ctrl-C.");
  int exit_code = kFine;
  add_check_command(app, exit_code);
  add_screw_command(app, exit_code);
  add_robot_command(app, exit_code);
  add_simulate_command(app, exit_code);
  add_solve_command(app, exit_code);
  add_generate_command(app, exit_code);
  add_verify_command(app, exit_code);
  add_bench_command(app, exit_code);
  add_view_command(app, exit_code);
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

}  // namespace

int main(int argc, char** argv) {
  using namespace firstcontact::apps;
  prepare_standard_streams();
  end_on_signals();
  remember_command(argc, argv);
  try {
    return finish_standard_output(run(argc, argv), kBadInput);
  } catch (const std::exception& error) {
    if (standard_output_failed()) return finish_standard_output(kBadInput, kBadInput, &error);
    flush_standard_output();
    fmt::print(stderr, "firstcontact: {}\n", error.what());
    return kBadInput;
  }
}
