#pragma once
/// The ranks of an MPI job as a pool of processes.
///
/// Rank 0 is the reporter. Three numbers lie in a window of its memory: the next chunk that nobody
/// has taken, the first that is not merged yet, and whether the job is to stop. Ranks take chunks by
/// MPI_Fetch_and_op on the first; nobody hands out work. Results go to rank 0 as messages, which it
/// merges in the order of the chunks. No rank takes a chunk that is far ahead of what is merged, so
/// that the results that wait in rank 0 stay few.
#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "journal.h"
#include "work/chunk_pool.h"

namespace firstcontact::apps {

/// The options that every verb has beside its own.
struct PoolSettings {
  std::string journal;
  bool resume = false;
  std::size_t chunk = 0;  ///< 0: as the verb likes
};

class MpiPool : public ChunkPool {
 public:
  /// Precondition: MPI is initialised, and stays so for its lifetime. `settings` may be set later,
  /// but before the first job.
  explicit MpiPool(const PoolSettings& settings);
  ~MpiPool() override;
  MpiPool(const MpiPool&) = delete;
  MpiPool& operator=(const MpiPool&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  bool is_reporter() const override { return rank_ == 0; }
  int threads() const override { return threads_; }
  std::size_t chunk_size(std::size_t usual) const override {
    return settings_.chunk > 0 ? settings_.chunk : usual;
  }
  void run(const Job& job) override;
  std::string share(std::string bytes) override;
  void work_alone(const std::string& reason) override;

  /// To be called by every rank before MPI ends, once: with what went wrong in this rank, empty if
  /// nothing. Returns in rank 0 what went wrong in another one, if all is well in rank 0 itself.
  std::string finish(const std::string& fault);

  /// Measures the counter and the messages between ranks: see `measure`.
  std::int64_t fetch_next() { return fetch(kNext, 1, MPI_SUM); }
  void reset_counters();

 private:
  enum Counter { kNext, kMerged, kStop, kCounters };
  enum class Meeting { Work, Done, Failed };
  class Reporter;

  Meeting meet(Meeting mine, const std::string& fault = "");
  void require_all();
  std::int64_t fetch(Counter counter, std::int64_t operand, MPI_Op operation);
  std::vector<std::uint64_t> open_journal(const Job& job);
  void work_for_reporter(const Job& job, const std::vector<std::uint64_t>& left);
  bool wait_for_turn(std::uint64_t chunk);
  std::string do_chunk(const Job& job, std::uint64_t chunk, bool& failed);
  void send(std::uint64_t chunk, const std::string& result, bool failed);

  const PoolSettings& settings_;
  int rank_ = 0, size_ = 1, threads_ = 1;
  MPI_Win window_ = MPI_WIN_NULL;
  std::int64_t* counters_ = nullptr;
  bool finished_ = false;
  std::string other_fault_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<JournalPart> part_;
};

}  // namespace firstcontact::apps
