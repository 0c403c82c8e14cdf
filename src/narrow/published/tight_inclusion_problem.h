#pragma once
/// A query as the bisection sees it: the gap between the primitives as a polynomial, its error
/// bounds, and the order of splits. Derivations: docs/math/tight-inclusion.md.
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <array>
#include <cstddef>
#include <limits>

#include "arith/unit_roundoff.h"

namespace firstcontact::narrow::tight_inclusion {

using arith::kUnitRoundoff;

/// A computed bound of the gap over a box is off by at most kFilterRoundings * kUnitRoundoff *
/// (max|A| + max|B| + max|C|) + kUnderflowError on that axis. Eight roundings by count; the ninth
/// covers higher orders and the rounding of the bound itself.
inline constexpr double kFilterRoundings = 9;
/// At most 32 operations of one evaluation, prescaling included, lose up to 2^-1075 each to
/// underflow.
inline constexpr double kUnderflowError = 0x1p-1069;

/// A dimension is halved at most this often: left ends and midpoints of boxes stay exact doubles.
inline constexpr int kMaxHalvings = 52;
inline constexpr int kMaxLevels = 3 * kMaxHalvings + 1;

/// Later than any contact: no box is small enough to be one yet.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// Coordinates are multiplied by a power of two between 2^-kMaxScaleExponent and
/// 2^kMaxScaleExponent.
inline constexpr int kMaxScaleExponent = 1000;

enum Dimension { kTime = 0, kU = 1, kV = 2 };

/// One value per axis; the fourth is zero, for vectors of four.
using Axes = std::array<double, 4>;

/// The gap F(t, u, v) = A(t) + u B(t) + v C(t) of a prescaled query, A(t) = (1 - t) a0 + t a1 and
/// so on, with contact where |F| <= separation on every axis, t in [0, t_limit], u, v in [0, 1],
/// and u + v <= 1 if `triangle`.
struct Problem {
  Axes a0, a1, b0, b1, c0, c1;

  /// Bounds the error of a computed bound.
  Axes filter;
  /// separation + filter, rounded up. A box whose computed gap lies beyond it on some axis has no
  /// contact.
  Axes reach;
  /// A box whose computed gap is at most this wide on every axis needs no further split.
  Axes narrow;

  double separation;
  /// Later times are not looked at: t_max at first, then the time of the earliest narrow box.
  double t_limit;
  /// Prescaled = original * scale; a power of two.
  double scale;
  /// Codomain width per unit of t, u, v: the paper's kappa without its common factor 3.
  std::array<double, 3> speed;
  bool triangle;
};

Problem make_problem(const Query& query, const Options& options);

/// All boxes of a level have the same widths in t, u and v.
struct Level {
  std::array<double, 3> width;
  std::array<int, 3> halvings;
};

/// Smallest power of two >= t_limit in t (0 if that is 0), 1 in u and v.
Level root_level(const Problem& problem);

/// The dimension with the largest width * speed among those that can still be split. Precondition:
/// `can_split`.
Dimension split_dimension(const Problem& problem, const Level& level);
bool can_split(const Problem& problem, const Level& level);
/// The level whose boxes are halves along `dimension`.
Level halved(const Level& level, Dimension dimension);

/// Bounds of the computed gap over one box; the true gap is within `Problem::filter` of them. The
/// same operations in the same order as the vectorised check, so the same bits.
struct GapBox {
  Axes low, high;
};
GapBox gap_box(const Problem& problem, const Level& level, double t, double u, double v);

/// How far, in scene units, the gap over this box reaches beyond the separation: an upper bound,
/// not negative.
double excess(const Problem& problem, const GapBox& box);

}  // namespace firstcontact::narrow::tight_inclusion
