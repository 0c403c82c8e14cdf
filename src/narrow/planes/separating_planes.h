#pragma once
/// Two parallel planes between the elements of a pair, and how far each vertex may go so that each
/// element stays behind its own plane, whatever the others do.
///
/// Derivation of the bounds: docs/math/safe-displacements.md.
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <cstdint>

namespace firstcontact::narrow {

/// Lengths that a pair has to keep. Not negative, `separation` and `least` finite.
struct RoomToKeep {
  /// Distance at which the pair is in contact.
  double separation = 0;
  /// Beyond it the pair keeps ratio * min(its distance, cap), but at least `least`.
  double ratio = 0, cap = 0, least = 0;
  Norm norm = Norm::L2;

  /// The most that is kept of any distance.
  double most() const { return ratio * cap > least ? ratio * cap : least; }
};

enum class PairRoom {
  /// The pair keeps more than most(), wherever its vertices are.
  FarApart,
  /// The pair keeps `kept`, wherever its vertices are.
  Apart,
  /// The pair keeps `kept` if each vertex goes no farther than its share.
  Limited,
  /// No direction shows that the pair is farther apart than `least` at t0.
  Touching,
};

struct PairLimits {
  PairRoom room = PairRoom::Touching;
  /// Distance beyond the separation at t0, at most the pair's true distance.
  double distance = 0;
  /// Distance that is kept beyond the separation.
  double kept = 0;
  /// For each vertex, the share of its way that it may go; in [0, 1].
  double shares[4] = {0, 0, 0, 0};
};

/// Finds planes for the pair of `kind` with these vertices. `points` has 6 doubles per vertex: x y z
/// at t0, then x y z at the end. Each vertex moves anywhere on the segment between the two, on its
/// own. Precondition: default floating-point
/// environment.
PairLimits find_planes(Kind kind, const double* points, const std::int32_t (&vertices)[4],
                       const RoomToKeep& keep);

}  // namespace firstcontact::narrow
