// How time and memory of a step grow with the mesh: generated cloth from ten thousand to a million
// triangles on one thread, and one step with hundreds of millions of candidates. Every size runs in
// a process of its own, so that its peak memory can be measured.
//
//   scaling_bench [--largest SIDE] [--threads N] [--many] [--plot FILE.svg]
//
// The table is what docs/benchmarks/scaling.md shows; --many adds the step with many candidates.
// Answers are checked: the safe step must be the first of all impacts, and candidates must grow
// with the mesh.
#include <firstcontact/step.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "../common/harness.h"
#include "common/table.h"
#include "generate/cloth_step.h"
#include "io/atomic_file.h"

namespace firstcontact::bench {
namespace {

using apps::grouped;
using apps::Table;

constexpr int kRepeats = 3;

struct Row {
  double triangles = 0, elements = 0, candidates = 0, impacts = 0;
  double broad = 0, all = 0, safe = 0;  // seconds
  double safe_bytes =
      0;  // peak memory of the safe step, without the caller's own mesh and positions
  bool agree = false;
};

/// A line of /proc/self/status, in bytes; 0 where there is no such file.
double memory(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == name + ":") {
      double kilobytes = 0;
      status >> kilobytes;
      return kilobytes * 1024;
    }
  return 0;
}

void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

Row measure(const generate::ClothOptions& cloth, int threads, int repeats) {
  generate::Step step = generate::make_cloth_step(cloth);
  step.edges = {};
  const Mesh mesh({.vertex_count = step.vertices_t0.size(), .faces = std::move(step.faces)});
  StepOptions options;
  options.threads = threads;
  Row row;
  row.triangles = static_cast<double>(mesh.faces().size());
  row.elements = static_cast<double>(mesh.element_count());
  const double before = memory("VmRSS");
  forget_peak();
  StepResult safe, all, counted;
  row.safe = fastest(repeats, Clock::Wall, [&] {
    safe = collision_free_step_size(mesh, step.vertices_t0, step.vertices_t1, options);
  });
  row.safe_bytes = memory("VmHWM") - before;
  row.broad = fastest(repeats, Clock::Wall, [&] {
    counted = StepSolver(mesh).count_candidates(step.vertices_t0, step.vertices_t1, options);
  });
  row.all = fastest(repeats, Clock::Wall,
                    [&] { all = impacts(mesh, step.vertices_t0, step.vertices_t1, options); });
  row.candidates = static_cast<double>(all.candidate_count());
  row.impacts = static_cast<double>(all.impacts.size());
  row.agree = all.earliest && safe.earliest && safe.earliest->pair == all.earliest->pair &&
              safe.toi == all.toi && counted.candidate_count() == all.candidate_count();
  return row;
}

/// Calls `measure` in a process of its own.
Row measure_apart(const generate::ClothOptions& cloth, int threads, int repeats) {
  int ends[2];
  if (pipe(ends)) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    const Row row = measure(cloth, threads, repeats);
    const bool written = write(ends[1], &row, sizeof row) == sizeof row;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Row row;
  const bool complete = read(ends[0], &row, sizeof row) == sizeof row;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!complete || status != 0)
    throw std::runtime_error("a measurement ended early: out of memory?");
  return row;
}

/// Time divided by elements * log2(elements), relative to the first row: not above 1 means no
/// faster growth than n log n.
double relative_growth(const Row& row, const Row& first, double Row::*seconds) {
  const auto cost = [&](const Row& r) { return r.*seconds / (r.elements * std::log2(r.elements)); };
  return cost(row) / cost(first);
}

