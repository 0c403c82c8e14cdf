#pragma once
/// The packed form of query files: the doubles themselves, for sets of millions of queries. The
/// format: docs/formats/query-files.md.
#include <firstcontact/query.h>
#include <firstcontact/query_files.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/atomic_file.h"
#include "io/byte_source.h"

namespace firstcontact::io {

/// A header of 64 bytes, then `count` records of equal size, and nothing else.
struct PackedHeader {
  Kind kind = Kind::VertexFace;
  /// Every record has the exact first contact time.
  bool times = false;
  /// At least 1.
  std::uint64_t count = 0;
};

inline constexpr std::size_t kPackedHeaderBytes = 64;

/// Coordinates, times if there are any, truth; all of 8 bytes. Vertex-face and edge-edge: 200
/// bytes, 216 with times.
constexpr std::size_t packed_record_bytes(Kind kind, bool times) {
  return 8 * (6 * static_cast<std::size_t>(point_count(kind)) + (times ? 2 : 0) + 1);
}

/// ".fcq", or ".fcq.gz".
bool is_packed_name(const std::string& path);

/// Reads blocks of queries in constant memory. Every bit of every coordinate is as it was written,
/// the sign of zero included.
///
/// Whatever is not a file of this form and kind, to the last byte, is an InputError: "path: byte N:
/// field: what", bytes counted from 0 (those of the unpacked data, for gzip).
class PackedReader {
 public:
  /// Opens a file, gzip by its name, and reads the header. A plain file whose size is not what the
  /// header says is refused at once.
  PackedReader(const std::string& path, Kind kind);
  /// The same, and goes on at query number `first`. Precondition: a plain file; `first` is at most
  /// the number of its queries.
  PackedReader(const std::string& path, Kind kind, std::uint64_t first);
  /// Reads from anything; `name` stands for the path in messages.
  PackedReader(std::unique_ptr<ByteSource> source, const std::string& name, Kind kind);

  const PackedHeader& header() const { return header_; }

  /// Fills `out` from its beginning; returns how many queries: less than out.size() only at the
  /// end, which is checked to be the end of the file. After an error the reader is of no further
  /// use.
  std::size_t read(std::span<TruthQuery> out);

  /// How many of all queries were given, in [0, 1].
  double share() const {
    return static_cast<double>(records_read_) / static_cast<double>(header_.count);
  }

 private:
  void read_header(Kind kind);
  std::size_t fill(char* buffer, std::size_t size);
  void refill();
  void decode(const char* record, TruthQuery& out) const;
  [[noreturn]] void refuse_record(const char* record, const TruthQuery& query) const;
  [[noreturn]] void fail(std::uint64_t byte, const std::string& field,
                         const std::string& what) const;

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  PackedHeader header_;
  std::size_t record_bytes_ = 0;
  std::vector<char> buffer_;
  std::size_t next_ = 0, end_ = 0;  // bytes of the buffer that were not given out yet
  std::uint64_t records_read_ = 0;  // given out
  std::uint64_t records_buffered_ = 0;
  bool at_end_ = false;
};

/// Writes one packed file. It appears whole at `close()`, or not at all; see AtomicFile. Never
/// writes what PackedReader would refuse: that throws OutputError, and no file appears. So does a
/// number of queries other than the header's.
class PackedWriter {
 public:
  PackedWriter(const std::string& path, const PackedHeader& header);

  /// The times are written only if the header says so.
  void write(const TruthQuery& query);
  void close();

 private:
  [[noreturn]] void refuse(const std::string& what);

  AtomicFile file_;
  PackedHeader header_;
  std::uint64_t count_ = 0;
  bool refused_ = false;
  std::string bytes_;
};

}  // namespace firstcontact::io
