#include "files_read.h"

#include <filesystem>

namespace firstcontact::apps {

FilesRead::FilesRead(const std::vector<std::string>& paths) : bytes_before_{0} {
  for (const std::string& path : paths) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    bytes_before_.push_back(bytes_before_.back() + (error ? 0.0 : static_cast<double>(bytes)));
  }
}

double FilesRead::share(std::size_t file, double share) const {
  if (share < 0 || bytes_before_.back() <= 0) return -1;
  const double before = bytes_before_[file], here = bytes_before_[file + 1] - before;
  return (before + share * here) / bytes_before_.back();
}

}  // namespace firstcontact::apps
