#pragma once
/// Reads files of proofs and checks every line.
#include <firstcontact/proof.h>

#include <cstdint>
#include <string>

#include "common/progress.h"
#include "verify_inputs.h"
#include "verify_summary.h"

namespace firstcontact::apps {

struct FileReport : proof::FileVerdict {
  std::string path;
  ProofSummary summary;
};

/// Verifies report.path on some threads (0: all), and compares it with `match`, which may be null.
/// Failures are printed as they are found. `done` counts lines over all files. Throws
/// io::InputError for a file that cannot be opened.
void verify_file(FileReport& report, int threads, InputMatch* match, Progress& progress,
                 std::int64_t& done);

}  // namespace firstcontact::apps
