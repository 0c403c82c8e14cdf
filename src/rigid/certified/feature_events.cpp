#include "rigid/certified/feature_events.h"

#include "rigid/certified/edge_edge_pair.h"
#include "rigid/certified/event_isolation.h"
#include "rigid/certified/vertex_face_pair.h"

namespace firstcontact::rigid {
namespace {

template <class Pair>
std::int64_t isolate(const Pair& pair, double first, double last, const EventLimits& limits,
                     std::vector<Event>& events) {
  return pair.usable ? EventIsolation<Pair>(pair, limits, events).run(first, last) : 0;
}

}  // namespace

std::int64_t vertex_face_events(const TurningPoint& vertex, const std::array<Vec3, 3>& face,
                                double first, double last, const EventLimits& limits,
                                std::vector<Event>& events) {
  return isolate(VertexFacePair(vertex, face, limits), first, last, limits, events);
}

std::int64_t edge_edge_events(const Vec3& a0, const Vec3& a, const TurningPoint& b0,
                              const TurningPoint& b, double first, double last,
                              const EventLimits& limits, std::vector<Event>& events) {
  return isolate(EdgeEdgePair(a0, a, b0, b, limits), first, last, limits, events);
}

}  // namespace firstcontact::rigid
