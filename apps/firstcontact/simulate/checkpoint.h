#pragma once
/// All that `simulate --resume` needs to go on with the same bits: docs/formats/traces.md.
#include <cstdint>
#include <string>
#include <string_view>

#include "recording/record_step.h"
#include "sim/simulation.h"

namespace firstcontact::apps {

/// What a recording has up to some step.
struct RecordingTotals {
  /// Motions that the loop asked about; their files are numbered from 0.
  std::int64_t questions = 0;
  Recorded recorded = {};
};

struct Checkpoint {
  sim::State state = {};
  /// Zeros if nothing is recorded.
  RecordingTotals recording = {};
};

/// The bytes of the file, with every bit of the state and a checksum.
std::string encode_checkpoint(const Checkpoint& checkpoint);

/// Throws io::InputError, naming `path`, for bytes that encode_checkpoint would not write: another
/// length, a wrong checksum, a number that is not finite or negative where that cannot be. The
/// positions and velocities have the same number of rows, which may be 0.
Checkpoint decode_checkpoint(std::string_view bytes, const std::string& path);

}  // namespace firstcontact::apps
