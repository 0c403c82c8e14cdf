#include <firstcontact/candidates.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "arith/float_environment.h"
#include "step/kept_pairs.h"
#include "step/solver.h"
#include "step/step_functions.h"

namespace firstcontact {
namespace step {
namespace {

constexpr Elements kAllElements[] = {Elements::Vertices, Elements::Edges, Elements::Faces,
                                     Elements::LooseEdges, Elements::LoosePoints};

/// Room for what passes add by themselves: the tolerance of pairs, and the rounding of boxes in
/// units of the coordinates.
constexpr double kCoordinateSlack = 0x1p-44;

Sweep kept_sweep(const StepOptions& options, double distance, double reach) {
  Sweep sweep;
  sweep.separation = options.min_separation + distance + 2 * reach;
  sweep.relative_tolerance = kRelativeTolerance;
  sweep.coordinate_share = kCoordinateSlack;
  return sweep;
}

std::string find_length_fault(const StepOptions& options, double distance, double reach) {
  if (!(distance >= 0) || std::isinf(distance)) return "distance must be finite and not negative";
  if (!(reach >= 0) || std::isinf(reach)) return "reach must be finite and not negative";
  if (!std::isfinite(options.min_separation + distance + 2 * reach))
    return "min_separation, distance and reach add up to no finite number";
  return {};
}

/// Sorts pairs of one kind: by a into one place after the other, then the few of each a by b.
/// Several times as fast as comparing all with each other.
void sort_pairs(const std::vector<ElementPair>& found, std::span<ElementPair> sorted) {
  int largest = -1;
  for (const ElementPair& pair : found) largest = std::max(largest, pair.a);
  std::vector<std::size_t> next(static_cast<std::size_t>(largest + 2), 0);
  for (const ElementPair& pair : found) ++next[static_cast<std::size_t>(pair.a) + 1];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  const std::vector<std::size_t> first = next;
  for (const ElementPair& pair : found) sorted[next[static_cast<std::size_t>(pair.a)]++] = pair;
  const auto at = [&](std::size_t i) { return sorted.begin() + static_cast<std::ptrdiff_t>(i); };
  for (std::size_t i = 0; i + 1 < first.size(); ++i)
    std::sort(at(first[i]), at(first[i + 1]),
              [](const ElementPair& p, const ElementPair& q) { return p.b < q.b; });
}

/// Stores the pairs of all kinds, sorted.
void store_sorted(const std::array<std::vector<ElementPair>, 5>& found, KeptPairs& kept) {
  for (std::size_t kind = 0; kind < found.size(); ++kind)
    kept.first[kind + 1] = kept.first[kind] + found[kind].size();
  kept.pairs.resize(kept.first.back());
  for (std::size_t kind = 0; kind < found.size(); ++kind)
    sort_pairs(found[kind], std::span(kept.pairs).subspan(kept.first[kind], found[kind].size()));
}

}  // namespace

const KeptPairs* kept_pairs_of(const Candidates& candidates) { return candidates.kept_.get(); }

bool KeptPairs::admit_all_of(const StepOptions& options) const {
  return (within_objects || !options.within_objects) &&
         (between_objects || !options.between_objects) && (rules.empty() || rules == options.rules);
}

bool KeptPairs::contain(Elements elements, std::span<const broad::Box> boxes_of_elements) const {
  const std::vector<broad::Box>& around = boxes[static_cast<std::size_t>(elements)];
  if (around.size() != boxes_of_elements.size()) return false;
  for (std::size_t i = 0; i < around.size(); ++i)
    for (int k = 0; k < 3; ++k)
      if (!(around[i].min[k] <= boxes_of_elements[i].min[k] &&
            boxes_of_elements[i].max[k] <= around[i].max[k]))
        return false;
  return true;
}

}  // namespace step

Candidates::Candidates(StepSolver& solver, const Positions& positions, double distance,
                       double reach, const StepOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  step::Solver& inner = step::solver_of(solver);
  StepOptions plain = options;
  plain.filter = nullptr;
  plain.candidates = nullptr;
  plain.t_max = 1;
  answer_.message = step::find_length_fault(options, distance, reach);
  if (!answer_.message.empty()) return;
  const auto kept = std::make_shared<step::KeptPairs>();
  const step::Sweep sweep = step::kept_sweep(options, distance, reach);
  std::array<std::vector<ElementPair>, 5> found;
  // All pairs of a block are of one kind.
  answer_ = step::stream_candidates(
      inner, positions, positions, sweep, plain, [&](std::span<const ElementPair> pairs) {
        std::vector<ElementPair>& list = found[static_cast<std::size_t>(pairs[0].kind)];
        list.insert(list.end(), pairs.begin(), pairs.end());
      });
  if (answer_.status != Status::Undecided) return;
  step::store_sorted(found, *kept);
  kept->stream = inner.stream.id();
  kept->planar = inner.vertices.planar;
  kept->within_objects = options.within_objects;
  kept->between_objects = options.between_objects;
  kept->rules = options.rules;
  for (const step::Elements elements : step::kAllElements)
    step::sweep_boxes(inner.mesh, inner.vertices, elements, sweep, 1, options.threads,
                      kept->boxes[static_cast<std::size_t>(elements)]);
  kept_ = kept;
}

std::span<const ElementPair> Candidates::pairs() const {
  return kept_ ? std::span<const ElementPair>(kept_->pairs) : std::span<const ElementPair>();
}

bool Candidates::covers(StepSolver& solver, const Positions& t0, const Positions& t1,
                        const StepOptions& options) const {
  const arith::FloatEnvironmentGuard guard;
  step::Solver& inner = step::solver_of(solver);
  StepResult result;
  if (!kept_ || kept_->stream != inner.stream.id() || !kept_->admit_all_of(options) ||
      !step::begin_step(inner, t0, t1, options, result) || kept_->planar != inner.vertices.planar)
    return false;
  std::vector<broad::Box> boxes;
  for (const step::Elements elements : step::kAllElements) {
    step::sweep_boxes(inner.mesh, inner.vertices, elements, step::whole_sweep(options), 1,
                      options.threads, boxes);
    if (!kept_->contain(elements, boxes)) return false;
  }
  return true;
}

}  // namespace firstcontact
