#pragma once
/// Which files the arguments of `firstcontact view` stand for.
#include <firstcontact/query_files.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::apps {

/// A file that the viewer gets.
struct ViewFile {
  /// What the viewer calls it: the path as it was given, or below the folder that was given.
  std::string name;
  /// Where it lies.
  std::string path;
  /// In bytes, when it was looked at.
  std::uint64_t size = 0;
};

/// The files that `paths` stand for, in this order. A file stands for itself, and a query file also
/// for the file of exact times beside it. A folder stands for what it is known by: the trace and
/// the JSON reports of a simulation, the report of a benchmark, query files, or meshes. Throws
/// io::InputError for what is not a regular file that can be read, or a folder with nothing to
/// view.
std::vector<ViewFile> find_view_files(const std::vector<std::string>& paths);

/// A query file, and the file of exact times beside it if there is one. Their names have the folder
/// of their kind, from which the viewer knows it.
std::vector<ViewFile> query_view_files(const io::QuerySource& source);

/// One regular file that can be read. Throws io::InputError.
ViewFile view_file(const std::string& path);

/// Bytes of all of them.
std::uint64_t total_size(const std::vector<ViewFile>& files);

/// The media type of a file by its name. Never one that a browser would run: what is HTML, SVG or a
/// script is plain text here.
const char* media_type_of(std::string_view name);

}  // namespace firstcontact::apps
