#pragma once
/// Keeps the finished timings of a benchmark in a file to which lines are appended: OUT/runs.jsonl.
///
/// Line 1 has the settings and the machine; every other line is a set that was used or a finished
/// timing. A line is written to the disk before the next timing starts. An incomplete last line, as
/// a power failure can leave it, is removed.
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "bench_measure.h"

namespace firstcontact::apps {

class BenchStore {
 public:
  /// Opens or makes the file and reads what is there. `header`: settings and machine. Throws
  /// io::InputError if the file was made with another header (naming what differs) or is no such
  /// file, io::OutputError if it cannot be written or another benchmark has it open. `fresh`:
  /// whatever was there is dropped.
  BenchStore(const std::string& path, const Json& header, bool fresh);
  /// A store without a file, which has these sets and timings already.
  BenchStore(const std::vector<Json>& sets, const std::vector<Json>& timings);
  ~BenchStore();
  BenchStore(const BenchStore&) = delete;
  BenchStore& operator=(const BenchStore&) = delete;

  /// When the benchmark was begun, UTC.
  std::string started() const;
  const std::vector<Json>& sets() const { return sets_; }
  const std::vector<Json>& timings() const { return timings_; }

  /// nullptr if that timing was not finished. Valid until the next `add_timing`.
  const Json* find_timing(const std::string& key, int repeat) const;
  /// nullptr if there is none of that name.
  const Json* find_set(const std::string& name) const;

  void add_set(Json set);
  /// The entry needs "key" and "repeat".
  void add_timing(Json timing);

 private:
  void read_back(const Json& header);
  void check_header(const Json& found, const Json& wanted) const;
  void append(const Json& line);
  void keep_timing(Json timing);

  std::string path_;
  int descriptor_ = -1;
  Json header_;
  std::vector<Json> sets_, timings_;
  std::map<std::pair<std::string, int>, std::size_t> place_of_timing_;
};

/// Now, UTC, as "2026-01-31T12:00:00Z".
std::string utc_now();

}  // namespace firstcontact::apps
