#pragma once
/// Ctrl-C and other signals that ask the program to end.
#include <atomic>

namespace firstcontact::apps {

/// From now on SIGINT, SIGTERM and SIGHUP remove the temporary files and then end the program, with
/// the exit status of that signal. A signal that was ignored when the program started (nohup) stays
/// ignored. Must be called once, before any other thread is started: one thread waits for the
/// signals, and threads that are started later never receive them.
void end_on_signals();

/// For a child process after a fork: signals have their default effect again.
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
