#pragma once
/// The folder of `simulate --output`: frames, a trace, a checkpoint after every step. A run that is
/// killed at any moment leaves a folder from which --resume goes on with the same bits.
///
/// For each step the frame is written first, then the trace, then the checkpoint, each of them on
/// the disk before the next is begun. Whatever is newer than the checkpoint is discarded on resume.
/// docs/formats/traces.md describes the files.
#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checkpoint.h"
#include "sim/simulation.h"
#include "trace_file.h"

namespace firstcontact::apps {

/// The numbers of each frame in the trace.
struct FrameValues {
  double time = 0;
  /// Of the step that ended in this frame; NaN in the first frame, in which no step ended.
  double newton_iterations = kUnknown, converged = kUnknown, contacts = kUnknown,
         questions = kUnknown;
  double kinetic_energy = kUnknown, elastic_energy = kUnknown, gravity_energy = kUnknown,
         contact_energy = kUnknown;
  Vec3 momentum = Vec3::Constant(kUnknown);
  /// Infinite if nothing is near.
  double smallest_distance = kUnknown;
  /// NaN if they are not counted.
  double intersections = kUnknown;

  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  static constexpr std::size_t kCount = 14;
  /// Names and units, in the order of `list`.
  static nlohmann::ordered_json names();
  static nlohmann::ordered_json units();
  std::array<double, kCount> list() const;
  static FrameValues of_list(std::span<const double> values);
};

/// The head of a simulation's trace.
TraceHead trace_head_of(const sim::Simulation& simulation);

/// Name of the trace in a folder.
inline constexpr const char* kTraceName = "trace.fct";

/// Body of each vertex of the surface: index into Scene::bodies.
std::vector<int> bodies_of_surface(const sim::Simulation& simulation);

class SimulationFolder {
 public:
  /// Makes the folder if needed and takes it for this process alone. Without `resume` it must be
  /// empty. With `resume` it may be empty or hold a simulation with the same `identity`; an
  /// InputError names the first field that differs. Nothing is written yet.
  SimulationFolder(const std::string& folder, nlohmann::ordered_json identity, bool resume);
  ~SimulationFolder();
  SimulationFolder(const SimulationFolder&) = delete;
  SimulationFolder& operator=(const SimulationFolder&) = delete;

  /// The checkpoint to go on from.
  const std::optional<Checkpoint>& checkpoint() const { return checkpoint_; }

  /// Without a checkpoint: writes the start and the first checkpoint. With one: gives its state to
  /// the simulation and removes what is newer. Returns the values of all frames so far.
  std::vector<FrameValues> begin(sim::Simulation& simulation, const FrameValues& start);

  /// Writes the simulation's state after a step.
  void write(const sim::Simulation& simulation, const FrameValues& values,
             const RecordingTotals& recording);

 private:
  std::string file(const std::string& name) const;
  void lock();
  void require_empty() const;
  void read_earlier();
  void remove_newer(std::int64_t step) const;
  void write_frame(const sim::Simulation& simulation) const;
  void write_checkpoint(const Checkpoint& checkpoint) const;

  std::string folder_;
  nlohmann::ordered_json identity_;
  std::optional<Checkpoint> checkpoint_;
  std::optional<TraceWriter> trace_;
  int descriptor_ = -1;
};

}  // namespace firstcontact::apps
