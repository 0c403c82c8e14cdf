/// The line search keeps what it promises, by the exact oracle on every pair of elements, and never
/// stops short of rounding.
#include <firstcontact/line_search.h>
#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "step_scenes.h"
#include "support/contacts.h"

namespace firstcontact::test::line_search_test {
namespace {

using Points = std::vector<Vec3>;

/// x0 + step * (x1 - x0), rounded as a user's program rounds it.
Points advanced(const Points& x0, const Points& x1, double step) {
  Points x = x0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int k = 0; k < 3; ++k) x[i][k] = x0[i][k] + step * (x1[i][k] - x0[i][k]);
  return x;
}

double distance_at_rest(const Query& query, Norm norm) {
  Options options;
  options.min_separation = 1e3;
  options.t_max = 0;
  const Result result = solve(query, options);
  if (norm == Norm::L2) return result.distance;
  // Chebyshev: between d / sqrt(3) and d; the smaller one will do.
  return result.distance / std::sqrt(3.0);
}

bool exactly_free(const Query& query, double separation, Norm norm, double t_max) {
  Options options;
  options.method = Method::Exact;
  options.min_separation = separation;
  options.norm = norm;
  options.t_max = t_max;
  return solve(query, options).status == Status::Free;
}

double largest_coordinate(const Scene& scene) {
  double largest = 0;
  for (const Points* points : {&scene.t0, &scene.t1})
    for (const Vec3& x : *points) largest = std::max(largest, x.lpNorm<Eigen::Infinity>());
  return largest;
}

/// Every pair of elements keeps its share at the rounded new positions, and has not touched on the
/// way.
void expect_kept(const Scene& scene, const LineSearchOptions& options,
                 const LineSearchResult& result, double cap) {
  Scene after = scene;
  after.t0 = after.t1 = advanced(scene.t0, scene.t1, result.step);
  const double rounding = 0x1p-48 * largest_coordinate(scene);
  for (const ElementPair& pair : all_pairs(scene.mesh, scene.planar)) {
    const Query start = query_of(pair, scene.positions_t0(), scene.positions_t1());
    const Query end = query_of(pair, after.positions_t0(), after.positions_t1());
    const double separation = separation_of(scene.mesh, pair, options.step.min_separation);
    const Norm norm = options.step.norm;
    const double all = distance_at_rest(start, norm) - separation, distance = std::min(all, cap);
    const double kept = std::max(0.0, result.ratio * distance * (1 - 1e-9) - rounding);
    EXPECT_TRUE(exactly_free(end, separation + kept, norm, 0)) << scene.name << ", after the step";
    if (all < 8 * cap) {  // what is farther costs much time and shows little
      EXPECT_TRUE(exactly_free(start, separation + kept, norm, result.step))
          << scene.name << ", on the way";
    }
    EXPECT_TRUE(exactly_free(end, separation + result.kept_distance * (1 - 1e-12), norm, 0))
        << scene.name << ", kept_distance";
  }
}

TEST(LineSearch, EveryPairKeepsItsShare) {
  int limited = 0, stopped = 0, all = 0;
  for (const SceneClass scene_class : {SceneClass::Soup, SceneClass::Sheet, SceneClass::Planar})
    for (std::uint64_t seed = 0; seed < (scene_class == SceneClass::Sheet ? 2 : 6); ++seed)
      for (int variant = 0; variant < 4; ++variant) {
        const Scene plain = make_scene(scene_class, seed);
        const Scene scene = variant == 2 ? with_thickness(plain, seed, 0.01) : plain;
        LineSearchOptions options;
        options.distance_cap = 0.05;
        if (variant == 1) options.step.min_separation = 0.01;
        if (variant == 2) options.ratio = 0.7;
        if (variant == 3) {
          options.step.norm = Norm::Linf;
          options.step.min_separation = 0.005;
          options.step.t_max = 0.75;
          options.step.exact = true;
        }
        const LineSearchResult result =
            line_search(scene.mesh, scene.positions_t0(), scene.positions_t1(), options);
        ASSERT_NE(result.status, Status::InvalidInput) << result.message;
        EXPECT_LE(result.step, options.step.t_max);
        EXPECT_EQ(result.step, result.contact_step);
        ++all;
        limited += result.status == Status::Contact;
        StepOptions exact = options.step;
        exact.exact = true;
        const bool touching = !initial_contacts(scene.mesh, scene.positions_t0(), exact).free();
        EXPECT_EQ(result.step == 0, touching) << scene.name << " " << variant;
        stopped += touching;
        if (touching) {
          EXPECT_TRUE(result.limiting);
          EXPECT_EQ(result.kept_distance, 0);
        } else {
          EXPECT_GT(result.ratio, options.ratio / 4);
          expect_kept(scene, options, result, *options.distance_cap);
        }
      }
  EXPECT_GT(limited - stopped, all / 3);
}

/// A point above a face, and its way through it.
struct Fall {
  Mesh mesh{MeshDescription{.vertex_count = 4, .faces = {{0, 1, 2}}}};
  Points t0, t1;

