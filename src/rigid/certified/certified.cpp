// All collisions, certified.
//
// 1. The space-time search (src/motion) proves pairs of boxes apart over intervals of time; what it
// cannot are pairs of triangles with a
//    window of time each.
// 2. In that window every vertex-face, face-vertex and edge-edge pair whose features the triangles
// own has its events isolated
//    (feature_events.h). The search loses no contact, and the isolation loses none: nothing is
//    missed.
// 3. Events of one pair that touch in time are joined, and described: point, normal, properness.
//
// For the first collision only, the first contact within the tolerance is found before
// (motion/first_contact.h): the motion is free until then, so the events are looked for from there
// on, in intervals that grow.
#include "rigid/certified/certified.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "arith/fixed_order.h"
#include "geometry/point_in_solid.h"
#include "motion/first_contact.h"
#include "motion/two_body_search.h"
#include "rigid/certified/feature_events.h"
#include "rigid/model/describe_event.h"
#include "rigid/model/feature_owners.h"
#include "rigid/model/start_crossing.h"

namespace firstcontact::rigid {
namespace {

/// What the windows of the search are widened by: the events are those of the ideal screw, the
/// windows those of its rounded coefficients.
constexpr double kWindowRoom = 0x1p-44;
constexpr double kRelativeTolerance = 1e-9;

/// The bodies, in the two ways they are needed.
struct Scene {
  const Polyhedron& a;
  const Polyhedron& b;
  const ScrewCoefficients& path;
  FeatureOwners owners_a, owners_b;
  /// A's vertices seen from B's start: where A goes if B rests.
  std::vector<TurningPoint> vertices_a, vertices_b;
  std::vector<Vec3> start_b;
  /// Size of the terms that all these are computed from.
  double extent = 0;

  Scene(const Polyhedron& body_a, const Polyhedron& body_b, const RelativeMotion& motion)
      : a(body_a), b(body_b), path(motion.b_in_a), owners_a(body_a), owners_b(body_b) {
    const Vec3 turn = path.angle * motion.screw.axis;
    const Vec3 shift = path.velocity.offset - turn.cross(path.start.offset);
    const double maps = 1 + norm(path.velocity.linear) + norm(path.bend.linear);
    extent = norm(path.start.offset) * maps + norm(path.velocity.offset) + norm(path.bend.offset) +
             norm(path.drift);
    double farthest = 0;
    for (const Polyhedron* body : {&a, &b})
      for (const Vec3& x : body->vertices()) farthest = std::max(farthest, norm(x));
    extent += farthest * maps;
    for (const Vec3& y : a.vertices()) {
      const Vec3 w = turn.cross(y) + shift;
      vertices_a.push_back({y, -w, turn.cross(w), -path.drift});
    }
    for (const Vec3& x : b.vertices()) {
      vertices_b.push_back(moving_point(path, x));
      start_b.push_back(path.start.apply(x));
    }
  }

  /// What no pair of features can be told apart by: four times its error (feature_events.cpp),
  /// which grows with the features' sizes, at most 2 radii each, and with all coordinates and ways,
  /// at most the extent each. Triangles that are nearly lines are worse off.
  double finest_tolerance(double radius) const {
    return 4 * (kEventRounding * 6 * radius + kPlaceRounding * 5 * extent);
  }
};

class EventCollector final : public motion::LeafDecider {
 public:
  EventCollector(const Scene& scene, const geometry::BodyTree& a, const geometry::BodyTree& b,
                 const EventLimits& limits, bool first_only)
      : scene_(scene), tree_a_(a), tree_b_(b), limits_(limits), first_only_(first_only) {}

  void attach(motion::TwoBodySearch& search) { search_ = &search; }
  double horizon() const override { return horizon_; }
  const std::vector<FeatureEvent>& events() const { return events_; }
  std::vector<FeatureEvent>& events() { return events_; }

