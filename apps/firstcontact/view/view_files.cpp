#include "view_files.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "io/errors.h"
#include "io/exact_times.h"
#include "io/regular_file.h"

namespace firstcontact::apps {
namespace {

namespace fs = std::filesystem;

std::string_view without_gz(std::string_view name) {
  return io::has_suffix(name, ".gz") ? name.substr(0, name.size() - 3) : name;
}

bool has_ending(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return io::has_suffix(name, ending); });
}

bool is_mesh_name(std::string_view name) {
  return has_ending(without_gz(name), {".obj", ".ply", ".stl", ".off"});
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// The files in a folder whose names `wanted` accepts, in alphabetical order.
std::vector<fs::path> files_in(const fs::path& folder, bool (*wanted)(std::string_view)) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (wanted(entry->path().filename().string()) && !is_folder(entry->path()))
      found.push_back(entry->path());
  if (error) throw io::InputError(folder.string(), "cannot be read: " + error.message());
  std::sort(found.begin(), found.end());
  return found;
}

/// The kind of a query file is the name of a folder above it. If the path as it was given does not
/// have that folder, the viewer gets a name that does.
std::string name_of_queries(const io::QuerySource& source) {
  const std::string kind = io::kind_name(source.kind);
  const fs::path path(source.path);
  if (std::find(path.begin(), path.end(), kind) != path.end()) return source.path;
  return (fs::path(source.scene) / kind / path.filename()).string();
}

void add_queries(const io::QuerySource& source, std::vector<ViewFile>& files) {
  for (ViewFile& file : query_view_files(source)) files.push_back(std::move(file));
}

void add_file(const std::string& path, std::vector<ViewFile>& files) {
  ViewFile file = view_file(path);
  if (has_ending(without_gz(path), {".csv", ".fcq"})) try {
      for (const io::QuerySource& source : io::find_query_files({path})) add_queries(source, files);
      return;
    } catch (const io::InputError&) {  // a table of another kind, for example of impacts
    }
  files.push_back(std::move(file));
}

void add_folder(const fs::path& folder, std::vector<ViewFile>& files) {
  const auto add_all = [&](const std::vector<fs::path>& paths) {
    for (const fs::path& path : paths) files.push_back(view_file(path.string()));
    return !paths.empty();
  };
  if (is_there(folder / "trace.fct")) {
    add_all({folder / "trace.fct"});
    add_all(files_in(folder, [](std::string_view name) {
      return io::has_suffix(name, ".json") && name != "scene.json";  // which is no report
    }));
    return;
  }
  if (is_there(folder / "report.json")) {
    add_all({folder / "report.json"});
    return;
  }
  if (is_there(folder / "runs.jsonl"))
    throw io::InputError(folder.string(),
                         "has no report.json: this benchmark is not finished (`firstcontact bench` "
                         "goes on with it)");
  if (add_all(files_in(folder, is_mesh_name))) return;
  std::vector<io::QuerySource> sources;
  try {
    sources = io::find_query_files({folder.string()});
  } catch (const io::InputError&) {
    throw io::InputError(folder.string(),
                         "has nothing to view: no trace.fct of `simulate`, no report.json, no "
                         "meshes and no query files");
  }
  for (const io::QuerySource& source : sources) add_queries(source, files);
}

}  // namespace

ViewFile view_file(const std::string& path) {
  const int descriptor = io::open_regular_file(path);
  struct stat status {};
  const bool known = ::fstat(descriptor, &status) == 0;
  ::close(descriptor);
  if (!known) throw io::InputError(path, "its size cannot be told");
  return {path, path, static_cast<std::uint64_t>(status.st_size)};
}

std::vector<ViewFile> query_view_files(const io::QuerySource& source) {
  std::vector<ViewFile> files = {view_file(source.path)};
  files[0].name = name_of_queries(source);
  if (!io::has_suffix(without_gz(source.path), ".csv")) return files;
  const std::string times = io::times_path(source.path);
  if (!is_there(times)) return files;
  files.push_back(view_file(times));
  files[1].name = io::times_path(files[0].name);
  return files;
}

std::uint64_t total_size(const std::vector<ViewFile>& files) {
  std::uint64_t bytes = 0;
  for (const ViewFile& file : files) bytes += file.size;
  return bytes;
}

std::vector<ViewFile> find_view_files(const std::vector<std::string>& paths) {
  std::vector<ViewFile> files;
  for (const std::string& path : paths) {
    if (is_folder(path))
      add_folder(path, files);
    else
      add_file(path, files);
  }
  return files;
}

const char* media_type_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, const char*>, 8> kTypes = {
      {{".json", "application/json"},
       {".csv", "text/csv; charset=utf-8"},
       {".toi", "text/csv; charset=utf-8"},
       {".gz", "application/gzip"},
       {".obj", "model/obj"},
       {".stl", "model/stl"},
       {".jsonl", "text/plain; charset=utf-8"},
       {".off", "text/plain; charset=utf-8"}}};
  for (const auto& [ending, type] : kTypes)
    if (io::has_suffix(name, ending)) return type;
  return "application/octet-stream";
}

}  // namespace firstcontact::apps
