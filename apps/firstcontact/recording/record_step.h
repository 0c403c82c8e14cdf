#pragma once
/// Records the candidate queries of a mesh step as packed query files with exact truth, for `solve`
/// and benchmarks.
#include <firstcontact/step.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "recording/query_set.h"

namespace firstcontact::apps {

/// The kinds that are written.
inline constexpr std::array<Kind, 2> kRecordedKinds = {Kind::VertexFace, Kind::EdgeEdge};

/// Counts by Kind. Only vertex-face and edge-edge queries are written; candidates of other kinds
/// are counted and left out.
struct Recorded {
  std::array<std::int64_t, 5> candidates = {};
  /// Candidates that are not written because they were written before.
  std::array<std::int64_t, 5> repeated = {};
  /// Queries written that touch.
  std::array<std::int64_t, 5> positives = {};
  /// Smallest distance at t0 of the queries written, rounded.
  std::array<double, 5> smallest_distance = {kFar, kFar, kFar, kFar, kFar};

  /// Queries written. Precondition: one of kRecordedKinds.
  std::int64_t queries(Kind kind) const;
  Recorded& operator+=(const Recorded& other);

 private:
  static constexpr double kFar = std::numeric_limits<double>::infinity();
};

/// Sorts this many candidates at a time (8 bytes each). A step that has more costs one more broad
/// phase for each further part.
inline constexpr std::size_t kRecordChunk = std::size_t{1} << 24;

/// The folder of a recording. Unless `keep` is called it is removed again with the steps in it,
/// also if a signal ends the program.
class RecordingFolder {
 public:
  /// Refuses (OutputError) a folder that has anything in it: an older recording would be mixed with
  /// the new one. Makes it if needed.
  explicit RecordingFolder(const std::string& folder);
  ~RecordingFolder();
  RecordingFolder(const RecordingFolder&) = delete;
  RecordingFolder& operator=(const RecordingFolder&) = delete;

  const std::string& path() const { return folder_; }

  /// Names a step before it is recorded, so that its files can be removed.
  void announce(const std::string& step);
  void keep();

 private:
  void forget_temporaries() const;

  std::string folder_;
  std::vector<std::string> steps_;
  bool made_ = false;  // it was not there before
  bool kept_ = false;
};

/// Writes every vertex-face and edge-edge candidate of the step to folder/KIND/NAME.fcq, ordered by
/// the indices (a, b) of ElementPair, with its truth and the enclosure of its first time by exact
/// arithmetic. Candidates are those that `options` admit; truth and times are always those of
/// touching (no separation) within [0, 1], as query files have it. A kind without candidates gets
/// no file. With `seen`, queries that are in this set are left out, and those written are added to
/// it (16 to 32 bytes each).
///
/// Writes the same bytes for any number of threads, broad phase and chunk. Needs memory for the
/// mesh and for one chunk (at least for all candidates of one element). Throws OutputError, and
/// std::runtime_error if the solver refuses the step.
Recorded record_step(StepSolver& solver, const Positions& t0, const Positions& t1,
                     const StepOptions& options, const std::string& folder, const std::string& name,
                     std::size_t chunk = kRecordChunk, QuerySet* seen = nullptr);

/// folder/KIND/NAME.fcq.
std::string recorded_file(const std::string& folder, Kind kind, const std::string& name);

}  // namespace firstcontact::apps
