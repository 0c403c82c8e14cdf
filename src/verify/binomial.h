#pragma once
/// Binomial coefficients.
#include <cstdint>

namespace firstcontact::verify {

/// n over k; 0 for k outside 0 … n. Precondition: every intermediate product fits, as it does for n
/// up to 60.
constexpr std::int64_t choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  std::int64_t value = 1;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

}  // namespace firstcontact::verify
