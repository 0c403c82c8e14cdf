#pragma once
/// Sets the floating-point environment that our arithmetic needs: round to nearest and gradual
/// underflow. The host program may have set another one.

namespace firstcontact::arith {

/// Sets the default floating-point environment for its lifetime, then restores the caller's.
///
/// The compiler does not know that arithmetic depends on the environment and may move it across the
/// constructor. So create a guard only in a function that does no arithmetic itself and calls into
/// another translation unit.
class FloatEnvironmentGuard {
 public:
  FloatEnvironmentGuard();
  ~FloatEnvironmentGuard();
  FloatEnvironmentGuard(const FloatEnvironmentGuard&) = delete;
  FloatEnvironmentGuard& operator=(const FloatEnvironmentGuard&) = delete;

 private:
  unsigned saved_ = 0;
};

}  // namespace firstcontact::arith
