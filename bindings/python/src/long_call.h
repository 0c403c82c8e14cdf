#pragma once
/// Calls that may take long: they release the GIL, honour Ctrl-C and report progress.
#include <pybind11/pybind11.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <thread>

namespace firstcontact::python {

namespace py = pybind11;

/// Lets go of the GIL while it lives, as py::gil_scoped_release does, but for threads that Python does
/// not wait for when it ends (daemon threads): they may not take the GIL then. Python would end them in
/// the middle of a destructor, and so the whole program. They sleep until the program has ended.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil();
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

/// Holds the GIL while it lives, for a callback of Python that the library calls from any thread. Python
/// waits for the callback before it ends. When it is about to end, the constructor throws, and the work
/// of the library ends with it.
class WithGil {
 public:
  /// `caller` is the thread of Python that called the library.
  explicit WithGil(std::thread::id caller);
  ~WithGil();
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;

 private:
  PyGILState_STATE state_;
};

/// Makes Python call what has to be done before it ends: all long calls are asked to stop.
void bind_long_calls(py::module_& m);

/// What the work of a long call sees of its caller. It has no GIL and touches no Python object.
class LongCall {
 public:
  explicit LongCall(std::stop_token stop) : stop_(std::move(stop)) {}
  /// Asked to stop by Ctrl-C or by an exception in `progress`. The work ends soon after; what it
  /// returns then is dropped.
  bool stopped() const { return stop_.stop_requested(); }
  std::stop_token stop_token() const { return stop_; }
  /// That many more units are done. Thread-safe.
  void advance(std::int64_t units) { done_.fetch_add(units, std::memory_order_relaxed); }
  std::int64_t done() const { return done_.load(std::memory_order_relaxed); }

 private:
  std::stop_token stop_;
  std::atomic<std::int64_t> done_ = 0;
};

/// Runs `work` on a thread of its own, without the GIL, while the calling thread waits for it, looks
/// for signals twenty times a second, and calls progress(done, total) with the GIL; at the end
/// progress(total, total). `progress` may be None. An exception of `work` is thrown again here. After
/// Ctrl-C, or if `progress` raises, `work` is asked to stop, and the exception is raised when it has.
void run_long(std::int64_t total, const py::object& progress,
              const std::function<void(LongCall&)>& work);

/// Calls body(begin, end) for ranges of at most `grain` indices that cover [0, count), on up to
/// `threads` threads (0: all cores), as run_long does. Few indices (at most `few`) are done on the
/// calling thread, without the GIL.
void run_ranges(std::size_t count, std::size_t grain, int threads, const py::object& progress,
                const std::function<void(std::size_t, std::size_t)>& body, std::size_t few = 64);

}  // namespace firstcontact::python
