// parallel_for on the calling thread alone, for platforms without threads.
#include <algorithm>

#include "arith/float_environment.h"
#include "parallel/parallel.h"

namespace firstcontact::parallel {

int default_threads() { return 1; }

void parallel_for(std::size_t count, std::size_t grain, int /*threads*/,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  grain = std::max<std::size_t>(grain, 1);
  const arith::FloatEnvironmentGuard guard;
  for (std::size_t begin = 0; begin < count; begin += std::min(grain, count - begin))
    body(begin, begin + std::min(grain, count - begin));
}

}  // namespace firstcontact::parallel
