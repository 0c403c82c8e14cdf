// settle_by_plane: the same bits for one pair and for many, on every instruction set; and what it
// says is true by the exact oracle.
#include "narrow/certified/plane_settling.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "exact/oracle.h"
#include "generate/generate.h"
#include "narrow/certified/batch_kernel.h"
#include "narrow/certified_support.h"
#include "support/simd_targets.h"

namespace firstcontact::narrow::plane_settling_test {
namespace {

using test::Random;

/// Half of them generated (degenerate, touching at corners and sides, near misses), half random
/// steps in which the elements pass through each other or beside each other.
Query random_query(Random& random, Kind kind, int i) {
  if (i % 2 == 0)
    if (const std::optional<Query> query = test::random_generated_query(random, kind, 631))
      return *query;
  Query query;
  query.kind = kind;
  const Vec3 apart = random.vector();
  for (int j = 0; j < 4; ++j) {
    query.t0[j] = query.t1[j] = random.vector();
    if (j < (kind == Kind::EdgeEdge ? 2 : 1)) {
      query.t0[j] += apart;
      query.t1[j] -= apart;
    }
    query.t1[j] += 0.2 * random.vector();
  }
  return query;
}

/// Pairs of one kind that no direction separates, as an array and as columns.
struct Pairs {
  Kind kind;
  std::vector<Query> queries;
  std::vector<double> coordinates, columns;

  Pairs(Random& random, Kind pair_kind, std::size_t count) : kind(pair_kind) {
    for (int i = 0; queries.size() < count; ++i) {
      const Query query = random_query(random, kind, i);
      Separated separated;
      find_separated(PairArray{query.t0[0].data(), 24, 1, kind == Kind::EdgeEdge}, 1, {}, nullptr,
                     &separated);
      if (separated == Separated::No) queries.push_back(query);
    }
    columns.resize(24 * count);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < 24; ++k) {
        coordinates.push_back(queries[i].t0[0].data()[k]);
        columns[k * count + i] = coordinates.back();
      }
  }

  PairArray array() const {
    return {coordinates.data(), 24, queries.size(), kind == Kind::EdgeEdge};
  }
  PairColumns<double> table() const {
    PairColumns<double> out;
    for (std::size_t k = 0; k < 24; ++k) out.column[k] = columns.data() + k * queries.size();
    out.count = queries.size();
    return out;
  }
};

struct Trial {
  SettleTask task;
  double tolerance = -1;  // as settle_by_plane takes it

  Trial(Random& random, int i) {
    if (i % 3 == 1) task.t_max = static_cast<double>(random.integer(1, 16)) / 16;
    if (i % 4 == 2) task.contact_width = 0x1p-31;
    task.decide_only = i % 5 == 3;
    if (i % 4 == 1) tolerance = i % 8 == 1 ? 0 : 1e-4;
  }
  double tolerance_of(const GapCorners& corners) const {
    return tolerance < 0 ? kRelativeTolerance * corners.largest : tolerance;
  }
};

auto bits(const Settled& s) {
  return std::tuple(s.end, std::bit_cast<std::uint64_t>(s.t), std::bit_cast<std::uint64_t>(s.upper),
                    s.checks);
}

/// Seed 631.
TEST(PlaneSettling, SameBitsInLanesAsAloneOnEveryTarget) {
  Random random(631);
  for (int i = 0; i < 40; ++i) {
    const Pairs pairs(random, i % 2 ? Kind::VertexFace : Kind::EdgeEdge,
                      static_cast<std::size_t>(random.integer(1, 41)));
    const Trial trial(random, i);
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t k = 0; k < pairs.queries.size(); ++k) numbers.push_back(k);
    for (std::size_t k = numbers.size(); k > 1; --k)
      std::swap(numbers[k - 1],
                numbers[static_cast<std::size_t>(random.integer(0, static_cast<int>(k) - 1))]);
    std::vector<Settled> wanted;
    for (const std::uint32_t k : numbers) {
      const GapCorners corners = gap_corners(pairs.queries[k]);
      wanted.push_back(settle_by_plane(corners, trial.tolerance_of(corners), trial.task));
    }
    const PairColumns<double> table = pairs.table();
    for (const std::int64_t target : test::targets()) {
      const test::Target chosen(target);
      std::vector<Settled> in_array(numbers.size()), in_columns(numbers.size());
      settle_by_plane(pairs.array(), numbers.data(), numbers.size(), trial.tolerance, trial.task,
                      in_array.data());
      settle_by_plane(PairTable<double>{&table, 0, table.count, pairs.kind == Kind::EdgeEdge},
                      numbers.data(), numbers.size(), trial.tolerance, trial.task,
                      in_columns.data());
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        EXPECT_EQ(bits(in_array[k]), bits(wanted[k])) << hwy::TargetName(target) << ' ' << i;
        EXPECT_EQ(bits(in_columns[k]), bits(wanted[k])) << hwy::TargetName(target) << ' ' << i;
      }
    }
  }
}

