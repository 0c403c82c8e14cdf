#include <firstcontact/line_search.h>

#include "arith/float_environment.h"
#include "step/line_search_step.h"

namespace firstcontact {
namespace {

/// For example "face 3 and edge 7".
std::string name_of(const Intersection& pair) {
  const std::string kind = to_string(pair.kind);
  const char* sorts[] = {"Face", "Edge", "Point"};
  const char* names[] = {"face ", "edge ", "point "};
  const auto name = [&](bool second, int number) {
    for (int i = 0; i < 3; ++i)
      if (second ? kind.ends_with(sorts[i]) : kind.starts_with(sorts[i]))
        return names[i] + std::to_string(number);
    return std::to_string(number);
  };
  return name(false, pair.a) + " and " + name(true, pair.b);
}

/// Whether the start is proven free of intersections; if not, fills `result` with the answer.
bool is_start_free(const Mesh& mesh, const Positions& t0, const LineSearchOptions& options,
                   LineSearchResult& result) {
  IntersectionOptions at_start;
  at_start.step = options.step;
  at_start.step.progress = nullptr;
  at_start.max_listed = 1;
  const IntersectionResult found = intersections(mesh, t0, at_start);
  if (found.free()) return true;
  static_cast<Answer&>(result) = found;
  if (found.status == Status::Contact) {
    result.start_intersection = found.intersections.front();
    result.message =
        std::to_string(found.count()) +
        (found.count() == 1 ? " pair of elements intersects" : " pairs of elements intersect") +
        " at t0, first " + name_of(*result.start_intersection);
  }
  return false;
}

}  // namespace

LineSearchResult line_search(StepSolver& solver, const Positions& t0, const Positions& t1,
                             const LineSearchOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  if (LineSearchResult refused;
      options.check_start && !is_start_free(solver.mesh(), t0, options, refused))
    return refused;
  LineSearchResult result = step::largest_kept_step(step::solver_of(solver), t0, t1, options);
  if (options.energy && result.step > 0) step::backtrack(options, result);
  return result;
}

LineSearchResult line_search(const Mesh& mesh, const Positions& t0, const Positions& t1,
                             const LineSearchOptions& options) {
  StepSolver solver(mesh);
  return line_search(solver, t0, t1, options);
}

}  // namespace firstcontact
