#pragma once
/// What `firstcontact simulate` prints and writes: docs/guide/simulate.md.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "query_recorder.h"
#include "scene_reader.h"
#include "sim/simulation.h"
#include "simulation_folder.h"

namespace firstcontact::apps {

struct SimulatedStep {
  FrameValues values;
  /// Unset for steps of an earlier run, which --resume went on with.
  struct Cost {
    /// Wall time of the step without recording, and of the collision detection in it.
    double seconds = 0, ccd_seconds = 0;
    std::int64_t candidates = 0;
  };
  std::optional<Cost> cost;

  double energy() const {
    return values.kinetic_energy + values.elastic_energy + values.gravity_energy +
           values.contact_energy;
  }
};

/// Everything a report needs to know.
struct SimulateReport {
  std::string method;
  bool counts_intersections = false;
  /// Intersections at the start.
  std::int64_t start_intersections = 0;
  std::vector<SimulatedStep> steps;
  /// Step after which this run went on; unset if it began at the start.
  std::optional<std::int64_t> resumed_from;
  /// Why the simulation could not go on; empty if it did.
  std::string stopped;
  std::string output;
  /// Unset if nothing was recorded.
  std::optional<RecordingTotals> recording;
  std::string recording_folder;
  bool deduplicated = false;

  bool converged() const;
};

/// "7 Newton iterations, 1.25 J, 1.3e-04 m, CCD 6 %".
std::string progress_of(const SimulatedStep& step);

/// The report for people.
std::string summary_of(const SimulateReport& report, const sim::Simulation& simulation);
/// The report as JSON; ends with a newline.
std::string json_of(const SimulateReport& report, const sim::Simulation& simulation);

}  // namespace firstcontact::apps
