#pragma once
/// Traces of simulations: the surface in every frame, compact, for viewers. The format:
/// docs/formats/traces.md.
#include <firstcontact/collision_mesh.h>

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.h"

namespace firstcontact::apps {

/// Everything before the first frame.
struct TraceHead {
  /// "values" names the numbers of each frame; see docs/formats/traces.md for the rest.
  nlohmann::ordered_json description = nlohmann::ordered_json::object();
  std::uint64_t vertices = 0, values = 0;
  std::vector<Face> triangles = {};

  /// Size of each frame.
  std::size_t frame_bytes() const;
};

struct TraceFrame {
  std::vector<double> values;
  /// Three coordinates a vertex.
  std::vector<float> positions;
};

/// Precondition: the triangles' vertices exist.
std::string encode_trace_head(const TraceHead& head);
/// Precondition: as many values and vertices as the head says.
std::string encode_trace_frame(std::span<const double> values, const PointMatrix& positions);

/// Reads a trace from its beginning. What is not one throws io::InputError, naming `name`. Memory
/// grows with what is read, never with what the head promises.
class TraceReader {
 public:
  TraceReader(std::unique_ptr<io::ByteSource> source, const std::string& name);

  const TraceHead& head() const { return head_; }
  /// Bytes before the first frame.
  std::uint64_t head_bytes() const { return head_bytes_; }

  /// False at the end. A frame that is not complete is none: it was being written when the program
  /// was killed.
  bool next(TraceFrame& frame);

 private:
  void read_description(std::uint64_t size);
  void read_triangles(std::uint64_t count);
  std::string take(std::uint64_t size, const char* field);
  std::size_t fill(std::string& bytes, std::uint64_t size);
  [[noreturn]] void fail(const char* field, const std::string& what) const;

  std::unique_ptr<io::ByteSource> source_;
  std::string name_;
  TraceHead head_;
  std::uint64_t head_bytes_ = 0;
};

/// A trace that is being written. Every failure throws io::OutputError naming the file.
class TraceWriter {
 public:
  /// Makes the file, or empties it, and writes the head. `head`: encode_trace_head.
  TraceWriter(const std::string& path, const std::string& head);
  /// Goes on with an existing file after `frames` frames; what follows them is cut off. Throws
  /// io::InputError if the file has another head or fewer frames.
  TraceWriter(const std::string& path, const std::string& head, std::uint64_t frames,
              std::size_t frame_bytes);
  ~TraceWriter();
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;

  /// Appends a frame and waits until it is on the disk.
  void append(const std::string& frame);

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace firstcontact::apps