  explicit Fall(double height, double offset = 0) {
    t0 = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0.25, 0.25, height)};
    for (Vec3& x : t0) x.head<2>().array() += offset;
    t1 = t0;
    t1[3].z() = -1;
  }
};

TEST(LineSearch, IsNeverZeroWhileTheGapIsAboveRounding) {
  for (const double height : {1e-1, 1e-3, 1e-6, 1e-8, 1e-10, 1e-12, 1e-13})
    for (const bool exact : {false, true})
      for (const bool tolerance : {false, true}) {
        const Fall fall(height);
        LineSearchOptions options;
        options.step.exact = exact;
        if (tolerance) options.step.tolerance = 1e-3;
        const LineSearchResult result = line_search(fall.mesh, fall.t0, fall.t1, options);
        ASSERT_EQ(result.status, Status::Contact);
        EXPECT_GT(result.step, 0) << height;
        EXPECT_GT(result.step * (1 + height), 0.5 * height) << "much too short at " << height;
        const double left = advanced(fall.t0, fall.t1, result.step)[3].z();
        EXPECT_GE(left, result.kept_distance);
        EXPECT_GE(left, 0.19 * std::min(height, 0.1) - 0x1p-46) << height;
        EXPECT_EQ(result.limiting->pair, (ElementPair{Kind::VertexFace, 3, 0, {3, 0, 1, 2}}));
        EXPECT_EQ(result.limiting->toi, result.contact_step);
      }
}

TEST(LineSearch, RepeatedTowardsContactStaysPositiveUntilRounding) {
  for (const double offset : {0.0, 1000.0}) {
    Fall fall(1, offset);
    const double rounding = 0x1p-46 * (1 + offset);
    StepSolver solver(fall.mesh);
    int positive = 0;
    for (int i = 0; i < 100; ++i) {
      const double height = fall.t0[3].z();
      const LineSearchResult result = line_search(solver, fall.t0, fall.t1);
      if (height > 2 * rounding) {
        EXPECT_GT(result.step, 0) << "iteration " << i << ", height " << height;
      }
      positive += result.step > 0;
      fall.t0 = advanced(fall.t0, fall.t1, result.step);
      ASSERT_GT(fall.t0[3].z(), 0) << "passed through in iteration " << i;
    }
    EXPECT_GT(positive, 10);
    EXPECT_LT(fall.t0[3].z(), 100 * rounding);
  }
}

TEST(LineSearch, RepeatedOnASheetNeverPassesThrough) {
  Scene scene = make_scene(SceneClass::Sheet, 8);
  ASSERT_TRUE(initial_contacts(scene.mesh, scene.t0).free());
  StepSolver solver(scene.mesh);
  double way = 1;
  for (int i = 0; i < 12; ++i) {
    const LineSearchResult result = line_search(solver, scene.t0, scene.t1);
    EXPECT_GT(result.step, 0) << "iteration " << i;
    StepOptions exact;
    exact.exact = true;
    exact.t_max = result.step;
    EXPECT_TRUE(solver.decide_step(scene.t0, scene.t1, exact).free());
    scene.t0 = advanced(scene.t0, scene.t1, result.step);
    EXPECT_TRUE(solver.initial_contacts(scene.t0, exact).free());
    way *= 1 - result.step;
  }
  EXPECT_LT(way, 1);
  EXPECT_GT(way, 0.05) << "nothing was in the way";
}

