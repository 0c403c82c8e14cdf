#pragma once
/// The earliest answer among many pairs, found by several threads, and what it spares the pairs
/// that come later.
///
/// Which pair is asked first depends on threads and broad phase, yet the answer must not: it is the
/// smallest `toi` that any candidate has on its own, over the whole of [0, t_max], and among equals
/// the first in the order of impacts. So what is known so far may only prune pairs whose own answer
/// is certain to be later:
///  - In default mode a pair answers `toi` only if it is within separation + tolerance at `toi`. A
///  pair proven to stay farther than
///    that over [0, bound] answers later than `bound`. Where the oracle decides, its time may be
///    early by kFinestTime.
///  - In exact mode it answers at most `toi_width` before it touches. A pair proven free over [0,
///  bound + toi_width] answers later.
/// Both are asked of every pair, in both modes.
#include <firstcontact/step.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <optional>

namespace firstcontact::step {

/// The part of an impact that Earliest compares.
inline Impact impact_of(const ElementPair& pair, const Outcome& outcome) {
  return {{}, pair, outcome.toi, outcome.toi_upper, outcome.starts_in_contact};
}
inline Outcome outcome_of(const Impact& impact) {
  return {Status::Contact, impact.toi, impact.toi_upper, 0, impact.starts_in_contact};
}

/// Times of pairs outside exact mode are enclosed this finely where the exact oracle decides them.
inline constexpr double kFinestTime = 0x1p-53;

class Earliest {
 public:
  explicit Earliest(const StepOptions& options)
      : t_max_(options.t_max), slack_(options.exact ? 2 * options.toi_width : kSlack) {}

  /// True once any pair has answered.
  bool known() const { return bound_.load(std::memory_order_relaxed) <= 1; }

  /// Pairs proven to stay beyond their tolerance over [0, horizon()] need not be asked.
  double horizon() const {
    return known() ? std::min(t_max_, bound_.load(std::memory_order_relaxed) + slack_) : t_max_;
  }

  /// Takes an answer that is not Free. Fields of `impact` that describe the contact are not needed.
  void add(const Impact& impact) {
    if (impact.toi > bound_.load(std::memory_order_relaxed)) return;
    const std::lock_guard lock(mutex_);
    if (best_ && !(impact < *best_)) return;
    best_ = impact;
    bound_.store(impact.toi, std::memory_order_relaxed);
  }

  /// True where the pair's answer cannot come before the best, whatever it is: nothing is earlier
  /// than 0, and among equal times the order of impacts decides.
  bool is_beaten(const ElementPair& pair) {
    if (bound_.load(std::memory_order_relaxed) > 0) return false;
    Impact at_start;
    at_start.pair = pair;
    const std::lock_guard lock(mutex_);
    return best_ && !(at_start < *best_);
  }

  /// After all threads are done.
  const std::optional<Impact>& best() const { return best_; }

 private:
  // By how much a pair may answer before it touches where its tolerance is too small for times to
  // resolve: see kFinestTime.
  static constexpr double kSlack = 4 * kFinestTime;

  double t_max_, slack_;
  std::atomic<double> bound_ = std::numeric_limits<double>::infinity();
  std::mutex mutex_;
  std::optional<Impact> best_;
};

}  // namespace firstcontact::step
