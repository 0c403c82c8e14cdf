/// Intersections of a mesh at rest, against brute force over all parts of all elements with the
/// independent exact test.
#include <firstcontact/intersections.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

#include "step_scenes.h"
#include "support/exact_triangles.h"
#include "support/static_intersection.h"

namespace firstcontact::test::intersections_test {
namespace {

constexpr BroadPhase kBroadPhases[] = {BroadPhase::Bvh, BroadPhase::SweepAndPrune,
                                       BroadPhase::SpatialHash, BroadPhase::BruteForce};

/// Of the library; the independent test has an Intersection of its own.
using Pair = firstcontact::Intersection;
using Vertices = std::vector<int>;

/// A triangle with these one to three corners, some of them repeated.
Triangle corners(const Vertices& v, const std::vector<Vec3>& x) {
  const auto at = [&](std::size_t i) { return x[v[std::min(i, v.size() - 1)]]; };
  return {at(0), at(1), at(2)};
}

/// Every part of the one with every part of the other that has no vertex in common with it.
bool parts_meet(const Vertices& a, const Vertices& b, const std::vector<Vec3>& x) {
  Vertices sorted_a = a, sorted_b = b;
  std::sort(sorted_a.begin(), sorted_a.end());
  std::sort(sorted_b.begin(), sorted_b.end());
  if (sorted_a == sorted_b) return false;
  for (unsigned i = 1; i < 1u << a.size(); ++i)
    for (unsigned j = 1; j < 1u << b.size(); ++j) {
      Vertices part_a, part_b;
      for (std::size_t k = 0; k < a.size(); ++k)
        if (i >> k & 1) part_a.push_back(a[k]);
      for (std::size_t k = 0; k < b.size(); ++k)
        if (j >> k & 1) part_b.push_back(b[k]);
      const bool common = std::find_first_of(part_a.begin(), part_a.end(), part_b.begin(),
                                             part_b.end()) != part_a.end();
      if (!common && triangles_meet(corners(part_a, x), corners(part_b, x))) return true;
    }
  return false;
}

bool share_a_vertex(const Vertices& a, const Vertices& b) {
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

struct Element {
  int number;
  Vertices vertices;
};

std::vector<Pair> brute_force(const Mesh& mesh, const std::vector<Vec3>& x) {
  std::vector<Element> faces, edges, points;
  for (std::size_t i = 0; i < mesh.faces().size(); ++i) {
    Vertices v(mesh.faces()[i].begin(), mesh.faces()[i].end());
    std::sort(v.begin(), v.end());
    v.erase(std::unique(v.begin(), v.end()), v.end());
    faces.push_back({static_cast<int>(i), v});
  }
  for (const int edge : mesh.loose_edges()) {
    const Edge& e = mesh.edges()[edge];
    edges.push_back({edge, {e[0], e[1]}});
  }
  for (const int point : mesh.loose_points()) points.push_back({point, {point}});
  std::vector<Pair> found;
  const auto add = [&](IntersectionKind kind, const std::vector<Element>& first,
                       const std::vector<Element>& second) {
    for (const Element& a : first)
      for (const Element& b : second)
        if ((&first != &second || a.number < b.number) && parts_meet(a.vertices, b.vertices, x))
          found.push_back({kind, a.number, b.number, share_a_vertex(a.vertices, b.vertices)});
  };
  add(IntersectionKind::FaceFace, faces, faces);
  add(IntersectionKind::EdgeFace, edges, faces);
  add(IntersectionKind::EdgeEdge, edges, edges);
  add(IntersectionKind::PointFace, points, faces);
  add(IntersectionKind::PointEdge, points, edges);
  add(IntersectionKind::PointPoint, points, points);
  return found;
}

std::vector<Vec3> in_space(const Scene& scene) {
  std::vector<Vec3> x = scene.t0;
  if (scene.planar)
    for (Vec3& point : x) point.z() = 0;
  return x;
}

TEST(Intersections, AreThoseOfBruteForceInEverySortOfScene) {
  std::array<std::int64_t, 6> found = {};
  for (const SceneClass scene_class : kSceneClasses)
    for (std::uint64_t seed = 300; seed < 303; ++seed) {
      const Scene scene = make_scene(scene_class, seed);
      const std::vector<Pair> expected = brute_force(scene.mesh, in_space(scene));
      for (const BroadPhase broad_phase : kBroadPhases)
        for (const int threads : {1, 3}) {
          IntersectionOptions options;
          options.step.broad_phase = broad_phase;
          options.step.threads = threads;
          const IntersectionResult result =
              intersections(scene.mesh, scene.positions_t0(), options);
          EXPECT_EQ(result.intersections, expected) << scene.name << " " << seed;
          EXPECT_EQ(result.count(), static_cast<std::int64_t>(expected.size()));
          std::array<std::int64_t, 6> counts = {}, neighbour_counts = {};
          for (const Pair& pair : expected)
            ++(pair.neighbours ? neighbour_counts : counts)[static_cast<std::size_t>(pair.kind)];
          EXPECT_EQ(result.counts, counts);
          EXPECT_EQ(result.neighbour_counts, neighbour_counts);
          EXPECT_EQ(result.status, expected.empty() ? Status::Free : Status::Contact);
        }
      EXPECT_EQ(has_intersections(scene.mesh, scene.positions_t0()), !expected.empty());
      for (const Pair& intersection : expected)
        ++found[static_cast<std::size_t>(intersection.kind)];
    }
  for (std::size_t kind = 0; kind < found.size(); ++kind)
    EXPECT_GT(found[kind], 3) << to_string(static_cast<IntersectionKind>(kind));
}

TEST(Intersections, AreExactAtEveryScale) {
  std::size_t found = 0;
  for (const double scale : {0x1p-1060, 0x1p-300, 0x1p1000})
    for (const double offset : {0.0, 1024.0})
      for (const SceneClass scene_class :
           {SceneClass::Lattice, SceneClass::Coplanar, SceneClass::Pointed, SceneClass::Sheet}) {
        const Scene scene = make_scene(scene_class, 311, scale, offset);
        const std::vector<Pair> expected = brute_force(scene.mesh, in_space(scene));
        EXPECT_EQ(intersections(scene.mesh, scene.positions_t0()).intersections, expected)
            << scene.name << " " << scale;
        found += expected.size();
      }
  EXPECT_GT(found, 100u);
}

/// Two triangles; the tip of the second ends at height `tip` over the inside of the first.
std::vector<Vec3> two_triangles(double tip) {
  return {Vec3(0, 0, 0),   Vec3(4, 0, 0),   Vec3(0, 4, 0),
          Vec3(1, 1, tip), Vec3(1.5, 1, 8), Vec3(1, 1.5, 8)};
}
const Mesh kTwoTriangles({.vertex_count = 6, .faces = {{0, 1, 2}, {3, 4, 5}}});

TEST(Intersections, OneUnitInTheLastPlaceDecides) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_FALSE(has_intersections(kTwoTriangles, two_triangles(tiny)));
  EXPECT_TRUE(has_intersections(kTwoTriangles, two_triangles(0)));
  EXPECT_TRUE(has_intersections(kTwoTriangles, two_triangles(-tiny)));
  const std::vector<Vec3> through = two_triangles(-1);
  const IntersectionResult result = intersections(kTwoTriangles, through);
  ASSERT_EQ(result.intersections.size(), 1u);
  EXPECT_EQ(result.intersections[0], (Pair{IntersectionKind::FaceFace, 0, 1, false}));
}

TEST(Intersections, NeighboursCountOnlyBeyondWhatTheyShare) {
  const Mesh fan({.vertex_count = 5, .faces = {{0, 1, 2}, {0, 3, 4}}}),
      hinge({.vertex_count = 4, .faces = {{0, 1, 2}, {1, 0, 3}}});
  const auto fan_with = [](const Vec3& p, const Vec3& q) {
    return std::vector<Vec3>{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), p, q};
  };
  EXPECT_FALSE(has_intersections(fan, fan_with(Vec3(-4, 0, 0), Vec3(0, -4, 0))))
      << "in one plane, side by side";
  EXPECT_FALSE(has_intersections(fan, fan_with(Vec3(1, 1, 1), Vec3(1, 2, 1)))) << "over the other";
  EXPECT_TRUE(has_intersections(fan, fan_with(Vec3(1, 1, 1), Vec3(1, 1, -1)))) << "through it";
  EXPECT_TRUE(has_intersections(fan, fan_with(Vec3(1, 1, 0), Vec3(1, 2, 0))))
      << "in one plane, overlapping";
  const auto hinge_with = [](const Vec3& p) {
    return std::vector<Vec3>{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(1, 4, 0), p};
  };
  EXPECT_FALSE(has_intersections(hinge, hinge_with(Vec3(1, -4, 0)))) << "flat";
  EXPECT_FALSE(has_intersections(hinge, hinge_with(Vec3(1, 4, 1e-300)))) << "nearly folded";
  EXPECT_TRUE(has_intersections(hinge, hinge_with(Vec3(3, 3, 0)))) << "folded";
  const Mesh twice({.vertex_count = 3, .faces = {{0, 1, 2}, {2, 1, 0}}});
  EXPECT_FALSE(
      has_intersections(twice, std::vector<Vec3>{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)}));
  const Mesh rods({.vertex_count = 3, .edges = {{0, 1}, {0, 2}}});
  EXPECT_TRUE(
      has_intersections(rods, std::vector<Vec3>{Vec3(0, 0, 0), Vec3(2, 2, 2), Vec3(1, 1, 1)}));
  EXPECT_FALSE(
      has_intersections(rods, std::vector<Vec3>{Vec3(0, 0, 0), Vec3(2, 2, 2), Vec3(-1, -1, -1)}));
}

