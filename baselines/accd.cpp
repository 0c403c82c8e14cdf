// ACCD: additive continuous collision detection.
//
// M. Li, D. Kaufman, C. Jiang: Codimensional Incremental Potential Contact (2021); the algorithm as
// commonly restated. It is conservative advancement: no distance can shrink faster than the points
// move.
//
// Steps, where s is the share of the gap at which it stops (the tolerance) and xi the minimum
// separation:
//  1. Subtract the mean displacement from all points. The speed is the largest displacement of the
//     first primitive plus the largest of the second. If nothing moves, the pair is free.
//  2. Compute the gap g = (d^2 - xi^2) / (d + xi), where d is the current distance. If it is not
//     positive, there is contact at 0.
//  3. Move all points by (1 - s) g / speed of the step, which leaves at least s of the gap.
//  4. If less than s of the first gap is left, and this is not the first move, there is contact at
//     the time before this move, up to which nothing touches.
//  5. Add the move to the time. If it is beyond the end of the step, the pair is free. Otherwise
//     continue with 3.
//
// Known to go wrong: a pair that comes nearer than s of its first gap is reported as a contact,
// whether it touches or not, and the time is early accordingly. The number of moves has no bound: a
// pair that starts almost touching advances very slowly, until max_checks ends it with a contact at
// the time reached. The proof takes distances as exact. Rounding in the distance, and in the
// positions, which are sums of many moves, can lose a contact, and nothing prevents this.
//
// Observed. Samples (1,835 vertex-face, 3,049 edge-edge): no miss, 174 and 217 false positives
// (published code on a larger selection of 3,085 and 4,194: 224 and 349). A tenth of the candidates
// of the cloth-on-ball step: no miss; 5,155 and 19,964 positives for 1,866 and 9,384 contacts, as
// the published code. Generated queries, 28,374 contacts: 560 missed, of which 320 at sizes beyond
// 1e-75 and 1e75 (squares under- and overflow), 197 that start within 1e-6 of their size, 43 very
// small, very large or far from the origin; late times (564) and runs out of a million checks (919)
// in the same places. No miss and no late time in the other 13,752.
#include <algorithm>
#include <array>
#include <cmath>

#include "arith/fixed_order.h"
#include "methods.h"
#include "narrow/closest_point.h"

namespace firstcontact::baselines {
namespace {

constexpr double kShare = 0.1;

/// Upper bound on how fast the distance can shrink: the fastest point of each primitive, together.
double approach_speed(Kind kind, const std::array<Vec3, 4>& step) {
  const std::size_t first = kind == Kind::EdgeEdge ? 2 : 1;
  double a = 0, b = 0;
  for (std::size_t i = 0; i < 4; ++i)
    (i < first ? a : b) = std::max(i < first ? a : b, norm(step[i]));
  return a + b;
}

/// Precondition: the tolerance is in (0, 1).
Answer solve_accd(const Query& query, const Settings& settings) {
  const double share = settings.tolerance.value_or(kShare), separation = settings.min_separation;
  std::array<Vec3, 4> x = query.t0, step;
  Vec3 mean = Vec3::Zero();
  for (std::size_t i = 0; i < 4; ++i) mean += 0.25 * (step[i] = query.t1[i] - query.t0[i]);
  for (Vec3& p : step) p -= mean;
  const double speed = approach_speed(query.kind, step);

  // (d^2 - s^2) / (d + s) = d - s is the published form, which avoids the cancellation in a
  // difference of roots.
  const auto gap = [&] {
    const double squared = squared_norm(narrow::closest_point(query.kind, x).gap);
    return (squared - separation * separation) / (std::sqrt(squared) + separation);
  };
  Answer answer;
  answer.checks = 1;
  double distance = gap();
  if (!(distance > 0)) {
    answer.contact = true;
    answer.toi = 0;
    return answer;
  }
  if (speed == 0) return answer;
  const double near = share * distance;
  for (double t = 0;;) {
    if (answer.checks >= settings.max_checks) {
      answer.contact = answer.exhausted = true;
      answer.toi = t;
      return answer;
    }
    const double advance = (1 - share) * distance / speed;
    for (std::size_t i = 0; i < 4; ++i) x[i] += advance * step[i];
    ++answer.checks;
    distance = gap();
    if (t > 0 && !(distance >= near)) {
      answer.contact = true;
      answer.toi = t;
      return answer;
    }
    t += advance;
    if (t > 1) return answer;
  }
}

}  // namespace

Method accd() {
  return {.name = "accd",
          .title = "additive CCD",
          .reference = "Li, Kaufman, Jiang 2021",
          .tolerance_meaning = "share of the initial gap at which it stops, in (0, 1)",
          .default_tolerance = kShare,
          .uses_max_checks = true,
          .takes_separation = true,
          .gives_time = true,
          .solve = solve_accd};
}

}  // namespace firstcontact::baselines
