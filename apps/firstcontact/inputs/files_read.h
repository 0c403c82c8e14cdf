#pragma once
/// Computes how much of several files has been read, for a line of progress.
#include <cstdint>
#include <string>
#include <vector>

namespace firstcontact::apps {

class FilesRead {
 public:
  explicit FilesRead(const std::vector<std::string>& paths);

  /// Share of all bytes in [0, 1] when all files before number `file` and `share` of that one have
  /// been read; negative if unknown.
  double share(std::size_t file, double share) const;

 private:
  std::vector<double> bytes_before_;  // bytes before each file, and before the end
};

}  // namespace firstcontact::apps
