#pragma once
/// A query in the form that the bisection uses: the gap between the primitives as a polynomial, its
/// error bounds, and the order of splits. Derivations: docs/math/tight-inclusion.md.
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <array>
#include <cstddef>
#include <limits>

#include "arith/unit_roundoff.h"

namespace firstcontact::narrow::tight_inclusion {

using arith::kUnitRoundoff;
/// On each axis, the error of a computed bound of the gap over a box is at most
/// kFilterRoundings * kUnitRoundoff * (max|A| + max|B| + max|C|) + kUnderflowError. There are eight
/// roundings; the ninth covers higher orders and the rounding of the bound itself.
inline constexpr double kFilterRoundings = 9;
/// One evaluation, with the prescaling, has at most 32 operations, each of which loses up to
/// 2^-1075 to underflow.
inline constexpr double kUnderflowError = 0x1p-1069;

/// A dimension is halved at most this often, so that left ends and midpoints of boxes are exact.
inline constexpr int kMaxHalvings = 52;
inline constexpr int kMaxLevels = 3 * kMaxHalvings + 1;

/// The time of the earliest narrow box as long as there is none.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// Coordinates are scaled by a power of two between 2^-kMaxScaleExponent and 2^kMaxScaleExponent.
inline constexpr int kMaxScaleExponent = 1000;

enum Dimension { kTime = 0, kU = 1, kV = 2 };

/// One value per axis; the fourth is zero and fills up a SIMD vector of four.
using Axes = std::array<double, 4>;

/// The gap F(t, u, v) = A(t) + u B(t) + v C(t) of a prescaled query, with A(t) = (1 - t) a0 + t a1
/// and so on. There is contact where |F| <= separation on every axis, for t in [0, t_limit], u and
/// v in [0, 1], and u + v <= 1 if `triangle`.
struct Problem {
  Axes a0, a1, b0, b1, c0, c1;

  /// Largest error of a computed bound.
  Axes filter;
  /// separation + filter, rounded up. A box whose computed gap lies beyond it on some axis holds no
  /// contact.
  Axes contact_bound;
  /// A box whose computed gap is at most this wide on every axis needs no further split.
  Axes narrow;

  double separation;
  /// Later times are not searched: t_max at first, then the time of the earliest narrow box.
  double t_limit;
  /// Prescaled coordinates are the original ones times this power of two.
  double scale;
  /// Change of the gap per unit of t, u, v: the paper's kappa without its common factor 3.
  std::array<double, 3> speed;
  bool triangle;
};

Problem make_problem(const Query& query, const Options& options);

/// All boxes of a level have the same widths in t, u and v.
struct Level {
  std::array<double, 3> width;
  std::array<int, 3> halvings;
};

/// The level of the first box. Its width is 1 in u and v, and in t the smallest power of two that
/// is at least t_limit (0 if that is 0).
Level root_level(const Problem& problem);

/// The dimension with the largest width * speed among those that can still be split. Precondition:
/// `can_split`.
Dimension split_dimension(const Problem& problem, const Level& level);
bool can_split(const Problem& problem, const Level& level);
/// The level whose boxes are halves along `dimension`.
Level halved(const Level& level, Dimension dimension);

/// Bounds of the computed gap over one box; the true gap is within `Problem::filter` of them.
/// gap_box does the same operations in the same order as the vectorised check and gives the same
/// bits.
struct GapBox {
  Axes low, high;
};
GapBox gap_box(const Problem& problem, const Level& level, double t, double u, double v);

/// Upper bound, in scene units, of how far the gap over this box exceeds the separation; not
/// negative.
double excess(const Problem& problem, const GapBox& box);

}  // namespace firstcontact::narrow::tight_inclusion
