#include <firstcontact/query_files.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>

#include "io/errors.h"
#include "io/packed_queries.h"

namespace firstcontact::io {
namespace {

namespace fs = std::filesystem;

constexpr std::array<Kind, 5> kAllKinds = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge,
                                           Kind::PointPoint, Kind::PointSegment2D};

bool is_query_name(const fs::path& path) {
  const std::string name = path.filename().string();
  return has_suffix(name, ".csv") || has_suffix(name, ".csv.gz") || is_packed_name(name);
}

/// The absolute path under the name it was given: links keep their names, except where ".." must go
/// through them.
fs::path named_absolute(const fs::path& path) {
  const fs::path whole = fs::absolute(path);
  if (std::find(whole.begin(), whole.end(), "..") != whole.end()) return fs::canonical(whole);
  return whole.lexically_normal();
}

class Finder {
 public:
  void add(const fs::path& given) {
    const fs::file_status status = status_of(given);
    if (!fs::is_directory(status)) {
      if (!is_query_name(given))
        throw InputError(given.string(),
                         "is no query file: its name must end in .csv, .csv.gz, .fcq or .fcq.gz");
      add_file(given, status);
    } else if (!add_folder(given)) {
      throw InputError(given.string(),
                       "this folder has no query files (*.csv, *.csv.gz, *.fcq, *.fcq.gz)");
    }
  }

  std::vector<QuerySource> sorted() && {
    std::sort(found_.begin(), found_.end(), [](const QuerySource& a, const QuerySource& b) {
      return fs::path(a.path) < fs::path(b.path);
    });
    return std::move(found_);
  }

 private:
  static fs::file_status status_of(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found)
      throw InputError(path.string(), "no such file or folder");
    if (error) throw InputError(path.string(), "cannot be read: " + error.message());
    return status;
  }

  void add_file(const fs::path& path, const fs::file_status& status) {
    if (!fs::is_regular_file(status)) throw InputError(path.string(), "is not a regular file");
    if (::access(path.c_str(), R_OK) != 0)
      throw InputError(path.string(), std::string("cannot be read: ") + std::strerror(errno));
    fs::path folder = named_absolute(path).parent_path();
    while (folder.has_relative_path() && !kind_from_name(folder.filename().string()))
      folder = folder.parent_path();
    const std::optional<Kind> kind = kind_from_name(folder.filename().string());
    if (!kind) {
      throw InputError(path.string(),
                       "its kind cannot be told: no folder above it is named vertex-face, "
                       "edge-edge, point-edge, "
                       "point-point or point-segment-2d");
    }
    if (files_.insert(fs::canonical(path)).second)
      found_.push_back({path.string(), folder.parent_path().filename().string(), *kind});
  }

  /// Everything below `folder`; false if there is no query file, seen before or not.
  bool add_folder(const fs::path& folder) {
    // Each real folder once, whatever links lead to it: no loops, and no more work than there are
    // folders.
    const auto [place, fresh] = folders_.emplace(fs::canonical(folder), false);
    if (!fresh) return place->second;
    std::vector<fs::path> entries;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
      entries.push_back(entry.path());
    std::sort(entries.begin(), entries.end());
    bool any = false;
    for (const fs::path& entry : entries) {
      std::error_code ignored;
      if (fs::is_directory(entry, ignored)) {
        any = add_folder(entry) || any;
      } else if (is_query_name(entry)) {
        add_file(entry, status_of(entry));
        any = true;
      }
    }
    place->second = any;
    return any;
  }

  std::vector<QuerySource> found_;
  std::set<fs::path> files_;
  /// Real folders begun, and whether query files were found below.
  std::map<fs::path, bool> folders_;
};

}  // namespace

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::VertexFace: return "vertex-face";
    case Kind::EdgeEdge: return "edge-edge";
    case Kind::PointEdge: return "point-edge";
    case Kind::PointPoint: return "point-point";
    case Kind::PointSegment2D: return "point-segment-2d";
  }
  return "";
}

std::optional<Kind> kind_from_name(std::string_view name) {
  for (const Kind kind : kAllKinds)
    if (name == kind_name(kind)) return kind;
  return std::nullopt;
}

std::vector<QuerySource> find_query_files(const std::vector<std::string>& paths) {
  Finder finder;
  for (const std::string& path : paths) {
    try {
      finder.add(path);
    } catch (const fs::filesystem_error& error) {
      throw InputError(error.path1().empty() ? path : error.path1().string(),
                       "cannot be read: " + error.code().message());
    }
  }
  return std::move(finder).sorted();
}

}  // namespace firstcontact::io
