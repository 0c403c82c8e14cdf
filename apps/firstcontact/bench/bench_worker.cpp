#include "bench_worker.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <system_error>

#include "common/duration_histogram.h"
#include "common/end_on_signal.h"

namespace firstcontact::apps {
namespace {

constexpr std::size_t kMessageSize = 240;
// Time and number of queries of the warm-up of caches, branch predictor and clock frequency before
// anything is measured.
constexpr std::int64_t kWarmUpNs = 20'000'000;
constexpr std::size_t kWarmUpQueries = 2'000;
constexpr std::int64_t kKillGraceNs = 1'000'000'000;
constexpr int kThrew = 99;

std::int64_t nanoseconds(double seconds) { return std::llround(std::min(seconds, 1e9) * 1e9); }

bool named_by(const char* variable, const std::string& method) {
  const char* value = std::getenv(variable);
  return value != nullptr && method == value;
}

BenchAnswer kept(const TimedAnswer& answer) {
  const bool timed = !answer.result.free() && answer.has_time;
  return {answer.nanoseconds, timed ? answer.result.toi : std::numeric_limits<double>::quiet_NaN(),
          answer.result.status};
}

}  // namespace

/// Stands at the start of the memory that both processes share; the answers follow.
struct Worker::Shared {
  std::atomic<std::int64_t> done;
  std::atomic<std::int64_t> measured_ns;
  std::array<char, kMessageSize> message;
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

Worker::Worker(const WorkerTask& task)
    : count_(task.queries.size()), bytes_(sizeof(Shared) + count_ * sizeof(BenchAnswer)) {
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw std::system_error(errno, std::generic_category(),
                            "no memory for the answers of a worker");
  shared_ = new (memory) Shared{};
  answers_ = reinterpret_cast<BenchAnswer*>(static_cast<char*>(memory) + sizeof(Shared));
  start_ns_ = now_ns();
  kill_after_ns_ = nanoseconds(1.5 * task.time_limit_s) + kKillGraceNs;
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ < 0) {
    const int error = errno;
    munmap(memory, bytes_);
    throw std::system_error(error, std::generic_category(), "cannot start a worker");
  }
  if (process_ > 0) return;
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kThrew);
#else
  static_cast<void>(parent);
#endif
  work(task);
}

Worker::~Worker() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  munmap(shared_, bytes_);
}

/// Everything that the child does. It must not run the parent's destructors or flush its buffers.
void Worker::work(const WorkerTask& task) {
  signal(SIGINT, SIG_IGN);  // the parent ends it
  signal(SIGHUP, SIG_IGN);
  restore_default_signals();
  const rlimit no_core_file = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core_file);
  try {
    answer_all(task);
  } catch (const std::exception& error) {
    std::strncpy(shared_->message.data(), error.what(), kMessageSize - 1);
    _exit(kThrew);
  }
  _exit(0);
}

void Worker::answer_all(const WorkerTask& task) {
  const std::size_t block = block_size(*task.method);
  const std::int64_t clock_cost = clock_cost_ns(), limit_ns = nanoseconds(task.time_limit_s);
  std::array<TimedAnswer, kTimedBlock> timed;
  const auto answer = [&](std::size_t begin) {
    const std::size_t size = std::min(block, count_ - begin);
    answer_block(*task.method, task.parameters, task.queries.subspan(begin, size), clock_cost,
                 std::span(timed).first(size));
    return size;
  };
  const std::int64_t warm_up_end = now_ns() + std::min(kWarmUpNs, limit_ns / 10);
  for (std::size_t i = 0; i < std::min(count_, kWarmUpQueries) && now_ns() < warm_up_end;)
    i += answer(i);

  const bool crash = named_by("FIRSTCONTACT_BENCH_CRASH", task.method->name);
  const bool hang = named_by("FIRSTCONTACT_BENCH_HANG", task.method->name);
  const std::int64_t begin_ns = now_ns();
  for (std::size_t i = 0; i < count_;) {
    const std::size_t size = answer(i);
    for (std::size_t k = 0; k < size; ++k) answers_[i + k] = kept(timed[k]);
    i += size;
    const std::int64_t measured = now_ns() - begin_ns;
    shared_->measured_ns = measured;
    shared_->done = static_cast<std::int64_t>(i);
    if (2 * i >= count_ && crash) std::abort();
    while (2 * i >= count_ && hang) pause();
    if (measured > limit_ns) return;
  }
}

bool Worker::ended() {
  if (process_ < 0) return true;
  int status = 0;
  const pid_t got = waitpid(process_, &status, WNOHANG);
  if (got == 0 || (got < 0 && errno == EINTR)) {
    if (!killed_ && now_ns() - start_ns_ > kill_after_ns_) {
      kill(process_, SIGKILL);
      killed_ = true;
    }
    return false;
  }
  process_ = -1;
  const bool all = answers().size() == count_;
  if (killed_) {
    end_ = WorkerEnd::Timeout;
    message_ = fmt::format("killed: query {} did not end in time", answers().size());
  } else if (got < 0) {
    end_ = WorkerEnd::Crashed;
    message_ = "the worker process was lost";
  } else if (WIFSIGNALED(status)) {
    end_ = WorkerEnd::Crashed;
    message_ = fmt::format("{} after {} queries", strsignal(WTERMSIG(status)), answers().size());
  } else if (WEXITSTATUS(status) != 0) {
    end_ = WorkerEnd::Crashed;
    message_ = shared_->message[0] ? std::string(shared_->message.data())
                                   : fmt::format("exit code {}", WEXITSTATUS(status));
  } else {
    end_ = all ? WorkerEnd::Done : WorkerEnd::Timeout;
  }
  return true;
}

std::span<const BenchAnswer> Worker::answers() const {
  return {answers_, static_cast<std::size_t>(shared_->done.load())};
}

double Worker::seconds() const { return static_cast<double>(shared_->measured_ns.load()) * 1e-9; }

}  // namespace firstcontact::apps
