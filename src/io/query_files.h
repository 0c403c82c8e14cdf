#pragma once
/// Finds query files: docs/formats/query-files.md tells how they lie in folders.
#include <firstcontact/query.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::io {

/// "vertex-face", "edge-edge", "point-edge", "point-point", "point-segment-2d": also the names of
/// the folders.
const char* kind_name(Kind kind);
/// The reverse; empty for any other text.
std::optional<Kind> kind_from_name(std::string_view name);

struct QuerySource {
  /// As it was given, or below the folder that was given.
  std::string path;
  /// Name of the folder that holds the kind folder.
  std::string scene;
  Kind kind = Kind::VertexFace;
};

/// The query files (*.csv, *.fcq, either with .gz) that `paths` stand for, sorted by path. A path
/// may be a file, a kind folder, a scene folder or a root of scenes: folders are searched to any
/// depth. The kind of a file is that of the nearest folder above it with a kind's name, also when
/// that folder is above the path given. A file is listed once, under the first of its names; links
/// are followed, loops are harmless. Throws InputError naming the path when one does not exist,
/// cannot be read, is no query file by its name, has no kind, or is a folder without query files.
/// The same tree always gives the same list.
std::vector<QuerySource> find_query_files(const std::vector<std::string>& paths);

}  // namespace firstcontact::io
