// All collisions, certified.
//
// 1. The space-time search (src/motion) proves pairs of boxes apart over intervals of time. What it
//    cannot separate are pairs of triangles, each with a window of time.
// 2. In that window the events of every vertex-face, face-vertex and edge-edge pair whose features
//    the triangles own are isolated (event_collector.h, feature_events.h). Neither the search nor
//    the isolation loses a contact, so none is missed.
// 3. Events of one pair that touch in time are joined, and described: point, normal, properness.
//
// If only the first collision is wanted, the first contact within the tolerance is found first
// (motion/first_contact.h). The motion is free until then, so events are looked for from that time
// on, in intervals of growing length.
#include "rigid/certified/certified.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "arith/fixed_order.h"
#include "geometry/point_in_solid.h"
#include "motion/first_contact.h"
#include "rigid/certified/event_collector.h"
#include "rigid/model/describe_event.h"
#include "rigid/model/start_crossing.h"

namespace firstcontact::rigid {
namespace {

/// Default tolerance, as a share of the bodies' size.
constexpr double kDefaultToleranceShare = 1e-9;

/// Joins events of one pair of features that touch in time. They come from several windows and from
/// several triangles of a face.
std::vector<FeatureEvent> joined(std::vector<FeatureEvent> events, double time_resolution) {
  std::sort(events.begin(), events.end(), [](const FeatureEvent& x, const FeatureEvent& y) {
    return std::tie(x.kind, x.a, x.b, x.event.first, x.event.last) <
           std::tie(y.kind, y.a, y.b, y.event.first, y.event.last);
  });
  std::vector<FeatureEvent> out;
  for (const FeatureEvent& next : events) {
    const bool same = !out.empty() && std::tie(out.back().kind, out.back().a, out.back().b) ==
                                          std::tie(next.kind, next.a, next.b);
    if (same && next.event.first <= out.back().event.last + 2 * time_resolution + 4 * kWindowRoom) {
      Event& before = out.back().event;
      before.last = std::max(before.last, next.event.last);
      before.proven = before.proven || next.event.proven;
      before.decided = before.decided && next.event.decided;
    } else {
      out.push_back(next);
    }
  }
  return out;
}

/// Keeps the earliest events: those that begin, up to the resolution, no later than the time at
/// which the first one has certainly begun.
void keep_first_events(std::vector<FeatureEvent>& events, double time_resolution) {
  double first = std::numeric_limits<double>::infinity();
  for (const FeatureEvent& event : events)
    if (event.event.decided)
      first = std::min(first, event.event.proven ? event.event.last : event.event.first);
  std::erase_if(events, [&](const FeatureEvent& event) {
    return event.event.first > first + time_resolution;
  });
}

/// One query.
class CertifiedQuery {
 public:
  CertifiedQuery(const Polyhedron& a, const Polyhedron& b, const RelativeMotion& motion,
                 const ScrewOptions& options)
      : pair_(a, b, motion),
        options_(options),
        screw_(motion.b_in_a),
        bodies_{geometry::tree_of(a.body()), rest_, geometry::tree_of(b.body()), screw_},
        // Which collision with enough properness is the first is only known after all are found.
        stop_early_(options.first_only && !options.min_properness),
        advance_first_(stop_early_ && a.triangles().size() * b.triangles().size() > kFewPairs) {
    const double radius = motion::motion_scale(bodies_.a, bodies_.b);
    result_.tolerance = std::max(options.tolerance.value_or(kDefaultToleranceShare * radius),
                                 pair_.finest_tolerance(radius));
  }

  ScrewResult run() {
    const StartCrossing start_crossing =
        find_start_crossing(pair_.a, pair_.b, bodies_, options_.max_checks);
    result_.checks = start_crossing.checks;
    complete_ = start_crossing.end == motion::SearchEnd::Complete;
    std::optional<Collision> crossing = start_crossing.crossing;
    if (!crossing && complete_) crossing = body_in_body();
    result_.intersecting_at_start = crossing.has_value();
    if (crossing && options_.first_only) {
      result_.collisions.push_back(*crossing);
      result_.status = Status::Contact;
      result_.starts_in_contact = true;
      result_.toi_upper = 0;
      return std::move(result_);
    }
    const double start = advance_first_ && complete_ ? free_until() : 0;
    const std::vector<FeatureEvent> events =
        complete_ && start <= 1 ? events_from(start) : std::vector<FeatureEvent>();
    report(events);
    const std::optional<Collision> at_start =
        crossing || !events.empty() ? crossing : overlap_without_crossing();
    if (at_start) result_.collisions.push_back(*at_start);
    result_.intersecting_at_start = at_start.has_value();
    const bool free = events.empty() && !at_start;
    result_.status = !complete_ ? Status::Undecided : free ? Status::Free : Status::Contact;
    if (complete_) set_first_time(events, at_start.has_value());
    if (result_.status != Status::Free) result_.certificate = {};
    if (result_.status == Status::Free && options_.certificate &&
        result_.certificate.entries.empty())
      result_.certificate = first_contact(0).certificate;
    return std::move(result_);
  }

