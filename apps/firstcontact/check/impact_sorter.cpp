#include "impact_sorter.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <queue>
#include <type_traits>

#include "check_report.h"
#include "io/errors.h"

namespace firstcontact::apps {
namespace {

/// Records that are read at a time from each run.
constexpr std::size_t kRead = 32;

/// A new file without a name in `folder`; -1 if there can be none.
int open_unnamed(const std::filesystem::path& folder) {
  std::string name = (folder / ".firstcontact-XXXXXX").string();
  const int descriptor = mkstemp(name.data());
  if (descriptor >= 0) unlink(name.c_str());
  return descriptor;
}

}  // namespace

/// Reads one run from front to back.
class ImpactSorter::RunReader {
 public:
  RunReader(const ImpactSorter& sorter, std::uint64_t begin, std::uint64_t end)
      : sorter_(sorter), next_(begin), end_(end) {
    advance();
  }

  bool done() const { return done_; }
  const Impact& front() const { return front_; }

  void advance() {
    if (position_ == records_.size()) read();
    done_ = records_.empty();
    if (!done_) front_ = impact_of(records_[position_++]);
  }

 private:
  void read() {
    records_.resize(std::min<std::uint64_t>(kRead, end_ - next_));
    position_ = 0;
    char* bytes = reinterpret_cast<char*>(records_.data());
    std::size_t left = records_.size() * sizeof(Record);
    auto offset = static_cast<off_t>(next_ * sizeof(Record));
    while (left > 0) {
      const ssize_t count = pread(sorter_.descriptor_, bytes, left, offset);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) sorter_.fail("reading");
      bytes += count;
      offset += count;
      left -= count;
    }
    next_ += records_.size();
  }

  const ImpactSorter& sorter_;
  std::uint64_t next_, end_;
  std::vector<Record> records_;
  std::size_t position_ = 0;
  bool done_ = false;
  Impact front_;
};

ImpactSorter::~ImpactSorter() {
  if (descriptor_ >= 0) close(descriptor_);
}

void ImpactSorter::add(std::span<const Impact> impacts) {
  for (const Impact& impact : impacts) {
    if (run_.size() == kRun) write_run();
    run_.push_back(impact);
  }
}

void ImpactSorter::drain(const std::function<void(const Impact&)>& visit) {
  if (ends_.empty()) {
    sort_run();
    for (const Impact& impact : run_) visit(impact);
  } else {
    if (!run_.empty()) write_run();
    std::vector<RunReader> readers;
    readers.reserve(ends_.size());
    for (std::size_t i = 0; i < ends_.size(); ++i)
      readers.emplace_back(*this, i > 0 ? ends_[i - 1] : 0, ends_[i]);
    const auto later = [&](std::size_t a, std::size_t b) {
      return printed_before(readers[b].front(), readers[a].front());
    };
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> queue(later);
    for (std::size_t i = 0; i < readers.size(); ++i) queue.push(i);
    while (!queue.empty()) {
      const std::size_t first = queue.top();
      queue.pop();
      visit(readers[first].front());
      readers[first].advance();
      if (!readers[first].done()) queue.push(first);
    }
  }
  run_.clear();
  ends_.clear();
}

ImpactSorter::Record ImpactSorter::record_of(const Impact& impact) {
  const ElementPair& pair = impact.pair;
  const Vec3 point = impact.point();
  return {static_cast<std::int32_t>(pair.kind),
          pair.a,
          pair.b,
          {pair.vertices[0], pair.vertices[1], pair.vertices[2], pair.vertices[3]},
          impact.toi,
          {point.x(), point.y(), point.z()},
          {impact.normal.x(), impact.normal.y(), impact.normal.z()}};
}

Impact ImpactSorter::impact_of(const Record& record) {
  Impact impact;
  impact.pair = {static_cast<Kind>(record.kind),
                 record.a,
                 record.b,
                 {record.vertices[0], record.vertices[1], record.vertices[2], record.vertices[3]}};
  impact.toi = record.toi;
  impact.point_a = {record.point[0], record.point[1], record.point[2]};
  impact.point_b = impact.point_a;
  impact.normal = {record.normal[0], record.normal[1], record.normal[2]};
  return impact;
}

void ImpactSorter::sort_run() { std::sort(run_.begin(), run_.end(), printed_before); }

void ImpactSorter::write_run() {
  static_assert(std::is_trivially_copyable_v<Record>);
  if (descriptor_ < 0) open_file();
  sort_run();
  const std::uint64_t begin = ends_.empty() ? 0 : ends_.back();
  auto offset = static_cast<off_t>(begin * sizeof(Record));
  std::array<Record, 256> records;
  std::memset(static_cast<void*>(records.data()), 0, sizeof records);
  for (std::size_t i = 0; i < run_.size(); i += records.size()) {
    const std::size_t count = std::min(records.size(), run_.size() - i);
    for (std::size_t k = 0; k < count; ++k) records[k] = record_of(run_[i + k]);
    const char* bytes = reinterpret_cast<const char*>(records.data());
    for (std::size_t left = count * sizeof(Record); left > 0;) {
      const ssize_t written = pwrite(descriptor_, bytes, left, offset);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) fail("writing");
      bytes += written;
      offset += written;
      left -= written;
    }
  }
  ends_.push_back(begin + run_.size());
  run_.clear();
}

void ImpactSorter::open_file() {
  const std::filesystem::path folder = std::filesystem::path(output_).parent_path();
  descriptor_ = open_unnamed(folder.empty() ? "." : folder);
  std::error_code none;
  if (descriptor_ < 0) descriptor_ = open_unnamed(std::filesystem::temp_directory_path(none));
  if (descriptor_ < 0) fail("making");
}

void ImpactSorter::fail(const char* doing) const {
  throw io::OutputError(
      output_, std::string(doing) + " a temporary file to sort its rows: " + std::strerror(errno));
}

}  // namespace firstcontact::apps