TEST(LineSearch, IsZeroAndNamesThePairThatTouchesAtTheStart) {
  const Fall fall(0);
  const LineSearchResult result = line_search(fall.mesh, fall.t0, fall.t1);
  EXPECT_EQ(result.status, Status::Contact);
  EXPECT_EQ(result.step, 0);
  EXPECT_EQ(result.kept_distance, 0);
  ASSERT_TRUE(result.limiting);
  EXPECT_EQ(result.limiting->pair.kind, Kind::VertexFace);
  EXPECT_TRUE(test::is_contact_at_start(*result.limiting));
}

// A block that rests on another, exactly: without this every scene with such a pair would stand
// still for ever.
TEST(LineSearch, PairsAtRestLimitNothing) {
  const Mesh mesh({.vertex_count = 5, .faces = {{0, 1, 2}}});
  const Points t0 = {{0, 0, 0},
                     {4, 0, 0},
                     {0, 4, 0},
                     {1, 1, 0},
                     {1, 1, 2}};  // vertex 3 lies in the face, vertex 4 falls
  Points t1 = t0;
  t1[4].z() = 1;
  const LineSearchResult free = line_search(mesh, t0, t1);
  EXPECT_EQ(free.status, Status::Free);
  EXPECT_EQ(free.step, 1);
  t1[4].z() = -2;
  const LineSearchResult limited = line_search(mesh, t0, t1);
  ASSERT_TRUE(limited.limiting);
  EXPECT_EQ(limited.limiting->pair.a, 4);
  EXPECT_GT(limited.step, 0.4);
  EXPECT_LT(limited.step, 0.5);
}

// The rounding of far-away vertices is no reason to say that nothing is kept between near ones.
TEST(LineSearch, KeptDistanceCountsTheRoundingOfEachPairAlone) {
  const Mesh mesh({.vertex_count = 5, .faces = {{0, 1, 2}}});
  const Points t0 = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 1e-9}, {1e9, 1e9, 1e9}};
  Points t1 = t0;
  t1[3].z() = -1;
  const LineSearchResult result = line_search(mesh, t0, t1);
  EXPECT_GT(result.step, 0);
  EXPECT_GT(result.kept_distance, 1e-10);
  EXPECT_LT(result.kept_distance, 1e-9);
}

TEST(LineSearch, TakesTheWholeStepWhereNothingIsInTheWay) {
  Fall fall(0.5);
  fall.t1[3].z() = 2;
  const LineSearchResult up = line_search(fall.mesh, fall.t0, fall.t1);
  EXPECT_EQ(up.status, Status::Free);
  EXPECT_EQ(up.step, 1);
  EXPECT_EQ(up.contact_step, 1);
  EXPECT_FALSE(up.limiting);
  EXPECT_EQ(up.ratio, 0.2);
  EXPECT_GT(up.kept_distance, 0);
  LineSearchOptions options;
  options.step.t_max = 0.375;
  EXPECT_EQ(line_search(fall.mesh, fall.t0, fall.t1, options).step, 0.375);
  const LineSearchResult nothing = line_search(Mesh(), Points(), Points());
  EXPECT_EQ(nothing.status, Status::Free);
  EXPECT_EQ(nothing.step, 1);
}

