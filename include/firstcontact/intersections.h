#pragma once
/// Which elements of a mesh at rest cross or touch each other, at one instant.
///
/// A step (step.h) finds where contact begins. Elements that cut through each other already at t0
/// may do so all the time without a vertex that meets a face or two edges that meet, so whether a
/// start is free of intersections is this question, to be asked once.
///
/// Looked at: every face against every face; loose edges (of no face) against faces and each other;
/// loose points (of no edge) against faces, loose edges and each other. In the plane: every edge
/// against every edge, loose points against edges and each other. Edges and corners of faces are
/// part of their faces and not listed by themselves.
///
/// - Two elements without a common vertex intersect if they have a point in common: touching and
/// lying in one plane count.
/// - Two that share vertices always touch there. They intersect if a part of the one (the face
/// itself, a side, a corner) and a part
///   of the other that have no vertex in common have a point in common: triangles that cut through
///   each other beyond the shared vertex, or that are folded flat onto each other across the shared
///   edge.
/// - Two faces with the same three vertices are one face listed twice, and are not looked at.
/// - Thickness and min_separation play no part: `initial_contacts` of step.h lists what is near.
/// - Surfaces intersect, not volumes: a mesh that lies wholly inside another, closed one touches
/// nothing and is not seen.
///
/// Every answer is exact for the positions as real numbers (floats and doubles alike), whatever
/// their size, and the same for any number of threads and every broad phase. Throws only if memory
/// runs out or a callback throws.
#include <firstcontact/step.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace firstcontact {

enum class IntersectionKind { FaceFace, EdgeFace, EdgeEdge, PointFace, PointEdge, PointPoint };

/// "FaceFace" and so on.
const char* to_string(IntersectionKind kind);

/// Two elements that intersect.
struct Intersection {
  IntersectionKind kind = IntersectionKind::FaceFace;
  /// In the order of the kind's name: indices of faces, indices into Mesh::edges(), vertices. a < b
  /// where both are of one sort.
  int a = 0, b = 0;
  /// They share a vertex, and intersect beyond it.
  bool neighbours = false;

  /// By kind, then a, then b: the order of every list of intersections.
  friend auto operator<=>(const Intersection&, const Intersection&) = default;
};

struct IntersectionOptions {
  /// Used are: broad_phase, threads, within_objects, between_objects, progress, stop, and `filter`.
  /// A filter is asked for the pairs that a step would test (vertex-face, edge-edge and so on): two
  /// elements may intersect where it admits any pair of their parts.
  StepOptions step;
  /// At most this many are listed, the first ones in their order; all are counted.
  std::size_t max_listed = std::numeric_limits<std::size_t>::max();
  /// Stops at the first intersection found, whichever that is: only `status` is filled.
  bool only_whether = false;
};

/// Free: nothing intersects. Contact: something does; it starts in contact, and toi is 0.
struct IntersectionResult : Answer {
  /// Sorted; the first max_listed of them.
  std::vector<Intersection> intersections;
  /// How many there are, by IntersectionKind: of pairs without a common vertex, and of neighbours.
  std::array<std::int64_t, 6> counts = {}, neighbour_counts = {};
  /// Of all, neighbours included.
  std::int64_t count() const;
};

IntersectionResult intersections(const Mesh& mesh, const Positions& positions,
                                 const IntersectionOptions& options = {});

/// Whether anything intersects. Bad input counts as an intersection; `intersections` says what is
/// wrong with it.
bool has_intersections(const Mesh& mesh, const Positions& positions,
                       const StepOptions& options = {});

}  // namespace firstcontact
