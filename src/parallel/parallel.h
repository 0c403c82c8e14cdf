#pragma once
/// Our seam over threads. One of parallel_tbb.cpp and parallel_std.cpp is compiled in (CMake:
/// FIRSTCONTACT_THREADS).
#include <cstddef>
#include <functional>

namespace firstcontact::parallel {

/// Threads used where the caller does not say: the machine's.
int default_threads();

/// Calls `body(begin, end)` on ranges of at most `grain` indices that cover [0, count) once, on up
/// to `threads` threads (0: `default_threads()`), the calling one among them; returns when all are
/// done. Ranges start at multiples of `grain`, whatever the number of threads. An exception out of
/// `body` stops handing out further ranges and is rethrown here. May be nested.
void parallel_for(std::size_t count, std::size_t grain, int threads,
                  const std::function<void(std::size_t, std::size_t)>& body);

}  // namespace firstcontact::parallel
