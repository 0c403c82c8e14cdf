#include "exact/gap.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

namespace firstcontact::exact {

namespace {

/// Corner i is point first[i] minus point second[i].
struct Corners {
  int count;
  std::array<int, 4> first, second;
};

Corners corners_of(Kind kind) {
  switch (kind) {
    case Kind::VertexFace: return {3, {0, 0, 0, 0}, {1, 2, 3, 0}};
    case Kind::EdgeEdge: return {4, {0, 0, 1, 1}, {2, 3, 3, 2}};
    case Kind::PointEdge:
    case Kind::PointSegment2D: return {2, {0, 0, 0, 0}, {1, 2, 0, 0}};
    case Kind::PointPoint: break;
  }
  return {1, {0, 0, 0, 0}, {1, 0, 0, 0}};
}

/// The coordinates of one axis, by time and point, and the powers of two that they span:
/// |coordinate| < 2^top.
struct AxisCoordinates {
  std::array<std::array<SplitDouble, 4>, 2> at;
  int exponent = std::numeric_limits<int>::max();
  int top = std::numeric_limits<int>::min();
};

AxisCoordinates split_axis(const Query& query, int axis) {
  AxisCoordinates r;
  for (int i = 0; i < point_count(query.kind); ++i) {
    r.at[0][i] = split(query.t0[i][axis]);
    r.at[1][i] = split(query.t1[i][axis]);
    for (const SplitDouble& x : {r.at[0][i], r.at[1][i]}) {
      if (x.mantissa == 0) continue;
      r.exponent = std::min(r.exponent, x.exponent);
      r.top = std::max(r.top, x.exponent + static_cast<int>(std::bit_width(
                                               static_cast<std::uint64_t>(std::abs(x.mantissa)))));
    }
  }
  return r;
}

/// Coordinates below 2^61 in magnitude: differences of differences still fit 64 bits.
constexpr int kSmallBits = 61;

std::int64_t scaled_small(const SplitDouble& x, int exponent) {
  return x.mantissa == 0 ? 0 : x.mantissa * (std::int64_t{1} << (x.exponent - exponent));
}

Integer scaled(const SplitDouble& x, int exponent) {
  Integer r = x.mantissa;
  if (x.mantissa != 0 && x.exponent != exponent) r <<= x.exponent - exponent;
  return r;
}

/// Fills axis k of every corner: x(s) = x_t0 + s t_max (x_t1 - x_t0), where t_max = end.mantissa /
/// 2^end_bits. Everything is multiplied by 2^end_bits.
void fill_axis(Gap& gap, int k, const Corners& corners, const AxisCoordinates& x,
               const SplitDouble& end, std::int64_t end_bits) {
  const auto& [x0, x1] = x.at;
  for (int i = 0; i < corners.count; ++i) {
    const int a = corners.first[i], b = corners.second[i];
    if (x.top - x.exponent <= kSmallBits && end.mantissa == 1 && end_bits == 0) {
      const std::int64_t start = scaled_small(x0[a], x.exponent) - scaled_small(x0[b], x.exponent);
      const std::int64_t finish = scaled_small(x1[a], x.exponent) - scaled_small(x1[b], x.exponent);
      gap.corner[i][k] = Polynomial(Integer(start), Integer(finish - start));
      continue;
    }
    Integer start = scaled(x0[a], x.exponent) - scaled(x0[b], x.exponent);
    Integer step = scaled(x1[a], x.exponent) - scaled(x1[b], x.exponent) - start;
    gap.corner[i][k] = Polynomial(std::move(start <<= end_bits), std::move(step *= end.mantissa));
  }
}

}  // namespace

SplitDouble split(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  constexpr std::uint64_t kFraction = (std::uint64_t{1} << 52) - 1;
  const int biased = static_cast<int>(bits >> 52 & 0x7ff);
  std::uint64_t mantissa = bits & kFraction;
  if (biased != 0) mantissa |= kFraction + 1;
  if (mantissa == 0) return {};
  const int zeros = std::countr_zero(mantissa);
  const auto odd = static_cast<std::int64_t>(mantissa >> zeros);
  return {bits >> 63 ? -odd : odd, std::max(biased, 1) - 1075 + zeros};
}

Gap make_gap(const Query& query, double min_separation, double t_max, AxisScales scales) {
  const SplitDouble end = split(t_max), separation = split(min_separation);
  const std::int64_t end_bits = -std::min(end.exponent, 0);
  std::array<AxisCoordinates, 3> axes = {split_axis(query, 0), split_axis(query, 1),
                                         split_axis(query, 2)};
  const Corners corners = corners_of(query.kind);
  Gap gap;
  gap.count = corners.count;
  if (separation.mantissa != 0 || scales == AxisScales::Same) {
    int common = std::min({axes[0].exponent, axes[1].exponent, axes[2].exponent});
    if (separation.mantissa != 0) common = std::min(common, separation.exponent);
    for (AxisCoordinates& axis : axes) axis.exponent = common;
    gap.separation = scaled(separation, common) << end_bits;
  }
  // An axis on which all coordinates are zero keeps its zero polynomials.
  for (int k = 0; k < 3; ++k)
    if (axes[k].top >= axes[k].exponent) fill_axis(gap, k, corners, axes[k], end, end_bits);
  return gap;
}

bool separated_by_coordinate_axis(const Query& query) {
  const Corners corners = corners_of(query.kind);
  for (int k = 0; k < 3; ++k) {
    bool above = true, below = true;
    for (int i = 0; i < corners.count; ++i) {
      const int a = corners.first[i], b = corners.second[i];
      above = above && query.t0[a][k] > query.t0[b][k] && query.t1[a][k] > query.t1[b][k];
      below = below && query.t0[a][k] < query.t0[b][k] && query.t1[a][k] < query.t1[b][k];
    }
    if (above || below) return true;
  }
  return false;
}

bool separated_by_coordinate_axis(const Gap& gap) {
  const Integer opposite = -gap.separation;
  for (int k = 0; k < 3; ++k) {
    bool above = true, below = true;
    for (int i = 0; i < gap.count && (above || below); ++i) {
      const Integer& start = gap.corner[i][k].coefficient(0);
      const Integer end = start + gap.corner[i][k].coefficient(1);
      above = above && start > gap.separation && end > gap.separation;
      below = below && start < opposite && end < opposite;
    }
    if (above || below) return true;
  }
  return false;
}

}  // namespace firstcontact::exact
