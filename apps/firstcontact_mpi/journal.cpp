#include "journal.h"

#include <fcntl.h>
#include <firstcontact/version.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "bench/bench_machine.h"
#include "common/described_report.h"
#include "common/duration_histogram.h"
#include "io/atomic_file.h"
#include "io/byte_source.h"
#include "io/errors.h"
#include "io/output_paths.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kHeaderName = "journal.json";
constexpr std::string_view kPartSuffix = ".chunks";
constexpr std::uint32_t kRecordMagic = 0x31434346;  // "FCC1"
constexpr std::uint64_t kEndBytes = std::uint64_t{1} << 16;
constexpr std::int64_t kSyncEveryNs = 1'000'000'000;

/// Stands before every result.
struct RecordHead {
  std::uint32_t magic, checksum;
  std::uint64_t chunk, size;
};

/// crc32 of zlib, which takes at most 4 GiB at a time.
std::uint32_t checksum(std::uint32_t sum, const char* bytes, std::uint64_t size) {
  return static_cast<std::uint32_t>(
      crc32_z(sum, reinterpret_cast<const unsigned char*>(bytes), size));
}

/// Of the chunk's number and size; the result follows.
std::uint32_t checksum_of_head(const RecordHead& head) {
  const std::uint64_t numbers[2] = {head.chunk, head.size};
  return checksum(0, reinterpret_cast<const char*>(numbers), sizeof numbers);
}

/// Reads as much as there is, up to `size` bytes.
std::uint64_t read_up_to(io::FileSource& source, char* out, std::uint64_t size) {
  std::uint64_t have = 0;
  while (have < size) {
    const std::size_t count = source.read(out + have, static_cast<std::size_t>(size - have));
    if (count == 0) break;
    have += count;
  }
  return have;
}

/// Checksum of the first and the last bytes of a file.
std::string ends_of(const std::string& path, std::uint64_t size) {
  std::string bytes(static_cast<std::size_t>(std::min(size, kEndBytes)), '\0');
  std::uint32_t sum = 0;
  for (const std::uint64_t begin : {std::uint64_t{0}, size - bytes.size()}) {
    io::FileSource source(path, begin);
    const std::uint64_t have = read_up_to(source, bytes.data(), bytes.size());
    sum = checksum(sum, bytes.data(), have);
  }
  return fmt::format("{:08x}", sum);
}

Json identity_of_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) throw io::InputError(path, std::strerror(errno));
  const auto size = static_cast<std::uint64_t>(status.st_size);
  return {{"path", path},
          {"bytes", size},
          {"changed", fmt::format("{}.{:09}", status.st_mtim.tv_sec, status.st_mtim.tv_nsec)},
          {"ends", ends_of(path, size)}};
}

/// What differs between the journal's job and this one; empty if nothing does.
std::string difference(const Json& found, const Json& wanted) {
  if (found.value("command", Json()) != wanted["command"]) return "of another command";
  if (found.value("version", Json()) != wanted["version"] ||
      found.value("program", Json()) != wanted["program"])
    return "of another build of the program";
  const Json files = found.value("inputs", Json());
  for (const Json& file : wanted["inputs"])
    if (std::find(files.begin(), files.end(), file) == files.end())
      return fmt::format("stale: {} has changed since", file["path"].get<std::string>());
  return found == wanted ? "" : "of other input files, or of chunks of another size";
}

}  // namespace

