#include "arith/float_environment.h"

#ifdef __FAST_MATH__
#error "FirstContact's guarantees do not survive -ffast-math"
#endif

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <cstdint>
#else
#include <cfenv>
#endif

namespace firstcontact::arith {

#if defined(__SSE2__)

namespace {
// All exceptions masked, round to nearest, no flush-to-zero, no denormals-are-zero.
constexpr unsigned kDefaultControl = 0x1f80;
// The sticky exception flags, which must stay as they are.
constexpr unsigned kStatusFlags = 0x3f;
}  // namespace

FloatEnvironmentGuard::FloatEnvironmentGuard() : saved_(_mm_getcsr()) {
  if ((saved_ & ~kStatusFlags) != kDefaultControl)
    _mm_setcsr(kDefaultControl | (saved_ & kStatusFlags));
}
FloatEnvironmentGuard::~FloatEnvironmentGuard() {
  if ((saved_ & ~kStatusFlags) != kDefaultControl) _mm_setcsr(saved_);
}

#elif defined(__aarch64__)

namespace {
// FPCR: rounding mode (22, 23), flush-to-zero (24), and the half-precision flush (19).
constexpr std::uint64_t kControlBits = (3u << 22) | (1u << 24) | (1u << 19);
std::uint64_t read_control() {
  std::uint64_t value;
  asm volatile("mrs %0, fpcr" : "=r"(value));
  return value;
}
void write_control(std::uint64_t value) { asm volatile("msr fpcr, %0" ::"r"(value)); }
}  // namespace

FloatEnvironmentGuard::FloatEnvironmentGuard() : saved_(static_cast<unsigned>(read_control())) {
  if (saved_ & kControlBits) write_control(saved_ & ~kControlBits);
}
FloatEnvironmentGuard::~FloatEnvironmentGuard() {
  if (saved_ & kControlBits) write_control(saved_);
}

#else

FloatEnvironmentGuard::FloatEnvironmentGuard() : saved_(static_cast<unsigned>(std::fegetround())) {
  std::fesetround(FE_TONEAREST);
}
FloatEnvironmentGuard::~FloatEnvironmentGuard() { std::fesetround(static_cast<int>(saved_)); }

#endif

}  // namespace firstcontact::arith
