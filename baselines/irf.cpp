// J. Snyder, "Interval analysis for computer graphics", 1992; J. Snyder, A. Woodbury, K. Fleischer,
// B. Currin, A. Barr, "Interval methods for multipoint collisions between time-dependent curved
// surfaces", 1993; as B. Wang et al. 2021, section 4.2 and algorithm 1, apply it to contact: find
// the roots of F(t, u, v), equations (1) and (2), by bisection.
//
// Steps: take the earliest box of parameters from a queue, the whole domain at first; enclose F
// over it in interval arithmetic; drop it if the enclosure excludes the origin; report its earliest
// time if its widest side is below the tolerance; otherwise halve its widest side. For vertex-face,
// boxes beyond u + v = 1 are dropped.
//
// Deviations: boxes are taken in the order of time, so that the first small one is the earliest.
// Each axis is scaled by a power of two (interval_motion.h). If max_checks runs out, the answer is
// contact at the earliest time not yet excluded.
//
// Known to go wrong: nothing is missed, but it is slow, and pairs that come closer than the
// tolerance are reported. t occurs several times in F, so the enclosure is wider than the range of
// F.
//
// Observed on the published sample queries (1,835 vertex-face, 3,049 edge-edge), tolerance 1e-6,
// 1,000,000 checks: 45 and 58 false positives, no miss; 0 and 6 queries ran out of checks; 1.6
// and 1.2 ms a query on average, up to 0.7 s. On 2,000 generated queries of all classes (seed 77)
// with 20,000 checks: no miss, no late time; 23 % ran out, 36 % of the free ones were reported.
#include <queue>
#include <vector>

#include "interval_motion.h"
#include "methods.h"

namespace firstcontact::baselines {
namespace {

constexpr double kTolerance = 1e-6;

/// A box of parameters, all ends dyadic.
struct Box {
  std::array<double, 3> low = {0, 0, 0};
  std::array<double, 3> width = {1, 1, 1};

  Interval side(std::size_t i) const { return {low[i], low[i] + width[i]}; }
  /// The first of the widest sides: t, u, v in turn when all are halved alike.
  std::size_t widest() const {
    return static_cast<std::size_t>(std::max_element(width.begin(), width.end()) - width.begin());
  }
};

/// The earliest first, and of those the smallest, so that an early box is followed to its end
/// before its neighbours are split.
struct Later {
  bool operator()(const Box& a, const Box& b) const {
    if (a.low[0] != b.low[0]) return a.low[0] > b.low[0];
    return a.width[0] * a.width[1] * a.width[2] > b.width[0] * b.width[1] * b.width[2];
  }
};

/// Whether the enclosure of F, equation (1) or (2), over the box contains the origin.
bool may_touch(const IntervalMotion& motion, Kind kind, const Box& box) {
  const Interval t = box.side(0), u = box.side(1), v = box.side(2);
  const IntervalVector x0 = motion.at(0, t), x1 = motion.at(1, t), x2 = motion.at(2, t),
                       x3 = motion.at(3, t);
  if (kind == Kind::VertexFace) return may_be_zero(x0 - (x1 + u * (x2 - x1) + v * (x3 - x1)));
  return may_be_zero((x0 + u * (x1 - x0)) - (x2 + v * (x3 - x2)));
}

[[gnu::noinline]] Answer search(const Query& query, double tolerance, std::int64_t max_checks) {
  const IntervalMotion motion(query);
  std::priority_queue<Box, std::vector<Box>, Later> boxes;
  boxes.push({});
  Answer answer;
  while (!boxes.empty()) {
    const Box box = boxes.top();
    boxes.pop();
    answer.toi = box.low[0];
    if (answer.checks >= max_checks) {
      answer.contact = answer.exhausted = true;
      return answer;
    }
    ++answer.checks;
    if (!may_touch(motion, query.kind, box)) continue;
    const std::size_t side = box.widest();
    if (box.width[side] < tolerance) {
      answer.contact = true;
      return answer;
    }
    Box half = box;
    half.width[side] /= 2;
    boxes.push(half);
    half.low[side] += half.width[side];
    if (query.kind == Kind::EdgeEdge || half.low[1] + half.low[2] <= 1) boxes.push(half);
  }
  answer.toi = std::numeric_limits<double>::quiet_NaN();
  return answer;
}

/// The ends of boxes must remain different doubles.
constexpr double kSmallestWidth = 0x1p-50;

Answer solve(const Query& query, const Settings& settings) {
  const UpwardRounding rounding;
  return search(query, std::max(settings.tolerance.value_or(kTolerance), kSmallestWidth),
                settings.max_checks);
}

}  // namespace

Method irf() {
  Method method;
  method.name = "irf";
  method.title = "multivariate interval root finder";
  method.reference = "Snyder 1992; Snyder, Woodbury, Fleischer, Currin, Barr 1993";
  method.tolerance_meaning = "widest side of a box in (t, u, v) that is reported";
  method.default_tolerance = kTolerance;
  method.uses_max_checks = true;
  method.gives_time = true;
  method.claims_no_misses = true;
  method.solve = solve;
  return method;
}

}  // namespace firstcontact::baselines
