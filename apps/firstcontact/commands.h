#pragma once
/// The verbs of the command line. Each `add_…_command` adds a subcommand whose callback stores the
/// exit code in `exit_code`. Verbs with a pool share their work with its other processes; without one
/// they do it alone.
#include <CLI/CLI.hpp>

namespace firstcontact::apps {

class ChunkPool;

/// Scripts rely on these.
enum ExitCode {
  kFine = 0,
  kContactFound = 1,
  kUnproven = 1,
  kBadInput = 2,
  kMissed = 3,
  kUndecided = 4,
  kStopped = 4
};

void add_check_command(CLI::App& app, int& exit_code, ChunkPool* pool = nullptr);
void add_screw_command(CLI::App& app, int& exit_code);
void add_robot_command(CLI::App& app, int& exit_code, ChunkPool* pool = nullptr);
void add_simulate_command(CLI::App& app, int& exit_code);
void add_solve_command(CLI::App& app, int& exit_code, ChunkPool* pool = nullptr);
void add_generate_command(CLI::App& app, int& exit_code);
void add_verify_command(CLI::App& app, int& exit_code);
void add_bench_command(CLI::App& app, int& exit_code, ChunkPool* pool = nullptr);
void add_view_command(CLI::App& app, int& exit_code);

}  // namespace firstcontact::apps
