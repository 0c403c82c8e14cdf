/// The generated step, and its candidate pairs.
#include "generate/cloth_step.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>

#include "generate/generate.h"
#include "generate/random.h"
#include "generate/smooth.h"

namespace firstcontact::generate::cloth_step_test {
namespace {

std::uint64_t digest(const Step& step) {
  std::uint64_t state = 0;
  for (const auto* vertices : {&step.vertices_t0, &step.vertices_t1}) {
    for (const Vec3& x : *vertices) {
      for (int k = 0; k < 3; ++k) state = mix(state + std::bit_cast<std::uint64_t>(x[k]));
    }
  }
  for (const auto& face : step.faces) {
    for (const int i : face) state = mix(state + static_cast<std::uint64_t>(i));
  }
  return state;
}

/// All pairs, by comparing every box with every other.
std::vector<CandidatePair> brute_force(const Step& step) {
  const auto overlap = [&](const auto& a, const auto& b) {
    for (int k = 0; k < 3; ++k) {
      double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
      const auto grow = [&](const auto& points, int which) {
        for (const int i : points) {
          for (const auto* vertices : {&step.vertices_t0, &step.vertices_t1}) {
            low[which] = std::min(low[which], (*vertices)[i][k]);
            high[which] = std::max(high[which], (*vertices)[i][k]);
          }
        }
      };
      grow(a, 0);
      grow(b, 1);
      if (low[0] > high[1] || low[1] > high[0]) return false;
    }
    return true;
  };
  const auto disjoint = [](const auto& a, const auto& b) {
    std::set<int> all(a.begin(), a.end());
    all.insert(b.begin(), b.end());
    return all.size() == a.size() + b.size();
  };
  std::vector<CandidatePair> pairs;
  for (int i = 0; i < static_cast<int>(step.vertices_t0.size()); ++i) {
    const std::array<int, 1> vertex = {i};
    for (int j = 0; j < static_cast<int>(step.faces.size()); ++j) {
      const auto& face = step.faces[j];
      if (disjoint(vertex, face) && overlap(vertex, face))
        pairs.push_back({Kind::VertexFace, i, j});
    }
  }
  for (int i = 0; i < static_cast<int>(step.edges.size()); ++i) {
    for (int j = i + 1; j < static_cast<int>(step.edges.size()); ++j) {
      const auto &a = step.edges[i], &b = step.edges[j];
      if (disjoint(a, b) && overlap(a, b)) pairs.push_back({Kind::EdgeEdge, i, j});
    }
  }
  return pairs;
}

TEST(ClothStep, IsAGridOfTriangles) {
  const Step step = make_cloth_step({.side = 20, .layers = 4});
  EXPECT_EQ(step.vertices_t0.size(), 400u);
  EXPECT_EQ(step.vertices_t1.size(), 400u);
  EXPECT_EQ(step.faces.size(), 2u * 19 * 19);
  EXPECT_EQ(step.edges.size(), 2u * 20 * 19 + 19 * 19);  // rows, columns, diagonals
}

TEST(ClothStep, IsTheSameAsEver) {
  EXPECT_EQ(digest(make_cloth_step({.side = 50})), 16895089525954179817u);
  EXPECT_NE(digest(make_cloth_step({.side = 50, .seed = 2})),
            digest(make_cloth_step({.side = 50})));
}

TEST(ClothStep, HasTheTypicalSizeByDefault) {
  const Step step = make_cloth_step();
  EXPECT_NEAR(static_cast<double>(step.faces.size()), 92'000, 1'000);
  std::size_t vertex_face = 0;
  const std::vector<CandidatePair> pairs = candidate_indices(step);
  for (const CandidatePair& pair : pairs) vertex_face += pair.kind == Kind::VertexFace ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(vertex_face), 1.7e6, 0.1e6);
  EXPECT_NEAR(static_cast<double>(pairs.size() - vertex_face), 5.2e6, 0.2e6);
}

TEST(ClothStep, StartsFreeAndTouchesInASmallShareOfThePairs) {
  const Step step = make_cloth_step({.side = 60});
  int count[2] = {0, 0}, hits[2] = {0, 0};
  for (const Query& query : candidate_pairs(step, 10'000)) {
    const GeneratedQuery result = with_truth(query);
    const int kind = query.kind == Kind::VertexFace ? 0 : 1;
    ++count[kind];
    if (result.truth) ++hits[kind];
    EXPECT_TRUE(!result.truth || result.toi_upper > 0);
  }
  for (int kind = 0; kind < 2; ++kind) {
    EXPECT_GE(hits[kind], 0.005 * count[kind]);
    EXPECT_LE(hits[kind], 0.03 * count[kind]);
  }
}

TEST(CandidatePairs, AreThoseOfBruteForce) {
  for (const int layers : {1, 3, 7}) {
    const Step step = make_cloth_step({.side = 16, .layers = layers, .seed = 7});
    const std::vector<CandidatePair> expected = brute_force(step);
    EXPECT_GT(expected.size(), 1000u);
    EXPECT_EQ(candidate_indices(step), expected);
  }
}

/// Degenerate for the grid: no extent along an axis, no motion, nothing at all.
TEST(CandidatePairs, AreThoseOfBruteForceForAFlatSheetAtRest) {
  Step step = make_cloth_step({.side = 9, .layers = 1});
  for (Vec3& x : step.vertices_t0) x.z() = 0;
  step.vertices_t1 = step.vertices_t0;
  const std::vector<CandidatePair> expected = brute_force(step);
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(candidate_indices(step), expected);
  EXPECT_TRUE(candidate_indices({}).empty());
  EXPECT_TRUE(candidate_pairs({}, 10).empty());
}

TEST(CandidatePairs, AreSpreadEvenlyWhenLimited) {
  const Step step = make_cloth_step({.side = 30, .layers = 5});
  const std::vector<CandidatePair> all = candidate_indices(step);
  const std::vector<Query> few = candidate_pairs(step, 100);
  ASSERT_EQ(few.size(), 100u);
  EXPECT_EQ(candidate_pairs(step, all.size() + 1).size(), all.size());
  EXPECT_TRUE(candidate_pairs(step, 0).empty());
  for (std::size_t i = 0; i < few.size(); ++i) {
    const Query expected = query_of(step, all[i * all.size() / 100]);
    EXPECT_EQ(few[i].kind, expected.kind);
    EXPECT_EQ(few[i].t0, expected.t0);
    EXPECT_EQ(few[i].t1, expected.t1);
  }
  EXPECT_EQ(few.front().kind, Kind::VertexFace);
  EXPECT_EQ(few.back().kind, Kind::EdgeEdge);
}

TEST(Smooth, SineAndCosineAreAccurate) {
  constexpr double kTurn = 6.283185307179586;
  for (int i = -4000; i <= 4000; ++i) {
    const double turns = i / 1000.0;
    EXPECT_NEAR(sine_of_turns(turns), std::sin(kTurn * turns), 1e-7);
    EXPECT_NEAR(cosine_of_turns(turns), std::cos(kTurn * turns), 1e-7);
  }
}

}  // namespace
}  // namespace firstcontact::generate::cloth_step_test
