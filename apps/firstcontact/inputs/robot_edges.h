#pragma once
/// Reads files of edges, which are motions of a robot from one configuration to another. Format:
/// docs/guide/robot.md.
#include <firstcontact/scene_contact.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "inputs/value_setter.h"
#include "io/line_reader.h"

namespace firstcontact::apps {

/// What the first bytes of a file of edges say about the rest.
struct EdgeLayout {
  bool is_json = false;
  /// CSV: the line of the header, from 1; 0: there is none.
  std::size_t header_line = 0;
  /// With a header: for each column the index of its value in a Configuration, and whether it is
  /// that of the end.
  struct Column {
    std::size_t place;
    bool at_end;
  };
  std::vector<Column> columns;
};

/// Throws io::InputError.
EdgeLayout read_edge_layout(const std::string& path, const ValueSetter& setter);

/// Some lines of a CSV file.
struct EdgeLines {
  /// Where the first of them begins, and how many lines come before it.
  std::uint64_t byte = 0, before = 0;
  std::uint64_t count = std::numeric_limits<std::uint64_t>::max();
};

/// The edges of a file one after the other: CSV in constant memory, JSON as a whole. Everything
/// throws io::InputError that names the file, the line or entry, and the end or the joint.
class EdgeReader {
 public:
  /// All of the file. `setter` must outlive it.
  EdgeReader(const std::string& path, EdgeLayout layout, const ValueSetter& setter);
  /// Some lines of a CSV file that is not compressed.
  EdgeReader(const std::string& path, EdgeLayout layout, const ValueSetter& setter,
             const EdgeLines& lines);

  /// False after the last one.
  bool next(SceneEdge& edge);

  /// How much of the file is read, in [0, 1]; negative where that is unknown.
  double share() const;

 private:
  void read_json();
  SceneEdge edge_of(std::string_view row) const;

  std::string path_;
  EdgeLayout layout_;
  const ValueSetter& setter_;
  std::uint64_t lines_left_ = std::numeric_limits<std::uint64_t>::max();
  std::unique_ptr<io::LineReader> lines_;
  std::vector<SceneEdge> entries_;
  std::size_t next_entry_ = 0;
};

}  // namespace firstcontact::apps
