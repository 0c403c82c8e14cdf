#pragma once
/// The events of all pairs of features of two bodies: see certified.cpp.
#include <firstcontact/screw.h>

#include <array>
#include <vector>

#include "motion/two_body_search.h"
#include "rigid/certified/feature_events.h"
#include "rigid/model/describe_event.h"
#include "rigid/model/feature_owners.h"
#include "rigid/model/relative_screw.h"

namespace firstcontact::rigid {

/// The time windows of the search are widened by this: events are computed for the ideal screw, but
/// windows for its rounded coefficients.
inline constexpr double kWindowRoom = 0x1p-44;

/// Two bodies and the paths of their vertices, each relative to the other body.
struct BodyPair {
  const Polyhedron& a;
  const Polyhedron& b;
  const ScrewCoefficients& path;
  FeatureOwners owners_a, owners_b;
  /// Paths of A's vertices if B rests at its start, and of B's vertices if A rests.
  std::vector<TurningPoint> vertices_a, vertices_b;
  /// B's vertices at the start.
  std::vector<Vec3> start_b;
  /// Size of the terms from which all these are computed.
  double extent = 0;

  BodyPair(const Polyhedron& body_a, const Polyhedron& body_b, const RelativeMotion& motion);

  /// The smallest tolerance that makes sense: four times the error of a pair of features
  /// (feature_pair.h). That grows with the features' sizes, at most 2 radii each, and with all
  /// coordinates and path lengths, at most the extent each. The error of very thin triangles is
  /// larger.
  double finest_tolerance(double radius) const {
    return 4 * (kEventRounding * 6 * radius + kEvaluationRounding * 5 * extent);
  }
};

/// Finds the events of all pairs of features whose triangles the space-time search cannot separate.
class EventCollector final : public motion::LeafDecider {
 public:
  EventCollector(const BodyPair& bodies, const geometry::BodyTree& a, const geometry::BodyTree& b,
                 const EventLimits& limits, bool first_only)
      : bodies_(bodies), tree_a_(a), tree_b_(b), limits_(limits), first_only_(first_only) {}

  void attach(motion::TwoBodySearch& search) { search_ = &search; }
  double horizon() const override { return horizon_; }
  motion::LeafDecision decide(const motion::SearchInterval& interval,
                              motion::LeafPair& pair) override;

  const std::vector<FeatureEvent>& events() const { return events_; }
  std::vector<FeatureEvent> take_events() { return std::move(events_); }

 private:
  void examine_vertex_and_face(CollisionKind kind, int a, int b, const TurningPoint& vertex,
                               const std::array<Vec3, 3>& face);
  void examine_edges(int edge_a, int edge_b);
  void keep(CollisionKind kind, int a, int b);

  const BodyPair& bodies_;
  const geometry::BodyTree& tree_a_;
  const geometry::BodyTree& tree_b_;
  const EventLimits& limits_;
  bool first_only_;
  motion::TwoBodySearch* search_ = nullptr;
  double horizon_ = 1, first_ = 0, last_ = 1;
  std::vector<Event> found_;
  std::vector<FeatureEvent> events_;
};

}  // namespace firstcontact::rigid