/// True if the exact pair does not touch in [0, t), or in [0, t] if t > 0.
bool is_free_before(const exact::Decision& truth, double t) {
  return !truth.contact || t == 0 || truth.upper.round_up() > t;
}

/// Seed 632. Of 8,000 pairs 43 % end as free, 15 % as contact, 26 % as near, and 15 % stay open.
TEST(PlaneSettling, EveryEndIsTrueByTheOracle) {
  Random random(632);
  int ends[4] = {};
  for (int i = 0; i < 80; ++i) {
    const Pairs pairs(random, i % 2 ? Kind::VertexFace : Kind::EdgeEdge, 100);
    const Trial trial(random, i);
    for (const Query& query : pairs.queries) {
      const GapCorners corners = gap_corners(query);
      const double tolerance = trial.tolerance_of(corners);
      const Settled settled = settle_by_plane(corners, tolerance, trial.task);
      const exact::Decision truth =
          exact::decide(query, {.t_max = trial.task.t_max, .width_bits = 80});
      ++ends[static_cast<int>(settled.end)];
      EXPECT_LE(settled.checks, kMostSettleChecks);
      EXPECT_TRUE(is_free_before(truth, settled.t)) << i;
      switch (settled.end) {
        case SettleEnd::Open: break;
        case SettleEnd::Free: EXPECT_FALSE(truth.contact) << i; break;
        case SettleEnd::Contact:
          ASSERT_TRUE(truth.contact) << i;
          EXPECT_LE(settled.t, truth.lower.round_up());
          EXPECT_GE(settled.upper, truth.upper.round_down());
          EXPECT_LE(settled.upper - settled.t, trial.task.contact_width);
          EXPECT_TRUE(test::within(query, settled.t, tolerance, Norm::L2)) << i;
          break;
        case SettleEnd::Near:
          if (!trial.task.decide_only) {
            EXPECT_TRUE(test::within(query, settled.t, tolerance, Norm::L2)) << i;
          } else {
            EXPECT_TRUE(exact::decide(query, {.min_separation = tolerance,
                                              .t_max = trial.task.t_max,
                                              .width_bits = 1})
                            .contact)
                << i;
          }
      }
    }
  }
  EXPECT_GT(ends[static_cast<int>(SettleEnd::Free)], 1600);
  EXPECT_GT(ends[static_cast<int>(SettleEnd::Contact)], 800);
  EXPECT_GT(ends[static_cast<int>(SettleEnd::Near)], 800);
  EXPECT_LT(ends[static_cast<int>(SettleEnd::Open)], 2400);
}

/// A vertex that falls through the inside of a face is settled with one nearest point, and the time
/// is as tight as asked.
TEST(PlaneSettling, PlainContactTakesTwoChecks) {
  Query query;
  query.kind = Kind::VertexFace;
  query.t0 = {Vec3(0.3, 0.25, 1), Vec3(0, 0, 0), Vec3(1, 0, 0.125), Vec3(0, 1, 0.25)};
  query.t1 = query.t0;
  query.t1[0].z() = -1;
  const GapCorners corners = gap_corners(query);
  const Settled settled = settle_by_plane(corners, 1e-6, {.contact_width = 0x1p-31});
  EXPECT_EQ(settled.end, SettleEnd::Contact);
  EXPECT_EQ(settled.checks, 2);
  EXPECT_NEAR(settled.t, 0.45, 1e-9);
  EXPECT_LT(settled.upper - settled.t, 0x1p-31);
}

}  // namespace
}  // namespace firstcontact::narrow::plane_settling_test
