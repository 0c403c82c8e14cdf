#include "checkpoint.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "io/errors.h"
#include "little_endian.h"
#include "recording/query_set.h"

namespace firstcontact::apps {
namespace {

constexpr std::string_view kCheckpointMagic =
    "\x89"
    "FCS\r\n\x1a\n";
constexpr std::uint64_t kCheckpointVersion = 1;
/// Magic, version and byte order, vertices; step, time, stiffness; questions; 3 counts and one
/// distance for each of 5 kinds.
constexpr std::size_t kFixedBytes = 8 * (3 + 3 + 1 + 4 * 5);
constexpr std::size_t kBytesPerVertex = 2 * 3 * 8;
constexpr std::size_t kChecksumBytes = 16;

std::string checksum_of(std::string_view bytes) {
  Hash128 hash;
  hash.add(bytes);
  std::string out;
  append_word(out, hash.a);
  append_word(out, hash.b);
  return out;
}

/// Takes numbers one after the other and refuses those that cannot be.
class CheckpointParser {
 public:
  CheckpointParser(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  std::uint64_t word(int bytes = 8) {
    const std::uint64_t value = word_at(bytes_, at_, bytes);
    at_ += bytes;
    return value;
  }
  std::int64_t count(const char* field) {
    const auto value = static_cast<std::int64_t>(word());
    if (value < 0) refuse(field, "is negative");
    return value;
  }
  double number() { return std::bit_cast<double>(word()); }
  double finite(const char* field) {
    const double value = number();
    if (!std::isfinite(value)) refuse(field, "is not finite");
    return value;
  }

  [[noreturn]] void refuse(const char* field, const std::string& what) const {
    throw io::InputError(path_, fmt::format("byte {}: {}: {}", at_ - 8, field, what));
  }

 private:
  std::string_view bytes_;
  const std::string& path_;
  std::size_t at_ = kCheckpointMagic.size();
};

void append_matrix(std::string& out, const PointMatrix& matrix) {
  for (Eigen::Index i = 0; i < matrix.size(); ++i) append_double(out, matrix.data()[i]);
}

/// Refuses what is not, by its length and checksum, a checkpoint of this version. Returns the
/// number of vertices.
std::uint64_t vertices_of_checked(std::string_view bytes, const std::string& path) {
  if (!bytes.starts_with(kCheckpointMagic))
    throw io::InputError(path, "is no checkpoint of a simulation");
  if (bytes.size() < kFixedBytes + kChecksumBytes)
    throw io::InputError(path, fmt::format("is cut off after {} bytes", bytes.size()));
  const std::uint64_t version = word_at(bytes, 8, 4);
  if (version != kCheckpointVersion || word_at(bytes, 12, 4) != kByteOrderWord)
    throw io::InputError(path, fmt::format("byte 8: version: is {}; this program reads version {}",
                                           version, kCheckpointVersion));
  const std::uint64_t vertices = word_at(bytes, 16);
  const std::size_t rest = bytes.size() - kFixedBytes - kChecksumBytes;
  if (rest % kBytesPerVertex != 0 || vertices != rest / kBytesPerVertex)
    throw io::InputError(path, fmt::format("byte 16: vertices: {} do not make a file of {} bytes",
                                           vertices, bytes.size()));
  const std::string_view content = bytes.substr(0, bytes.size() - kChecksumBytes);
  if (checksum_of(content) != bytes.substr(content.size()))
    throw io::InputError(path, "the checksum is wrong: the file was damaged");
  return vertices;
}

}  // namespace

std::string encode_checkpoint(const Checkpoint& checkpoint) {
  const sim::State& state = checkpoint.state;
  const Recorded& recorded = checkpoint.recording.recorded;
  std::string out(kCheckpointMagic);
  out.reserve(kFixedBytes + kChecksumBytes +
              kBytesPerVertex * static_cast<std::size_t>(state.positions.rows()));
  append_word(out, kCheckpointVersion, 4);
  append_word(out, kByteOrderWord, 4);
  append_word(out, static_cast<std::uint64_t>(state.positions.rows()));
  append_word(out, static_cast<std::uint64_t>(state.step));
  append_double(out, state.time);
  append_double(out, state.barrier_stiffness);
  append_word(out, static_cast<std::uint64_t>(checkpoint.recording.questions));
  for (const auto* counts : {&recorded.candidates, &recorded.repeated, &recorded.positives})
    for (const std::int64_t count : *counts) append_word(out, static_cast<std::uint64_t>(count));
  for (const double distance : recorded.smallest_distance) append_double(out, distance);
  append_matrix(out, state.positions);
  append_matrix(out, state.velocities);
  return out += checksum_of(out);
}

Checkpoint decode_checkpoint(std::string_view bytes, const std::string& path) {
  const auto rows = static_cast<Eigen::Index>(vertices_of_checked(bytes, path));
  CheckpointParser parser(bytes, path);
  Checkpoint checkpoint;
  sim::State& state = checkpoint.state;
  Recorded& recorded = checkpoint.recording.recorded;
  parser.word();  // version and byte order
  parser.word();  // vertices
  state.step = parser.count("step");
  state.time = parser.finite("time");
  state.barrier_stiffness = parser.finite("barrier stiffness");
  checkpoint.recording.questions = parser.count("questions");
  for (std::int64_t& count : recorded.candidates) count = parser.count("candidates");
  for (std::int64_t& count : recorded.repeated) count = parser.count("repeated");
  for (std::int64_t& count : recorded.positives) count = parser.count("contacts");
  for (double& distance : recorded.smallest_distance) {
    distance = parser.number();
    if (!(distance >= 0)) parser.refuse("smallest distance", "is not 0 or more");
  }
  for (PointMatrix* matrix : {&state.positions, &state.velocities}) {
    matrix->resize(rows, 3);
    for (Eigen::Index i = 0; i < matrix->size(); ++i)
      matrix->data()[i] = parser.finite(matrix == &state.positions ? "positions" : "velocities");
  }
  return checkpoint;
}

}  // namespace firstcontact::apps