TEST(LineSearch, DistancesAreBeyondSeparationAndThickness) {
  const Fall fall(0.5);
  const Mesh thick({.vertex_count = 4, .faces = {{0, 1, 2}}, .thickness = {0.125, 0, 0, 0.0625}});
  LineSearchOptions options;
  options.step.min_separation = 0.25;
  options.distance_cap = 1;
  options.ratio = 0.5;
  // 0.5 - (0.25 + 0.1875) = 0.0625 at the start, half of which is kept.
  const LineSearchResult result = line_search(thick, fall.t0, fall.t1, options);
  const double left = advanced(fall.t0, fall.t1, result.step)[3].z();
  EXPECT_GE(left, 0.4375 + 0.03125 - 1e-12);
  EXPECT_LT(left, 0.4375 + 0.05);
  EXPECT_NEAR(result.kept_distance, 0.03125, 1e-9);
  options.step.min_separation = 0.3125;  // exactly in contact
  EXPECT_EQ(line_search(thick, fall.t0, fall.t1, options).step, 0);
}

TEST(LineSearch, FilteredPairsAreNotInTheWay) {
  const Fall fall(0.5);
  LineSearchOptions options;
  options.step.filter = [](const ElementPair& pair) { return pair.a != 3; };
  EXPECT_EQ(line_search(fall.mesh, fall.t0, fall.t1, options).step, 1);
}

TEST(LineSearch, HalvesTheStepUntilTheEnergyFalls) {
  Fall fall(0.5);
  fall.t1[3].z() = 2;
  LineSearchOptions options;
  std::vector<double> asked;
  options.energy = [&](double step) {
    asked.push_back(step);
    return (step - 0.1) * (step - 0.1);  // below E(0) for steps under 0.2
  };
  const LineSearchResult result = line_search(fall.mesh, fall.t0, fall.t1, options);
  EXPECT_EQ(result.step, 0.125);
  EXPECT_EQ(result.contact_step, 1);
  EXPECT_EQ(asked, (std::vector<double>{0, 1, 0.5, 0.25, 0.125}));
  EXPECT_EQ(result.energy_evaluations, 5);
  EXPECT_EQ(result.message, "");
}

TEST(LineSearch, BacktrackingGivesUpWithAReason) {
  Fall fall(0.5);
  fall.t1[3].z() = 2;
  LineSearchOptions options;
  options.energy = [](double step) { return step > 0 ? 2.0 : 1.0; };
  for (const double min_step : {1e-3, 0.0}) {
    options.min_step = min_step;
    const LineSearchResult result = line_search(fall.mesh, fall.t0, fall.t1, options);
    EXPECT_EQ(result.step, 0);
    EXPECT_EQ(result.kept_distance, 0) << "kept_distance is 0 with a step of 0";
    EXPECT_EQ(result.message, "no step of at least min_step lowers the energy");
    EXPECT_EQ(result.contact_step, 1);
  }
  const Fall touching(0);
  options.energy = [](double) -> double { throw 1; };  // not asked where contacts leave no step
  EXPECT_EQ(line_search(touching.mesh, touching.t0, touching.t1, options).energy_evaluations, 0);
}

// With < in the place of <=, the last iteration of every optimiser took 41 evaluations.
TEST(LineSearch, TakesTwoEvaluationsAtConvergence) {
  Fall fall(0.5);
  fall.t1[3].z() = 2;
  LineSearchOptions options;
  options.energy = [](double) { return 1.0; };
  for (const bool with_slope : {false, true}) {
    if (with_slope) options.slope = -0.0;
    const LineSearchResult result = line_search(fall.mesh, fall.t0, fall.t1, options);
    EXPECT_EQ(result.step, 1);
    EXPECT_EQ(result.energy_evaluations, 2);
    EXPECT_EQ(result.energy, 1);
    EXPECT_EQ(result.message, "");
  }
  options.energy_at_start = 1;
  EXPECT_EQ(line_search(fall.mesh, fall.t0, fall.t1, options).energy_evaluations, 1);
}

