#pragma once
/// Turns an isolated event into the collision that is reported.
#include <firstcontact/polyhedron.h>
#include <firstcontact/screw.h>

#include "rigid/certified/feature_events.h"

namespace firstcontact::rigid {

/// An event and the indices of its features: vertices, edges or faces (Polyhedron::faces).
struct FeatureEvent {
  CollisionKind kind = CollisionKind::VertexFace;
  int a = -1, b = -1;
  Event event;
};

/// Point and normal in A's coordinates at the event's middle if it is narrow, else at its
/// beginning. The normal is that of the face or across both edges, from A to B: out of A, or where
/// a surface's orientation is not known (not closed), against the relative motion.
Collision describe_event(const Polyhedron& a, const Polyhedron& b, const ScrewCoefficients& b_in_a,
                         const FeatureEvent& event);

/// Of the triangle's sides that are edges of the polyhedron, the one with the largest index. If all
/// three sides are diagonals of a face, the edge of that face that is nearest to `point`, which is
/// in the body's coordinates.
int edge_beside(const Polyhedron& body, int triangle, const Vec3& point);

}  // namespace firstcontact::rigid