Json identity_of_job(const std::vector<std::string>& inputs, std::size_t chunks,
                     std::size_t chunk) {
  Json identity = {{"journal", 1},
                   {"version", FIRSTCONTACT_VERSION},
                   {"program", checksum_of_this_program()},
                   {"command", remembered_command()},
                   {"chunks", chunks},
                   {"chunk", chunk},
                   {"inputs", Json::array()}};
  for (const std::string& path : inputs) identity["inputs"].push_back(identity_of_file(path));
  // Names may have bytes that JSON does not: what is compared is what a file would have.
  return Json::parse(identity.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Journal::Journal(const std::string& folder, const Json& identity, std::size_t chunks, bool resume)
    : folder_(folder) {
  io::make_folder(folder);
  const std::string header = (fs::path(folder) / kHeaderName).string();
  const bool there = fs::exists(header);
  if (there && !resume)
    throw io::InputError(folder, "holds a journal already: --resume goes on with it");
  if (!there && !fs::is_empty(folder))
    throw io::InputError(folder, "is not empty, and holds no journal");
  if (!there) {
    io::AtomicFile file(header);
    file.write(identity.dump(1) + "\n");
    file.close();
  }
  lock_ = open(header.c_str(), O_RDONLY | O_CLOEXEC);
  if (lock_ < 0) throw io::InputError(header, std::strerror(errno));
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    close(lock_);
    throw io::OutputError(folder, "another job is using this journal");
  }
  try {
    read_header(identity);
    read_parts(chunks);
  } catch (...) {
    close(lock_);
    throw;
  }
}

Journal::~Journal() { close(lock_); }

void Journal::read_header(const Json& identity) {
  const std::string path = (fs::path(folder_) / kHeaderName).string();
  const Json found = Json::parse(io::read_text(path), nullptr, /*allow_exceptions=*/false);
  if (!found.is_object() || found.value("journal", Json()) != identity["journal"])
    throw io::InputError(path, "is no journal, or is damaged: name another folder");
  if (const std::string what = difference(found, identity); !what.empty())
    throw io::InputError(folder_, fmt::format("the journal is {}: name another folder", what));
}

void Journal::read_parts(std::size_t chunks) {
  std::vector<std::string> parts;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    int run = 0, process = 0;
    if (!name.ends_with(kPartSuffix) ||
        std::sscanf(name.c_str(), "run-%d-rank-%d", &run, &process) != 2)
      continue;
    run_ = std::max(run_, run + 1);
    parts.push_back(entry.path().string());
  }
  std::sort(parts.begin(), parts.end());
  for (const std::string& path : parts) read_part(path, chunks);
}

void Journal::read_part(const std::string& path, std::size_t chunks) {
  io::FileSource source(path);
  const std::uint64_t file_size = fs::file_size(path);
  std::string bytes;
  RecordHead head{};
  for (std::uint64_t at = 0; at < file_size;) {
    const std::uint64_t have = read_up_to(source, reinterpret_cast<char*>(&head), sizeof head);
    at += sizeof head;
    // Where a record is cut off, or is none, nothing behind it can be trusted.
    if (have < sizeof head || head.magic != kRecordMagic || head.chunk >= chunks ||
        head.size > file_size - at) {
      ++damaged_;
      return;
    }
    bytes.resize(static_cast<std::size_t>(head.size));
    const bool whole = read_up_to(source, bytes.data(), head.size) == head.size;
    if (whole && checksum(checksum_of_head(head), bytes.data(), head.size) == head.checksum)
      records_[head.chunk] = {path, at, head.size};
    else
      ++damaged_;
    at += head.size;
  }
}

std::string Journal::read(std::size_t chunk) const {
  const Record& record = records_.at(chunk);
  std::string bytes(static_cast<std::size_t>(record.size), '\0');
  io::FileSource source(record.path, record.offset);
  if (read_up_to(source, bytes.data(), record.size) != record.size)
    throw io::InputError(record.path, "has become shorter");
  return bytes;
}

JournalPart::JournalPart(const std::string& folder, int run, int process)
    : path_((fs::path(folder) / fmt::format("run-{:04}-rank-{:05}{}", run, process, kPartSuffix))
                .string()) {}

JournalPart::~JournalPart() {
  if (descriptor_ >= 0) close(descriptor_);
}

void JournalPart::add(std::size_t chunk, std::string_view result) {
  const auto cannot = [&](const char* doing) {
    throw io::OutputError(path_, fmt::format("cannot be {}: {}", doing, std::strerror(errno)));
  };
  if (descriptor_ < 0)
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) cannot("made");
  RecordHead head{kRecordMagic, 0, chunk, result.size()};
  head.checksum = checksum(checksum_of_head(head), result.data(), result.size());
  std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
  bytes += result;
  for (std::size_t written = 0; written < bytes.size();) {
    const ssize_t count = write(descriptor_, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno != EINTR) cannot("written");
    if (count > 0) written += static_cast<std::size_t>(count);
  }
  // A killed process loses nothing of this; a machine that goes down, what is younger than a second.
  if (now_ns() - synced_ns_ < kSyncEveryNs) return;
  if (fdatasync(descriptor_) != 0) cannot("forced to the disk");
  synced_ns_ = now_ns();
}

}  // namespace firstcontact::apps
