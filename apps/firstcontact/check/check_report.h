#pragma once
/// What `firstcontact check` prints and writes: docs/guide/check.md.
#include <firstcontact/intersections.h>
#include <firstcontact/proof.h>
#include <firstcontact/step.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check_frames.h"

namespace firstcontact::apps {

/// The report of one step; its impacts are counted, not kept.
struct StepReport {
  /// The first object's files.
  std::string t0, t1;
  /// Counts by Kind.
  std::array<std::int64_t, 5> candidates = {}, impacts = {};
  std::optional<Impact> earliest;
  /// Wall time of the decision alone.
  double seconds = 0;
  /// A hint of the solver about the cost of the broad phase; mostly empty.
  std::string note;
  /// Unset if no proofs were written.
  std::optional<proof::StepProofCount> proofs;
};

/// What intersects in the first frame.
struct StartReport {
  /// The first object's file.
  std::string frame;
  /// Pairs without a common vertex, by IntersectionKind.
  std::array<std::int64_t, 6> counts = {};
  /// Pairs that share a vertex and intersect beyond it.
  std::int64_t neighbours = 0;
  /// The first few pairs, and for each the vertices of the edges among its elements a and b.
  struct Pair {
    Intersection elements;
    Edge edge_a = {-1, -1}, edge_b = {-1, -1};
  };
  std::vector<Pair> first;
  double seconds = 0;

  /// Without neighbours.
  std::int64_t count() const;
  bool any() const { return count() + neighbours > 0; }
};

/// Everything a report needs to know.
struct CheckReport {
  StepOptions options;
  bool all = false;
  /// Proofs of free steps were asked for.
  bool proves = false;
  std::int64_t vertices = 0, edges = 0, faces = 0;
  StartReport start;
  std::vector<StepReport> steps;
  /// With --html: the page does not have all impacts, because they are too many.
  bool impacts_cut = false;

  std::int64_t elements() const { return vertices + edges + faces; }
  std::int64_t steps_with_contact() const;
};

/// The report for people: a paragraph for one step, a table for several.
std::string summary_of(const CheckReport& report, const FrameSequence& frames);

/// The report as JSON; ends with a newline. A tolerance that was not given is null, because it
/// depends on each pair.
std::string json_of(const CheckReport& report, const FrameSequence& frames);

/// Order of rows: by time, then kind, then the indices in the columns of csv_row.
bool printed_before(const Impact& a, const Impact& b);

/// With a leading column `step` where there are several.
std::string csv_header(bool several_steps);
/// `step`: its number where there are several, else empty. Numbers are the shortest decimals that
/// read back as the same doubles.
std::string csv_row(const Impact& impact, std::optional<std::size_t> step);

/// The words of --broad-phase: "bvh", "sweep", "hash", "brute".
const char* broad_phase_name(BroadPhase broad_phase);

}  // namespace firstcontact::apps
