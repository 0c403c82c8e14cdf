#pragma once
/// How a search ended, and the budget of checks that it spends.
#include <cstdint>

namespace firstcontact::motion {

enum class SearchEnd {
  Complete,         ///< nothing is left to search, or what was found makes the rest needless
  OutOfBudget,      ///< more checks were spent than allowed
  OutOfResolution,  ///< two triangles stay undecided on the shortest interval that doubles allow
  InvalidMotion,    ///< control poses are not finite or too large, or their errors are not bounds
};

/// Counts checks, the unit of work of a search, against the number that is allowed.
class CheckBudget {
 public:
  explicit CheckBudget(std::int64_t allowed) : allowed_(allowed) {}

  void spend(std::int64_t count) { spent_ += count; }
  std::int64_t spent() const { return spent_; }
  bool is_exhausted() const { return spent_ > allowed_; }

 private:
  std::int64_t allowed_, spent_ = 0;
};

}  // namespace firstcontact::motion
