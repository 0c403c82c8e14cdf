#pragma once
/// What a host program may do to the floating-point environment before it calls us.
#include <limits>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace firstcontact::test {

#if defined(__SSE2__)
inline bool can_flush_to_zero() { return true; }

/// Flush-to-zero and denormals-are-zero for its lifetime.
class FlushToZero {
 public:
  FlushToZero() : saved_(_mm_getcsr()) { _mm_setcsr(saved_ | 0x8040); }
  ~FlushToZero() { _mm_setcsr(saved_); }
  FlushToZero(const FlushToZero&) = delete;
  FlushToZero& operator=(const FlushToZero&) = delete;

 private:
  unsigned saved_;
};
#else
inline bool can_flush_to_zero() { return false; }
struct FlushToZero {};
#endif

/// Does halving the smallest normal number give zero just now?
inline bool underflows_to_zero() {
  volatile double smallest = std::numeric_limits<double>::min();
  volatile double half = smallest / 2;
  return half == 0;
}

/// Does arithmetic round to nearest just now? (std::fegetround may look at a register that doubles
/// do not use.)
inline bool rounds_to_nearest() {
  volatile double one = 1, tiny = 0x1p-60;
  volatile double above = one + tiny, below = one - tiny;
  return above == 1 && below == 1;
}

}  // namespace firstcontact::test