TEST(Intersections, FindCrossingOutlinesInThePlane) {
  const Mesh outlines({.vertex_count = 4, .edges = {{0, 1}, {2, 3}}});
  Eigen::MatrixXd x(4, 2);
  x << 0, 0, 2, 2, 0, 2, 2, 0;
  const IntersectionResult result = intersections(outlines, x);
  ASSERT_EQ(result.intersections.size(), 1u);
  EXPECT_EQ(result.intersections[0].kind, IntersectionKind::EdgeEdge);
  x.row(3) << 0.5, 1.75;
  EXPECT_FALSE(has_intersections(outlines, x));
}

TEST(Intersections, DoNotSeeOneClosedSurfaceInsideAnother) {
  std::vector<Vec3> x = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};
  for (int i = 0; i < 4; ++i) x.push_back(0.125 * x[i] + Vec3::Constant(0.125));
  const Mesh nested({.vertex_count = 8,
                     .faces = {{0, 2, 1},
                               {0, 1, 3},
                               {0, 3, 2},
                               {1, 2, 3},
                               {4, 6, 5},
                               {4, 5, 7},
                               {4, 7, 6},
                               {5, 6, 7}}});
  EXPECT_FALSE(has_intersections(nested, x));
}

TEST(Intersections, HonourObjectsAndFilters) {
  const std::vector<Vec3> x = two_triangles(-1);
  const Mesh objects(
      {.vertex_count = 6, .faces = {{0, 1, 2}, {3, 4, 5}}, .objects = {0, 0, 0, 1, 1, 1}});
  StepOptions options;
  options.within_objects = false;
  EXPECT_TRUE(has_intersections(objects, x, options));
  EXPECT_FALSE(has_intersections(kTwoTriangles, x, options)) << "all belong to one object";
  options.within_objects = true;
  options.between_objects = false;
  EXPECT_FALSE(has_intersections(objects, x, options));
  EXPECT_TRUE(has_intersections(kTwoTriangles, x, options));
  options.filter = [](const ElementPair& pair) {
    return pair.kind == Kind::EdgeEdge && pair.vertices[2] == 4;
  };
  EXPECT_TRUE(has_intersections(kTwoTriangles, x, options));
  options.filter = [](const ElementPair&) { return false; };
  EXPECT_FALSE(has_intersections(kTwoTriangles, x, options));
}

