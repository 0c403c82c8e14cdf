#pragma once
/// Records every question of a simulation's loop as query files with exact truth: `simulate
/// --record`.
#include <firstcontact/step.h>

#include <string>

#include "checkpoint.h"
#include "recording/query_set.h"

namespace firstcontact::apps {

/// A scene's name as that of a folder: letters, digits, '-', '_' and '.' stay, everything else
/// becomes '_'.
std::string folder_name_of(const std::string& scene);

class QueryRecorder {
 public:
  /// Files go to folder/KIND/NNNNNN.fcq, numbered by question from 0, and folder/recording.json
  /// keeps `identity`. The folder must be new or empty. Throws io::OutputError.
  QueryRecorder(const std::string& folder, bool deduplicate, const std::string& identity);
  /// Goes on with a recording after these totals: files of later questions, and temporary files of
  /// a run that was killed, are removed. Throws io::InputError, and removes nothing, if the
  /// recording has another identity or not exactly as many queries as the totals say. A folder that
  /// is new or empty is fine if the totals are 0.
  QueryRecorder(const std::string& folder, bool deduplicate, const std::string& identity,
                const RecordingTotals& totals);

  /// Writes the candidates of one question.
  void record(StepSolver& solver, const Positions& t0, const Positions& t1,
              const StepOptions& options);

  const std::string& folder() const { return folder_; }
  const RecordingTotals& totals() const { return totals_; }
  /// Wall time of all calls of `record`.
  double seconds() const { return seconds_; }

 private:
  void begin(const std::string& identity);
  void require_identity(const std::string& identity) const;
  std::int64_t reread(Kind kind);
  void remove_later(Kind kind) const;

  std::string folder_;
  bool deduplicate_;
  QuerySet seen_;
  RecordingTotals totals_;
  double seconds_ = 0;
};

}  // namespace firstcontact::apps
