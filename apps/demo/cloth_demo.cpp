#include "demo/cloth_demo.h"

#include <firstcontact/firstcontact.h>
#include <fmt/format.h>

#include "common/duration_histogram.h"
#include "common/table.h"
#include "generate/cloth_step.h"

namespace firstcontact::apps {

void show_cloth() {
  const generate::Step cloth = generate::make_cloth_step();
  StepSolver solver(Mesh({.vertex_count = cloth.vertices_t0.size(), .faces = cloth.faces}));
  const Mesh& mesh = solver.mesh();
  fmt::print(
      "4. One step of a folded sheet: {} vertices, {} edges, {} triangles, all moving\n\n"
      "      .-----------------.\n"
      "      '-----------------'  )   twelve layers, a fifth of a triangle's side apart\n"
      "     (  .-----------------'\n"
      "      '-----------------  …\n\n",
      grouped(mesh.vertex_count()), grouped(mesh.edges().size()), grouped(mesh.faces().size()));

  std::int64_t start = now_ns();
  const StepResult all = solver.impacts(cloth.vertices_t0, cloth.vertices_t1);
  const double all_seconds = seconds_since(start);
  StepOptions exact_options;
  exact_options.exact = true;
  start = now_ns();
  const StepResult exact = solver.impacts(cloth.vertices_t0, cloth.vertices_t1, exact_options);
  const double exact_seconds = seconds_since(start);
  start = now_ns();
  const StepResult safe = solver.collision_free_step_size(cloth.vertices_t0, cloth.vertices_t1);
  const double safe_seconds = seconds_since(start);
  start = now_ns();
  const LineSearchResult room = line_search(solver, cloth.vertices_t0, cloth.vertices_t1);
  const double room_seconds = seconds_since(start);

  Table table({{"question", Table::Align::Left}, {"answer", Table::Align::Left}, {"seconds"}});
  const auto row = [&](const char* question, std::string answer, double seconds) {
    table.add_row({question, std::move(answer), fmt::format("{:.2f}", seconds)});
  };
  row("all impacts",
      fmt::format("{} of {} candidate pairs touch", grouped(all.impacts.size()),
                  grouped(all.candidate_count())),
      all_seconds);
  row("the same, exactly",
      fmt::format("{}: every one a real contact", grouped(exact.impacts.size())), exact_seconds);
  row("the largest safe step", fmt::format("{:.6g} of the step", safe.toi), safe_seconds);
  row("one that leaves room",
      fmt::format("{:.6g}, every pair keeps {:.2g} or more", room.step, room.kept_distance),
      room_seconds);
  fmt::print("{}\n", table.to_string());
}

}  // namespace firstcontact::apps
