/// A strip of cloth falls and folds over a ball, a floor and itself. Every step goes as far as the
/// line search allows; after every step an independent, exact test looks for triangles that
/// intersect.
///
/// FIRSTCONTACT_LONG_TESTS set: a larger cloth and more steps.
#include <firstcontact/line_search.h>
#include <firstcontact/step.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <span>
#include <vector>

#include "support/small_cloth.h"
#include "support/static_intersection.h"

namespace firstcontact::test::falling_cloth_test {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSlow = true;
#else
constexpr bool kSlow = false;
#endif

/// A cloth this many vertices wide, for this many steps.
struct Size {
  int across = 0, steps = 0;
};

Size size_of_test() {
  if (std::getenv("FIRSTCONTACT_LONG_TESTS") != nullptr) return {14, 6'000};
  return kSlow ? Size{4, 400} : Size{5, 2'000};
}

/// How far to go from x_t0 to x_t1.
using StepRule =
    std::function<double(StepSolver&, std::span<const Vec3> x_t0, std::span<const Vec3> x_t1)>;

struct Outcome {
  int steps = 0;    ///< taken, the last one included
  int limited = 0;  ///< shorter than proposed
  double smallest_step = 1;
  double nearest = HUGE_VAL;                     ///< distance of any pair before any step
  bool intersects = false;                       ///< after the last step
  std::size_t near_pairs = 0, folded_pairs = 0;  ///< before the last step
  double time = 0;                               ///< simulated
  std::int64_t looked_at = 0, exact = 0;         ///< pairs of triangles in the intersection test
};

/// Ends early after a step of zero and after one that leaves an intersection.
Outcome simulate(Size size, const StepRule& rule) {
  SmallCloth cloth(size.across);
  StepSolver solver(cloth.mesh());
  const std::span<const Face> faces = solver.mesh().faces();
  EXPECT_FALSE(find_intersection(cloth.positions(), faces).triangles.has_value());
  StepOptions near;
  near.min_separation = cloth.near_distance();
  near.threads = 1;
  Outcome run;
  while (run.steps < size.steps && run.smallest_step > 0 && !run.intersects) {
    const StepResult contacts = solver.initial_contacts(cloth.positions(), near);
    const std::vector<Vec3> proposed = cloth.propose(contacts.impacts);
    const double step = rule(solver, cloth.positions(), proposed);
    cloth.move(proposed, step);
    const Intersection found = find_intersection(cloth.positions(), faces);
    ++run.steps;
    run.limited += step < 1;
    run.smallest_step = std::min(run.smallest_step, step);
    run.intersects = found.triangles.has_value();
    if (!contacts.impacts.empty())
      run.nearest = std::min(run.nearest, contacts.impacts.front().distance);
    run.near_pairs = contacts.impacts.size();
    run.folded_pairs = cloth.folded_pairs(contacts.impacts);
    run.looked_at += found.near_pairs;
    run.exact += found.exact_pairs;
  }
  run.time = cloth.time();
  return run;
}

TEST(FallingCloth, LineSearchNeverStopsAndNeverIntersects) {
  const Size size = size_of_test();
  LineSearchOptions options;
  options.step.threads = 1;
  double least_kept = HUGE_VAL;
  const Outcome run = simulate(
      size, [&](StepSolver& solver, std::span<const Vec3> x_t0, std::span<const Vec3> x_t1) {
        const LineSearchResult found = line_search(solver, x_t0, x_t1, options);
        EXPECT_EQ(found.status == Status::Free, found.step == 1)
            << to_string(found.status) << ' ' << found.message;
        EXPECT_EQ(found.status == Status::Contact, found.limiting.has_value());
        EXPECT_EQ(found.contact_step, found.step);
        EXPECT_EQ(found.ratio, options.ratio);
        least_kept = std::min(least_kept, found.kept_distance);
        return found.step;
      });
  EXPECT_FALSE(run.intersects) << "after step " << run.steps;
  EXPECT_GT(run.smallest_step, 0);
  EXPECT_EQ(run.steps, size.steps);
  EXPECT_GT(least_kept, 0);
  EXPECT_GE(run.nearest, least_kept);
  // It is a hard case: the steps are cut short, and layers lie on layers.
  EXPECT_GT(run.limited, size.steps / 25);
  EXPECT_GT(run.folded_pairs, kSlow ? 30u : 500u);
  EXPECT_GT(run.near_pairs, run.folded_pairs);
  EXPECT_GT(run.time, kSlow ? 0.3 : 1.5);
  // The intersection test looked at every pair of neighbours at every step, and hardly ever needed
  // exact arithmetic.
  EXPECT_GT(run.looked_at, std::int64_t{5} * static_cast<std::int64_t>(size.across) * size.across *
                               7 * size.steps);
  EXPECT_LT(run.exact, run.looked_at / 1000);
}

/// The same cloth without a line search: the test above can fail.
TEST(FallingCloth, FullStepsIntersect) {
  const Outcome run = simulate(size_of_test(), [](StepSolver&, std::span<const Vec3>,
                                                  std::span<const Vec3>) { return 1.0; });
  EXPECT_TRUE(run.intersects);
  EXPECT_EQ(run.limited, 0);
}

/// Why there is a line search: going all the way to the time of impact leaves pairs within the
/// tolerance of contact. What the next step may do then hangs on the response alone: it is zero
/// unless exactly this pair parts at once.
TEST(FallingCloth, StepsUpToTheImpactLeaveNoRoom) {
  StepOptions options;
  options.threads = 1;
  const Size size = {size_of_test().across, 400};
  const Outcome run = simulate(
      size, [&](StepSolver& solver, std::span<const Vec3> x_t0, std::span<const Vec3> x_t1) {
        return solver.collision_free_step_size(x_t0, x_t1, options).toi;
      });
  EXPECT_GT(run.limited, 0);
  EXPECT_LT(run.nearest, 3 * kRelativeTolerance);  // no pair of this scene is larger than 3 m
}

}  // namespace
}  // namespace firstcontact::test::falling_cloth_test
