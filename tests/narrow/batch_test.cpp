// solve_batch gives the bits of solve: for every length, kind, option and instruction set, and
// whatever is in the other lanes.
#include <firstcontact/batch.h>
#include <firstcontact/solve.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "generate/generate.h"
#include "narrow/certified_support.h"
#include "support/simd_targets.h"

namespace firstcontact::test::batch_test {
namespace {

VertexFace as_vertex_face(const Query& q) {
  return {q.t0[0], q.t0[1], q.t0[2], q.t0[3], q.t1[0], q.t1[1], q.t1[2], q.t1[3]};
}
EdgeEdge as_edge_edge(const Query& q) {
  return {q.t0[0], q.t0[1], q.t0[2], q.t0[3], q.t1[0], q.t1[1], q.t1[2], q.t1[3]};
}

/// Every third from the generator, at every scale; the rest a random step of cloth size, most of it
/// separated by a direction.
Query random_query(Random& random, Kind kind, int i) {
  if (kind != Kind::VertexFace && kind != Kind::EdgeEdge) return small_kind_query(random, kind, i);
  if (i % 3 == 0)
    if (const std::optional<Query> query = test::random_generated_query(random, kind, 601))
      return *query;
  Query query;
  query.kind = kind;
  const Vec3 apart = (i % 3 == 1 ? 0.5 : 1.5) * random.vector();
  for (int j = 0; j < 4; ++j) {
    query.t0[j] = random.vector();
    if (j < (kind == Kind::EdgeEdge ? 2 : 1)) query.t0[j] += 2 * apart;
    query.t1[j] = query.t0[j] + 0.3 * random.vector();
  }
  return query;
}

template <class Pair>
void expect_same_bits(const std::vector<Pair>& pairs, const Options& options,
                      const std::string& what) {
  std::vector<Outcome> outcomes(pairs.size());
  solve_batch(std::span<const Pair>(pairs), options, std::span<Outcome>(outcomes));
  Options plain = options;
  plain.certificate = false;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Result wanted = solve(pairs[i], plain);
    ASSERT_EQ(outcomes[i].status, wanted.status) << what << " pair " << i << " of " << pairs.size();
    ASSERT_EQ(std::bit_cast<std::uint64_t>(outcomes[i].toi),
              std::bit_cast<std::uint64_t>(wanted.toi))
        << what << " pair " << i;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(outcomes[i].toi_upper),
              std::bit_cast<std::uint64_t>(wanted.toi_upper))
        << what << " pair " << i;
    ASSERT_EQ(outcomes[i].checks, wanted.checks) << what << " pair " << i;
    ASSERT_EQ(outcomes[i].starts_in_contact, wanted.starts_in_contact) << what << " pair " << i;
    const Outcome decided = decide(pairs[i], options);
    ASSERT_EQ(decided.status, wanted.status) << what << " pair " << i;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(decided.toi), std::bit_cast<std::uint64_t>(wanted.toi));
    ASSERT_EQ(decided.toi_upper, wanted.toi_upper);
    ASSERT_EQ(decided.checks, wanted.checks);
  }
}

std::vector<Query> mixed(Random& random, std::size_t count) {
  std::vector<Query> queries;
  while (queries.size() < count) {
    const Kind kind = kEveryKind[static_cast<std::size_t>(random.integer(0, 7)) % 5];
    for (std::int64_t run = random.integer(1, 12); run > 0 && queries.size() < count; --run)
      queries.push_back(random_query(random, kind, static_cast<int>(queries.size())));
  }
  return queries;
}

Options random_options(Random& random, int i) {
  Options options;
  if (i % 2 == 1) options.t_max = static_cast<double>(random.integer(0, 16)) / 16;
  if (i % 3 == 1) options.min_separation = std::abs(random.real()) / 4;
  if (i % 5 == 1) options.norm = Norm::Linf;
  options.exact = i % 4 == 3;
  if (i % 7 == 1) options.max_checks = random.integer(1, 4);
  options.decide_only = i % 6 == 2;
  if (i % 8 == 2) options.tolerance = i % 16 == 2 ? 0 : 1e-3;
  return options;
}

