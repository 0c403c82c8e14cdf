#pragma once
/// Work that is cut into chunks, so that several processes can share it.
///
/// Every process runs the verb with the same arguments. One of them, the reporter, reads and writes
/// the user's files and prints; the others only work on chunks. `firstcontact` has no pool and does
/// everything in one process; `firstcontact-mpi` has one whose processes are the ranks of a job.
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::apps {

class ChunkPool {
 public:
  virtual ~ChunkPool() = default;

  /// True in the one process that prints and writes the files of the user.
  virtual bool is_reporter() const = 0;
  /// Threads that this process should use if the user did not say: its share of the machine.
  virtual int threads() const = 0;
  /// Items of a chunk: what the user asked for, otherwise `usual`.
  virtual std::size_t chunk_size(std::size_t usual) const = 0;

  struct Job {
    std::size_t chunks = 0;
    /// Does one chunk, in any process, on a thread of its own, and returns the result as bytes. An
    /// exception becomes the reporter's, when it is this chunk's turn.
    std::function<std::string(std::size_t chunk)> work;
    /// Called in the reporter, once a chunk, in order. Returns false if no further chunk is needed.
    std::function<bool(std::size_t chunk, std::string_view result)> take;
    /// Kept in a journal, if the user wants one, and not done again after an interruption.
    bool kept = false;
    /// Kept jobs, used in the reporter: the files that the results depend on.
    std::vector<std::string> inputs;
  };
  /// To be called by all processes. In the reporter, returns when all results are taken. Throws
  /// there what the first failing chunk threw (as std::runtime_error) and what `take` throws.
  virtual void run(const Job& job) = 0;

  /// The reporter's bytes, in every process. To be called by all.
  virtual std::string share(std::string bytes) = 0;

  /// Tells the user, once, that the reporter does everything alone, because of `reason`.
  virtual void work_alone(const std::string& reason) = 0;
};

/// Thrown by the pool in a process that is to end because another one failed; that one has said why.
class AnotherFailed : public std::runtime_error {
 public:
  AnotherFailed() : std::runtime_error("another process failed") {}
};

}  // namespace firstcontact::apps
