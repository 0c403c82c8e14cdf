#include "long_call.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "parallel/parallel.h"

namespace firstcontact::python {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(50);

/// Python is about to end: no thread may begin to take the GIL any more.
std::atomic<bool> leaving = false;
/// The thread that ends Python; what runs after prepare_to_leave may still call the library.
std::thread::id leaving_thread;
/// Threads that are about to take the GIL, or are in a callback.
std::atomic<int> taking_gil = 0;
/// The part of this thread.
thread_local int taking_gil_here = 0;

/// Notes that this thread takes the GIL. False, and nothing is noted, if it may not any more.
bool begin_taking_gil(std::thread::id caller) {
  ++taking_gil;
  ++taking_gil_here;
  if (!leaving || caller == leaving_thread) return true;
  --taking_gil_here;
  --taking_gil;
  return false;
}

void end_taking_gil() {
  --taking_gil_here;
  --taking_gil;
}

/// The long calls whose work has not ended.
class RunningCalls {
 public:
  using Entry = std::list<std::pair<pid_t, std::stop_source>>::iterator;

  Entry add(const std::stop_source& source) {
    const std::lock_guard lock(mutex_);
    return calls_.insert(calls_.end(), {getpid(), source});
  }
  void remove(Entry entry) {
    const std::lock_guard lock(mutex_);
    calls_.erase(entry);
  }
  /// Asks all calls to stop. True if there are none; those of the process that forked this one do not
  /// count, because their threads are not here.
  bool stop_all() {
    const std::lock_guard lock(mutex_);
    bool none = true;
    for (auto& [process, source] : calls_) {
      if (process != getpid()) continue;
      source.request_stop();
      none = false;
    }
    return none;
  }
  /// A process that is forked has only the thread that did it. So nobody may be changing the list then.
  void before_fork() { mutex_.lock(); }
  void after_fork() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
  std::list<std::pair<pid_t, std::stop_source>> calls_;
};

/// Never destroyed: threads may use it to the very end.
RunningCalls& running_calls() {
  static auto* calls = new RunningCalls;
  return *calls;
}

/// Python calls this with the GIL before it ends. Work that cannot be stopped is waited for some time.
void prepare_to_leave() {
  constexpr int kMostLooks = 5000;
  leaving_thread = std::this_thread::get_id();
  leaving = true;
  PyThreadState* state = PyEval_SaveThread();
  for (int i = 0; i < kMostLooks; ++i) {
    const bool none = running_calls().stop_all();
    if (none && taking_gil == 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  PyEval_RestoreThread(state);
}

/// Raises what a signal or `progress` raised.
void look_around(const LongCall& call, std::int64_t total, const py::object& progress) {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!progress.is_none()) progress(std::min(call.done(), total), total);
}

}  // namespace

WithoutGil::~WithoutGil() {
  if (!begin_taking_gil(std::this_thread::get_id()))
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  PyEval_RestoreThread(state_);
  end_taking_gil();
}

WithGil::WithGil(std::thread::id caller) {
  if (!begin_taking_gil(caller)) throw std::runtime_error("Python is about to end");
  state_ = PyGILState_Ensure();
}

WithGil::~WithGil() {
  PyGILState_Release(state_);
  end_taking_gil();
}

void bind_long_calls(py::module_&) {
  pthread_atfork([] { running_calls().before_fork(); }, [] { running_calls().after_fork(); },
                 [] {
                   running_calls().after_fork();
                   taking_gil = taking_gil_here;
                 });
  py::module_::import("atexit").attr("register")(py::cpp_function(&prepare_to_leave));
}

void run_long(std::int64_t total, const py::object& progress,
              const std::function<void(LongCall&)>& work) {
  std::stop_source source;
  LongCall call(source.get_token());
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;
  std::exception_ptr fault;
  const auto entry = running_calls().add(source);
  std::jthread worker([&] {
    try {
      work(call);
    } catch (...) {
      fault = std::current_exception();
    }
    running_calls().remove(entry);
    const std::lock_guard lock(mutex);
    done = true;
    finished.notify_one();
  });
  const auto wait = [&] {  // true when the work is done
    const WithoutGil without_gil;
    std::unique_lock lock(mutex);
    return finished.wait_for(lock, kBetweenLooks, [&] { return done; });
  };
  try {
    while (!wait()) look_around(call, total, progress);
  } catch (...) {
    source.request_stop();
    const WithoutGil without_gil;
    worker.join();
    throw;
  }
  worker.join();
  if (fault) std::rethrow_exception(fault);
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!progress.is_none()) progress(total, total);
}

void run_ranges(std::size_t count, std::size_t grain, int threads, const py::object& progress,
                const std::function<void(std::size_t, std::size_t)>& body, std::size_t few) {
  const auto total = static_cast<std::int64_t>(count);
  if (count <= few) {
    {
      const WithoutGil without_gil;
      if (count > 0) body(0, count);
    }
    if (!progress.is_none()) progress(total, total);
    return;
  }
  run_long(total, progress, [&](LongCall& call) {
    parallel::parallel_for(count, grain, threads, [&](std::size_t begin, std::size_t end) {
      if (call.stopped()) return;
      body(begin, end);
      call.advance(static_cast<std::int64_t>(end - begin));
    });
  });
}

}  // namespace firstcontact::python