/// All three overloads on one set of queries.
void expect_all_spans(Random& random, std::size_t count, const Options& options,
                      const std::string& what) {
  std::vector<VertexFace> vertex_face;
  std::vector<EdgeEdge> edge_edge;
  for (std::size_t i = 0; i < count; ++i) {
    vertex_face.push_back(
        as_vertex_face(random_query(random, Kind::VertexFace, static_cast<int>(i))));
    edge_edge.push_back(as_edge_edge(random_query(random, Kind::EdgeEdge, static_cast<int>(i))));
  }
  expect_same_bits(vertex_face, options, what + " vertex-face");
  expect_same_bits(edge_edge, options, what + " edge-edge");
  expect_same_bits(mixed(random, count), options, what + " mixed");
}

/// Seed 602.
TEST(Batch, SameBitsAsSolveAtEveryLengthOnEveryTarget) {
  const std::vector<std::int64_t> all = targets();
  ASSERT_GE(all.size(), 2u) << "nothing to compare";
  for (const std::int64_t target : all) {
    const Target chosen(target);
    Random random(602);
    for (std::size_t length = 0; length <= 40; ++length)
      expect_all_spans(random, length, random_options(random, static_cast<int>(length)),
                       hwy::TargetName(target));
  }
}

/// Seed 603. Longer than one block, and not a multiple of it.
TEST(Batch, SameBitsAsSolveInLongBatches) {
  Random random(603);
  for (const std::size_t length : {255u, 256u, 257u, 511u, 1027u})
    expect_all_spans(random, length, {}, "long");
}

/// Writes the coordinates of the queries as columns with this stride, and compares.
template <class Real>
void expect_same_bits_of_columns(Kind kind, const std::vector<Query>& queries, std::size_t stride,
                                 const Options& options, const std::string& what) {
  std::vector<Real> memory(24 * queries.size() * stride + 1);
  PairColumns<Real> columns;
  columns.count = queries.size();
  columns.stride = static_cast<std::ptrdiff_t>(stride);
  std::vector<Query> rounded = queries;
  for (std::size_t k = 0; k < 24; ++k) {
    if (static_cast<int>(k % 12 / 3) >= point_count(kind)) continue;
    // Stride 24 is an array of structures; otherwise one column follows the other.
    Real* first = memory.data() + (stride == 24 ? k : k * queries.size() * stride);
    columns.column[k] = first;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      double& value = (k < 12 ? rounded[i].t0 : rounded[i].t1)[k % 12 / 3][static_cast<int>(k % 3)];
      first[i * stride] = static_cast<Real>(value);
      value = first[i * stride];
    }
  }
  std::vector<Outcome> outcomes(queries.size());
  solve_batch(kind, columns, options, outcomes);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Outcome wanted = decide(rounded[i], options);
    ASSERT_EQ(outcomes[i].status, wanted.status) << what << i;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(outcomes[i].toi),
              std::bit_cast<std::uint64_t>(wanted.toi))
        << what << i;
    ASSERT_EQ(outcomes[i].toi_upper, wanted.toi_upper) << what << i;
    ASSERT_EQ(outcomes[i].checks, wanted.checks) << what << i;
  }
}

