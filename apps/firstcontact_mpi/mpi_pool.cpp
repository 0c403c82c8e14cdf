#include "mpi_pool.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "parallel/parallel.h"
#include "work/byte_record.h"

namespace firstcontact::apps {
namespace {

/// Results that wait for their turn in rank 0: at most this many for each rank, and some.
constexpr std::int64_t kAheadOfEachRank = 4, kAheadAtLeast = 16;
/// In larger jobs rank 0 only merges.
constexpr int kMostRanksWhereReporterWorks = 16;
constexpr useconds_t kIdleUs = 200;
constexpr int kHeadTag = 1, kBodyTag = 2;
/// MPI counts bytes in an int.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

enum class MessageKind : std::uint64_t { Result, Failure, Goodbye };
/// Comes before every result.
struct MessageHead {
  MessageKind kind;
  std::uint64_t chunk, bytes;
};

/// Waits for a message to be sent or received. MPI's own waiting keeps the core busy, which somebody
/// else may need to send or receive it.
void wait_for(MPI_Request request) {
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) sched_yield();
  }
}

void send_bytes(const void* bytes, std::uint64_t size, int tag) {
  MPI_Request request;
  MPI_Isend(bytes, static_cast<int>(size), MPI_BYTE, 0, tag, MPI_COMM_WORLD, &request);
  wait_for(request);
}

void receive_bytes(void* bytes, std::uint64_t size, int source, int tag) {
  MPI_Request request;
  MPI_Irecv(bytes, static_cast<int>(size), MPI_BYTE, source, tag, MPI_COMM_WORLD, &request);
  wait_for(request);
}

}  // namespace

MpiPool::MpiPool(const PoolSettings& settings) : settings_(settings) {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &node);
  int beside = 1;
  MPI_Comm_size(node, &beside);
  MPI_Comm_free(&node);
  const auto cores = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  threads_ = std::clamp(cores / beside, 1, parallel::default_threads());
  MPI_Win_allocate(rank_ == 0 ? kCounters * sizeof(std::int64_t) : 0, sizeof(std::int64_t),
                   MPI_INFO_NULL, MPI_COMM_WORLD, &counters_, &window_);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
}

MpiPool::~MpiPool() {
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

std::int64_t MpiPool::fetch(Counter counter, std::int64_t operand, MPI_Op operation) {
  std::int64_t before = 0;
  MPI_Fetch_and_op(&operand, &before, MPI_INT64_T, 0, counter, operation, window_);
  MPI_Win_flush(0, window_);
  return before;
}

void MpiPool::reset_counters() {
  if (rank_ == 0)
    for (const Counter counter : {kNext, kMerged, kStop}) fetch(counter, 0, MPI_REPLACE);
  MPI_Barrier(MPI_COMM_WORLD);
}

/// All ranks say how they are, and learn the worst. Rank 0 learns the fault of the first rank that
/// has one.
MpiPool::Meeting MpiPool::meet(Meeting mine, const std::string& fault) {
  struct {
    int state, rank;
  } own = {-static_cast<int>(mine), rank_}, worst = {0, 0};
  MPI_Request request;
  MPI_Iallreduce(&own, &worst, 1, MPI_2INT, MPI_MINLOC, MPI_COMM_WORLD, &request);
  // Some may come much later: while rank 0 works alone, the others sleep here.
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) usleep(kIdleUs);
  }
  const auto state = static_cast<Meeting>(-worst.state);
  if (state != Meeting::Failed) return state;
  finished_ = true;
  if (worst.rank == 0) return state;
  std::uint64_t size = fault.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, worst.rank, MPI_COMM_WORLD);
  std::string text = rank_ == worst.rank ? fault : std::string(size, '\0');
  MPI_Bcast(text.data(), static_cast<int>(size), MPI_BYTE, worst.rank, MPI_COMM_WORLD);
  other_fault_ = fmt::format("rank {}: {}", worst.rank, text);
  return state;
}

void MpiPool::require_all() {
  if (meet(Meeting::Work) == Meeting::Work) return;
  finished_ = true;
  if (rank_ == 0)
    throw std::runtime_error(other_fault_.empty() ? "another rank ended early" : other_fault_);
  throw AnotherFailed();
}

std::string MpiPool::finish(const std::string& fault) {
  if (finished_) return "";
  meet(fault.empty() ? Meeting::Done : Meeting::Failed, fault);
  finished_ = true;
  return rank_ == 0 ? other_fault_ : "";
}

std::string MpiPool::share(std::string bytes) {
  require_all();
  std::uint64_t size = bytes.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  bytes.resize(size);
  for (std::uint64_t at = 0; at < size; at += kMostBytes)
    MPI_Bcast(bytes.data() + at, static_cast<int>(std::min(kMostBytes, size - at)), MPI_BYTE, 0,
              MPI_COMM_WORLD);
  return bytes;
}

