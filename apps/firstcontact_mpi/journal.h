#pragma once
/// Keeps the results of finished chunks in a folder, so that a job that was killed does not do them
/// again.
///
/// journal.json says what the results are of: the command, the program and the input files. Every
/// process of every run appends to a file of its own, which only ever grows: a record for each
/// finished chunk, with a checksum. A record that is cut off or damaged counts as not there.
/// docs/guide/many-machines.md describes the files.
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::apps {

/// What the results depend on. `inputs` are files: their names, sizes, times of change and the
/// checksums of both ends count. `chunk` is the size of a chunk that the user asked for, or 0: jobs
/// with chunks of other sizes may have the same number of them.
nlohmann::ordered_json identity_of_job(const std::vector<std::string>& inputs, std::size_t chunks,
                                       std::size_t chunk);

/// The reporter's view of the folder.
class Journal {
 public:
  /// Makes the folder, or, with `resume`, opens what is there. Throws io::InputError if the folder
  /// has a journal and `resume` is not set, if it has another job's journal (saying what differs),
  /// or something else; io::OutputError if it cannot be written, or another job is using it.
  Journal(const std::string& folder, const nlohmann::ordered_json& identity, std::size_t chunks,
          bool resume);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  bool has(std::size_t chunk) const { return records_.contains(chunk); }
  std::size_t size() const { return records_.size(); }
  /// Records that were damaged or cut off.
  std::size_t damaged() const { return damaged_; }
  /// The number of this run: 0 for the first.
  int run() const { return run_; }
  /// The result of a chunk that it has. Throws io::InputError if it cannot be read any more.
  std::string read(std::size_t chunk) const;

 private:
  struct Record {
    std::string path;
    std::uint64_t offset, size;
  };
  void read_header(const nlohmann::ordered_json& identity);
  void read_parts(std::size_t chunks);
  void read_part(const std::string& path, std::size_t chunks);

  std::string folder_;
  int lock_ = -1;
  int run_ = 0;
  std::size_t damaged_ = 0;
  std::map<std::size_t, Record> records_;
};

/// One process's file of a run. It is made when the first chunk is added.
class JournalPart {
 public:
  JournalPart(const std::string& folder, int run, int process);
  ~JournalPart();
  JournalPart(const JournalPart&) = delete;
  JournalPart& operator=(const JournalPart&) = delete;

  /// Appends a result. Throws io::OutputError.
  void add(std::size_t chunk, std::string_view result);

 private:
  std::string path_;
  int descriptor_ = -1;
  std::int64_t synced_ns_ = 0;
};

}  // namespace firstcontact::apps