/// Seed 609. Structure of arrays, array of structures and something in between, of doubles and of
/// floats, on every target.
TEST(Batch, ColumnsGiveTheBitsOfSolve) {
  for (const std::int64_t target : targets()) {
    const Target chosen(target);
    Random random(609);
    for (int i = 0; i < 40; ++i) {
      const Kind kind = i % 5 < 4 ? (i % 2 ? Kind::VertexFace : Kind::EdgeEdge)
                                  : kEveryKind[static_cast<std::size_t>(random.integer(2, 4))];
      std::vector<Query> queries;
      const std::int64_t count = i == 0 ? 0 : i == 1 ? 300 : random.integer(1, 40);
      for (std::int64_t k = 0; k < count; ++k)
        queries.push_back(random_query(random, kind, static_cast<int>(k)));
      const Options options = random_options(random, i);
      for (const std::size_t stride : {1u, 24u, 3u}) {
        expect_same_bits_of_columns<double>(kind, queries, stride, options, "doubles ");
        expect_same_bits_of_columns<float>(kind, queries, stride, options, "floats ");
      }
    }
  }
}

/// Seed 611. A scene_extent is compared with every pair, and a certificate is ignored by methods that
/// have none, alone and in batches.
TEST(Batch, SceneExtentAndCertificateAreTheSameAloneAndInBatches) {
  Random random(611);
  Options options;
  options.scene_extent = Vec3(1e-3, 1e-3, 1e-3);
  expect_all_spans(random, 20, options, "scene extent");
  Options exact;
  exact.method = Method::Exact;
  exact.certificate = true;
  expect_all_spans(random, 20, exact, "certificate of the oracle");
}

TEST(Batch, MissingColumnsAreInvalidInput) {
  const std::vector<double> zeros(5);
  for (const Kind kind : kEveryKind)
    for (std::size_t missing = 0; missing < 24; ++missing) {
      PairColumns<double> columns;
      columns.column.fill(zeros.data());
      columns.column[missing] = nullptr;
      columns.count = zeros.size();
      std::vector<Outcome> outcomes(zeros.size());
      solve_batch(kind, columns, {}, outcomes);
      const bool needed = static_cast<int>(missing % 12 / 3) < point_count(kind);
      for (const Outcome& outcome : outcomes)
        EXPECT_EQ(outcome.status, needed ? Status::InvalidInput : Status::Contact) << missing;
    }
}

/// Seed 610. What decide_only says is true: Free is proven, a contact comes within tolerance, and in
/// exact mode the verdict is that of the oracle.
TEST(Batch, DecideOnlyIsTrueByTheOracle) {
  Random random(610);
  int contacts = 0, false_positives = 0;
  for (int i = 0; i < 3000; ++i) {
    const Query query = random_query(random, i % 2 ? Kind::VertexFace : Kind::EdgeEdge, i);
    Options options, oracle, near;
    options.decide_only = true;
    options.exact = i % 4 == 3;
    if (i % 5 == 1) options.min_separation = near.min_separation = 0.05;
    oracle.min_separation = options.min_separation;
    oracle.method = near.method = Method::Exact;
    const Outcome outcome = decide(query, options), truth = decide(query, oracle);
    if (options.exact) {
      EXPECT_EQ(outcome.free(), truth.free()) << i;
    }
    if (!truth.free()) {
      EXPECT_FALSE(outcome.free()) << i;
      EXPECT_LE(outcome.toi, truth.toi_upper) << i;
    } else if (!outcome.free()) {
      near.min_separation += solve(query, options).tolerance;
      EXPECT_FALSE(decide(query, near).free()) << i;
    }
    contacts += !truth.free();
    false_positives += truth.free() && !outcome.free();
  }
  EXPECT_GT(contacts, 400);
  EXPECT_LT(false_positives, 300);
}

/// Seed 604. The batch really separates most of the random step, and really has hits.
TEST(Batch, AnswersAreOfAllKinds) {
  Random random(604);
  std::vector<Query> queries;
  for (int i = 0; i < 600; ++i)
    queries.push_back(random_query(random, i % 2 ? Kind::VertexFace : Kind::EdgeEdge, i));
  std::vector<Outcome> outcomes(queries.size());
  solve_batch(std::span<const Query>(queries), {}, std::span<Outcome>(outcomes));
  int at_once = 0, positive = 0;
  for (const Outcome& outcome : outcomes) {
    at_once += outcome.status == Status::Free && outcome.checks == 1;
    positive += !outcome.free();
  }
  EXPECT_GT(at_once, 150);
  EXPECT_GT(positive, 60);
}

