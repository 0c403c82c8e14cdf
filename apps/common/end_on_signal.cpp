#include "common/end_on_signal.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <mutex>
#include <thread>

#include "io/temporary_files.h"

namespace firstcontact::apps {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2};
/// Shells show the end by signal n as exit status 128 + n.
constexpr int kSignalStatus = 128;

struct Asked {
  std::mutex mutex;
  std::atomic<int>* stop = nullptr;
};

/// Never destroyed: the waiting thread may need it while the process exits.
Asked& asked() {
  static Asked* const one = new Asked;
  return *one;
}

/// True if a StopOnSignal takes the signal and has not taken one before.
bool ask_to_stop(int number) {
  const std::lock_guard lock(asked().mutex);
  int none = 0;
  return asked().stop != nullptr && asked().stop->compare_exchange_strong(none, number);
}

[[noreturn]] void end_by(int number) {
  io::remove_temporaries_and_hold();
  if (isatty(STDERR_FILENO) != 0)
    static_cast<void>(write(STDERR_FILENO, "\n", 1) == 1);  // off the line of progress
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  signal(number, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  raise(number);
  _exit(kSignalStatus + number);  // the first process of a container does not end by a signal
}

sigset_t signals_to_wait_for() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : kSignals) {
    struct sigaction now {};
    if (sigaction(number, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) sigaddset(&set, number);
  }
  return set;
}

}  // namespace

void end_on_signals() {
  const sigset_t set = signals_to_wait_for();
  if (pthread_sigmask(SIG_BLOCK, &set, nullptr) != 0) return;
  std::thread([set] {
    for (int number = 0; sigwait(&set, &number) == 0;)
      if (!ask_to_stop(number)) end_by(number);
  }).detach();
}

void restore_default_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : kSignals) sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

StopOnSignal::StopOnSignal(std::atomic<int>& stop) {
  const std::lock_guard lock(asked().mutex);
  asked().stop = &stop;
}

StopOnSignal::~StopOnSignal() {
  const std::lock_guard lock(asked().mutex);
  asked().stop = nullptr;
}

}  // namespace firstcontact::apps