TEST(LineSearch, AsksForAShareOfWhatTheSlopePromises) {
  Fall fall(0.5);
  fall.t1[3].z() = 2;
  LineSearchOptions options;
  // E(s) = -s + s^2 falls for s < 1; it meets armijo a for s <= 1 - a.
  options.energy = [](double step) { return step * step - step; };
  options.slope = -1;
  options.armijo = 0.25;
  EXPECT_EQ(line_search(fall.mesh, fall.t0, fall.t1, options).step, 0.5);
  options.armijo = 0.5;
  EXPECT_EQ(line_search(fall.mesh, fall.t0, fall.t1, options).step, 0.5);
  options.armijo = 0.625;
  EXPECT_EQ(line_search(fall.mesh, fall.t0, fall.t1, options).step, 0.25);
  options.slope.reset();
  EXPECT_EQ(line_search(fall.mesh, fall.t0, fall.t1, options).step, 1) << "E(1) = E(0)";
  options.energy = [](double step) {
    return step > 0.3 ? std::numeric_limits<double>::quiet_NaN() : -step;
  };
  const LineSearchResult result = line_search(fall.mesh, fall.t0, fall.t1, options);
  EXPECT_EQ(result.step, 0.25) << "NaN is not accepted";
  EXPECT_EQ(result.energy, -0.25);
  options.energy_at_start = 0;
  EXPECT_EQ(line_search(fall.mesh, fall.t0, fall.t1, options).energy_evaluations, 3);
}

TEST(LineSearch, RefusesEnergiesAndSlopesThatAreNone) {
  const Fall fall(0.5);
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  std::vector<LineSearchOptions> bad(8);
  bad[0].slope = 1;
  bad[1].slope = nan;
  bad[2].slope = -infinity;
  bad[3].armijo = -0.5;
  bad[4].armijo = 1;
  bad[5].armijo = nan;
  bad[6].energy_at_start = nan;
  bad[7].energy_at_start = infinity;
  for (const LineSearchOptions& options : bad) {
    const LineSearchResult result = line_search(fall.mesh, fall.t0, fall.t1, options);
    EXPECT_EQ(result.status, Status::InvalidInput);
    EXPECT_FALSE(result.message.empty());
    EXPECT_EQ(result.step, 0);
  }
}

TEST(LineSearch, WorksAtEveryScale) {
  for (const double scale : {0x1p-1000, 0x1p-500, 0x1p500, 0x1p990}) {
    Fall fall(0.5), unit(0.5);
    for (Points* points : {&fall.t0, &fall.t1})
      for (Vec3& x : *points) x *= scale;
    EXPECT_EQ(line_search(fall.mesh, fall.t0, fall.t1).step,
              line_search(unit.mesh, unit.t0, unit.t1).step)
        << scale;
  }
}

TEST(LineSearch, SaysWhenTheStartCrossesIfAsked) {
  const Mesh mesh({.vertex_count = 6, .faces = {{0, 1, 2}, {3, 4, 5}}});
  const std::vector<Vec3> through = {Vec3(0, 0, 0),  Vec3(4, 0, 0),   Vec3(0, 4, 0),
                                     Vec3(1, 1, -1), Vec3(1.5, 1, 8), Vec3(1, 1.5, 8)};
  std::vector<Vec3> moved = through;
  for (std::size_t i = 3; i < 6; ++i) moved[i].x() += 0.125;
  LineSearchOptions options;
  EXPECT_EQ(line_search(mesh, through, moved, options).status, Status::Free)
      << "nothing begins to touch";
  options.check_start = true;
  const LineSearchResult refused = line_search(mesh, through, moved, options);
  EXPECT_EQ(refused.status, Status::Contact);
  EXPECT_EQ(refused.step, 0);
  ASSERT_TRUE(refused.start_intersection);
  EXPECT_EQ(*refused.start_intersection,
            (firstcontact::Intersection{IntersectionKind::FaceFace, 0, 1, false}));
  EXPECT_EQ(refused.message, "1 pair of elements intersects at t0, first face 0 and face 1");
  std::vector<Vec3> above = through;
  above[3].z() = 0.5;
  moved = above;
  moved[3].z() = 0.25;
  EXPECT_GT(line_search(mesh, above, moved, options).step, 0);
  EXPECT_FALSE(line_search(mesh, above, moved, options).start_intersection);
}

}  // namespace
}  // namespace firstcontact::test::line_search_test
