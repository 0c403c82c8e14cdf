// 1. At an instant, the nearest points of the triangles give a direction n.
// 2. From this instant to the end of the interval, the gap along n is a cubic, up to errors that
//    the margin covers. The triangles are apart as long as the convex hull of the cubic's Bernstein
//    coefficients is positive.
// 3. Advance to the end of that time, and begin again.
// It is a contact when the distance at an instant plus its error is at most separation + tolerance.
#include "motion/leaf_advance.h"

#include <algorithm>
#include <cmath>

#include "geometry/triangle_crossing.h"

namespace firstcontact::motion {
namespace {

/// A contact is decided on an interval only if the errors of its poses are below this share of the
/// tolerance.
constexpr double kErrorShare = 0.125;
/// Intervals shorter than kShortest are not halved if the errors that are left are only rounding:
/// at most kRoundingShare of the bodies' extent.
constexpr double kShortest = 0x1p-45, kRoundingShare = 1e-10;
/// Steps that a pair may take on one interval before it is deferred to shorter ones.
constexpr int kStepsPerInterval = 64;

/// The parameter of time t in the interval, from 0 to 1.
double parameter_of(const LeafMotion& m, double t) {
  const double width = m.t1 - m.t0;
  return width > 0 ? std::clamp((t - m.t0) / width, 0.0, 1.0) : 0;
}

/// Coefficients on [s, 1] of the polynomial with these on [0, 1].
void keep_right(double s, Heights& c) {
  for (std::size_t level = 1; level < 4; ++level)
    for (std::size_t k = 0; k + level < 4; ++k) c[k] = (1 - s) * c[k] + s * c[k + 1];
}

/// The time until which the triangles are proven more than `separation` apart along n, from the
/// parameter s of the interval on; later than the interval's end if they are apart to its end.
double free_until(const LeafMotion& m, const geometry::Triangle& a, const geometry::Triangle& b,
                  const Vec3& n, double s, double separation, double error, double last) {
  Heights gap, highest;
  for (std::size_t corner = 0; corner < 3; ++corner) {
    Heights low, high;
    m.b.height(b[corner], n, low);
    m.a.height(a[corner], n, high);
    keep_right(s, low);
    keep_right(s, high);
    for (std::size_t k = 0; k < 4; ++k) {
      gap[k] = corner == 0 ? low[k] : std::min(gap[k], low[k]);
      highest[k] = corner == 0 ? high[k] : std::max(highest[k], high[k]);
    }
  }
  const double margin = (error + separation) * (1 + 0x1p-40);
  for (std::size_t k = 0; k < 4; ++k) gap[k] = (gap[k] - highest[k]) - margin;
  const Window window = where_not_positive(gap);
  if (window.empty()) return std::nextafter(std::max(m.t1, last), 2);
  const double width = m.t1 - m.t0;
  return m.t0 + (s + window.first * (1 - s)) * width - 0x1p-50;
}

/// Whether a contact can be decided on this interval. If the tolerance is smaller than the rounding
/// errors of doubles, it is on the shortest intervals: contact is then what doubles cannot tell
/// from it.
bool exact_enough(const LeafMotion& m, double error) {
  if (error <= kErrorShare * m.tolerance) return true;
  return m.t1 - m.t0 < kShortest &&
         error <= kRoundingShare * (m.a.extent(m.leaf_a) + m.b.extent(m.leaf_b));
}

/// The answer if no direction separates the triangles at t: they cut through each other, or are
/// nearer than doubles can tell. If neither can be shown, shorter intervals have to decide.
LeafAnswer unseparated(const LeafMotion& m, const geometry::Triangle& a,
                       const geometry::Triangle& b, const geometry::NearestPoints& nearest,
                       double error, double t, int steps) {
  using enum LeafAnswer::Outcome;
  const double extent = m.a.extent(m.leaf_a) + m.b.extent(m.leaf_b),
               off = distance_error(error, extent + m.separation);
  if (const auto crossing = geometry::find_crossing(a, b, error))
    return {Contact, t, {*crossing, *crossing, 0, Vec3::Zero()}, steps, 0};
  if (const auto crossing = geometry::find_crossing(a, b, 0))
    return {Contact, t, {*crossing, *crossing, 0, Vec3::Zero()}, steps, off};
  const bool near = nearest.distance <= m.separation + m.tolerance + kRoundingShare * extent;
  return {near ? Contact : TooLong, t, nearest, steps, off};
}

}  // namespace

geometry::Triangle leaf_corners(const geometry::BodyTree& tree, const Node& leaf) {
  return {tree.corner(leaf, 0), tree.corner(leaf, 1), tree.corner(leaf, 2)};
}

geometry::Triangle moved(const geometry::Triangle& corners, const AffineMap& map) {
  return {map.apply(corners[0]), map.apply(corners[1]), map.apply(corners[2])};
}

LeafAnswer advance_leaves(const LeafMotion& m, double first, double last, LeafProofs* proofs) {
  using enum LeafAnswer::Outcome;
  const double error = m.a.error(m.leaf_a) + m.b.error(m.leaf_b);
  const bool decides = exact_enough(m, error);
  const double off =
      distance_error(error, m.a.extent(m.leaf_a) + m.b.extent(m.leaf_b) + m.separation);
  // Points this near are within the tolerance whatever the errors are. A tolerance that is smaller
  // than the errors is kept as well as doubles can.
  const double near =
      m.separation + (decides && off < m.tolerance ? m.tolerance - off : m.tolerance);
  const geometry::Triangle body_a = leaf_corners(m.tree_a, m.leaf_a),
                           body_b = leaf_corners(m.tree_b, m.leaf_b);
  double t = first;
  for (int step = 0; step < kStepsPerInterval; ++step) {
    if (t > last) return {Apart, t, {}, step};
    const double s = parameter_of(m, t);
    const geometry::Triangle a = moved(body_a, m.a.at(s)), b = moved(body_b, m.b.at(s));
    const geometry::NearestPoints nearest = geometry::nearest_points(a, b);
    if (nearest.distance <= near) {
      if (!decides) return {TooLong, t, {}, step + 1};
      if (const geometry::NearestPoints on = geometry::on_triangles(nearest, a, b);
          on.distance <= near)
        return {Contact, t, on, step + 1, off};
    }
    Vec3 n = nearest.n;
    double until = free_until(m, body_a, body_b, n, s, m.separation, error, last);
    if (!(until > t) && nearest.distance > 0) {  // the other direction may be better for slivers
      n = (nearest.b - nearest.a) / nearest.distance;
      until = free_until(m, body_a, body_b, n, s, m.separation, error, last);
    }
    if (!(until > t))
      return decides
                 ? unseparated(m, a, b, geometry::on_triangles(nearest, a, b), error, t, step + 1)
                 : LeafAnswer{TooLong, t, {}, step + 1};
    if (proofs) proofs->apart(t, std::min(until, last), n);
    t = until;
  }
  return {TooLong, t, {}, kStepsPerInterval};
}

LeafDistance smallest_distance(const LeafMotion& m, double first, double last, double smallest,
                               const DistancePrecision& precision) {
  const double error = m.a.error(m.leaf_a) + m.b.error(m.leaf_b);
  const geometry::Triangle body_a = leaf_corners(m.tree_a, m.leaf_a),
                           body_b = leaf_corners(m.tree_b, m.leaf_b);
  LeafDistance out;
  out.smallest = smallest;
  out.time = first;
  for (; out.steps < kStepsPerInterval; ++out.steps) {
    if (out.time > last) return out;
    const double s = parameter_of(m, out.time);
    const geometry::NearestPoints nearest =
        geometry::nearest_points(moved(body_a, m.a.at(s)), moved(body_b, m.b.at(s)));
    const double distance = nearest.distance - m.separation;
    if (distance < out.smallest) {
      if (error > 0.25 * precision.slack(distance) && m.t1 - m.t0 >= kShortest) break;
      out.smallest = std::max(distance, 0.0);
      out.time_smallest = out.time;
      out.nearest = nearest;
      out.found = true;
      // Each corner is off by at most `error`, the distance by twice that; the rest is for
      // rounding.
      out.error = 4 * error;
    }
    const double kept = std::max(0.0, out.smallest - precision.slack(out.smallest));
    const double until =
        free_until(m, body_a, body_b, nearest.n, s, m.separation + kept, error, last);
    if (!(until > out.time)) break;
    out.time = until;
  }
  out.too_long = true;
  return out;
}

}  // namespace firstcontact::motion
