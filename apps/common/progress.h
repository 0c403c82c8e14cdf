#pragma once
/// A line of progress on the terminal. Prints nothing if standard error is not a terminal.
#include <cstdint>
#include <string>

namespace firstcontact::apps {

class Progress {
 public:
  /// `unit`: what is counted, e.g. "queries". `total` 0: unknown.
  Progress(std::string unit, std::int64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `share` of the whole in [0, 1]; negative: unknown.
  void update(std::int64_t done, const std::string& where, double share = -1);

 private:
  std::string unit_;
  std::int64_t total_, last_ns_ = 0;
  bool shown_ = false;
  const bool terminal_;
};

}  // namespace firstcontact::apps
