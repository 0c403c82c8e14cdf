// find_separated: the same verdicts by index as from an array and as the scalar code, on every
// instruction set; and a pair that it calls separated is, by the exact oracle, never as near as its
// margin.
#include "narrow/certified/batch_kernel.h"

#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "exact/oracle.h"
#include "generate/generate.h"
#include "narrow/certified/certified.h"
#include "narrow/certified_support.h"
#include "narrow/pair_solver.h"
#include "support/simd_targets.h"

namespace firstcontact::narrow::batch_kernel_test {
namespace {

using test::Random;
using test::Scaled;

/// A generated query, or a random step of a size of about 1, one half of them nearly apart.
Query random_query(Random& random, Kind kind, int i) {
  if (i % 4 == 0)
    if (const std::optional<Query> query = test::random_generated_query(random, kind, 621))
      return *query;
  Query query;
  query.kind = kind;
  const Vec3 apart = (i % 2 ? 1.0 : 3.0) * random.vector();
  for (int j = 0; j < 4; ++j) {
    query.t0[j] = random.vector();
    if (j < (kind == Kind::EdgeEdge ? 2 : 1)) query.t0[j] += apart;
    query.t1[j] = query.t0[j] + 0.3 * random.vector();
  }
  return query;
}

/// Pairs of one kind, in both forms. Every point is a vertex of its own, and the vertices are in no
/// order.
struct Pairs {
  std::vector<Query> queries;
  std::vector<double> coordinates, points;
  std::vector<std::array<std::int32_t, 4>> vertices;

  Pairs(Random& random, Kind kind, int count) {
    for (int i = 0; i < count; ++i) queries.push_back(random_query(random, kind, i));
    const auto vertex_count = static_cast<std::int32_t>(4 * queries.size());
    points.resize(6 * vertex_count);
    std::int32_t next = 0;
    for (const Query& query : queries) {
      auto& indices = vertices.emplace_back();
      for (int j = 0; j < 4; ++j) {
        const std::int32_t vertex =
            static_cast<std::int32_t>(std::int64_t{next++} * 7919 % vertex_count);
        indices[j] = vertex;
        for (int k = 0; k < 3; ++k) {
          points[6 * vertex + k] = query.t0[j][k];
          points[6 * vertex + 3 + k] = query.t1[j][k];
        }
      }
      for (const auto* instant : {&query.t0, &query.t1})
        for (const Vec3& point : *instant)
          coordinates.insert(coordinates.end(), point.data(), point.data() + 3);
    }
  }

  bool edge_edge() const { return queries[0].kind == Kind::EdgeEdge; }
  std::vector<Separated> of_array(double t_max, const SeparationMargin& margin,
                                  const double* distances) const {
    std::vector<Separated> out(queries.size());
    find_separated(PairArray{coordinates.data(), 24, queries.size(), edge_edge()}, t_max, margin,
                   distances, out.data());
    return out;
  }
  std::vector<Separated> by_index(double t_max, const SeparationMargin& margin,
                                  const double* distances) const {
    std::vector<Separated> out(queries.size());
    const auto* indices = reinterpret_cast<const std::int32_t(*)[4]>(vertices.data());
    find_separated(IndexedPairs{points.data(), indices, queries.size(), edge_edge()}, t_max, margin,
                   distances, out.data());
    return out;
  }
};

/// A margin of its own for every trial: none, a distance, one relative to the size, both; and
/// distances per pair, some of them 0.
struct Trial {
  double t_max = 1;
  SeparationMargin margin;
  std::vector<double> distances;  // empty: margin.distance for all

