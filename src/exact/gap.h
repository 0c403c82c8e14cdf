#pragma once
/// The moving gap between two primitives, in integers.
#include <firstcontact/query.h>

#include <array>
#include <cstdint>

#include "exact/polynomial.h"

namespace firstcontact::exact {

/// Number of sides of a hull: 0 of a point, 1 of a segment, otherwise as many as corners.
inline int side_count(int corner_count) {
  return corner_count < 3 ? corner_count - 1 : corner_count;
}

/// Corner i of the gap at time s * t_max, s in [0, 1], is corner[i](s) times a power of two that is
/// the same for all corners. The pair touches exactly when the origin lies in the hull of the
/// corners. Corners are in cyclic order: a point, a segment, a triangle or a parallelogram
/// (corner[0] - corner[1] + corner[2] - corner[3] = 0).
struct Gap {
  int count = 0;
  std::array<VectorPolynomial, 4> corner;
  /// The separation on the same scale.
  Integer separation;

  int next(int i) const { return i + 1 == count ? 0 : i + 1; }
  int side_count() const { return exact::side_count(count); }
};

enum class AxisScales {
  Same,
  /// As `Same` with a separation. Without, each axis has its own power of two: stretching an axis
  /// does not change whether the origin is in the hull, and the integers get shorter.
  Shortest
};

Gap make_gap(const Query& query, double min_separation, double t_max,
             AxisScales scales = AxisScales::Shortest);

/// True only if the primitives are apart along one coordinate axis over all of [0, 1]. It only
/// compares doubles.
bool separated_by_coordinate_axis(const Query& query);
/// True only if along one coordinate axis the gap stays beyond the separation over all of
/// [0, t_max].
bool separated_by_coordinate_axis(const Gap& gap);

}  // namespace firstcontact::exact