/// Seed 605. NaN and infinity spoil their own pair only, in every lane and coordinate.
TEST(Batch, InvalidPairsDoNotTouchTheirNeighbours) {
  Random random(605);
  constexpr double kBad[] = {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()};
  for (const std::int64_t target : targets()) {
    const Target chosen(target);
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge})
      for (int coordinate = 0; coordinate < 24; ++coordinate) {
        std::vector<Query> queries;
        for (int i = 0; i < 21; ++i) queries.push_back(random_query(random, kind, i));
        const auto spoiled = static_cast<std::size_t>(random.integer(0, 20));
        auto& points = coordinate < 12 ? queries[spoiled].t0 : queries[spoiled].t1;
        points[coordinate % 12 / 3][coordinate % 3] = kBad[coordinate % 3];
        std::vector<Outcome> outcomes(queries.size());
        solve_batch(std::span<const Query>(queries), {}, std::span<Outcome>(outcomes));
        for (std::size_t i = 0; i < queries.size(); ++i)
          EXPECT_EQ(outcomes[i].status == Status::InvalidInput, i == spoiled)
              << hwy::TargetName(target) << ' ' << coordinate;
        expect_same_bits(queries, {}, "spoiled");
      }
  }
}

/// Seed 606.
TEST(Batch, InvalidOptionsAreRefusedForEveryPair) {
  Random random(606);
  std::vector<Options> bad(6);
  bad[0].t_max = 1.5;
  bad[1].min_separation = -1;
  bad[2].tolerance = std::numeric_limits<double>::quiet_NaN();
  bad[3].max_checks = 0;
  bad[4].method = static_cast<Method>(77);
  bad[5].min_separation = std::numeric_limits<double>::infinity();
  for (const Options& options : bad) {
    const std::vector<Query> queries = mixed(random, 33);
    std::vector<Outcome> outcomes(queries.size());
    solve_batch(std::span<const Query>(queries), options, std::span<Outcome>(outcomes));
    for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.status, Status::InvalidInput);
    expect_same_bits(queries, options, "invalid options");
  }
}

/// Seed 607. Gaps that need scaling are left to the scalar code: same status, and the same number
/// of checks.
TEST(Batch, SameBitsAsSolveAtScalesThatNeedScaling) {
  Random random(607);
  for (const int exponent : {-1074, -1000, -400, -201, -199, 0, 199, 201, 400, 1000, 1023})
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      std::vector<Query> queries;
      for (int i = 0; i < 40; ++i) {
        Query query = random_query(random, kind, 1 + i % 2);
        for (int j = 0; j < 4; ++j)
          for (int k = 0; k < 3; ++k) {
            query.t0[j][k] = std::ldexp(query.t0[j][k] / 8, i % 5 == 0 ? 0 : exponent);
            query.t1[j][k] = std::ldexp(query.t1[j][k] / 8, i % 5 == 0 ? 0 : exponent);
          }
        queries.push_back(query);
      }
      Options options;
      expect_same_bits(queries, options, "scale 2^" + std::to_string(exponent));
      options.t_max = 0.7;
      options.min_separation = std::ldexp(0.01, std::min(exponent, 1000));
      expect_same_bits(queries, options, "scale with separation 2^" + std::to_string(exponent));
    }
}

/// Seed 608. A certificate is not asked of a batch, whatever the method and kind.
TEST(Batch, CertificateIsIgnored) {
  Random random(608);
  for (const Method method : {Method::Certified, Method::Exact, Method::TightInclusion}) {
    Options options;
    options.method = method;
    options.norm = Norm::Linf;
    options.certificate = true;
    options.max_checks = 2000;
    expect_same_bits(mixed(random, 40), options, "certificate");
  }
}

}  // namespace
}  // namespace firstcontact::test::batch_test
