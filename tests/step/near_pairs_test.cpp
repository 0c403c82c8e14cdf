/// Lists of near pairs against all pairs of elements, measured in 50 digits.
#include <firstcontact/barrier.h>
#include <firstcontact/candidates.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "precise_potential.h"
#include "step_scenes.h"

namespace firstcontact::test::near_pairs_test {
namespace {

using Key = std::array<int, 3>;
Key key_of(const ElementPair& pair) { return {static_cast<int>(pair.kind), pair.a, pair.b}; }

/// A pair of elements nearer than its required distance plus `distance`.
struct NearElements {
  ElementPair pair;
  double distance, required;
  Precise energy;
};

/// The potential of a pair of elements that weighs 1.
Precise element_energy(const ElementPair& pair, const PrecisePoints& x, const Precise& distance,
                       double required, const Barrier& barrier) {
  const Precise length = barrier.activation_distance, s = (distance - Precise(required)) / length;
  Precise factor = 1;
  if (pair.kind == Kind::EdgeEdge) {
    Precise threshold = kNearlyParallel;
    for (const std::size_t first : {0u, 2u}) {
      Precise squared = 0;
      for (std::size_t k = 0; k < 3; ++k)
        squared += (x[first + 1][k] - x[first][k]) * (x[first + 1][k] - x[first][k]);
      threshold *= squared;
    }
    factor = parallel_factor(x, threshold);
  }
  return factor * Precise(barrier.stiffness) * length * test::barrier(s);
}

/// Pairs of the scene at t0 that are near but not in contact. Those in contact go to `touching`.
std::vector<NearElements> near_elements(const Scene& scene, double min_separation,
                                        const Barrier& barrier, std::set<Key>& touching) {
  std::vector<NearElements> near;
  for (const ElementPair& pair : all_pairs(scene.mesh, scene.planar)) {
    const PrecisePoints x = precise_points(pair.vertices, scene.t0);
    const Precise distance = element_distance(pair.kind, x);
    const double required = separation_of(scene.mesh, pair, min_separation);
    if (distance < Precise(required) + 1e-6) {
      touching.insert(key_of(pair));
    } else if (distance < Precise(required) + Precise(barrier.activation_distance)) {
      near.push_back({pair, distance.convert_to<double>(), required,
                      element_energy(pair, x, distance, required, barrier)});
    }
  }
  return near;
}

struct Shares {
  int pairs = 0, elements = 0, parallel = 0, kinds[5] = {};
};

void check_scene(const Scene& scene, double min_separation, double distance, Shares& shares) {
  Barrier barrier;
  barrier.activation_distance = distance;
  std::set<Key> touching;
  const std::vector<NearElements> expected =
      near_elements(scene, min_separation, barrier, touching);
  NearPairOptions options;
  options.step.min_separation = min_separation;
  options.step.filter = [&](const ElementPair& pair) { return !touching.count(key_of(pair)); };
  const NearPairs near = near_pairs(scene.mesh, scene.positions_t0(), distance, options);
  ASSERT_EQ(near.status, expected.empty() ? Status::Free : Status::Contact) << near.message;
  EXPECT_FALSE(near.starts_in_contact);

  Precise energy = 0;
  double smallest = std::numeric_limits<double>::infinity();
  for (const NearElements& e : expected) {
    energy += e.energy;
    smallest = std::min(smallest, e.distance);
  }
  const double total = energy.convert_to<double>();
  EXPECT_NEAR(barrier_energy(near, scene.positions_t0(), barrier), total, 1e-9 * total)
      << scene.name;
  if (!expected.empty()) {
    EXPECT_NEAR(near.smallest_distance, smallest, 1e-12);
  }

  int count = 0;
  std::set<std::pair<std::array<int, 4>, double>> features[5];
  for (const NearPair& pair : near.pairs) {
    count += pair.count;
    EXPECT_EQ(pair.weight, pair.count);
    EXPECT_TRUE(features[static_cast<int>(pair.kind)]
                    .insert({pair.vertices, pair.required_distance})
                    .second)
        << "listed twice";
    EXPECT_NEAR(
        pair.distance,
        feature_distance(pair, precise_points(pair.vertices, scene.t0)).convert_to<double>(),
        1e-12);
    EXPECT_LT(pair.distance, pair.required_distance + distance);
    shares.parallel += pair.parallel_threshold > 0;
    ++shares.kinds[static_cast<int>(pair.kind)];
  }
  EXPECT_EQ(count, static_cast<int>(expected.size())) << scene.name;
  shares.pairs += static_cast<int>(near.pairs.size());
  shares.elements += count;
}

TEST(NearPairs, StandForAllPairsOfElements) {
  Shares shares;
  for (const SceneClass scene_class : kSceneClasses)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Scene scene = make_scene(scene_class, 100 + seed);
      check_scene(scene, seed == 2 ? 0.05 : 0, 0.3, shares);
      check_scene(with_thickness(scene, seed, 0.1), 0.02, 0.3, shares);
    }
  EXPECT_LT(shares.pairs, 0.9 * shares.elements) << "hardly any pair was merged";
  EXPECT_GT(shares.parallel, 10);
  for (const int count : shares.kinds) EXPECT_GT(count, 50);
}

TEST(NearPairs, OfASheetEqualTheListedContacts) {
  const Scene scene = make_large_scene(10, 5);
  const double distance = 0.9;
  Barrier barrier;
  barrier.activation_distance = distance;
  StepOptions within;
  within.min_separation = distance;
  Precise energy = 0;
  std::size_t elements = 0;
  for (const Impact& impact : initial_contacts(scene.mesh, scene.t0, within).impacts) {
    const PrecisePoints x = precise_points(impact.pair.vertices, scene.t0);
    energy += element_energy(impact.pair, x, element_distance(impact.pair.kind, x), 0, barrier);
    ++elements;
  }
  const NearPairs near = near_pairs(scene.mesh, scene.t0, distance);
  const double total = energy.convert_to<double>();
  EXPECT_NEAR(barrier_energy(near, scene.t0, barrier), total, 1e-11 * total);
  EXPECT_GT(elements, 200u);
  EXPECT_LT(near.pairs.size(), elements * 4 / 5);
}

TEST(NearPairs, AreTheSameForAnyThreadsAndBroadPhase) {
  const Scene scene = make_large_scene(12, 3);
  NearPairOptions options;
  options.weights = PairWeights::Area;
  options.rest = Positions(scene.t1);
  options.step.threads = 1;
  const NearPairs expected = near_pairs(scene.mesh, scene.t0, 2, options);
  ASSERT_GT(expected.pairs.size(), 500u);
  EXPECT_TRUE(std::is_sorted(expected.pairs.begin(), expected.pairs.end(),
                             [](const NearPair& a, const NearPair& b) {
                               return std::tie(a.kind, a.vertices) < std::tie(b.kind, b.vertices);
                             }));
  Barrier barrier;
  barrier.activation_distance = 2;
  const BarrierTerms terms = barrier_terms(expected, scene.t0, barrier, true, 1);
  StepSolver solver(scene.mesh);
  for (const BroadPhase broad_phase : {BroadPhase::Bvh, BroadPhase::SweepAndPrune,
                                       BroadPhase::SpatialHash, BroadPhase::BruteForce})
    for (const int threads : {1, 2, 5}) {
      options.step.broad_phase = broad_phase;
      options.step.threads = threads;
      const NearPairs near = near_pairs(solver, scene.t0, 2, options);
      EXPECT_TRUE(near.pairs == expected.pairs) << to_string(broad_phase) << ", " << threads;
      EXPECT_EQ(near.smallest_distance, expected.smallest_distance);
      EXPECT_EQ(near.checks, expected.checks);
      const BarrierTerms again = barrier_terms(near, scene.t0, barrier, true, threads);
      EXPECT_EQ(again.energy, terms.energy);
      EXPECT_EQ(again.gradient, terms.gradient);
      ASSERT_EQ(again.hessian.size(), terms.hessian.size());
      for (std::size_t i = 0; i < terms.hessian.size(); ++i)
        EXPECT_EQ(again.hessian[i].hessian, terms.hessian[i].hessian);
    }
}

/// Six triangles around vertex 0, of edge length 1, at z = 0; vertex 7 is a loose point.
Mesh umbrella() {
  MeshDescription mesh;
  mesh.vertex_count = 8;
  for (int k = 0; k < 6; ++k) mesh.faces.push_back({0, 1 + k, 1 + (k + 1) % 6});
  return Mesh(mesh);
}
std::vector<Vec3> umbrella_points(const Vec3& point) {
  std::vector<Vec3> x = {Vec3::Zero()};
  for (int k = 0; k < 6; ++k)
    x.emplace_back(std::cos(k * M_PI / 3), std::sin(k * M_PI / 3), k % 2 ? 0.1 : -0.15);
  x.push_back(point);
  return x;
}

TEST(NearPairs, APointAboveACornerIsOnePair) {
  std::vector<Vec3> x = umbrella_points({0, 0, 0.2});
  for (int k = 1; k < 7; ++k) x[static_cast<std::size_t>(k)].z() = -0.5;
  const NearPairs near = near_pairs(umbrella(), x, 0.3);
  ASSERT_EQ(near.pairs.size(), 1u);
  EXPECT_EQ(near.pairs[0].kind, Kind::PointPoint);
  EXPECT_EQ(near.pairs[0].vertices, (std::array<int, 4>{0, 7, -1, -1}));
  EXPECT_EQ(near.pairs[0].count, 6);
  EXPECT_EQ(near.pairs[0].weight, 6);
  EXPECT_EQ(near.smallest_distance, 0.2);
  EXPECT_TRUE(near_pairs(umbrella(), x, 0.2).pairs.empty()) << "0.2 is not nearer than 0.2";
  NearPairOptions separated;
  separated.step.min_separation = 0.2;
  EXPECT_TRUE(near_pairs(umbrella(), x, 0.01, separated).starts_in_contact);
}

/// Follows a path of positions. The energy of lists made anew at each instant has to change by its
/// gradient, up to a bend of at most `largest_bend`. Returns how often the features changed.
template <class Path>
int follow(const Mesh& mesh, const std::vector<Vec3>& rest, const Path& path, double largest_bend) {
  Barrier barrier;
  barrier.activation_distance = 0.5;
  NearPairOptions options;
  options.rest = Positions(rest);
  StepSolver solver(mesh);
  const int steps = 10000;
  double energy_before = 0, slope_before = 0;
  std::vector<std::array<int, 4>> features_before;
  int changes = 0;
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps, h = 1.0 / steps;
    const std::vector<Vec3> x = path(t), later = path(t + 1e-6), earlier = path(t - 1e-6);
    const NearPairs near = near_pairs(solver, x, 0.5, options);
    const BarrierTerms terms = barrier_terms(near, x, barrier);
    double slope = 0;
    for (std::size_t k = 0; k < x.size(); ++k)
      slope += terms.gradient.row(static_cast<Eigen::Index>(k)).dot((later[k] - earlier[k]) / 2e-6);
    std::vector<std::array<int, 4>> features;
    for (const NearPair& pair : near.pairs) features.push_back(pair.vertices);
    if (i > 0) {
      EXPECT_NEAR(slope, slope_before, largest_bend * h) << "the gradient jumps at " << t;
      EXPECT_NEAR(terms.energy - energy_before, h * (slope + slope_before) / 2,
                  largest_bend * h * h)
          << "the energy jumps at " << t;
      changes += features != features_before;
    }
    energy_before = terms.energy;
    slope_before = slope;
    features_before = features;
  }
  return changes;
}