/// A filter is asked for pairs as a step would ask it, and admitting all of them is admitting
/// everything.
TEST(Intersections, AskFiltersForPairsOfTheStep) {
  for (const SceneClass scene_class : kSceneClasses) {
    const Scene scene = make_scene(scene_class, 321);
    const std::vector<ElementPair> pairs = all_pairs(scene.mesh, scene.planar);
    IntersectionOptions options;
    options.step.threads = 1;
    int asked = 0;
    options.step.filter = [&](const ElementPair& pair) {
      ++asked;
      const bool of_step = std::find(pairs.begin(), pairs.end(), pair) != pairs.end();
      EXPECT_TRUE(of_step || pair.kind == Kind::PointEdge) << scene.name;
      return true;
    };
    const IntersectionResult result = intersections(scene.mesh, scene.positions_t0(), options);
    EXPECT_EQ(result.intersections, intersections(scene.mesh, scene.positions_t0()).intersections);
    EXPECT_GE(asked, static_cast<int>(result.count()));
  }
}

TEST(Intersections, ListTheFirstAndCountAll) {
  const Scene scene = make_scene(SceneClass::Lattice, 331);
  const IntersectionResult all = intersections(scene.mesh, scene.positions_t0());
  ASSERT_GT(all.intersections.size(), 10u);
  for (const std::size_t most :
       {std::size_t{0}, std::size_t{1}, std::size_t{7}, all.intersections.size()}) {
    IntersectionOptions options;
    options.max_listed = most;
    const IntersectionResult some = intersections(scene.mesh, scene.positions_t0(), options);
    EXPECT_EQ(some.counts, all.counts);
    EXPECT_EQ(some.neighbour_counts, all.neighbour_counts);
    ASSERT_EQ(some.intersections.size(), most);
    EXPECT_TRUE(std::equal(some.intersections.begin(), some.intersections.end(),
                           all.intersections.begin()));
  }
}

