#include "query_recorder.h"

#include <firstcontact/query_files.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <vector>

#include "common/duration_histogram.h"
#include "common/table.h"
#include "io/atomic_file.h"
#include "io/byte_source.h"
#include "io/errors.h"
#include "io/output_paths.h"
#include "io/packed_queries.h"
#include "leftover_files.h"

namespace firstcontact::apps {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRecordingName = "recording.json";
constexpr std::string_view kRecordingSuffix = ".fcq";
constexpr std::size_t kReadBlock = 1'024;

/// The question of a file "000123.fcq"; -1 for other names.
std::int64_t question_of(const std::string& name) {
  std::int64_t number = -1;
  const char* end = name.data() + name.size() - std::min(name.size(), kRecordingSuffix.size());
  const auto [rest, error] = std::from_chars(name.data(), end, number);
  const bool fits = error == std::errc() && rest == end && name.ends_with(kRecordingSuffix);
  return fits && number >= 0 ? number : -1;
}

fs::path folder_of(const std::string& folder, Kind kind) {
  return fs::path(recorded_file(folder, kind, "0")).parent_path();
}

/// What is in a folder, sorted; nothing if there is no such folder.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  if (!fs::is_directory(folder)) return entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    entries.push_back(entry.path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

std::string name_of_question(std::int64_t question) { return fmt::format("{:06}", question); }

}  // namespace

std::string folder_name_of(const std::string& scene) {
  std::string name = scene.empty() ? "scene" : scene;
  for (char& c : name) {
    const bool plain = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
    if (!plain && c != '-' && c != '_' && c != '.') c = '_';
  }
  if (name.front() == '.') name.front() = '_';
  return name;
}

QueryRecorder::QueryRecorder(const std::string& folder, bool deduplicate,
                             const std::string& identity)
    : folder_(folder), deduplicate_(deduplicate) {
  RecordingFolder(folder).keep();  // makes it, and refuses one with anything in it
  begin(identity);
}

QueryRecorder::QueryRecorder(const std::string& folder, bool deduplicate,
                             const std::string& identity, const RecordingTotals& totals)
    : folder_(folder), deduplicate_(deduplicate), totals_(totals) {
  io::make_folder(folder);
  for (const fs::path& entry : entries_of(folder)) {
    const std::string name = entry.filename().string();
    if (name != kRecordingName && without_temporary_ending(name) == kRecordingName)
      remove_leftover(entry);
  }
  if (totals.questions == 0 && fs::is_empty(folder)) {
    begin(identity);
    return;
  }
  require_identity(identity);
  for (const Kind kind : kRecordedKinds) {
    const std::int64_t there = reread(kind), wanted = totals.recorded.queries(kind);
    if (there != wanted)
      throw io::InputError(folder,
                           fmt::format("has {} {} queries of the steps before, where the "
                                       "checkpoint says {}",
                                       grouped(there), io::kind_name(kind), grouped(wanted)));
  }
  for (const Kind kind : kRecordedKinds) remove_later(kind);
}

void QueryRecorder::begin(const std::string& identity) {
  io::AtomicFile file((fs::path(folder_) / kRecordingName).string());
  file.write(identity);
  file.close();
}

void QueryRecorder::require_identity(const std::string& identity) const {
  const std::string path = (fs::path(folder_) / kRecordingName).string();
  if (!fs::exists(path))
    throw io::InputError(folder_, fmt::format("has no {}: it is not the recording of this "
                                              "simulation",
                                              kRecordingName));
  if (io::read_text(path) != identity) throw io::InputError(path, "is of another simulation");
}

/// Counts the queries of the questions before, and remembers them if needed.
std::int64_t QueryRecorder::reread(Kind kind) {
  std::int64_t count = 0;
  std::vector<io::TruthQuery> block(kReadBlock);
  for (const fs::path& file : entries_of(folder_of(folder_, kind))) {
    const std::int64_t question = question_of(file.filename().string());
    if (question < 0 || question >= totals_.questions) continue;
    io::PackedReader reader(file.string(), kind);
    count += static_cast<std::int64_t>(reader.header().count);
    if (!deduplicate_) continue;
    while (const std::size_t read = reader.read(block))
      for (std::size_t i = 0; i < read; ++i) seen_.insert(hash_of(block[i].query));
  }
  return count;
}

void QueryRecorder::remove_later(Kind kind) const {
  for (const fs::path& file : entries_of(folder_of(folder_, kind))) {
    const std::string name = file.filename().string(), final = without_temporary_ending(name);
    const std::int64_t question = question_of(final);
    if (question >= 0 && (question >= totals_.questions || name != final)) remove_leftover(file);
  }
}

void QueryRecorder::record(StepSolver& solver, const Positions& t0, const Positions& t1,
                           const StepOptions& options) {
  const std::int64_t start = now_ns();
  StepOptions silent = options;
  silent.progress = nullptr;
  silent.certificate = nullptr;
  totals_.recorded +=
      record_step(solver, t0, t1, silent, folder_, name_of_question(totals_.questions),
                  kRecordChunk, deduplicate_ ? &seen_ : nullptr);
  ++totals_.questions;
  seconds_ += seconds_since(start);
}

}  // namespace firstcontact::apps
