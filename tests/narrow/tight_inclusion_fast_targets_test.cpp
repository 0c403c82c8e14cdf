// Every instruction set that this machine has gives the same bits, and the same as plain code.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <bit>
#include <vector>

#include "narrow/published/tight_inclusion_fast.h"
#include "narrow/published/tight_inclusion_fast_kernel.h"
#include "narrow/published/tight_inclusion_problem.h"
#include "narrow/tight_inclusion_support.h"
#include "support/simd_targets.h"

namespace firstcontact::narrow::tight_inclusion_fast_targets_test {
namespace {

using test::KnownContact;
using test::Random;
using test::Target;
using test::targets;
using test::tight_inclusion_options;

Query random_query(Random& random, int i) {
  if (i % 3 == 0) return test::edge_crosses_edge(random).query;
  if (i % 3 == 1) return test::vertex_on_triangle(random, i % 4).query;
  Query query;
  query.kind = static_cast<Kind>(i % 5);
  for (int j = 0; j < 4; ++j) {
    query.t0[j] = random.vector();
    query.t1[j] = random.vector();
  }
  return query;
}

/// Seed 31.
TEST(TightInclusionFastTargets, SolveGivesTheSameBits) {
  const std::vector<std::int64_t> all = targets();
  ASSERT_GE(all.size(), 2u) << "nothing to compare";
  Random random(31);
  int hits = 0;
  constexpr int kQueries = 1500;
  for (int i = 0; i < kQueries; ++i) {
    const Query query = random_query(random, i);
    Options options = tight_inclusion_options();
    options.max_checks = i % 4 == 0 ? random.integer(1, 400) : 100'000;
    if (i % 5 == 0) options.t_max = std::abs(random.real());
    if (i % 7 == 0) options.min_separation = 0.01;
    std::vector<Result> results;
    for (const std::int64_t target : all) {
      const Target chosen(target);
      results.push_back(solve_tight_inclusion_fast(query, options));
    }
    hits += !results[0].free();
    for (const Result& result : results) {
      EXPECT_EQ(result.status, results[0].status) << i;
      EXPECT_EQ(std::bit_cast<std::uint64_t>(result.toi),
                std::bit_cast<std::uint64_t>(results[0].toi))
          << i;
      EXPECT_EQ(std::bit_cast<std::uint64_t>(result.tolerance),
                std::bit_cast<std::uint64_t>(results[0].tolerance))
          << i;
      EXPECT_EQ(result.checks, results[0].checks) << i;
    }
  }
  EXPECT_GT(hits, kQueries / 2);
  EXPECT_LT(hits, kQueries);
}

struct Boxes {
  std::vector<double> t, u, v;
};

/// The check, box by box, in plain code.
tight_inclusion::CheckedBoxes check_plainly(const tight_inclusion::Problem& p,
                                            const tight_inclusion::Level& level, Boxes& boxes,
                                            std::size_t count) {
  Boxes kept;
  for (std::size_t i = 0; i < count; ++i) {
    const tight_inclusion::GapBox gap =
        tight_inclusion::gap_box(p, level, boxes.t[i], boxes.u[i], boxes.v[i]);
    bool hit = true, small = true;
    for (int k = 0; k < 3; ++k) {
      hit = hit && gap.low[k] <= p.contact_bound[k] && gap.high[k] >= -p.contact_bound[k];
      const bool inside = gap.low[k] >= -p.contact_bound[k] && gap.high[k] <= p.contact_bound[k];
      small = small && (gap.high[k] - gap.low[k] <= p.narrow[k] || inside);
    }
    if (hit && small) {
      const tight_inclusion::CheckedBoxes found{
          kept.t.size(), i, {boxes.t[i], boxes.u[i], boxes.v[i]}};
      boxes = kept;
      return found;
    }
    if (!hit) continue;
    kept.t.push_back(boxes.t[i]);
    kept.u.push_back(boxes.u[i]);
    kept.v.push_back(boxes.v[i]);
  }
  boxes = kept;
  return {kept.t.size(), count, {0, 0, 0}};
}

/// Sorted by time, several boxes per time interval or one, any number of boxes.
Boxes random_boxes(Random& random, const tight_inclusion::Level& level, std::size_t count,
                   bool triangle) {
  Boxes boxes;
  const auto cells = [&](int dimension) {
    return (std::int64_t{1} << level.halvings[dimension]) - 1;
  };
  for (std::size_t i = 0; i < count; ++i)
    boxes.t.push_back(static_cast<double>(random.integer(0, cells(0))) * level.width[0]);
  std::sort(boxes.t.begin(), boxes.t.end());
  while (boxes.u.size() < count) {
    const double u = static_cast<double>(random.integer(0, cells(1))) * level.width[1];
    const double v = static_cast<double>(random.integer(0, cells(2))) * level.width[2];
    if (triangle && u + v >= 1) continue;
    boxes.u.push_back(u);
    boxes.v.push_back(v);
  }
  return boxes;
}

/// Seed 32.
TEST(TightInclusionFastTargets, CheckBoxesAgreesWithPlainCode) {
  Random random(32);
  const std::vector<std::int64_t> all = targets();
  std::size_t survivors = 0, checked = 0, small = 0;
  for (int i = 0; i < 3000; ++i) {
    const Query query = random_query(random, i);
    Options options = tight_inclusion_options();
    options.min_separation = query.kind == Kind::EdgeEdge ? 0 : std::abs(query.t0[0].x()) / 16;
    if (i % 2) options.tolerance = query.t0[0].cwiseAbs().maxCoeff();
    const tight_inclusion::Problem problem = tight_inclusion::make_problem(query, options);
    tight_inclusion::Level level = tight_inclusion::root_level(problem);
    for (int d = 0; d < 3; ++d) {
      level.halvings[d] = static_cast<int>(random.integer(0, 3));
      level.width[d] = std::ldexp(level.width[d], -level.halvings[d]);
    }
    const auto count = static_cast<std::size_t>(random.integer(0, 40));
    const Boxes boxes = random_boxes(random, level, count, problem.triangle);
    Boxes expected = boxes;
    const tight_inclusion::CheckedBoxes plain = check_plainly(problem, level, expected, count);
    for (const std::int64_t target : all) {
      const Target chosen(target);
      Boxes lanes = boxes;
      for (std::vector<double>* values : {&lanes.t, &lanes.u, &lanes.v})
        values->resize(count + tight_inclusion::kLanePadding, 0.5);
      const tight_inclusion::CheckedBoxes wide = tight_inclusion::check_boxes(
          problem, level, lanes.t.data(), lanes.u.data(), lanes.v.data(), count);
      ASSERT_EQ(wide.survivors, plain.survivors) << i << " on " << hwy::TargetName(target);
      ASSERT_EQ(wide.first_small, plain.first_small) << i << " on " << hwy::TargetName(target);
      EXPECT_EQ(wide.small.t, plain.small.t);
      EXPECT_EQ(wide.small.u, plain.small.u);
      EXPECT_EQ(wide.small.v, plain.small.v);
      for (std::vector<double>* values : {&lanes.t, &lanes.u, &lanes.v})
        values->resize(plain.survivors);
      EXPECT_EQ(lanes.t, expected.t);
      EXPECT_EQ(lanes.u, expected.u);
      EXPECT_EQ(lanes.v, expected.v);
    }
    survivors += plain.survivors;
    checked += count;
    small += plain.first_small < count;
  }
  EXPECT_GT(survivors, checked / 20);
  EXPECT_LT(survivors, checked / 2);
  EXPECT_GT(small, 300u);
}

}  // namespace
}  // namespace firstcontact::narrow::tight_inclusion_fast_targets_test
