#pragma once
/// Ctrl-C and other signals that ask the program to end.
#include <atomic>

namespace firstcontact::apps {

/// From now on SIGINT, SIGTERM and SIGHUP end the program after its temporary files are removed,
/// with the exit status that the signal itself would give. A signal that whoever started us had
/// ignored (nohup) stays ignored. To be called once, before the first other thread starts: a thread
/// of its own waits for the signals, and all others, which come after it, never see them.
void end_on_signals();

/// In a child process after a fork: signals do there what they do by default.
void restore_default_signals();

/// While it lives, the first signal only sets `stop` to its number (it is 0 before); a second one
/// ends the program at once. At most one at a time.
class StopOnSignal {
 public:
  explicit StopOnSignal(std::atomic<int>& stop);
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
};

}  // namespace firstcontact::apps
