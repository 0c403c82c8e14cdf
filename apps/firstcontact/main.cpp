// The program `firstcontact`.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "commands.h"
#include "common/described_report.h"
#include "common/end_on_signal.h"
#include "common/standard_streams.h"
#include "program.h"

namespace {

void add_verbs(CLI::App& app, int& exit_code) {
  using namespace firstcontact::apps;
  add_check_command(app, exit_code);
  add_screw_command(app, exit_code);
  add_robot_command(app, exit_code);
  add_simulate_command(app, exit_code);
  add_solve_command(app, exit_code);
  add_generate_command(app, exit_code);
  add_verify_command(app, exit_code);
  add_bench_command(app, exit_code);
  add_view_command(app, exit_code);
}

const firstcontact::apps::Program kProgram = {
    "firstcontact",
    "FirstContact: does moving geometry touch between two instants, when first, and where.",
    "`firstcontact VERB --help` explains a verb, with examples. A first one:\n"
    "  firstcontact check cloth0.ply cloth1.ply\n\n"
    "Exit codes: 0 fine, 1 a contact (check, screw, robot) or a proof that fails (verify), 2 bad "
    "usage or input, 3 a contact was missed (solve, and our own methods in bench), 4 undecided "
    "(screw, robot) or stopped early (simulate). A program that a signal ends leaves no "
    "temporary files; shells show 130 for "
    "Ctrl-C.",
    add_verbs};

}  // namespace

int main(int argc, char** argv) {
  using namespace firstcontact::apps;
  prepare_standard_streams();
  end_on_signals();
  remember_command(argc, argv);
  try {
    return finish_standard_output(run_program(kProgram, argc, argv), kBadInput);
  } catch (const std::exception& error) {
    if (standard_output_failed()) return finish_standard_output(kBadInput, kBadInput, &error);
    flush_standard_output();
    fmt::print(stderr, "firstcontact: {}\n", error.what());
    return kBadInput;
  }
}
