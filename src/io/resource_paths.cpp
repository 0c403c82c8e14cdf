#include "io/resource_paths.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "io/shown_text.h"

namespace firstcontact::io {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error) && !fs::is_directory(path, error);
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// Without a slash at its end, so that it has a name; absolute where that can be told.
fs::path tidy(const fs::path& folder) {
  std::error_code error;
  fs::path path = fs::absolute(folder, error).lexically_normal();
  if (error) return folder;
  return path.has_filename() || path == path.root_path() ? path : path.parent_path();
}

std::string listed(const std::vector<fs::path>& paths) {
  std::string text;
  for (const fs::path& path : paths) text += (text.empty() ? "" : ", ") + path.string();
  return text;
}

/// The search paths, then all folders above the file, the nearest first.
std::vector<fs::path> places_of(const std::string& robot_file,
                                const std::vector<std::string>& package_paths) {
  std::vector<fs::path> places;
  for (const std::string& path : package_paths) places.push_back(tidy(path));
  for (fs::path at = tidy(robot_file).parent_path();; at = at.parent_path()) {
    if (at.empty()) break;
    places.push_back(at);
    if (at == at.parent_path()) break;
  }
  return places;
}

ResourcePath find_in_package(std::string_view name_and_rest, const std::string& robot_file,
                             const std::vector<std::string>& package_paths) {
  const std::size_t slash = name_and_rest.find('/');
  const fs::path name = name_and_rest.substr(0, slash);
  // Normal, so that ".." behind a symbolic link does not lead elsewhere.
  const fs::path rest = slash == name_and_rest.npos
                            ? ""
                            : fs::path(name_and_rest.substr(slash + 1)).lexically_normal();
  if (name.empty() || rest.empty())
    return {"", "a package and a file in it are needed: package://NAME/FILE"};
  if (name == "." || name == "..")
    return {"", shown_text(name.string()) + " is not the name of a package"};
  if (rest.is_absolute() || *rest.begin() == "..")
    return {"", "leads out of the package " + shown_text(name.string())};
  const std::vector<fs::path> places = places_of(robot_file, package_paths);
  std::vector<fs::path> packages;
  const auto add = [&](const fs::path& package) {
    if (is_folder(package) &&
        std::find(packages.begin(), packages.end(), package) == packages.end())
      packages.push_back(package);
  };
  for (const fs::path& place : places) {
    if (place.filename() == name) add(place);
    add(place / name);
  }
  for (const fs::path& package : packages)
    if (is_file(package / rest)) return {(package / rest).string(), ""};
  if (!packages.empty())
    return {"", "there is no " + shown_text(rest.string()) + " in " + listed(packages)};
  return {"", "there is no folder " + shown_text(name.string()) + " in any of " + listed(places)};
}

}  // namespace

ResourcePath find_resource(const std::string& uri, const std::string& robot_file,
                           const std::vector<std::string>& package_paths) {
  const std::string_view whole = uri;
  for (const std::string_view scheme : {"package://", "model://"})
    if (whole.starts_with(scheme))
      return find_in_package(whole.substr(scheme.size()), robot_file, package_paths);
  const bool is_uri = whole.starts_with("file://");
  if (!is_uri && whole.find("://") != whole.npos)
    return {"", "only package://, model:// and file:// are known"};
  const fs::path path = is_uri ? whole.substr(7) : whole;
  std::vector<fs::path> candidates;
  if (path.is_absolute()) {
    candidates.push_back(path);
  } else {
    candidates.push_back(fs::path(robot_file).parent_path() / path);
    for (const std::string& folder : package_paths) candidates.push_back(fs::path(folder) / path);
  }
  for (const fs::path& candidate : candidates)
    if (is_file(candidate)) return {candidate.string(), ""};
  return {"", "there is no file " + listed(candidates)};
}

}  // namespace firstcontact::io
