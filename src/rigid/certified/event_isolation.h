#pragma once
/// Isolates the times at which a pair of features touches.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "rigid/certified/feature_events.h"
#include "rigid/certified/feature_pair.h"

namespace firstcontact::rigid {

/// Halves the interval until every part is decided; parts are processed in the order of time.
template <class Pair>
class EventIsolation {
 public:
  EventIsolation(const Pair& pair, const EventLimits& limits, std::vector<Event>& events)
      : pair_(pair), limits_(limits), events_(events), begin_(events.size()) {}

  std::int64_t run(double first, double last) {
    stack_.push_back({first, last});
    while (!stack_.empty()) {
      const Part part = stack_.back();
      stack_.pop_back();
      if (++steps_ > limits_.max_steps) {
        add({part.first, last, false, touch_within(part) || touch_within({part.last, last})});
        break;
      }
      process(part);
    }
    return steps_;
  }

 private:
  struct Part {
    double first, last;
  };

  void process(const Part& part) {
    const double middle = 0.5 * (part.first + part.last),
                 h = 0.5 * (part.last - part.first) + 0x1p-54;
    const Instant i(limits_.angle, middle);
    const Jet f = pair_.at(i);
    const double variation = std::abs(f.slope) * h + 0.5 * pair_.curvature * h * h;
    if (std::abs(f.value) > variation + pair_.error) return;
    if (pair_.side(i, h) == RegionSide::Outside || pair_.proven_apart(i, h)) return;
    const double steepness = std::abs(f.slope) - pair_.curvature * h - pair_.error;
    if (steepness > 0)
      narrow(part, steepness, f.slope);
    else
      settle(part.first, part.last);
  }

  /// Makes the interval an event if the features are within the tolerance throughout, or if it is
  /// as short as possible; otherwise defers both halves.
  void settle(double first, double last) {
    const double middle = 0.5 * (first + last), h = 0.5 * (last - first) + 0x1p-54;
    const Instant i(limits_.angle, middle);
    const Jet f = pair_.at(i);
    const double variation = std::abs(f.slope) * h + 0.5 * pair_.curvature * h * h;
    const bool flat = std::abs(f.value) + variation + kTouchingShare * pair_.error <=
                      pair_.tolerance * pair_.scale(i, h);
    if (h <= limits_.time_resolution || !(first < middle && middle < last) ||
        pair_.proven_within_tolerance(i, h) || (flat && pair_.nearly_inside(i, h) && pair_.near(i)))
      add({first, last});
    else {
      stack_.push_back({middle, last});
      stack_.push_back({first, middle});
    }
  }

  /// Whether the features are within the tolerance at one of a few instants of the part.
  bool touch_within(const Part& part) const {
    constexpr int kInstants = 16;
    for (int k = 0; k <= kInstants; ++k) {
      const Instant i(limits_.angle, part.first + (part.last - part.first) * k / kInstants);
      if (pair_.near(i)) return true;
    }
    return false;
  }

  /// f is monotone, with a slope of at least `steepness` in magnitude, so it has at most one root.
  /// A Newton step with the whole range of slopes encloses it.
  void narrow(const Part& part, double steepness, double slope) {
    double first = part.first, last = part.last;
    for (int round = 0; round < 60 && last - first > limits_.time_resolution; ++round) {
      ++steps_;
      const double middle = 0.5 * (first + last);
      const Jet f = pair_.at(Instant(limits_.angle, middle));
      const double h = 0.5 * (last - first);
      const double least =
          std::max(steepness, std::abs(f.slope) - pair_.curvature * h - pair_.error);
      const double most = std::abs(f.slope) + pair_.curvature * h + pair_.error;
      const double height = slope > 0 ? f.value : -f.value;  // of the rising one of f and -f
      // The root lies at middle − height / (a slope in [least, most]).
      const double low = height - pair_.error, high = height + pair_.error;
      const double to_first = middle - (high > 0 ? high / least : high / most);
      const double to_last = middle - (low > 0 ? low / most : low / least);
      const double new_first = std::max(first, to_first - 0x1p-52),
                   new_last = std::min(last, to_last + 0x1p-52);
      if (new_first > new_last) return;  // the root is outside
      if (new_last - new_first > 0.9 * (last - first)) {
        first = new_first;
        last = new_last;
        break;
      }
      first = new_first;
      last = new_last;
    }
    accept(first, last, steepness, slope);
  }

  /// Adds the event of a root that lies in [first, last], if there is one.
  void accept(double first, double last, double steepness, double slope) {
    const double h = 0.5 * (last - first) + 0x1p-53, room = 2 * pair_.error / steepness;
    const Instant i(limits_.angle, 0.5 * (first + last));
    if (pair_.side(i, h) == RegionSide::Outside || pair_.proven_apart(i, h)) return;
    if (pair_.side(i, h + room) == RegionSide::Inside &&
        changes_sign(first - room, last + room, slope))
      add({first, last, true});
    else
      settle(first, last);
  }

  /// Whether f has opposite signs at the two times, by far more than the error of its evaluation.
  bool changes_sign(double first, double last, double slope) const {
    const double before = pair_.at(Instant(limits_.angle, std::max(0.0, first))).value;
    const double after = pair_.at(Instant(limits_.angle, std::min(1.0, last))).value;
    const double sure = 0.125 * pair_.error;
    return slope > 0 ? before < -sure && after > sure : before > sure && after < -sure;
  }

  /// Adds an event; joins it with the one before if they overlap or nearly do.
  void add(const Event& event) {
    if (events_.size() > begin_) {
      Event& before = events_.back();
      if (event.first <= before.last + limits_.time_resolution) {
        before.last = std::max(before.last, event.last);
        before.proven = before.proven || event.proven;
        before.decided = before.decided && event.decided;
        return;
      }
    }
    events_.push_back(event);
  }

  const Pair& pair_;
  const EventLimits& limits_;
  std::vector<Event>& events_;
  std::size_t begin_;
  std::vector<Part> stack_;
  std::int64_t steps_ = 0;
};

}  // namespace firstcontact::rigid