  motion::LeafDecision decide(const motion::SearchInterval&, motion::LeafPair& pair) override {
    const int ta = tree_a_.order[pair.a->begin], tb = tree_b_.order[pair.b->begin];
    first_ = std::max(0.0, pair.first - kWindowRoom),
    last_ = std::min(1.0, std::min(pair.last, horizon_) + kWindowRoom);
    const auto a = static_cast<std::size_t>(ta), b = static_cast<std::size_t>(tb);
    for (const int v : scene_.a.triangles()[a])
      if (scene_.owners_a.owns_vertex(ta, v))
        look(CollisionKind::VertexFace, v, scene_.b.face_of_triangle(tb), scene_.vertices_a[v],
             corners(scene_.b, b, scene_.start_b));
    for (const int v : scene_.b.triangles()[b])
      if (scene_.owners_b.owns_vertex(tb, v))
        look(CollisionKind::FaceVertex, scene_.a.face_of_triangle(ta), v, scene_.vertices_b[v],
             corners(scene_.a, a, scene_.a.vertices()));
    for (const int ea : scene_.a.triangle_edges()[a])
      for (const int eb : scene_.b.triangle_edges()[b])
        if (scene_.owners_a.owns_edge(ta, ea) && scene_.owners_b.owns_edge(tb, eb))
          look_at_edges(ea, eb);
    return motion::LeafDecision::Decided;
  }

 private:
  static std::array<Vec3, 3> corners(const Polyhedron& body, std::size_t triangle,
                                     std::span<const Vec3> points) {
    const Face& face = body.triangles()[triangle];
    return {points[face[0]], points[face[1]], points[face[2]]};
  }

  void look(CollisionKind kind, int a, int b, const TurningPoint& vertex,
            const std::array<Vec3, 3>& face) {
    found_.clear();
    search_->spend(vertex_face_events(vertex, face, first_, last_, limits_, found_));
    keep(kind, a, b);
  }

  void look_at_edges(int ea, int eb) {
    const PolyhedronEdge& a = scene_.a.edges()[ea];
    const PolyhedronEdge& b = scene_.b.edges()[eb];
    const Vec3& a0 = scene_.a.vertices()[a.v0];
    const Vec3 along_b = scene_.b.vertices()[b.v1] - scene_.b.vertices()[b.v0];
    found_.clear();
    search_->spend(edge_edge_events(a0, scene_.a.vertices()[a.v1] - a0, scene_.vertices_b[b.v0],
                                    moving_vector(scene_.path, along_b), first_, last_, limits_,
                                    found_));
    keep(CollisionKind::EdgeEdge, ea, eb);
  }

  void keep(CollisionKind kind, int a, int b) {
    for (const Event& event : found_) {
      events_.push_back({kind, a, b, event});
      if (first_only_ && event.decided) horizon_ = std::min(horizon_, event.last);
    }
  }

  const Scene& scene_;
  const geometry::BodyTree& tree_a_;
  const geometry::BodyTree& tree_b_;
  const EventLimits& limits_;
  bool first_only_;
  motion::TwoBodySearch* search_ = nullptr;
  double horizon_ = 1, first_ = 0, last_ = 1;
  std::vector<Event> found_;
  std::vector<FeatureEvent> events_;
};

/// Events of one pair of features, from several windows and from several triangles of a face,
/// joined where they meet.
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

/// Keeps the earliest: what begins, up to the resolution, no later than the first one is sure to
/// have begun.
void keep_first(std::vector<FeatureEvent>& events, double time_resolution) {
  double first = std::numeric_limits<double>::infinity();
  for (const FeatureEvent& event : events)
    if (event.event.decided)
      first = std::min(first, event.event.proven ? event.event.last : event.event.first);
  std::erase_if(events, [&](const FeatureEvent& event) {
    return event.event.first > first + time_resolution;
  });
}

/// One query, step by step.
class CertifiedQuery {
 public:
  CertifiedQuery(const Polyhedron& a, const Polyhedron& b, const RelativeMotion& motion,
                 const ScrewOptions& options)
      : scene_(a, b, motion),
        options_(options),
        screw_(motion.b_in_a),
        bodies_{geometry::tree_of(a.body()), rest_, geometry::tree_of(b.body()), screw_},
        // Which collision is the first of some properness is only known when all are.
        stop_early_(options.first_only && !options.min_properness),
        advance_first_(stop_early_ && a.triangles().size() * b.triangles().size() > kFewPairs) {
    const double radius = motion::motion_scale(bodies_.a, bodies_.b);
    result_.tolerance = std::max(options.tolerance.value_or(kRelativeTolerance * radius),
                                 scene_.finest_tolerance(radius));
  }

  ScrewResult run() {
    const StartCrossing start_crossing =
        find_start_crossing(scene_.a, scene_.b, bodies_, options_.max_checks);
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
    options.tolerance = tolerance,
    options.max_checks = std::max<std::int64_t>(1, options_.max_checks - result_.checks);
    options.certificate = options_.certificate, options.insides = false;
    return motion::find_first_contact(bodies_.a, rest_, bodies_.b, screw_, options);
  }

