// J. Snyder, "Interval analysis for computer graphics", 1992; S. Redon, A. Kheddar, S. Coquillart,
// "Fast continuous collision detection between rigid bodies", 2002; as B. Wang et al. 2021,
// section 4.2, describe it for straight motions: find the roots of the coplanarity cubic f(t),
// equation (3), by bisection in t alone.
//
// Steps: enclose f over an interval of times in interval arithmetic, [0, 1] at first; drop the
// interval if f cannot be zero; halve it while it is not below the tolerance, the earlier half
// first; then ask whether the primitives may touch in it, and if so report its earliest time. How
// to ask is left open by the paper. Here: they do not touch if an axis separates the boxes of the
// primitives, nor if the interval of a barycentric coordinate (times n . n) is out of its range.
//
// Deviations: each axis is scaled by a power of two (interval_motion.h). If max_checks runs out,
// the answer is contact at the earliest time not yet excluded.
//
// Known to go wrong: nothing is missed. A motion in one plane has roots at all times, so the whole
// step is refined: 2,097,151 checks at 1e-6. u and v are not refined, so slivers and nearly
// parallel edges are reported although they are far apart.
//
// Observed on the published sample queries (1,835 vertex-face, 3,049 edge-edge), tolerance 1e-6, no
// miss: with 1,000,000 checks 161 and 72 false positives, 129 and 34 queries ran out, 20 and 3 ms a
// query on average; with 3,000,000 none ran out, 35 and 54 false positives, 78 and 15 ms, up to 2.9
// s. On 2,000 generated queries of all classes (seed 77) with 20,000 checks: no miss, no late time;
// 27 % ran out, 58 % of the free ones were reported.
#include <vector>

#include "interval_motion.h"
#include "methods.h"

namespace firstcontact::baselines {
namespace {

constexpr double kTolerance = 1e-6;
/// The ends of time intervals must remain different doubles.
constexpr double kSmallestWidth = 0x1p-50;

/// The four points over an interval of times.
struct Points {
  IntervalVector x0, x1, x2, x3;
};

/// Whether the four points may be coplanar: n . q of equation (3) may be zero.
bool may_be_coplanar(Kind kind, const Points& x) {
  if (kind == Kind::VertexFace)
    return may_be_zero(dot(cross(x.x2 - x.x1, x.x3 - x.x1), x.x0 - x.x1));
  return may_be_zero(dot(cross(x.x1 - x.x0, x.x3 - x.x2), x.x2 - x.x0));
}

/// Whether all gaps between a corner of one primitive and one of the other have one sign on this
/// axis.
bool axis_separates(Kind kind, const Points& x, std::size_t axis) {
  const auto hull = [](const Interval& a, const Interval& b) { return boost::numeric::hull(a, b); };
  const Interval one = kind == Kind::VertexFace ? x.x0[axis] : hull(x.x0[axis], x.x1[axis]);
  const Interval other = kind == Kind::VertexFace ? hull(x.x1[axis], hull(x.x2[axis], x.x3[axis]))
                                                  : hull(x.x2[axis], x.x3[axis]);
  return one.upper() < other.lower() || one.lower() > other.upper();
}

/// Whether the primitives may touch if the points are coplanar at some time of the interval. False
/// only if an axis, or the sign of a barycentric coordinate times n . n, excludes it.
bool may_touch(Kind kind, const Points& x) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (axis_separates(kind, x, axis)) return false;
  if (kind == Kind::VertexFace) {
    const IntervalVector normal = cross(x.x2 - x.x1, x.x3 - x.x1);
    const IntervalVector a = x.x1 - x.x0, b = x.x2 - x.x0, c = x.x3 - x.x0;
    return dot(cross(a, b), normal).upper() >= 0 && dot(cross(b, c), normal).upper() >= 0 &&
           dot(cross(c, a), normal).upper() >= 0;
  }
  const IntervalVector along_a = x.x1 - x.x0, along_b = x.x3 - x.x2, apart = x.x2 - x.x0;
  const IntervalVector normal = cross(along_a, along_b);
  const Interval one = dot(normal, normal), u = dot(cross(apart, along_b), normal),
                 v = dot(cross(apart, along_a), normal);
  return u.upper() >= 0 && u.lower() <= one.upper() && v.upper() >= 0 && v.lower() <= one.upper();
}

[[gnu::noinline]] Answer search(const Query& query, double tolerance, std::int64_t max_checks) {
  const IntervalMotion motion(query);
  std::vector<Interval> times = {Interval(0.0, 1.0)};  // the earliest last
  Answer answer;
  while (!times.empty()) {
    const Interval t = times.back();
    times.pop_back();
    answer.toi = t.lower();
    if (answer.checks >= max_checks) {
      answer.contact = answer.exhausted = true;
      return answer;
    }
    ++answer.checks;
    const Points x = {motion.at(0, t), motion.at(1, t), motion.at(2, t), motion.at(3, t)};
    if (!may_be_coplanar(query.kind, x)) continue;
    const double width = t.upper() - t.lower();
    if (width < tolerance) {
      if (!may_touch(query.kind, x)) continue;
      answer.contact = true;
      return answer;
    }
    const double middle = t.lower() + width / 2;
    times.push_back({middle, t.upper()});
    times.push_back({t.lower(), middle});
  }
  answer.toi = std::numeric_limits<double>::quiet_NaN();
  return answer;
}

Answer solve(const Query& query, const Settings& settings) {
  const UpwardRounding rounding;
  return search(query, std::max(settings.tolerance.value_or(kTolerance), kSmallestWidth),
                settings.max_checks);
}

}  // namespace

Method uirf() {
  Method method;
  method.name = "uirf";
  method.title = "univariate interval root finder";
  method.reference = "Snyder 1992; Redon, Kheddar, Coquillart 2002";
  method.tolerance_meaning = "width in t of an interval that is reported";
  method.default_tolerance = kTolerance;
  method.uses_max_checks = true;
  method.gives_time = true;
  method.claims_no_misses = true;
  method.solve = solve;
  return method;
}

}  // namespace firstcontact::baselines
