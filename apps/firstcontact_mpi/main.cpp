// The program `firstcontact-mpi`: verbs of `firstcontact` whose work many processes share.
#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "commands.h"
#include "common/described_report.h"
#include "common/end_on_signal.h"
#include "common/standard_streams.h"
#include "measure.h"
#include "mpi_pool.h"
#include "program.h"

namespace {

using namespace firstcontact::apps;

void add_pool_options(CLI::App& verb, PoolSettings& settings) {
  verb.add_option("--journal", settings.journal,
                  "keep the results of finished chunks in this folder, which all machines see, so "
                  "that a job that was killed can go on")
      ->option_text("DIR")
      ->group("Many machines");
  verb.add_flag("--resume", settings.resume,
                "go on with what is in the folder of --journal, if there is anything")
      ->needs("--journal")
      ->group("Many machines");
  verb.add_option(
          "--chunk", settings.chunk,
          "queries, steps, segments or edges that a rank takes at a time (default: the verb's)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 40))
      ->option_text("N")
      ->group("Many machines");
}

constexpr const char* kFooter =
    "`firstcontact-mpi VERB --help` explains a verb, with examples. Options and results are those "
    "of "
    "`firstcontact VERB`, but for times. Examples:\n"
    "  mpirun -n 4 firstcontact-mpi solve queries/ --csv answers.csv\n"
    "  mpirun --hostfile hosts -n 64 firstcontact-mpi solve queries/ --csv answers.csv "
    "--journal work\n"
    "  mpirun --hostfile hosts -n 64 firstcontact-mpi solve queries/ --csv answers.csv "
    "--journal work --resume\n"
    "  mpirun -n 8 firstcontact-mpi check frame*.obj --json report.json\n"
    "  mpirun -n 8 firstcontact-mpi robot arm.urdf --path plan.csv --scene cell.json\n"
    "  mpirun -n 8 firstcontact-mpi robot arm.urdf --edges roadmap.csv --csv answers.csv\n"
    "  mpirun -n 4 firstcontact-mpi bench results --quick\n"
    "  mpirun -n 4 firstcontact-mpi measure queries.fcq\n\n"
    "Without mpirun it is a job of one process. Every rank uses its share of its machine's cores; "
    "--threads says otherwise. Exit codes: 0 fine, 1 a contact (check, robot), 2 bad usage or "
    "input, "
    "3 a contact was missed (solve, bench), 4 undecided (robot). mpirun returns them, with words "
    "of "
    "its own unless it is run with --quiet. docs/guide/many-machines.md has more.";

/// Runs the verb. Returns the exit code, and what went wrong if this rank failed.
int run_here(MpiPool& pool, PoolSettings& settings, int argc, char** argv, std::string& fault) {
  const Program program = {
      "firstcontact-mpi",
      "FirstContact on many processes and machines, by MPI: long work in chunks, one report.",
      kFooter, [&](CLI::App& app, int& exit_code) {
        add_check_command(app, exit_code, &pool);
        add_robot_command(app, exit_code, &pool);
        add_solve_command(app, exit_code, &pool);
        for (CLI::App* verb : app.get_subcommands(nullptr)) add_pool_options(*verb, settings);
        add_bench_command(app, exit_code, &pool);
        add_measure_command(app, exit_code, pool);
      }};
  try {
    return run_program(program, argc, argv);
  } catch (const AnotherFailed&) {
  } catch (const std::exception& error) {
    fault = error.what();
    if (fault.empty()) fault = "an error without a message";
    if (pool.is_reporter() && !standard_output_failed()) {
      flush_standard_output();
      fmt::print(stderr, "firstcontact: {}\n", fault);
    }
  }
  return kBadInput;
}

}  // namespace

int main(int argc, char** argv) {
  prepare_standard_streams();
  end_on_signals();
  remember_command(argc, argv, {"--journal", "--chunk"}, {"--resume"});
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  int exit_code = kFine;
  {
    PoolSettings settings;
    MpiPool pool(settings);
    // One rank speaks for all.
    if (!pool.is_reporter())
      for (std::FILE* stream : {stdout, stderr})
        if (std::freopen("/dev/null", "w", stream) == nullptr) MPI_Abort(MPI_COMM_WORLD, kBadInput);
    std::string fault;
    exit_code = run_here(pool, settings, argc, argv, fault);
    const std::string other = pool.finish(fault);
    if (!other.empty()) {
      fmt::print(stderr, "firstcontact: {}\n", other);
      exit_code = kBadInput;
    }
    exit_code =
        pool.is_reporter() ? finish_standard_output(exit_code, kBadInput) : static_cast<int>(kFine);
  }
  MPI_Finalize();
  return exit_code;
}
