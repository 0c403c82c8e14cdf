// Sets up the bisection: prescaling, gap polynomial, filters, split order.
//
// The paper bounds the error by a constant times the cube of the largest coordinate. Here every
// coefficient of the gap is one rounded difference of coordinates, so the error is relative to
// these differences and does not grow with the distance from the origin.
#include "narrow/published/tight_inclusion_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>

#ifdef __FAST_MATH__
#error "The error bounds need IEEE arithmetic: do not build with -ffast-math."
#endif

namespace firstcontact::narrow::tight_inclusion {
namespace {

constexpr int kAxes = 3;

/// The points whose differences are A, B and C: A = p[a_from] - p[a_to] and so on; zero if the
/// indices are equal.
struct Recipe {
  int a_from, a_to, b_from, b_to, c_from, c_to;
  int parameters;
};

Recipe recipe_of(Kind kind) {
  switch (kind) {
    case Kind::VertexFace: return {0, 1, 1, 2, 1, 3, 2};
    case Kind::EdgeEdge: return {0, 2, 1, 0, 2, 3, 2};
    case Kind::PointEdge:
    case Kind::PointSegment2D: return {0, 1, 1, 2, 0, 0, 1};
    case Kind::PointPoint: break;
  }
  return {0, 1, 0, 0, 0, 0, 0};
}

/// 2^-k, where the largest magnitude lies in [2^k, 2^(k+1)) and k is clamped, so that neither sums
/// nor products of the scaled values overflow.
double choose_scale(const Query& query, int points, const Options& options) {
  double largest = options.min_separation;
  for (int i = 0; i < points; ++i)
    for (int k = 0; k < kAxes; ++k)
      largest = std::max({largest, std::abs(query.t0[i][k]), std::abs(query.t1[i][k])});
  if (options.scene_extent)
    for (int k = 0; k < kAxes; ++k) largest = std::max(largest, (*options.scene_extent)[k]);
  if (largest == 0) return 1;
  return std::ldexp(1.0, std::clamp(-std::ilogb(largest), -kMaxScaleExponent, kMaxScaleExponent));
}

Axes difference(const std::array<Vec3, 4>& points, int from, int to, double scale) {
  Axes out{};
  for (int k = 0; k < kAxes; ++k) out[k] = points[from][k] * scale - points[to][k] * scale;
  return out;
}

double larger_magnitude(double x, double y) { return std::max(std::abs(x), std::abs(y)); }

/// Largest of |a|, |a + b|, |a + c| and, on the full square, |a + b + c|: the corners of the gap
/// set at one time.
double corner_magnitude(double a, double b, double c, bool triangle) {
  const double three = std::max(std::abs(a), larger_magnitude(a + b, a + c));
  return triangle ? three : std::max(three, std::abs((a + b) + c));
}

double round_up(double x) { return std::nextafter(x, std::numeric_limits<double>::infinity()); }

void set_filters(Problem& p, int parameters, const Options& options, double tolerance) {
  p.filter = p.contact_bound = p.narrow = Axes{};
  for (int k = 0; k < kAxes; ++k) {
    double size = larger_magnitude(p.a0[k], p.a1[k]) + larger_magnitude(p.b0[k], p.b1[k]) +
                  larger_magnitude(p.c0[k], p.c1[k]);
    // Every difference of two coordinates is at most twice the extent.
    if (options.scene_extent)
      size = std::max(size, 2.0 * (1 + parameters) * ((*options.scene_extent)[k] * p.scale));
    p.filter[k] = kFilterRoundings * kUnitRoundoff * size + kUnderflowError;
    p.contact_bound[k] = round_up(p.separation + p.filter[k]);
    p.narrow[k] = std::max(tolerance - 3 * p.filter[k], 4 * p.filter[k]);
  }
}

}  // namespace

Problem make_problem(const Query& query, const Options& options) {
  const Recipe recipe = recipe_of(query.kind);
  Problem p;
  p.triangle = query.kind == Kind::VertexFace;
  p.scale = choose_scale(query, point_count(query.kind), options);
  p.separation = options.min_separation * p.scale;
  p.t_limit = std::max(options.t_max, 0.0);
  p.a0 = difference(query.t0, recipe.a_from, recipe.a_to, p.scale);
  p.a1 = difference(query.t1, recipe.a_from, recipe.a_to, p.scale);
  p.b0 = difference(query.t0, recipe.b_from, recipe.b_to, p.scale);
  p.b1 = difference(query.t1, recipe.b_from, recipe.b_to, p.scale);
  p.c0 = difference(query.t0, recipe.c_from, recipe.c_to, p.scale);
  p.c1 = difference(query.t1, recipe.c_from, recipe.c_to, p.scale);

  double largest_gap = 0;
  p.speed = {0, 0, 0};
  for (int k = 0; k < kAxes; ++k) {
    largest_gap = std::max({largest_gap, corner_magnitude(p.a0[k], p.b0[k], p.c0[k], p.triangle),
                            corner_magnitude(p.a1[k], p.b1[k], p.c1[k], p.triangle)});
    p.speed[kTime] = std::max(p.speed[kTime], corner_magnitude(p.a1[k] - p.a0[k], p.b1[k] - p.b0[k],
                                                               p.c1[k] - p.c0[k], p.triangle));
    p.speed[kU] = std::max(p.speed[kU], larger_magnitude(p.b0[k], p.b1[k]));
    p.speed[kV] = std::max(p.speed[kV], larger_magnitude(p.c0[k], p.c1[k]));
  }
  const double tolerance =
      options.tolerance ? *options.tolerance * p.scale : kRelativeTolerance * largest_gap;
  set_filters(p, recipe.parameters, options, tolerance);
  return p;
}

Level root_level(const Problem& problem) {
  double t_width = 0;
  if (problem.t_limit > 0) {
    t_width = std::ldexp(1.0, std::ilogb(problem.t_limit));
    if (t_width < problem.t_limit) t_width *= 2;
  }
  return {{t_width, 1, 1}, {0, 0, 0}};
}

bool can_split(const Problem& problem, const Level& level) {
  for (const int d : {kTime, kU, kV})
    if (problem.speed[d] > 0 && level.halvings[d] < kMaxHalvings && level.width[d] / 2 > 0)
      return true;
  return false;
}

Dimension split_dimension(const Problem& problem, const Level& level) {
  Dimension best = kTime;
  double best_extent = -1;
  for (const Dimension d : {kTime, kU, kV}) {
    if (!(problem.speed[d] > 0 && level.halvings[d] < kMaxHalvings && level.width[d] / 2 > 0))
      continue;
    const double extent = level.width[d] * problem.speed[d];
    if (extent > best_extent) {
      best = d;
      best_extent = extent;
    }
  }
  return best;
}

Level halved(const Level& level, Dimension dimension) {
  Level child = level;
  child.width[dimension] /= 2;
  ++child.halvings[dimension];
  return child;
}

GapBox gap_box(const Problem& p, const Level& level, double t, double u, double v) {
  const double half_u = level.width[kU] / 2, half_v = level.width[kV] / 2;
  const double mid_u = u + half_u, mid_v = v + half_v;
  const double t_end[2] = {t, std::min(t + level.width[kTime], p.t_limit)};
  const bool whole_triangle = p.triangle && level.halvings[kU] == 0 && level.halvings[kV] == 0;
  GapBox box{};
  for (int k = 0; k < kAxes; ++k) {
    double low[2], high[2];
    for (int end = 0; end < 2; ++end) {
      const double s = 1 - t_end[end];
      const double a = s * p.a0[k] + t_end[end] * p.a1[k];
      const double b = s * p.b0[k] + t_end[end] * p.b1[k];
      const double c = s * p.c0[k] + t_end[end] * p.c1[k];
      if (whole_triangle) {
        low[end] = a + std::min(0.0, std::min(b, c));
        high[end] = a + std::max(0.0, std::max(b, c));
      } else {
        const double middle = a + (mid_u * b + mid_v * c);
        const double radius = half_u * std::abs(b) + half_v * std::abs(c);
        low[end] = middle - radius;
        high[end] = middle + radius;
      }
    }
    box.low[k] = std::min(low[0], low[1]);
    box.high[k] = std::max(high[0], high[1]);
  }
  return box;
}

double excess(const Problem& p, const GapBox& box) {
  double scaled = 0;
  for (int k = 0; k < kAxes; ++k) {
    const double beyond = (std::max(-box.low[k], box.high[k]) - p.separation) + p.filter[k];
    scaled = std::max(scaled, beyond + std::abs(beyond) * (4 * kUnitRoundoff));
  }
  // Back to scene units. This is exact except at the ends of the double range, where it is rounded
  // up, or down to the largest double.
  const double length = std::min(scaled * (1 / p.scale), std::numeric_limits<double>::max());
  return length * p.scale < scaled && length < std::numeric_limits<double>::max() ? round_up(length)
                                                                                  : length;
}

}  // namespace firstcontact::narrow::tight_inclusion
