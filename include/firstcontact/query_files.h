#pragma once
/// Finds, reads and writes query files: docs/formats/query-files.md describes them and how they lie
/// in folders.
#include <firstcontact/export.h>
#include <firstcontact/io_errors.h>
#include <firstcontact/query.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::io {

/// "vertex-face", "edge-edge", "point-edge", "point-point", "point-segment-2d": also the names of
/// the folders.
FIRSTCONTACT_API const char* kind_name(Kind kind);
/// The reverse; empty for any other text.
FIRSTCONTACT_API std::optional<Kind> kind_from_name(std::string_view name);

/// A file of queries, and what its name says about them.
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
FIRSTCONTACT_API std::vector<QuerySource> find_query_files(const std::vector<std::string>& paths);

/// A pair and whether it really touches in [0, 1].
struct TruthQuery {
  Query query;
  bool truth = false;
  /// The exact first contact time lies in [toi, toi_upper]. Free: both are 1. Where the file does
  /// not say: 0 and 1.
  double toi = 0, toi_upper = 1;
};

/// Calls `visit` with every query of a file, in order, until it returns false. Memory holds one
/// query. The file may be CSV or packed, either with ".gz"; exact times of contact are read if the
/// file, or the file beside it, has them. Every value is exactly the double that the file says.
/// Throws InputError for anything that is not a query file of this kind.
FIRSTCONTACT_API void read_queries(const std::string& path, Kind kind,
                                   const std::function<bool(const TruthQuery&)>& visit);
/// All queries of a file.
FIRSTCONTACT_API std::vector<TruthQuery> read_queries(const std::string& path, Kind kind);

/// Writes queries of one kind as CSV, compressed if the name ends in ".gz": the shortest exact
/// form, so that equal queries give equal bytes. The file appears whole or not at all. Throws
/// OutputError for what `read_queries` would refuse: a coordinate that is not finite, a second
/// kind, a planar query out of z = 0, no query at all.
FIRSTCONTACT_API void write_queries(const std::string& path, std::span<const TruthQuery> queries);

}  // namespace firstcontact::io
