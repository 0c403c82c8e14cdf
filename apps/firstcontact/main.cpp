#include <firstcontact/version.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "commands.h"

int main(int argc, char** argv) {
  using namespace firstcontact::apps;
  CLI::App app{"FirstContact: does moving geometry touch between two instants, when first, and where."};
  app.name("firstcontact");
  app.set_version_flag("--version", "firstcontact " FIRSTCONTACT_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 fine, 1 a contact (check) or a proof that fails (verify), 2 bad usage or input, 3 an answer contradicts the\n"
      "ground truth by a miss (solve, and our own methods in bench).\n"
      "`firstcontact VERB --help` explains a verb, with examples.");
  int exit_code = kFine;
  add_check_command(app, exit_code);
  add_solve_command(app, exit_code);
  add_generate_command(app, exit_code);
  add_verify_command(app, exit_code);
  add_bench_command(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kFine : kBadInput;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr, "firstcontact: {}\n", error.what());
    return kBadInput;
  }
  return exit_code;
}