  Trial(Random& random, int i, std::size_t count) {
    if (i % 3 == 2) t_max = static_cast<double>(random.integer(0, 16)) / 16;
    margin.euclidean = i % 2 == 0;
    if (i % 4 == 1) margin.distance = std::abs(random.real()) / 4;
    if (i % 5 >= 3) margin.relative = i % 5 == 3 ? kRelativeTolerance : std::abs(random.real()) / 8;
    if (i % 7 >= 4)
      for (std::size_t k = 0; k < count; ++k)
        distances.push_back(k % 3 ? std::abs(random.real()) / 4 : 0);
  }
  const double* distances_or_null() const { return distances.empty() ? nullptr : distances.data(); }
  SeparationMargin of_pair(std::size_t i) const {
    SeparationMargin own = margin;
    if (!distances.empty()) own.distance = distances[i];
    return own;
  }
};

/// Seed 621.
TEST(BatchKernel, IndexedArrayAndScalarAgreeOnEveryTarget) {
  Random random(621);
  int yes = 0, no = 0, untested = 0;
  for (int i = 0; i < 84; ++i) {
    const Pairs pairs(random, i % 2 ? Kind::VertexFace : Kind::EdgeEdge,
                      static_cast<int>(random.integer(1, 41)));
    const Trial trial(random, i / 2, pairs.queries.size());
    std::vector<Separated> wanted;
    for (std::size_t k = 0; k < pairs.queries.size(); ++k) {
      const GapCorners corners = gap_corners(pairs.queries[k]);
      const bool scaled = corners.exponent != 0 || corners.largest == 0;
      const bool free = !scaled && first_separating_direction(corners, trial.t_max,
                                                              trial.of_pair(k)) < kDirections;
      wanted.push_back(scaled ? Separated::Untested : free ? Separated::Yes : Separated::No);
    }
    for (const std::int64_t target : test::targets()) {
      const test::Target chosen(target);
      EXPECT_EQ(pairs.of_array(trial.t_max, trial.margin, trial.distances_or_null()), wanted)
          << hwy::TargetName(target) << i;
      EXPECT_EQ(pairs.by_index(trial.t_max, trial.margin, trial.distances_or_null()), wanted)
          << hwy::TargetName(target) << i;
    }
    yes += static_cast<int>(std::count(wanted.begin(), wanted.end(), Separated::Yes));
    no += static_cast<int>(std::count(wanted.begin(), wanted.end(), Separated::No));
    untested += static_cast<int>(std::count(wanted.begin(), wanted.end(), Separated::Untested));
  }
  EXPECT_GT(yes, 300);
  EXPECT_GT(no, 200);
  EXPECT_GT(untested, 20);
}

/// The largest double that is not above the exact margin of the pair.
double margin_of(const Query& query, const SeparationMargin& margin) {
  Scaled largest(0);
  for (const double t : {0.0, 1.0})
    for (const test::ScaledVector& corner : test::exact_corners(query, t))
      for (const Scaled& component : corner)
        if (test::magnitude(component).compare(largest) > 0) largest = test::magnitude(component);
  const Scaled exact = Scaled(margin.distance) + Scaled(margin.relative) * largest;
  double out = exact.to_double();
  while (Scaled(out).compare(exact) > 0) out = std::nextafter(out, 0);
  return out;
}

/// Seed 622. Against the exact oracle.
TEST(BatchKernel, SeparatedPairsAreNeverAsNearAsTheirMargin) {
  Random random(622);
  int checked = 0, with_margin = 0;
  for (int i = 0; i < 168; ++i) {
    const Pairs pairs(random, i % 2 ? Kind::VertexFace : Kind::EdgeEdge, 24);
    const Trial trial(random, i / 2, pairs.queries.size());
    const std::vector<Separated> separated =
        pairs.by_index(trial.t_max, trial.margin, trial.distances_or_null());
    for (std::size_t k = 0; k < separated.size(); ++k) {
      if (separated[k] != Separated::Yes) continue;
      const double margin = margin_of(pairs.queries[k], trial.of_pair(k));
      const exact::Request request = {.min_separation = margin,
                                      .norm = trial.margin.euclidean ? Norm::L2 : Norm::Linf,
                                      .t_max = trial.t_max,
                                      .width_bits = 1};
      EXPECT_FALSE(exact::decide(pairs.queries[k], request).contact)
          << "trial " << i << " pair " << k;
      ++checked;
      with_margin += margin > 0;
    }
  }
  EXPECT_GT(checked, 800);
  EXPECT_GT(with_margin, 400);
}

/// Seed 623. A pair at rest above a face or across an edge, turned at random in steps that are
/// exact: at exactly its margin it is not separated, and a little beyond it is.
TEST(BatchKernel, MarginIsSharp) {
  Random random(623);
  for (int i = 0; i < 400; ++i) {
    const bool edge_edge = i % 2 == 1;
    const double height = std::ldexp(static_cast<double>(random.integer(1, 1 << 20)),
                                     static_cast<int>(random.integer(-40, 0)));
    std::array<Vec3, 4> at = {Vec3(0, 0, height), Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(0, 1, 0)};
    if (edge_edge) at = {Vec3(-1, 0, height), Vec3(1, 0, height), Vec3(0, -1, 0), Vec3(0, 1, 0)};
    const int turn = static_cast<int>(random.integer(0, 2));
    std::vector<double> coordinates;
    for (int instant = 0; instant < 2; ++instant)
      for (const Vec3& point : at)
        for (int k = 0; k < 3; ++k) coordinates.push_back(point[(k + turn) % 3]);
    const PairArray pair = {coordinates.data(), 24, 1, edge_edge};
    const double size = std::max(height, 1.0);
    const double relative = i % 3 == 0 ? 0.5 * height / size : 0;
    const auto verdict = [&](double distance) {
      Separated out;
      find_separated(pair, 1, {i % 5 == 0 ? distance : 7e9, i % 4 < 2, relative},
                     i % 5 == 0 ? nullptr : &distance, &out);
      return out;
    };
    const double left = height - relative * size;
    EXPECT_EQ(verdict(left), Separated::No) << i;
    EXPECT_EQ(verdict(left - 0x1p-44 * std::max(height, 1.0)), Separated::Yes) << i;
  }
}

/// Seed 624. What pruning relies on: with kRelativeTolerance a separated pair never comes within
/// the solver's default tolerance.
TEST(BatchKernel, RelativeMarginCoversTheDefaultTolerance) {
  Random random(624);
  int checked = 0;
  for (int i = 0; i < 40; ++i) {
    const Pairs pairs(random, i % 2 ? Kind::VertexFace : Kind::EdgeEdge, 24);
    SeparationMargin margin;
    margin.relative = kRelativeTolerance;
    const std::vector<Separated> separated = pairs.by_index(1, margin, nullptr);
    for (std::size_t k = 0; k < separated.size(); ++k) {
      if (separated[k] != Separated::Yes) continue;
      const double tolerance = tolerance_of(pairs.queries[k], {});
      EXPECT_FALSE(
          exact::decide(pairs.queries[k], {.min_separation = tolerance, .width_bits = 1}).contact)
          << i << ' ' << k;
      ++checked;
    }
  }
  EXPECT_GT(checked, 200);
}

/// Seed 625. NaN and infinity spoil the pairs that use the vertex, and no other.
TEST(BatchKernel, BadVertexIsUntestedInItsOwnPairsOnly) {
  Random random(625);
  for (const std::int64_t target : test::targets()) {
    const test::Target chosen(target);
    for (int i = 0; i < 48; ++i) {
      Pairs pairs(random, i % 2 ? Kind::VertexFace : Kind::EdgeEdge, 19);
      const std::vector<Separated> before = pairs.by_index(1, {}, nullptr);
      const auto spoiled = static_cast<std::size_t>(random.integer(0, 18));
      const auto vertex = static_cast<std::size_t>(pairs.vertices[spoiled][i % 4]);
      pairs.points[6 * vertex + static_cast<std::size_t>(i % 6)] =
          i % 3 ? std::numeric_limits<double>::quiet_NaN()
                : -std::numeric_limits<double>::infinity();
      std::vector<Separated> wanted = before;
      wanted[spoiled] = Separated::Untested;
      EXPECT_EQ(pairs.by_index(1, {}, nullptr), wanted) << hwy::TargetName(target) << ' ' << i;
    }
  }
}

TEST(BatchKernel, NoPairsIsNoWork) {
  find_separated(PairArray{}, 1, {}, nullptr, nullptr);
  find_separated(IndexedPairs{}, 1, {}, nullptr, nullptr);
}

/// Seed 626. After the verdict for the very question, and after none, solve_unseparated has the
/// bits of solve.
TEST(PairSolver, GivesTheBitsOfSolve) {
  Random random(626);
  int survivors = 0;
  for (int i = 0; i < 30; ++i) {
    Pairs pairs(random, i % 2 ? Kind::VertexFace : Kind::EdgeEdge, 16);
    pairs.queries[3].t1[2].y() = std::numeric_limits<double>::infinity();
    pairs.coordinates[3 * 24 + 12 + 6 + 1] = std::numeric_limits<double>::infinity();
    Options options;
    options.exact = i % 3 == 0;
    if (i % 4 == 1) options.min_separation = 0.1;
    if (i % 5 == 1) options.t_max = 0.5;
    const SeparationMargin margin = {options.min_separation, true};
    const std::vector<Separated> separated = pairs.of_array(options.t_max, margin, nullptr);
    for (std::size_t k = 0; k < separated.size(); ++k) {
      const Result wanted = solve(pairs.queries[k], options);
      for (const Separated verdict : {separated[k], Separated::Untested}) {
        const Outcome outcome = solve_unseparated(pairs.queries[k], options, verdict);
        EXPECT_EQ(outcome.status, wanted.status) << i << ' ' << k;
        EXPECT_EQ(std::bit_cast<std::uint64_t>(outcome.toi),
                  std::bit_cast<std::uint64_t>(wanted.toi))
            << i << ' ' << k;
        EXPECT_EQ(outcome.checks, wanted.checks) << i << ' ' << k;
      }
      survivors += separated[k] == Separated::No;
      EXPECT_EQ(wanted.status == Status::InvalidInput, k == 3);
    }
  }
  EXPECT_GT(survivors, 50);
}

}  // namespace
}  // namespace firstcontact::narrow::batch_kernel_test
