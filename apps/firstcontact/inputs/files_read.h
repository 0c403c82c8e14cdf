#pragma once
/// How much of several files is read, for a line of progress.
#include <cstdint>
#include <string>
#include <vector>

namespace firstcontact::apps {

class FilesRead {
 public:
  explicit FilesRead(const std::vector<std::string>& paths);

  /// Share of all bytes, in [0, 1], when `share` of file number `file` is read and all before it
  /// are; negative where unknown.
  double share(std::size_t file, double share) const;

 private:
  std::vector<double> bytes_before_;  // of each file, and of the end
};

}  // namespace firstcontact::apps