 private:
  BodyResult first_contact(double tolerance) const {
    BodyOptions options;
    options.tolerance = tolerance;
    options.max_checks = std::max<std::int64_t>(1, options_.max_checks - result_.checks);
    options.certificate = options_.certificate;
    options.insides = false;
    return motion::find_first_contact(bodies_.a, rest_, bodies_.b, screw_, options);
  }

  /// The contact at the start alone, with no tolerance. `insides`: a body inside the other counts.
  BodyResult contact_at_start(bool insides) const {
    BodyOptions options;
    options.t_max = 0;
    options.tolerance = 0;
    options.max_checks = options_.max_checks;
    options.insides = insides;
    return motion::find_first_contact(bodies_.a, rest_, bodies_.b, screw_, options);
  }

  /// A collision at the start of an edge beside the first triangle and the second one's face.
  Collision edge_and_face(const BodyResult& found) const {
    Collision collision;
    collision.kind = CollisionKind::EdgeFace;
    collision.a = edge_beside(pair_.a, found.triangle_a, found.point_a);
    collision.b = pair_.b.source_of_face(pair_.b.face_of_triangle(found.triangle_b));
    collision.point = 0.5 * (found.point_a + found.point_b);
    return collision;
  }

  /// The collision if a body, or a connected part of it, starts inside the other, closed one.
  std::optional<Collision> body_in_body() const {
    // Most bodies are not nested, which this finds without a search.
    if (!geometry::find_nested(bodies_.a, rest_.over(0, 0).pose[0], true, bodies_.b,
                               screw_.over(0, 0).pose[0], true))
      return std::nullopt;
    const BodyResult found = contact_at_start(true);
    if (found.status != Status::Contact || !found.starts_inside) return std::nullopt;
    Collision collision = edge_and_face(found);
    collision.proven = true;
    return collision;
  }

  /// The collision if two triangles cannot be separated at the start, although no edge passes
  /// through a face by more than rounding.
  std::optional<Collision> overlap_without_crossing() const {
    const BodyResult found = contact_at_start(false);
    if (found.status != Status::Contact) return std::nullopt;
    return edge_and_face(found);
  }

  /// Sets the time of the first contact, whatever its properness.
  void set_first_time(const std::vector<FeatureEvent>& events, bool at_start) {
    result_.toi = at_start ? 0 : 1;
    result_.toi_upper = result_.toi;
    for (const FeatureEvent& event : events) {
      result_.toi = std::min(result_.toi, event.event.first);
      result_.toi_upper = std::min(result_.toi_upper, event.event.last);
    }
    result_.starts_in_contact = at_start || (!events.empty() && result_.toi == 0);
  }

  /// A time before which nothing touches; 2 if nothing touches at all.
  double free_until() {
    BodyResult found = first_contact(result_.tolerance);
    result_.checks += found.checks;
    complete_ = complete_ && found.status != Status::Undecided;
    result_.certificate = std::move(found.certificate);
    return found.status == Status::Free ? 2 : found.toi;
  }

  std::vector<FeatureEvent> events_from(double start) {
    EventLimits limits = {pair_.path.angle, result_.tolerance, options_.time_resolution};
    limits.extent = pair_.extent;
    EventCollector collector(pair_, bodies_.a, bodies_.b, limits, stop_early_);
    motion::TwoBodySearch search(
        bodies_, 0, std::max<std::int64_t>(1, options_.max_checks - result_.checks), nullptr);
    collector.attach(search);
    double end = advance_first_ ? std::min(1.0, start + kFirstWindow) : 1;
    for (;;) {
      complete_ = search.run(start, end, collector) == motion::SearchEnd::Complete;
      if (!complete_ || end >= 1 || !collector.events().empty()) break;
      const double width = end - start;
      start = end;
      end = std::min(1.0, end + kWindowGrowth * width);
    }
    result_.checks += search.checks();
    return joined(collector.take_events(), options_.time_resolution);
  }

  void report(std::vector<FeatureEvent> events) {
    for (const FeatureEvent& event : events) complete_ = complete_ && event.event.decided;
    if (options_.min_properness)
      std::erase_if(events, [&](const FeatureEvent& event) {
        return describe_event(pair_.a, pair_.b, pair_.path, event).properness <
               *options_.min_properness - kPropernessRounding;
      });
    if (options_.first_only) keep_first_events(events, options_.time_resolution);
    for (const FeatureEvent& event : events)
      result_.collisions.push_back(describe_event(pair_.a, pair_.b, pair_.path, event));
  }

  /// Length of the interval in which the first event is looked for, after the first contact within
  /// the tolerance; and by how much the next interval is longer if there is none.
  static constexpr double kFirstWindow = 1e-6, kWindowGrowth = 16;
  /// Up to this many pairs of triangles, finding the first contact within the tolerance first does
  /// not pay.
  static constexpr std::size_t kFewPairs = 1024;

  BodyPair pair_;
  const ScrewOptions& options_;
  Rest rest_;
  ScrewMotion screw_;
  motion::TwoBodies bodies_;
  bool stop_early_, advance_first_, complete_ = true;
  ScrewResult result_;
};

}  // namespace

ScrewResult certified_collisions(const Polyhedron& a, const Polyhedron& b,
                                 const RelativeMotion& motion, const ScrewOptions& options) {
  return CertifiedQuery(a, b, motion, options).run();
}

}  // namespace firstcontact::rigid
