#pragma once
/// What all benchmark programs share: arguments, timing, checked answers, exit codes.
///
/// What counts are ratios of times within one run, and answers that are checked: a wrong one makes
/// the program fail.
#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace firstcontact::bench {

/// Prints what is wrong and makes `any_failed` true, unless it holds.
void expect(bool holds, const std::string& what);
bool any_failed();

enum class Clock {
  Wall,
  Processor,  ///< time of all threads of the program together; other programs disturb it less
};
double seconds_of(Clock clock);

/// One of several runs that are compared.
struct Contender {
  std::string name;
  std::function<void()> run;
  double seconds = 1e300;  ///< of its fastest run
};

/// Runs the contenders `repeats` times, in turns, so that all of them see the same machine. The
/// fastest run of each counts.
void time_all(std::span<Contender> contenders, int repeats, Clock clock);

/// The same, forwards and then backwards: what a contender leaves in caches helps or hurts another one
/// each time.
void time_in_both_orders(std::span<Contender> contenders, int repeats, Clock clock);

/// Prints the processor's name: times and ratios to memory belong to it.
void print_machine();

/// Seconds of the fastest of `repeats` runs.
double fastest(int repeats, Clock clock, const std::function<void()>& run);

/// Seconds of processor time that each of `runs` takes for all items together. Goes through the
/// items in blocks, `repeats` times each block, the runs in turns; the fastest time of a block
/// counts.
std::vector<double> time_items(std::span<const std::function<void(std::size_t)>> runs,
                               std::span<const std::size_t> items, int repeats);

/// The command line cannot be understood.
struct BadUsage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The words of the command line; each reader takes its own ones out. The last of several counts.
class Arguments {
 public:
  Arguments(int argc, const char* const* argv) : words_(argv + 1, argv + argc) {}

  /// True if the word is there.
  bool flag(const std::string& name);
  /// The word after `name`.
  std::string text(const std::string& name);
  /// The whole number after `name`, but at least `least`; `otherwise` if it is not given.
  long number(const std::string& name, long otherwise, long least);
  /// Throws BadUsage if a word is left that nobody took.
  void finish() const;

 private:
  std::vector<std::string> words_;
};

/// Value of the environment variable FIRSTCONTACT_DATA: the folder of published data. Empty if it
/// is not set; then a line says that `what` is left out.
std::string data_folder(const std::string& what);

/// What `main` returns: 0; 1 if an answer was wrong; 2 for bad usage or if `run` throws. `usage`
/// is printed after "usage: ".
int run_benchmark(int argc, const char* const* argv, const std::string& usage,
                  const std::function<void(Arguments&)>& run);

}  // namespace firstcontact::bench
