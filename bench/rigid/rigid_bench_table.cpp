// The published table, and how times grow with the number of faces.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "common/table.h"
#include "generate/rigid_models.h"
#include "rigid_bench.h"

namespace firstcontact::bench {
namespace {

constexpr std::array<int, 3> kPixelsPerEdge = {6, 12, 24};
/// Of a hundred flights, this many may have a collision that a mode misses or reports wrongly.
constexpr std::size_t kPixelWrong = 15, kAnalyticWrong = 2;

ScrewOptions pixels(const Body& a, const Body& b, int per_edge) {
  ScrewOptions options;
  options.mode = ScrewMode::Pixels;
  options.resolution = std::min(a.typical_short_edge, b.typical_short_edge) / per_edge;
  return options;
}

ScrewOptions mode(ScrewMode mode, bool first_only = false) {
  ScrewOptions options;
  options.mode = mode;
  options.first_only = first_only;
  return options;
}

/// One mode and its answers to all flights.
struct Run {
  std::string name;
  ScrewOptions options;
  std::vector<ScrewResult> results = {};
  double seconds = 0;

  std::size_t wrong_verdicts(const Run& certified) const {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < results.size(); ++i)
      wrong += results[i].status != certified.results[i].status;
    return wrong;
  }
  std::size_t collisions() const {
    std::size_t count = 0;
    for (const ScrewResult& result : results) count += result.collisions.size();
    return count;
  }
};

void time_runs(std::vector<Run>& runs, const Body& a, const Body& b,
               const std::vector<PreparedFlight>& flights, int repeats) {
  std::vector<Contender> contenders;
  for (Run& run : runs) {
    run.results.resize(flights.size());
    contenders.push_back({run.name, [&run, &a, &b, &flights] {
                            for (std::size_t i = 0; i < flights.size(); ++i)
                              run.results[i] = collisions_of(a, b, flights[i].poses, run.options);
                          }});
  }
  time_all(contenders, repeats, Clock::Processor);
  for (std::size_t i = 0; i < runs.size(); ++i)
    runs[i].seconds = contenders[i].seconds / static_cast<double>(flights.size());
}

/// Checks that `first` finds the collisions that `all` begins with.
void check_certified(const std::string& name, const Run& all, const Run& first) {
  for (std::size_t i = 0; i < all.results.size(); ++i) {
    const ScrewResult &x = all.results[i], &y = first.results[i];
    const std::string flight = fmt::format("{}, flight {}: ", name, i);
    expect(x.status == Status::Contact || x.status == Status::Free,
           flight + "certified did not decide");
    expect(x.status == y.status, flight + "certified first and all differ");
    if (x.collisions.empty() || y.collisions.empty()) continue;
    expect(y.collisions[0].time <= x.collisions[0].time_upper + 1e-9 &&
               x.collisions[0].time <= y.collisions[0].time_upper + 1e-9,
           flight + "the first collisions differ");
  }
}

struct Scene {
  std::string name;
  Body body;
  std::array<double, 3> published;  ///< microseconds
};

}  // namespace

