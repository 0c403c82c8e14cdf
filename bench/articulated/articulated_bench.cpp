// Articulated bodies: all parts in one run, one thread. Take the ratios, not the times:
// docs/benchmarks/articulated-benchmarks.md.
//
// Answers are checked: the two methods against each other, both against dense discrete checking by
// FCL. A wrong one ends the program with 1.
//
//   articulated_bench [--only panda|walk|tables|boxes] [--quick] [--repeats N] [--edges N] [--json
//   FILE] [--svg FILE]
#include "articulated_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>

namespace {

constexpr const char* kUsage =
    "usage: articulated_bench [--only panda|walk|tables|boxes] [--quick] [--repeats N] [--edges N] "
    "[--json FILE] [--svg FILE]\n";

struct Arguments {
  firstcontact::bench::ArticulatedPlan plan;
  std::string only, json_file;
  bool understood = true;
};

Arguments parse(int argc, char** argv) {
  Arguments a;
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    if (flag == "--quick") {
      a.plan.quick = true;
      a.plan.repeats = 1;
      a.plan.edges = 200;
      continue;
    }
    const char* value = i + 1 < argc ? argv[++i] : nullptr;
    if (value && flag == "--only")
      a.only = value;
    else if (value && flag == "--repeats")
      a.plan.repeats = std::max(1, std::atoi(value));
    else if (value && flag == "--edges")
      a.plan.edges = std::max(20, std::atoi(value));
    else if (value && flag == "--json")
      a.json_file = value;
    else if (value && flag == "--svg")
      a.plan.svg_file = value;
    else
      a.understood = false;
  }
  return a;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace firstcontact::bench;
  const Arguments arguments = parse(argc, argv);
  if (!arguments.understood) {
    fmt::print(stderr, "{}", kUsage);
    return 2;
  }
  const std::pair<const char*, nlohmann::json (*)(const ArticulatedPlan&)> parts[] = {
      {"panda", bench_robot_edges},
      {"walk", bench_walk_against_fcl},
      {"tables", bench_scene_tables},
      {"boxes", bench_motion_boxes}};
  nlohmann::json report;
  try {
    for (const auto& [name, run] : parts)
      if (arguments.only.empty() || arguments.only == name) report[name] = run(arguments.plan);
  } catch (const std::exception& error) {
    fmt::print(stderr, "articulated_bench: {}\n", error.what());
    return 2;
  }
  if (report.empty()) {
    fmt::print(stderr, "articulated_bench: there is no part called {}\n{}", arguments.only, kUsage);
    return 2;
  }
  if (!arguments.json_file.empty() &&
      !(std::ofstream(arguments.json_file) << report.dump(2) << '\n')) {
    fmt::print(stderr, "articulated_bench: {} cannot be written\n", arguments.json_file);
    return 2;
  }
  return any_failed() ? 1 : 0;
}
