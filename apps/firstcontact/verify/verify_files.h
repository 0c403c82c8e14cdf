#pragma once
/// Reads files of proofs and checks every line.
#include <cstdint>
#include <string>
#include <vector>

#include "common/progress.h"
#include "verify_inputs.h"
#include "verify_summary.h"

namespace firstcontact::apps {

struct Failure {
  std::size_t line = 0;
  std::string reason;
};

struct FileReport {
  std::string path;
  std::int64_t proofs = 0, segments = 0;
  std::vector<Failure> failures;
  ProofSummary summary;
  /// Why the file could not be read to its end; empty if it could.
  std::string error;
};

/// Checks the lines of report.path on some threads (0: all), and takes them in in order: the same
/// report and output whatever the number of threads. Failures are printed as they are found.
/// `match` may be null. `done` counts lines over all files. Throws io::InputError for a file that
/// cannot be opened.
void verify_file(FileReport& report, int threads, InputMatch* match, Progress& progress,
                 std::int64_t& done);

}  // namespace firstcontact::apps
