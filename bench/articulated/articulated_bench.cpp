// Articulated bodies: all parts in one run, one thread. Take the ratios, not the times:
// docs/benchmarks/articulated-benchmarks.md.
//
// Answers are checked: the two methods against each other, both against dense discrete checking by
// FCL. A wrong one ends the program with 1.
//
//   articulated_bench [--only panda|walk|tables|boxes] [--quick] [--repeats N] [--edges N] [--json
//   FILE] [--svg FILE]
#include "articulated_bench.h"

#include <fstream>
#include <stdexcept>
#include <utility>

namespace firstcontact::bench {
namespace {

void run(Arguments& arguments) {
  ArticulatedPlan plan;
  plan.quick = arguments.flag("--quick");
  plan.repeats = static_cast<int>(arguments.number("--repeats", plan.quick ? 1 : 3, 1));
  plan.edges = static_cast<int>(arguments.number("--edges", plan.quick ? 200 : 1000, 20));
  plan.svg_file = arguments.text("--svg");
  const std::string only = arguments.text("--only"), json_file = arguments.text("--json");
  arguments.finish();
  const std::pair<const char*, nlohmann::json (*)(const ArticulatedPlan&)> parts[] = {
      {"panda", bench_robot_edges},
      {"walk", bench_walk_against_fcl},
      {"tables", bench_scene_tables},
      {"boxes", bench_motion_boxes}};
  nlohmann::json report;
  for (const auto& [name, part] : parts)
    if (only.empty() || only == name) report[name] = part(plan);
  if (report.empty()) throw BadUsage("there is no part called " + only);
  if (!json_file.empty() && !(std::ofstream(json_file) << report.dump(2) << '\n'))
    throw std::runtime_error(json_file + " cannot be written");
}

}  // namespace
}  // namespace firstcontact::bench

int main(int argc, char** argv) {
  using namespace firstcontact::bench;
  return run_benchmark(argc, argv,
                       "articulated_bench [--only panda|walk|tables|boxes] [--quick] [--repeats N] "
                       "[--edges N] [--json FILE] [--svg FILE]",
                       run);
}
