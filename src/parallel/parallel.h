#pragma once
/// The only way in which the library uses threads. One of parallel_tbb.cpp, parallel_std.cpp and
/// parallel_none.cpp is compiled (CMake: FIRSTCONTACT_THREADS).
#include <cstddef>
#include <functional>

namespace firstcontact::parallel {

/// Number of threads used by default: that of the machine.
int default_threads();

/// Calls `body(begin, end)` on ranges of at most `grain` indices that cover [0, count) once, on up
/// to `threads` threads (0: `default_threads()`) including the calling one. Returns when all are
/// done. Ranges start at multiples of `grain`, whatever the number of threads. If `body` throws, no
/// further ranges are started and the exception is rethrown. Calls may be nested.
void parallel_for(std::size_t count, std::size_t grain, int threads,
                  const std::function<void(std::size_t, std::size_t)>& body);

}  // namespace firstcontact::parallel
