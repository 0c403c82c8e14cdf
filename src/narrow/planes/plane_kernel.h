#pragma once
/// find_planes for many pairs of vertex and face or of two edges, several at a time in SIMD lanes.
#include <cstddef>
#include <cstdint>

#include "narrow/planes/separating_planes.h"

namespace firstcontact::narrow {

/// Pairs of one kind.
struct PlaneQueries {
  /// As in find_planes.
  const double* points = nullptr;
  const std::int32_t (*vertices)[4] = nullptr;
  std::size_t count = 0;
  bool edge_edge = false;  // or vertex-face
  /// RoomToKeep of each pair, or one for all; the norm is the Euclidean one.
  bool same_room = false;
  const double* separations = nullptr;
  const double* leasts = nullptr;
  double ratio = 0, cap = 0;
};

/// Marks the pairs that are FarApart along their mean gap. What is not marked may be so too.
void find_far_apart(const PlaneQueries& queries, bool* far_apart);

/// The answers of find_planes. A pair that needs directions or scaling that the lanes do not have
/// is marked in `hard`, and its answer is not set. Every instruction set gives the same bits.
/// Precondition of both: default floating-point environment.
void find_planes_of_many(const PlaneQueries& queries, PairLimits* limits, bool* hard);

}  // namespace firstcontact::narrow
