#pragma once
/// Times one method on queries in a process of its own, so that a crash or an endless loop is a
/// result like any other.
#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "bench_methods.h"

namespace firstcontact::apps {

/// What is kept of an answer.
struct BenchAnswer {
  std::int64_t nanoseconds;
  double toi;  ///< NaN where there is none
  Status status;
};

struct WorkerTask {
  const BenchMethod* method = nullptr;
  BenchParameters parameters;
  std::span<const Query> queries;
  /// Time limit: the worker stops after the query during which it passes. If that query does not
  /// end, the worker is killed.
  double time_limit_s = 1;
};

enum class WorkerEnd { Done, Timeout, Crashed };

/// Forks. The child answers the queries one block after the other into memory that both processes
/// share. It runs on one thread, and the methods must not need others: only the thread that forks
/// exists in the child.
///
/// For tests: FIRSTCONTACT_BENCH_CRASH=METHOD makes the workers of that method abort after half of
/// their queries, FIRSTCONTACT_BENCH_HANG=METHOD makes them stop answering there.
class Worker {
 public:
  /// Throws std::system_error if there is no process or no memory to be had.
  explicit Worker(const WorkerTask& task);
  /// Kills the process if it still runs.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// False while it runs. Kills it when it is far over its limit. Never waits.
  bool ended();

  // Valid once ended() is true.
  WorkerEnd end() const { return end_; }
  /// How it crashed, or that it was killed; otherwise empty.
  const std::string& message() const { return message_; }
  /// The answers to the first queries: all of them if it is done, otherwise those that it got to.
  std::span<const BenchAnswer> answers() const;
  /// Seconds it took to give these answers, warm-up not counted.
  double seconds() const;

 private:
  struct Shared;
  [[noreturn]] void work(const WorkerTask& task);
  void answer_all(const WorkerTask& task);

  std::size_t count_, bytes_;
  Shared* shared_ = nullptr;
  BenchAnswer* answers_ = nullptr;
  pid_t process_ = -1;
  std::int64_t start_ns_ = 0, kill_after_ns_ = 0;
  bool killed_ = false;
  WorkerEnd end_ = WorkerEnd::Done;
  std::string message_;
};

}  // namespace firstcontact::apps
