#pragma once
/// Do boxes of integers cover a box?
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
  /// Uncovered: part of the domain that no box has a cell of.
  CellBox gap;
};

/// Every cell of `domain` lies in one of `boxes`, or where not. Boxes may overlap and reach beyond
/// the domain. Gives up when the boxes are so entangled that memory or time would grow beyond a
/// fixed multiple of their number. Boxes that come from splitting a box recursively never are.
CoverAnswer cover(const std::vector<CellBox>& boxes, const CellBox& domain);

}  // namespace firstcontact::verify