  /// The start by itself, as exactly as doubles can. `insides`: what lies in the other body counts.
  BodyResult contact_at_start(bool insides) const {
    BodyOptions options;
    options.t_max = 0, options.tolerance = 0, options.max_checks = options_.max_checks,
    options.insides = insides;
    return motion::find_first_contact(bodies_.a, rest_, bodies_.b, screw_, options);
  }

  /// An edge of the first triangle's face and the second one's face, at the start.
  Collision edge_and_face(const BodyResult& found) const {
    Collision collision;
    collision.kind = CollisionKind::EdgeFace;
    collision.a = edge_beside(scene_.a, found.triangle_a, found.point_a);
    collision.b = scene_.b.source_of_face(scene_.b.face_of_triangle(found.triangle_b));
    collision.point = 0.5 * (found.point_a + found.point_b);
    return collision;
  }

  /// One body, or a connected part of it, lies in the other one, which is closed.
  std::optional<Collision> body_in_body() const {
    // Most bodies lie apart, which this tells without a search.
    if (!geometry::find_nested(bodies_.a, rest_.over(0, 0).pose[0], true, bodies_.b,
                               screw_.over(0, 0).pose[0], true))
      return std::nullopt;
    const BodyResult found = contact_at_start(true);
    if (found.status != Status::Contact || !found.starts_inside) return std::nullopt;
    Collision collision = edge_and_face(found);
    collision.proven = true;
    return collision;
  }

  /// Triangles that nothing separates at the start, though no edge was seen to go through a face by
  /// more than rounding: an edge and a face of theirs.
  std::optional<Collision> overlap_without_crossing() const {
    const BodyResult found = contact_at_start(false);
    if (found.status != Status::Contact) return std::nullopt;
    return edge_and_face(found);
  }

  /// The time of the first contact, whatever its properness.
  void set_first_time(const std::vector<FeatureEvent>& events, bool at_start) {
    result_.toi = at_start ? 0 : 1;
    result_.toi_upper = result_.toi;
    for (const FeatureEvent& event : events) {
      result_.toi = std::min(result_.toi, event.event.first);
      if (event.event.proven) result_.toi_upper = std::min(result_.toi_upper, event.event.last);
    }
    result_.starts_in_contact = at_start || (!events.empty() && result_.toi_upper == 0);
  }

  /// Nothing touches before the time returned; 2 if nothing ever does.
  double free_until() {
    BodyResult found = first_contact(result_.tolerance);
    result_.checks += found.checks;
    complete_ = complete_ && found.status != Status::Undecided;
    result_.certificate = std::move(found.certificate);
    return found.status == Status::Free ? 2 : found.toi;
  }

  std::vector<FeatureEvent> events_from(double start) {
    EventLimits limits = {scene_.path.angle, result_.tolerance, options_.time_resolution};
    limits.extent = scene_.extent;
    EventCollector collector(scene_, bodies_.a, bodies_.b, limits, stop_early_);
    motion::TwoBodySearch search(
        bodies_, 0, std::max<std::int64_t>(1, options_.max_checks - result_.checks), nullptr);
    collector.attach(search);
    double end = advance_first_ ? std::min(1.0, start + kFirstWindow) : 1;
    for (;;) {
      complete_ = search.run(start, end, collector) == motion::SearchEnd::Complete;
      if (!complete_ || end >= 1 || !collector.events().empty()) break;
      const double width = end - start;
      start = end, end = std::min(1.0, end + kWindowGrowth * width);
    }
    result_.checks += search.checks();
    return joined(std::move(collector.events()), options_.time_resolution);
  }

  void report(std::vector<FeatureEvent> events) {
    for (const FeatureEvent& event : events) complete_ = complete_ && event.event.decided;
    if (options_.min_properness)
      std::erase_if(events, [&](const FeatureEvent& event) {
        return describe_event(scene_.a, scene_.b, scene_.path, event).properness <
               *options_.min_properness - kPropernessRounding;
      });
    if (options_.first_only) keep_first(events, options_.time_resolution);
    for (const FeatureEvent& event : events)
      result_.collisions.push_back(describe_event(scene_.a, scene_.b, scene_.path, event));
  }

  /// Where the first event is looked for after the first contact within the tolerance, and how fast
  /// that grows if there is none.
  static constexpr double kFirstWindow = 1e-6, kWindowGrowth = 16;
  /// Pairs of triangles up to which it is not worth finding the first contact within the tolerance
  /// first.
  static constexpr std::size_t kFewPairs = 1024;

  Scene scene_;
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