void MpiPool::work_alone(const std::string& reason) {
  if (rank_ == 0 && size_ > 1)
    fmt::print(stderr, "firstcontact: {} is made by one process: rank 0 does all the work\n",
               reason);
  if (rank_ == 0 && !settings_.journal.empty())
    throw std::runtime_error(
        fmt::format("--journal: there is none with {}, which is made by one process", reason));
}

/// Opens the journal in rank 0. Returns in every rank the chunks that are not done yet.
std::vector<std::uint64_t> MpiPool::open_journal(const Job& job) {
  ByteWriter plan;
  const bool kept = job.kept && !settings_.journal.empty();
  if (rank_ == 0) {
    if (kept) {
      journal_ = std::make_unique<Journal>(settings_.journal,
                                           identity_of_job(job.inputs, job.chunks, settings_.chunk),
                                           job.chunks, settings_.resume);
      if (journal_->damaged() > 0)
        fmt::print(stderr, "firstcontact: {}: records that are cut off or damaged are done again\n",
                   settings_.journal);
    }
    plan.put(kept ? journal_->run() : 0);
    for (std::uint64_t chunk = 0; chunk < job.chunks; ++chunk)
      if (!kept || !journal_->has(chunk)) plan.put(chunk);
  }
  const std::string shared = share(plan.take());
  ByteReader reader(shared);
  const int run = reader.get<int>();
  if (kept) part_ = std::make_unique<JournalPart>(settings_.journal, run, rank_);
  std::vector<std::uint64_t> left;
  while (!reader.at_end()) left.push_back(reader.get<std::uint64_t>());
  return left;
}

/// Returns the result, or what went wrong.
std::string MpiPool::do_chunk(const Job& job, std::uint64_t chunk, bool& failed) {
  failed = false;
  try {
    std::string result = job.work(chunk);
    if (part_) part_->add(chunk, result);
    return result;
  } catch (const std::exception& error) {
    failed = true;
    return error.what();
  }
}

/// False if the job was stopped in the meantime.
bool MpiPool::wait_for_turn(std::uint64_t chunk) {
  const std::int64_t ahead = std::max(kAheadAtLeast, kAheadOfEachRank * size_);
  while (fetch(kStop, 0, MPI_NO_OP) == 0) {
    if (static_cast<std::int64_t>(chunk) < fetch(kMerged, 0, MPI_NO_OP) + ahead) return true;
    usleep(kIdleUs);
  }
  return false;
}

void MpiPool::send(std::uint64_t chunk, const std::string& result, bool failed) {
  const MessageHead head = {failed ? MessageKind::Failure : MessageKind::Result, chunk,
                            result.size()};
  send_bytes(&head, sizeof head, kHeadTag);
  for (std::uint64_t at = 0; at < result.size(); at += kMostBytes)
    send_bytes(result.data() + at, std::min<std::uint64_t>(kMostBytes, result.size() - at),
               kBodyTag);
}

/// What every rank but 0 does.
void MpiPool::work_for_reporter(const Job& job, const std::vector<std::uint64_t>& left) {
  for (;;) {
    const auto next = static_cast<std::uint64_t>(fetch(kNext, 1, MPI_SUM));
    if (next >= left.size() || !wait_for_turn(left[next])) break;
    bool failed = false;
    const std::string result = do_chunk(job, left[next], failed);
    send(left[next], result, failed);
    if (failed) break;  // the reporter stops the job when it comes to this chunk
  }
  const MessageHead goodbye = {MessageKind::Goodbye, 0, 0};
  send_bytes(&goodbye, sizeof goodbye, kHeadTag);
}

/// What rank 0 does: one thread takes messages and merges, and does all of the MPI; another one
/// works on chunks like any other rank.
class MpiPool::Reporter {
 public:
  Reporter(MpiPool& pool, const Job& job, const std::vector<std::uint64_t>& left)
      : pool_(pool), job_(job), left_(left), left_ranks_(pool.size_ - 1) {
    if (pool_.size_ <= kMostRanksWhereReporterWorks) worker_ = std::thread([this] { work(); });
  }

  void run() {
    std::exception_ptr fault;
    try {
      while (merged_ < job_.chunks && !enough_) {
        const bool moved = receive() | exchange_with_worker() | merge();
        if (!moved) usleep(kIdleUs);
      }
    } catch (...) {
      fault = std::current_exception();
    }
    stop();
    if (fault) std::rethrow_exception(fault);
  }

 private:
  struct Result {
    std::string bytes;
    bool failed = false;
  };
  enum class WorkerState { Idle, Busy, Ready, Leaving };

