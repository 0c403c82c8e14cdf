#pragma once
#include <atomic>

namespace firstcontact::step {

/// The smallest of the values that several threads add.
class Smallest {
 public:
  explicit Smallest(double value = 0) : value_(value) {}
  void add(double value) {
    double seen = value_.load(std::memory_order_relaxed);
    while (value < seen && !value_.compare_exchange_weak(seen, value, std::memory_order_relaxed))
      continue;
  }
  /// Replaces the value. Not while other threads add.
  void set(double value) { value_.store(value, std::memory_order_relaxed); }
  double get() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<double> value_;
};

}  // namespace firstcontact::step