TEST(NearPairs, EnergyAndGradientAreContinuousWhenFeaturesChange) {
  // A point wanders over all features of the umbrella.
  const auto over = [](double t) {
    return umbrella_points({0.9 * std::cos(7 * t) * t, 1.2 * std::sin(9 * t), 0.3 + 0.05 * t});
  };
  EXPECT_GT(follow(umbrella(), over(0), over, 1500), 20);
  // An edge turns above another one, through parallel, and slides beyond its end.
  const Mesh edges({.vertex_count = 4, .edges = {{0, 1}, {2, 3}}});
  const auto turning = [](double t) {
    const double angle = 0.15 * std::cos(6 * t), shift = 1.6 * t - 0.3;
    const Vec3 middle = {0.5 + shift, 0.1 * t, 0.2},
               half = {0.5 * std::cos(angle), 0.5 * std::sin(angle), 0.02 * t};
    return std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, middle - half, middle + half};
  };
  EXPECT_GT(follow(edges, turning(0), turning, 1000), 2);
}

TEST(NearPairs, WeightsOfAFlatContactAddUpToItsArea) {
  // Two regular sheets, turned and shifted, far smaller a distance apart than their edges.
  const int side = 24;
  MeshDescription mesh;
  mesh.vertex_count = 2 * side * side;
  std::vector<Vec3> x;
  for (int sheet = 0; sheet < 2; ++sheet) {
    const int first = sheet * side * side;
    for (int i = 0; i < side * side; ++i) {
      const double u = i % side, v = i / side, turn = 0.4 * sheet;
      x.emplace_back(std::cos(turn) * u - std::sin(turn) * v + 0.3 * sheet,
                     std::sin(turn) * u + std::cos(turn) * v + 0.2 * sheet, 1e-3 * sheet);
      if (i % side + 1 == side || i / side + 1 == side) continue;
      mesh.faces.push_back({first + i, first + i + 1, first + i + side});
      mesh.faces.push_back({first + i + 1, first + i + side + 1, first + i + side});
    }
    mesh.objects.resize(static_cast<std::size_t>(first + side * side), sheet);
  }
  NearPairOptions options;
  options.weights = PairWeights::Area;
  options.step.within_objects = false;
  double area = 0;
  for (const NearPair& pair : near_pairs(Mesh(mesh), x, 2e-3, options).pairs) {
    EXPECT_GT(pair.weight, 0);
    area += pair.weight;
  }
  // The sheets overlap in an octagon; count points of a grid that lie in both.
  int inside = 0;
  const int samples = 400;
  for (int i = 0; i < samples * samples; ++i) {
    const double u = (i % samples + 0.5) / samples * (side - 1),
                 v = (i / samples + 0.5) / samples * (side - 1);
    const double a = std::cos(0.4) * (u - 0.3) + std::sin(0.4) * (v - 0.2),
                 b = -std::sin(0.4) * (u - 0.3) + std::cos(0.4) * (v - 0.2);
    inside += a > 0 && b > 0 && a < side - 1 && b < side - 1;
  }
  const double overlap = inside * std::pow((side - 1.0) / samples, 2);
  EXPECT_GT(area, 0.8 * overlap);
  EXPECT_LT(area, 1.4 * overlap);
}