  void work();
  bool receive();
  bool exchange_with_worker();
  bool merge();
  void stop();

  MpiPool& pool_;
  const Job& job_;
  const std::vector<std::uint64_t>& left_;
  int left_ranks_;
  std::uint64_t merged_ = 0;
  bool enough_ = false;
  std::map<std::uint64_t, Result> waiting_;

  // What the two threads share.
  std::mutex mutex_;
  std::condition_variable changed_;
  WorkerState state_ = WorkerState::Idle;
  std::uint64_t worker_chunk_ = 0;
  Result worker_result_;
  bool out_of_chunks_ = false;
  std::optional<std::uint64_t> taken_;  // by the counter, but too early to begin
  std::thread worker_;
};

void MpiPool::Reporter::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock,
                  [&] { return state_ == WorkerState::Busy || state_ == WorkerState::Leaving; });
    if (state_ == WorkerState::Leaving) return;
    lock.unlock();
    Result result;
    result.bytes = pool_.do_chunk(job_, worker_chunk_, result.failed);
    lock.lock();
    worker_result_ = std::move(result);
    if (state_ == WorkerState::Leaving) return;
    state_ = WorkerState::Ready;
  }
}

/// Takes a result from the working thread and gives it the next chunk. True if anything was done.
bool MpiPool::Reporter::exchange_with_worker() {
  if (!worker_.joinable()) return false;
  const std::lock_guard lock(mutex_);
  bool moved = false;
  if (state_ == WorkerState::Ready) {
    out_of_chunks_ = worker_result_.failed;
    waiting_[worker_chunk_] = std::move(worker_result_);
    state_ = WorkerState::Idle;
    moved = true;
  }
  if (state_ != WorkerState::Idle || out_of_chunks_) return moved;
  if (!taken_) {
    const auto next = static_cast<std::uint64_t>(pool_.fetch_next());
    out_of_chunks_ = next >= left_.size();
    if (out_of_chunks_) return moved;
    taken_ = left_[next];
  }
  const std::int64_t ahead = std::max(kAheadAtLeast, kAheadOfEachRank * pool_.size_);
  if (*taken_ >= merged_ + static_cast<std::uint64_t>(ahead)) return moved;
  worker_chunk_ = *taken_;
  taken_.reset();
  state_ = WorkerState::Busy;
  changed_.notify_all();
  return true;
}

/// Takes one message if there is one.
bool MpiPool::Reporter::receive() {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, kHeadTag, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return false;
  const int source = status.MPI_SOURCE;
  MessageHead head;
  receive_bytes(&head, sizeof head, source, kHeadTag);
  if (head.kind == MessageKind::Goodbye) {
    --left_ranks_;
    return true;
  }
  Result result{std::string(head.bytes, '\0'), head.kind == MessageKind::Failure};
  for (std::uint64_t at = 0; at < head.bytes; at += kMostBytes)
    receive_bytes(result.bytes.data() + at, std::min(kMostBytes, head.bytes - at), source,
                  kBodyTag);
  waiting_[head.chunk] = std::move(result);
  return true;
}

/// Hands over the next result if it is there. Throws if the chunk failed.
bool MpiPool::Reporter::merge() {
  const auto found = waiting_.find(merged_);
  if (found != waiting_.end()) {
    if (found->second.failed) throw std::runtime_error(found->second.bytes);
    enough_ = !job_.take(merged_, found->second.bytes);
    waiting_.erase(found);
  } else if (job_.kept && pool_.journal_ && pool_.journal_->has(merged_)) {
    enough_ = !job_.take(merged_, pool_.journal_->read(merged_));
  } else {
    return false;
  }
  pool_.fetch(kMerged, static_cast<std::int64_t>(++merged_), MPI_REPLACE);
  return true;
}

/// Lets no rank take more, and waits for all of them.
void MpiPool::Reporter::stop() {
  pool_.fetch(kStop, 1, MPI_REPLACE);
  pool_.fetch(kNext, static_cast<std::int64_t>(left_.size()), MPI_REPLACE);
  {
    const std::lock_guard lock(mutex_);
    state_ = WorkerState::Leaving;
    changed_.notify_all();
  }
  while (left_ranks_ > 0) {
    if (!receive()) usleep(kIdleUs);
    waiting_.clear();
  }
  if (worker_.joinable()) worker_.join();
}

void MpiPool::run(const Job& job) {
  const std::vector<std::uint64_t> left = open_journal(job);
  reset_counters();
  if (rank_ == 0)
    Reporter(*this, job, left).run();
  else
    work_for_reporter(job, left);
  part_.reset();
}

}  // namespace firstcontact::apps