void bench_published_table(int repeats) {
  constexpr std::size_t kFlights = 24;
  fmt::print(
      "\nThe published table: {} colliding random screws a pair, both bodies alike; times as "
      "multiples of cube-cube at 6\n",
      kFlights);
  std::vector<Scene> scenes = {{"cube-cube", Body(generate::cube(1)), {56, 63, 77}},
                               {"car-car", Body(generate::car(2)), {109, 128, 170}},
                               {"torus-torus", Body(generate::torus(1, 0.4)), {2040, 2560, 3480}}};
  apps::Table table({{"mode", apps::Table::Align::Left},
                     {"cube"},
                     {"car"},
                     {"torus"},
                     {"torus / cube"},
                     {"published"}});
  apps::Table answers({{"mode", apps::Table::Align::Left},
                       {"collisions: cube"},
                       {"car"},
                       {"torus"},
                       {"verdict wrong: cube"},
                       {"car"},
                       {"torus"}});
  std::vector<std::vector<Run>> all_runs;
  for (const Scene& scene : scenes) {
    const Body& body = scene.body;
    const std::vector<PreparedFlight> flights = colliding_flights(body, body, kFlights, 2);
    std::vector<Run> runs;
    for (const int per_edge : kPixelsPerEdge)
      runs.push_back({fmt::format("pixels, {} an edge", per_edge), pixels(body, body, per_edge)});
    runs.push_back({"analytic", mode(ScrewMode::Analytic)});
    runs.push_back({"certified, all", mode(ScrewMode::Certified)});
    runs.push_back({"certified, first", mode(ScrewMode::Certified, true)});
    time_runs(runs, body, body, flights, repeats);
    check_certified(scene.name, runs[4], runs[5]);
    for (std::size_t r = 0; r < 3; ++r)
      expect(100 * runs[r].wrong_verdicts(runs[4]) <= kPixelWrong * kFlights,
             scene.name + ": pixels give the wrong verdict too often");
    expect(100 * runs[3].wrong_verdicts(runs[4]) <= kAnalyticWrong * kFlights,
           scene.name + ": analytic gives the wrong verdict");
    all_runs.push_back(std::move(runs));
  }
  const double unit = all_runs[0][0].seconds;
  for (std::size_t r = 0; r < all_runs[0].size(); ++r) {
    std::vector<std::string> cells = {all_runs[0][r].name}, found = cells, wrong;
    for (const std::vector<Run>& runs : all_runs) {
      cells.push_back(fmt::format("{:.2f}", runs[r].seconds / unit));
      found.push_back(fmt::format("{}", runs[r].collisions()));
      wrong.push_back(fmt::format("{}", runs[r].wrong_verdicts(runs[4])));
    }
    cells.push_back(fmt::format("{:.1f}", all_runs[2][r].seconds / all_runs[0][r].seconds));
    cells.push_back(r < 3 ? fmt::format("{:.1f}", scenes[2].published[r] / scenes[0].published[r])
                          : "");
    table.add_row(cells);
    found.insert(found.end(), wrong.begin(), wrong.end());
    answers.add_row(found);
  }
  fmt::print("{}", table.to_string());
  fmt::print("cube-cube at 6: {} µs\n", apps::microseconds(unit * 1e6));
  for (std::size_t s = 0; s < scenes.size(); ++s) {
    const auto& p = scenes[s].published;
    fmt::print("{}: resolutions 1 : {:.2f} : {:.2f}, published 1 : {:.2f} : {:.2f}\n",
               scenes[s].name, all_runs[s][1].seconds / all_runs[s][0].seconds,
               all_runs[s][2].seconds / all_runs[s][0].seconds, p[1] / p[0], p[2] / p[0]);
  }
  fmt::print("{}", answers.to_string());
}

void bench_scaling(int repeats, int largest) {
  constexpr std::size_t kFlights = 6;
  fmt::print("\nScaling: two tori, {} colliding screws, times as multiples of the first row\n",
             kFlights);
  apps::Table table({{"rectangles"},
                     {"first contact, bodies kept"},
                     {"certified, first"},
                     {"certified, all"},
                     {"pixels, 12 an edge"},
                     {"collisions"}});
  const std::array<std::array<int, 2>, 5> sizes = {
      {{30, 10}, {55, 18}, {95, 32}, {173, 58}, {300, 100}}};
  std::array<double, 4> unit{};
  std::vector<PreparedFlight> flights;
  for (const auto& [segments, sides] : sizes) {
    if (segments * sides > largest) break;
    const Body body(generate::torus(1, 0.4, segments, sides));
    if (flights.empty()) flights = colliding_flights(body, body, kFlights, 3);
    std::vector<Run> runs = {{"", mode(ScrewMode::Certified, true)},
                             {"", mode(ScrewMode::Certified)},
                             {"", pixels(body, body, 12)}};
    time_runs(runs, body, body, flights, segments * sides > 5000 ? 1 : repeats);
    check_certified(fmt::format("{} rectangles", segments * sides), runs[1], runs[0]);
    std::vector<Contender> kept = {{"", [&] {
                                      for (const PreparedFlight& flight : flights)
                                        expect(first_contact_of(body, body, flight).status ==
                                                   Status::Contact,
                                               "a finer torus flies through");
                                    }}};
    time_all(kept, repeats, Clock::Processor);
    const std::array<double, 4> seconds = {kept[0].seconds / static_cast<double>(kFlights),
                                           runs[0].seconds, runs[1].seconds, runs[2].seconds};
    if (unit[0] == 0) unit = seconds;
    std::vector<std::string> cells = {apps::grouped(segments * sides)};
    for (std::size_t i = 0; i < 4; ++i)
      cells.push_back(fmt::format("{:.2f}", seconds[i] / unit[i]));
    cells.push_back(apps::grouped(runs[1].collisions()));
    table.add_row(cells);
  }
  fmt::print("{}first row: {}, {}, {}, {} µs\n", table.to_string(),
             apps::microseconds(unit[0] * 1e6), apps::microseconds(unit[1] * 1e6),
             apps::microseconds(unit[2] * 1e6), apps::microseconds(unit[3] * 1e6));
}

}  // namespace firstcontact::bench
