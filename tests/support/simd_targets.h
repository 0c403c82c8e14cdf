#pragma once
/// Runs code on one chosen SIMD instruction set after the other.
#include <hwy/targets.h>

#include <cstdint>
#include <vector>

namespace firstcontact::test {

/// The targets of this machine, the emulated one included (what a machine without SSSE3 would use).
inline std::vector<std::int64_t> targets() {
  std::vector<std::int64_t> out;
  hwy::SetSupportedTargetsForTest(0);
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1)
    out.push_back(left & -left);
  if (out.empty() || out.back() < HWY_EMU128) out.push_back(HWY_EMU128);
  return out;
}

/// Restricts Highway to one target for its lifetime.
class Target {
 public:
  explicit Target(std::int64_t target) { choose(target); }
  ~Target() { choose(0); }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

 private:
  static void choose(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

}  // namespace firstcontact::test
