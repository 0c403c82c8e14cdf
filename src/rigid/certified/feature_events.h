#pragma once
/// When two features of rigid bodies touch under a screw motion: every instant, isolated with
/// rigorous bounds.
///
/// Everything is seen from a frame in which one feature rests. The pair touches at t if a function
/// f(t) (height of the vertex over the face's plane; triple product of the edges) is 0 and the
/// point lies inside (side functions are not negative). With a bound of |f''| an interval is
/// dropped where f cannot be 0, narrowed to one root where f is monotone, and halved otherwise.
///
/// Rounding: values are known up to kEventRounding of the sizes involved, some hundred times what
/// the evaluation can lose, so that contacts at the rim of a face, which a neighbouring feature
/// shares, are found by all that share them. Thin triangles, whose planes are known less well, and
/// points that are small differences of large terms (EventLimits::extent) get more.
#include <firstcontact/query.h>

#include <array>
#include <cstdint>
#include <vector>

#include "arith/unit_roundoff.h"
#include "rigid/model/turning_point.h"

namespace firstcontact::rigid {

/// Of the features' own size.
inline constexpr double kEventRounding = 1e-12;
/// Of an evaluation, for coordinates and ways of 1: each of its sums and products rounds by 2^-53
/// of that, and there are fewer than a tenth as many.
inline constexpr double kPlaceRounding = 256 * arith::kUnitRoundoff;

/// An interval in which the features touch, up to the tolerance, throughout or at some instant.
struct Event {
  double first = 0, last = 0;
  /// f changes sign within, and the point is inside by more than the rounding: the features really
  /// touch.
  bool proven = false;
  /// False: max_steps ran out, and the features may touch in the interval or not.
  bool decided = true;
};

struct EventLimits {
  double angle = 0;            ///< of the motion
  double tolerance = 0;        ///< length; features nearer than this may count as touching
  double time_resolution = 0;  ///< what intervals are narrowed to
  /// Elementary steps one pair may take. What is left then is one event over all of the rest:
  /// decided if the features are seen to be within the tolerance at some instant of it.
  int max_steps = 8000;
  /// Length: the size of the terms that the points were computed from, where it is more than the
  /// points' own.
  double extent = 0;
};

/// Events of a moving point and a triangle at rest, in ascending order, those that overlap joined.
/// Appended to `events`. Returns the steps taken. Precondition: 0 <= first <= last <= 1.
std::int64_t vertex_face_events(const TurningPoint& vertex, const std::array<Vec3, 3>& face,
                                double first, double last, const EventLimits& limits,
                                std::vector<Event>& events);

/// Events of an edge at rest, from a0 to a0 + a, and a moving one, from b0(t) to b0(t) + b(t).
/// Edges that stay parallel have none: where they touch, an end of one touches a face of the
/// other's body.
std::int64_t edge_edge_events(const Vec3& a0, const Vec3& a, const TurningPoint& b0,
                              const TurningPoint& b, double first, double last,
                              const EventLimits& limits, std::vector<Event>& events);

}  // namespace firstcontact::rigid
