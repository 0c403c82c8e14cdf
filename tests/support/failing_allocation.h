#pragma once
/// Lets one allocation of a test's choice fail. Replaces operator new for the whole test program.

namespace firstcontact::test {

/// The n-th allocation of this thread from now on (counted from 0) throws std::bad_alloc, once.
class FailingAllocation {
 public:
  explicit FailingAllocation(int n);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;
};

}  // namespace firstcontact::test