TEST(Intersections, AgreeWithTheIndependentSearchOnALargeMesh) {
  const Scene scene = make_large_scene(40, 341);
  const auto faces = scene.mesh.faces();
  EXPECT_EQ(has_intersections(scene.mesh, scene.t0),
            find_intersection(scene.t0, faces).triangles.has_value());
  int crossing = 0;
  for (const double t : {0.25, 0.5, 0.75, 1.0}) {
    std::vector<Vec3> x(scene.t0.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = (1 - t) * scene.t0[i] + t * scene.t1[i];
    const IntersectionResult result = intersections(scene.mesh, x);
    EXPECT_EQ(!result.free(), find_intersection(x, faces).triangles.has_value());
    crossing += !result.free();
    for (const Pair& pair : result.intersections) {
      const Face &a = faces[pair.a], &b = faces[pair.b];
      EXPECT_TRUE(parts_meet({a.begin(), a.end()}, {b.begin(), b.end()}, x));
    }
  }
  EXPECT_GT(crossing, 0);
}

TEST(Intersections, RefuseBadInputAndStopOnRequest) {
  EXPECT_TRUE(intersections(Mesh(), std::vector<Vec3>()).free());
  std::vector<Vec3> x = two_triangles(1);
  x[4].y() = std::numeric_limits<double>::quiet_NaN();
  const IntersectionResult bad = intersections(kTwoTriangles, x);
  EXPECT_EQ(bad.status, Status::InvalidInput);
  EXPECT_NE(bad.message.find("vertex 4"), std::string::npos) << bad.message;
  EXPECT_TRUE(has_intersections(kTwoTriangles, x));
  std::stop_source source;
  source.request_stop();
  IntersectionOptions options;
  options.step.stop = source.get_token();
  EXPECT_EQ(intersections(kTwoTriangles, two_triangles(-1), options).status, Status::Cancelled);
}

TEST(Intersections, ReportProgressUpToTheEnd) {
  const Scene scene = make_large_scene(30, 351);
  IntersectionOptions options;
  double last = -1;
  options.step.progress = [&](double share) {
    EXPECT_GE(share, last);
    last = share;
  };
  intersections(scene.mesh, scene.t0, options);
  EXPECT_EQ(last, 1);
}

}  // namespace
}  // namespace firstcontact::test::intersections_test
