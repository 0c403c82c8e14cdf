#pragma once
/// All times at which two features of rigid bodies touch under a screw motion, isolated with
/// rigorous bounds.
///
/// Coordinates are those of a frame in which one feature rests. The pair touches at t if a function
/// f(t) is 0 (the height of the vertex over the face's plane, or the triple product of the edges)
/// and the point lies inside both features. With a bound of |f''|, an interval is dropped if f
/// cannot be 0 there, narrowed to one root if f is monotone, and halved otherwise.
///
/// Rounding: the error allowed for is kEventRounding times the features' size, some hundred times
/// the error of the evaluation. So a contact at the rim of a face, which neighbouring features
/// share, is found by all of them. Thin triangles, whose planes are less accurate, and points that
/// are small differences of large terms (EventLimits::extent) are allowed more.
#include <firstcontact/query.h>

#include <array>
#include <cstdint>
#include <vector>

#include "arith/unit_roundoff.h"
#include "rigid/model/turning_point.h"

namespace firstcontact::rigid {

/// Allowed error per unit of the features' size.
inline constexpr double kEventRounding = 1e-12;
/// Rounding error of one evaluation per unit of coordinate and path length: fewer than 26
/// operations, bounded by 256 roundings.
inline constexpr double kEvaluationRounding = 256 * arith::kUnitRoundoff;

/// An interval of time in which the features are within the tolerance, throughout or at some time.
struct Event {
  double first = 0, last = 0;
  /// True if f changes sign in the interval and the point is inside by more than rounding: then the
  /// features touch.
  bool proven = false;
  /// False if max_steps ran out: then the features may or may not touch in the interval.
  bool decided = true;
};

struct EventLimits {
  /// Rotation angle of the motion.
  double angle = 0;
  /// A length; features nearer than this may be reported as touching.
  double tolerance = 0;
  /// Intervals are narrowed down to this length.
  double time_resolution = 0;
  /// Number of steps that one pair may take. If they run out, the remaining time becomes one event,
  /// decided if the features are found within the tolerance at some time of it.
  int max_steps = 8000;
  /// Size of the terms from which the points were computed, if that is larger than the points' own
  /// coordinates.
  double extent = 0;
};

/// Appends the events of a moving point and a triangle at rest to `events`, in ascending order;
/// events that overlap are joined. Returns the number of steps. Precondition:
/// 0 <= first <= last <= 1.
std::int64_t vertex_face_events(const TurningPoint& vertex, const std::array<Vec3, 3>& face,
                                double first, double last, const EventLimits& limits,
                                std::vector<Event>& events);

/// The same for an edge at rest, from a0 to a0 + a, and a moving one, from b0(t) to b0(t) + b(t).
/// Edges that stay parallel have no events: where they touch, an end of one touches a face of the
/// other's body.
std::int64_t edge_edge_events(const Vec3& a0, const Vec3& a, const TurningPoint& b0,
                              const TurningPoint& b, double first, double last,
                              const EventLimits& limits, std::vector<Event>& events);

}  // namespace firstcontact::rigid
