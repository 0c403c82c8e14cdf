#include "scratch_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>

namespace firstcontact::wasm {
namespace {

constexpr std::string_view kRoot = "/firstcontact-files/";

/// The parts of a name between slashes, without those that would lead out of the folder.
std::vector<std::string> parts_of(std::string_view name) {
  std::vector<std::string> parts;
  while (!name.empty()) {
    const std::size_t slash = std::min(name.find('/'), name.size());
    const std::string part(name.substr(0, slash));
    if (!part.empty() && part != "." && part != "..") parts.push_back(part);
    name.remove_prefix(std::min(slash + 1, name.size()));
  }
  if (parts.empty()) parts.emplace_back("unnamed");
  return parts;
}

}  // namespace

ScratchFolder::ScratchFolder() : path_(kRoot) { mkdir(path_.c_str(), 0700); }

ScratchFolder::~ScratchFolder() {
  for (const std::string& file : files_) unlink(file.c_str());
  for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) rmdir(folder->c_str());
}

std::string ScratchFolder::add(std::string_view name, std::string_view bytes) {
  std::vector<std::string> parts = parts_of(name);
  std::string path = path_;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    path += parts[i];
    if (mkdir(path.c_str(), 0700) == 0) folders_.push_back(path);
    path += '/';
  }
  path += parts.back();
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) throw std::runtime_error(path + ": cannot be kept");
  files_.push_back(path);
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written <= 0) {
      close(file);
      throw std::runtime_error(path + ": there is not enough memory to keep it");
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  close(file);
  return path;
}

std::string without_scratch_folder(std::string message) {
  for (std::size_t at; (at = message.find(kRoot)) != message.npos;) message.erase(at, kRoot.size());
  return message;
}

}  // namespace firstcontact::wasm