/// Log-log plot of seconds over triangles, with the n log n line through the first point of the
/// slowest curve.
std::string plot(const std::vector<Row>& rows) {
  constexpr double kWidth = 640, kHeight = 400, kLeft = 70, kBottom = 50, kTop = 20, kRight = 150;
  double least = 1e300, most = 0;
  for (const Row& r : rows) {
    least = std::min({least, r.broad, r.all, r.safe});
    most = std::max({most, r.broad, r.all, r.safe});
  }
  const double x0 = std::floor(std::log10(rows.front().triangles)),
               x1 = std::ceil(std::log10(rows.back().triangles));
  const double y0 = std::floor(std::log10(least)), y1 = std::ceil(std::log10(most * 1.2));
  const auto x = [&](double v) {
    return kLeft + (kWidth - kLeft - kRight) * (std::log10(v) - x0) / (x1 - x0);
  };
  const auto y = [&](double v) {
    return kHeight - kBottom - (kHeight - kBottom - kTop) * (std::log10(v) - y0) / (y1 - y0);
  };
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      kWidth, kHeight);
  for (double e = x0; e <= x1; ++e)
    svg += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#ddd\"/><text "
        "x=\"{0:.1f}\" y=\"{3}\" "
        "text-anchor=\"middle\">10^{4}</text>\n",
        x(std::pow(10, e)), kTop, kHeight - kBottom, kHeight - kBottom + 18, e);
  for (double e = y0; e <= y1; ++e)
    svg += fmt::format(
        "<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" stroke=\"#ddd\"/><text "
        "x=\"{3}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">10^{5} s</text>\n",
        kLeft, y(std::pow(10, e)), kWidth - kRight, kLeft - 6, y(std::pow(10, e)) + 4, e);
  const auto line = [&](const char* name, const char* colour, const char* dash, double lower,
                        auto value) {
    std::string points;
    for (const Row& r : rows) points += fmt::format("{:.1f},{:.1f} ", x(r.triangles), y(value(r)));
    svg += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" "
        "stroke-dasharray=\"{}\"/>"
        "<text x=\"{}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n",
        points, colour, dash, kWidth - kRight + 8, y(value(rows.back())) + lower, colour, name);
  };
  const Row& first = rows.front();
  line("all impacts", "#c0392b", "none", 4, [](const Row& r) { return r.all; });
  line("broad phase", "#2471a3", "none", 10, [](const Row& r) { return r.broad; });
  line("safe step", "#1e8449", "none", 0, [](const Row& r) { return r.safe; });
  line("", "#888", "4 4", 0, [&](const Row& r) {
    return first.all * r.elements * std::log2(r.elements) /
           (first.elements * std::log2(first.elements));
  });
  svg += fmt::format(
      "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">triangles (dashed: n log n)</text>\n</svg>\n",
      (kLeft + kWidth - kRight) / 2, kHeight - 10);
  return svg;
}

void measure_all(int largest_side, int threads, bool many, const std::string& plot_path) {
  std::vector<Row> rows;
  Table table({{"triangles"},
               {"elements"},
               {"candidates"},
               {"impacts"},
               {"broad s"},
               {"all impacts s"},
               {"safe step s"},
               {"broad / n log n"},
               {"all / n log n"},
               {"safe / n log n"},
               {"bytes an element"}});
  const auto add = [&](const Row& row) {
    const auto number = [](double v) { return grouped(std::llround(v)); };
    table.add_row({number(row.triangles), number(row.elements), number(row.candidates),
                   number(row.impacts), fmt::format("{:.3g}", row.broad),
                   fmt::format("{:.3g}", row.all), fmt::format("{:.3g}", row.safe),
                   fmt::format("{:.2f}", relative_growth(row, rows.front(), &Row::broad)),
                   fmt::format("{:.2f}", relative_growth(row, rows.front(), &Row::all)),
                   fmt::format("{:.2f}", relative_growth(row, rows.front(), &Row::safe)),
                   number(row.safe_bytes / row.elements)});
    expect(row.agree, fmt::format("answers disagree at {} triangles", number(row.triangles)));
  };
  for (const int side : {72, 128, 225, 400, 708}) {
    if (side > largest_side) break;
    generate::ClothOptions cloth;
    cloth.side = side;
    rows.push_back(measure_apart(cloth, threads, side > 300 ? 2 : kRepeats));
    add(rows.back());
  }
  if (many) {
    generate::ClothOptions cloth;
    cloth.side = std::min(largest_side, 708);
    cloth.fall = 3;
    add(measure_apart(cloth, threads, 1));
  }
  fmt::print("{}", table.to_string());
  for (std::size_t i = 1; i < rows.size(); ++i)
    expect(rows[i].candidates > rows[i - 1].candidates, "candidates do not grow with the mesh");
  if (!plot_path.empty()) {
    io::AtomicFile file(plot_path);
    file.write(plot(rows));
    file.close();
  }
}

void run(Arguments& arguments) {
  const int largest = static_cast<int>(arguments.number("--largest", 708, 0));
  const int threads = static_cast<int>(arguments.number("--threads", 1, 0));
  const bool many = arguments.flag("--many");
  const std::string plot_path = arguments.text("--plot");
  arguments.finish();
  if (largest < 72 || threads < 1) throw BadUsage("--largest or --threads is too small");
  measure_all(largest, threads, many, plot_path);
}

}  // namespace
}  // namespace firstcontact::bench

int main(int argc, char** argv) {
  using namespace firstcontact::bench;
  return run_benchmark(
      argc, argv,
      "scaling_bench [--largest SIDE (72 to 708)] [--threads N] [--many] [--plot FILE.svg]", run);
}
