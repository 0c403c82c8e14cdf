#include "harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

namespace firstcontact::bench {
namespace {

bool failed = false;

}  // namespace

void expect(bool holds, const std::string& what) {
  if (holds) return;
  fmt::print(stderr, "WRONG: {}\n", what);
  failed = true;
}

bool any_failed() { return failed; }

double seconds_of(Clock clock) {
  timespec now{};
  clock_gettime(clock == Clock::Wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double fastest(int repeats, Clock clock, const std::function<void()>& run) {
  double best = 1e300;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const double start = seconds_of(clock);
    run();
    best = std::min(best, seconds_of(clock) - start);
  }
  return best;
}

void time_all(std::span<Contender> contenders, int repeats, Clock clock) {
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (Contender& contender : contenders)
      contender.seconds = std::min(contender.seconds, fastest(1, clock, contender.run));
}

void time_in_both_orders(std::span<Contender> contenders, int repeats, Clock clock) {
  for (int repeat = 0; repeat < repeats; ++repeat) {
    time_all(contenders, 1, clock);
    for (std::size_t i = contenders.size(); i-- > 0;)
      contenders[i].seconds = std::min(contenders[i].seconds, fastest(1, clock, contenders[i].run));
  }
}

void print_machine() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) {
      const std::size_t at = line.find(": ");
      fmt::print("processor: {}\n\n", at == std::string::npos ? line : line.substr(at + 2));
      return;
    }
  fmt::print("processor: unknown\n\n");
}

std::vector<double> time_items(std::span<const std::function<void(std::size_t)>> runs,
                               std::span<const std::size_t> items, int repeats) {
  constexpr std::size_t kBlock = 20;
  std::vector<double> total(runs.size());
  for (std::size_t begin = 0; begin < items.size(); begin += kBlock) {
    const std::span<const std::size_t> block =
        items.subspan(begin, std::min(kBlock, items.size() - begin));
    std::vector<Contender> contenders;
    for (const auto& run : runs)
      contenders.push_back({"", [&run, block] {
                              for (const std::size_t item : block) run(item);
                            }});
    time_all(contenders, repeats, Clock::Processor);
    for (std::size_t k = 0; k < runs.size(); ++k) total[k] += contenders[k].seconds;
  }
  return total;
}

bool Arguments::flag(const std::string& name) { return std::erase(words_, name) > 0; }

std::string Arguments::text(const std::string& name) {
  std::string value;
  for (auto at = std::find(words_.begin(), words_.end(), name); at != words_.end();
       at = std::find(words_.begin(), words_.end(), name)) {
    if (at + 1 == words_.end()) throw BadUsage(name + " needs a value");
    value = *(at + 1);
    words_.erase(at, at + 2);
  }
  return value;
}

long Arguments::number(const std::string& name, long otherwise, long least) {
  const std::string word = text(name);
  if (word.empty()) return otherwise;
  long value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size())
    throw BadUsage(fmt::format("{} needs a whole number, not '{}'", name, word));
  return std::max(value, least);
}

void Arguments::finish() const {
  if (!words_.empty()) throw BadUsage(fmt::format("'{}' is not understood", words_.front()));
}

std::string data_folder(const std::string& what) {
  if (const char* folder = std::getenv("FIRSTCONTACT_DATA")) return folder;
  fmt::print("FIRSTCONTACT_DATA is not set: {} left out\n", what);
  return "";
}

int run_benchmark(int argc, const char* const* argv, const std::string& usage,
                  const std::function<void(Arguments&)>& run) {
  const std::string program = std::filesystem::path(argv[0]).filename().string();
  try {
    Arguments arguments(argc, argv);
    run(arguments);
  } catch (const BadUsage& error) {
    fmt::print(stderr, "{}: {}\nusage: {}\n", program, error.what(), usage);
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", program, error.what());
    return 2;
  }
  return any_failed() ? 1 : 0;
}

}  // namespace firstcontact::bench
