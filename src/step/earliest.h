#pragma once
/// The earliest contact among many pairs, found by several threads, and which pairs it makes
/// unnecessary to decide.
///
/// The order in which pairs are decided depends on threads and broad phase, but the answer must
/// not. It is the smallest `toi` that any candidate has on its own over the whole of [0, t_max];
/// ties go to the first in the order of impacts. So the earliest contact known so far, at time
/// `bound`, may only skip pairs whose own `toi` is certain to be later:
///  - In default mode a pair reports `toi` only if it is within separation + tolerance at `toi`. So
///    a pair proven to stay farther apart than that over [0, bound] reports a later time. Where the
///    exact oracle decides, the time may be early by kFinestTime.
///  - In exact mode a pair reports a time at most `toi_width` before it touches. So a pair proven
///    free over [0, bound + toi_width] reports a later time.
/// A pair is skipped only if it passes both tests, whatever the mode.
#include <firstcontact/step.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <optional>

namespace firstcontact::step {

/// An impact with only the fields that Earliest compares.
inline Impact impact_of(const ElementPair& pair, const Outcome& outcome) {
  return {{}, pair, outcome.toi, outcome.toi_upper, outcome.starts_in_contact};
}
inline Outcome outcome_of(const Impact& impact) {
  return {Status::Contact, impact.toi, impact.toi_upper, 0, impact.starts_in_contact};
}

/// Outside exact mode, the exact oracle encloses the time of a pair this finely.
inline constexpr double kFinestTime = 0x1p-53;

class Earliest {
 public:
  explicit Earliest(const StepOptions& options)
      : t_max_(options.t_max), slack_(options.exact ? 2 * options.toi_width : kSlack) {}

  /// True once any contact has been added.
  bool known() const { return bound_.load(std::memory_order_relaxed) <= 1; }

  /// Pairs proven to stay farther apart than their tolerance over [0, horizon()] can be skipped.
  double horizon() const {
    return known() ? std::min(t_max_, bound_.load(std::memory_order_relaxed) + slack_) : t_max_;
  }

  /// Adds a contact. Only the fields set by impact_of are used.
  void add(const Impact& impact) {
    if (impact.toi > bound_.load(std::memory_order_relaxed)) return;
    const std::lock_guard lock(mutex_);
    if (best_ && !(impact < *best_)) return;
    best_ = impact;
    bound_.store(impact.toi, std::memory_order_relaxed);
  }

  /// True if the best contact is at time 0 and comes before any contact that the pair may have, in
  /// the order of impacts.
  bool is_beaten(const ElementPair& pair) {
    if (bound_.load(std::memory_order_relaxed) > 0) return false;
    Impact at_start;
    at_start.pair = pair;
    const std::lock_guard lock(mutex_);
    return best_ && !(at_start < *best_);
  }

  /// To be called after all threads are done.
  const std::optional<Impact>& best() const { return best_; }

 private:
  // How much earlier than its contact a pair may be reported where the oracle decides it; a few
  // times kFinestTime.
  static constexpr double kSlack = 4 * kFinestTime;

  double t_max_, slack_;
  std::atomic<double> bound_ = std::numeric_limits<double>::infinity();
  std::mutex mutex_;
  std::optional<Impact> best_;
};

}  // namespace firstcontact::step