TEST(NearPairs, ElementsWithoutAreaStillHaveAWeight) {
  NearPairOptions options;
  options.weights = PairWeights::Area;
  const std::vector<Vec3> x = {{0, 0, 0},     {1, 0, 0},     {0.5, -1, 0.1},
                               {0.5, 1, 0.1}, {0.2, 0, 0.1}, {0.2, 0, 0.15}};
  const NearPairs rods =
      near_pairs(Mesh({.vertex_count = 6, .edges = {{0, 1}, {2, 3}}}), x, 0.2, options);
  ASSERT_EQ(rods.pairs.size(), 4u);  // two edges; two points with an edge; two points
  for (const NearPair& pair : rods.pairs) EXPECT_GT(pair.weight, 0);
  for (const NearPair& pair : near_pairs(Mesh({.vertex_count = 6}), x, 3, options).pairs)
    EXPECT_EQ(pair.weight, 0.25);
  const Positions planar(x[0].data(), x.size(), 2, 3);
  for (const NearPair& pair :
       near_pairs(Mesh({.vertex_count = 6, .edges = {{0, 1}, {2, 3}}}), planar, 0.2, options).pairs)
    EXPECT_GT(pair.weight, 0);
}

TEST(NearPairs, DoNotDependOnKeptCandidates) {
  const Scene scene = make_large_scene(12, 3);
  const double distance = 1.5, reach = 0.2;
  StepSolver solver(scene.mesh);
  const Candidates candidates(solver, scene.t0, distance, reach);
  std::vector<Vec3> moved = scene.t0;
  for (std::size_t i = 0; i < moved.size(); ++i)
    moved[i] += 0.19 * Vec3(std::sin(3.0 * static_cast<double>(i)),
                            std::cos(static_cast<double>(i)), std::sin(static_cast<double>(i)));
  NearPairOptions options, kept;
  kept.step.candidates = &candidates;
  for (const double factor : {1.0, 0.5, 1.3}) {
    options.step.threads = kept.step.threads = factor < 1 ? 1 : 2;
    const NearPairs expected = near_pairs(scene.mesh, moved, factor * distance, options),
                    near = near_pairs(solver, moved, factor * distance, kept);
    EXPECT_GT(near.pairs.size(), 50u);
    EXPECT_TRUE(near.pairs == expected.pairs);
    EXPECT_EQ(near.checks, expected.checks);
  }
  StepOptions asked;
  asked.candidates = &candidates;
  asked.min_separation = distance;
  EXPECT_TRUE(candidates.covers(solver, moved, moved, asked)) << "the first list used them";
}

TEST(NearPairs, HonourRules) {
  const std::vector<Vec3> x = umbrella_points({0.1, 0.2, 0.2});
  ASSERT_FALSE(near_pairs(umbrella(), x, 0.5).pairs.empty());
  NearPairOptions options;
  PairRules& rules = options.step.rules;
  rules.left_out.resize(8, false);
  rules.left_out[7] = true;
  EXPECT_TRUE(near_pairs(umbrella(), x, 0.5, options).free());
}

TEST(NearPairs, AreCancelledOnRequest) {
  std::stop_source source;
  source.request_stop();
  NearPairOptions options;
  options.step.stop = source.get_token();
  const NearPairs near = near_pairs(umbrella(), umbrella_points({0, 0, 0.2}), 1, options);
  EXPECT_EQ(near.status, Status::Cancelled);
  EXPECT_TRUE(near.pairs.empty());
}

}  // namespace
}  // namespace firstcontact::test::near_pairs_test
