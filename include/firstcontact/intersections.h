#pragma once
/// Which elements of a mesh cross or touch each other at one instant.
///
/// A step (step.h) finds where contact begins. Elements that already cut through each other at t0
/// may go on doing so without any vertex meeting a face or two edges meeting. So a simulator asks
/// once, at its start, whether anything intersects.
///
/// These elements are tested: every face against every face; loose edges (of no face) against faces
/// and each other; loose points (of no edge) against faces, loose edges and each other. In the
/// plane, every edge is tested against every edge, and loose points against edges and each other.
/// The edges and corners of a face are part of the face and not listed by themselves.
///
///  - Two elements without a common vertex intersect if they have a point in common. Touching
///    counts, and so does overlapping in one plane.
///  - Two elements that share vertices always touch there. They intersect if parts of them (the
///    face itself, a side, a corner) that have no vertex in common have a point in common. So
///    triangles intersect that cut through each other beyond the shared vertex, or that are folded
///    flat onto each other across the shared edge.
///  - Two faces with the same three vertices are one face listed twice, and are not tested.
///  - Thickness and min_separation play no part. `initial_contacts` of step.h lists what is near.
///  - Only surfaces intersect. A mesh that lies wholly inside another, closed mesh touches nothing.
///
/// Every answer is exact for the positions as real numbers, floats and doubles alike, and the same
/// for any number of threads and every broad phase. Throws only if memory runs out or a callback
/// throws.
#include <firstcontact/export.h>
#include <firstcontact/step.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace firstcontact {

/// Which sorts of elements intersect: faces, loose edges, loose points.
enum class IntersectionKind { FaceFace, EdgeFace, EdgeEdge, PointFace, PointEdge, PointPoint };

/// The name of the enumerator, for example "FaceFace".
FIRSTCONTACT_API const char* to_string(IntersectionKind kind);

/// Two elements that intersect.
struct Intersection {
  IntersectionKind kind = IntersectionKind::FaceFace;
  /// The two elements in the order of the kind's name: indices of faces, indices into
  /// Mesh::edges(), or vertices. a < b if both are of one sort.
  int a = 0, b = 0;
  /// True if they share a vertex and intersect beyond it.
  bool neighbours = false;

  /// Lists of intersections are sorted by kind, then a, then b.
  friend auto operator<=>(const Intersection&, const Intersection&) = default;
};

/// What `intersections` looks at, and how much of it is listed.
struct IntersectionOptions {
  /// These options are used: broad_phase, threads, within_objects, between_objects, progress, stop,
  /// rules and filter. Rules and filter are about the pairs that a step would test (vertex-face,
  /// edge-edge and so on); two elements are tested if they admit any pair of their parts.
  StepOptions step = {};
  /// At most this many are listed, the first ones in their order. All are counted.
  std::size_t max_listed = std::numeric_limits<std::size_t>::max();
  /// Stops at the first intersection that is found, whichever that is. Only the status is set.
  bool only_whether = false;
};

/// Free: nothing intersects. Contact: something does. The instant is time 0, so toi and toi_upper
/// are 0.
struct FIRSTCONTACT_API IntersectionResult : Answer {
  /// The first max_listed intersections, sorted.
  std::vector<Intersection> intersections;
  /// The number of intersections by IntersectionKind: of elements without a common vertex, and of
  /// neighbours.
  std::array<std::int64_t, 6> counts = {}, neighbour_counts = {};
  /// The number of all intersections, neighbours included.
  std::int64_t count() const;
};

/// Finds everything that intersects at these positions, by the rules above.
FIRSTCONTACT_API IntersectionResult intersections(const Mesh& mesh, const Positions& positions,
                                                  const IntersectionOptions& options = {});

/// Tells whether anything intersects. Bad input counts as an intersection; `intersections` says
/// what is wrong with it.
FIRSTCONTACT_API bool has_intersections(const Mesh& mesh, const Positions& positions,
                                        const StepOptions& options = {});

}  // namespace firstcontact
