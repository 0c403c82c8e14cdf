#include "io/output_paths.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "io/errors.h"
#include "io/exact_times.h"

namespace firstcontact::io {
namespace {

std::filesystem::path canonical(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  if (error) return path;
  return real.has_filename() ? real : real.parent_path();  // "folder/" is "folder"
}

/// A pipe or a device can be written many times.
bool is_stream(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_other(path, error) || path == "/dev/stdout" || path == "/dev/stderr" ||
         path.starts_with("/dev/fd/");
}

}  // namespace

void refuse_clashing_outputs(const std::vector<std::string>& inputs,
                             const std::vector<std::string>& outputs) {
  std::set<std::filesystem::path> read, written;
  for (const std::string& path : inputs) {
    read.insert(canonical(path));
    // The exact times of a query file lie beside it, and are read with it.
    if (has_suffix(path, ".csv") || has_suffix(path, ".csv.gz"))
      read.insert(canonical(times_path(path)));
  }
  for (const std::string& path : outputs) {
    if (path.empty() || is_stream(path)) continue;
    const std::filesystem::path real = canonical(path);
    if (read.count(real)) throw OutputError(path, "is also an input: it would be overwritten");
    if (!written.insert(real).second) throw OutputError(path, "is given for two outputs");
  }
}

bool is_inside(const std::string& path, const std::string& folder) {
  const std::filesystem::path inner = canonical(path), outer = canonical(folder);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw OutputError(folder, "this folder cannot be made: " + error.message());
  if (!std::filesystem::is_directory(folder, error)) throw OutputError(folder, "is not a folder");
}

}  // namespace firstcontact::io
