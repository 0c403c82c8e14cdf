#pragma once
/// The points of a query, as readers and writers of query files see them.
#include <firstcontact/query.h>

#include <cstddef>

#include "io/exact_fraction.h"

namespace firstcontact::io {

/// Number of points of one instant.
inline std::size_t points_of(Kind kind) { return static_cast<std::size_t>(point_count(kind)); }

/// Every z coordinate is 0, of either sign.
inline bool is_planar(const Query& query) {
  for (std::size_t i = 0; i < points_of(query.kind); ++i)
    if (!is_zero(query.t0[i].z()) || !is_zero(query.t1[i].z())) return false;
  return true;
}

}  // namespace firstcontact::io
