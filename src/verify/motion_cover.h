#pragma once
/// Decides whether boxes of integers cover a box.
#include <array>
#include <cstdint>
#include <vector>

namespace firstcontact::verify {

/// The cells (i, j, k) with low <= (i, j, k) < high in every axis.
struct CellBox {
  std::array<std::int32_t, 3> low = {}, high = {};
};

struct CoverAnswer {
  enum Outcome { Covered, Uncovered, GivenUp } outcome = Covered;
  /// Uncovered: a part of the domain that no box meets.
  CellBox gap;
};

/// Decides whether every cell of `domain` lies in one of `boxes`. Boxes may overlap and extend
/// beyond the domain. Gives up when the boxes are so entangled that memory or time would grow
/// beyond a fixed multiple of their number. Boxes that come from splitting a box recursively never
/// are.
CoverAnswer cover(const std::vector<CellBox>& boxes, const CellBox& domain);

}  // namespace firstcontact::verify
