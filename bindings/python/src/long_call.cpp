#include "long_call.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "parallel/parallel.h"

namespace firstcontact::python {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(50);

/// Raises what a signal or `progress` raised.
void look_around(const LongCall& call, std::int64_t total, const py::object& progress) {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!progress.is_none()) progress(std::min(call.done(), total), total);
}

}  // namespace

void run_long(std::int64_t total, const py::object& progress,
              const std::function<void(LongCall&)>& work) {
  std::stop_source source;
  LongCall call(source.get_token());
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;
  std::exception_ptr fault;
  std::jthread worker([&] {
    try {
      work(call);
    } catch (...) {
      fault = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    done = true;
    finished.notify_one();
  });
  const auto wait = [&] {  // true when the work is done
    const py::gil_scoped_release release;
    std::unique_lock lock(mutex);
    return finished.wait_for(lock, kBetweenLooks, [&] { return done; });
  };
  try {
    while (!wait()) look_around(call, total, progress);
  } catch (...) {
    source.request_stop();
    const py::gil_scoped_release release;
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
      const py::gil_scoped_release release;
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
