// Recorded steps: every candidate once, in order, with the oracle's truth, whatever the threads,
// the broad phase and the chunk.
#include "recording/record_step.h"

#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generate/cloth_step.h"
#include "generate/generate.h"
#include "generate/random.h"
#include "io/errors.h"
#include "io/query_reader.h"
#include "io/temporary_folder.h"

namespace firstcontact::apps::record_step_test {
namespace {

using testing::bytes_of;
using testing::message_of;
using testing::TemporaryFolder;

class RecordStep : public ::testing::Test {
 protected:
  RecordStep() {
    generate::ClothOptions options;
    options.side = 16;
    options.layers = 4;
    step_ = generate::make_cloth_step(options);
  }

  Recorded record(const TemporaryFolder& folder, const StepOptions& options = {},
                  std::size_t chunk = kRecordChunk) {
    MeshDescription description{.vertex_count = step_.vertices_t0.size(), .faces = step_.faces};
    StepSolver solver{Mesh(description)};
    return record_step(solver, step_.vertices_t0, step_.vertices_t1, options,
                       folder.path().string(), "step_0", chunk);
  }

  static std::vector<io::TruthQuery> read(const TemporaryFolder& folder, Kind kind) {
    const char* name = kind == Kind::VertexFace ? "vertex-face/step_0.fcq" : "edge-edge/step_0.fcq";
    io::QueryReader reader(folder / name, kind);
    EXPECT_TRUE(reader.has_times());
    std::vector<io::TruthQuery> out;
    for (io::TruthQuery item; reader.next(item);) out.push_back(item);
    return out;
  }

  generate::Step step_;
};

/// The generator has a broad phase of its own, and lists its candidates in the same order.
TEST_F(RecordStep, WritesEveryCandidateInOrderWithTheOraclesTruth) {
  const TemporaryFolder folder;
  const Recorded recorded = record(folder);
  std::vector<Query> expected[2];
  for (const generate::CandidatePair& pair : generate::candidate_indices(step_))
    expected[static_cast<std::size_t>(pair.kind)].push_back(generate::query_of(step_, pair));
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    const auto slot = static_cast<std::size_t>(kind);
    const std::vector<io::TruthQuery> queries = read(folder, kind);
    ASSERT_EQ(queries.size(), expected[slot].size());
    EXPECT_GT(queries.size(), 1'000u);
    EXPECT_EQ(recorded.candidates[slot], static_cast<std::int64_t>(queries.size()));
    std::int64_t positives = 0;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      ASSERT_EQ(queries[i].query.t0, expected[slot][i].t0) << i;
      ASSERT_EQ(queries[i].query.t1, expected[slot][i].t1) << i;
      const generate::GeneratedQuery truth = generate::with_truth(queries[i].query);
      ASSERT_EQ(queries[i].truth, truth.truth) << i;
      positives += truth.truth;
      // Both enclose the same time.
      EXPECT_LE(queries[i].toi, truth.toi_upper);
      EXPECT_GE(queries[i].toi_upper, truth.toi);
      EXPECT_LE(queries[i].toi_upper - queries[i].toi, 0x1p-30);
    }
    EXPECT_EQ(recorded.positives[slot], positives);
    EXPECT_GT(positives, 20);
  }
}

TEST_F(RecordStep, GivesTheSameBytesForAnyThreadsBroadPhaseAndChunk) {
  const TemporaryFolder reference;
  record(reference);
  const auto expect_same = [&](const StepOptions& options, std::size_t chunk) {
    const TemporaryFolder folder;
    record(folder, options, chunk);
    // Not EXPECT_EQ: whole files in a message help nobody.
    for (const char* name : {"vertex-face/step_0.fcq", "edge-edge/step_0.fcq"})
      EXPECT_TRUE(bytes_of(folder / name) == bytes_of(reference / name))
          << name << ", chunk " << chunk;
  };
  for (const BroadPhase broad_phase : {BroadPhase::Bvh, BroadPhase::SweepAndPrune,
                                       BroadPhase::SpatialHash, BroadPhase::BruteForce})
    for (const int threads : {1, 3}) {
      StepOptions options;
      options.broad_phase = broad_phase;
      options.threads = threads;
      expect_same(options, kRecordChunk);
    }
  for (const std::size_t chunk : {std::size_t{500}, std::size_t{2'000}}) expect_same({}, chunk);
  StepOptions one_thread;
  one_thread.threads = 1;
  expect_same(one_thread, 3'000);
}

/// One element a chunk: the smallest there is. A part of the sheet, because every chunk is a broad
/// phase.
TEST_F(RecordStep, WorksWhenEveryElementIsAChunk) {
  const TemporaryFolder whole, parts;
  StepOptions options;
  options.filter = [](const ElementPair& pair) { return pair.a < 40; };
  record(whole, options);
  record(parts, options, 1);
  for (const char* name : {"vertex-face/step_0.fcq", "edge-edge/step_0.fcq"}) {
    EXPECT_GT(bytes_of(whole / name).size(), 3'000u);
    EXPECT_TRUE(bytes_of(whole / name) == bytes_of(parts / name)) << name;
  }
}

TEST_F(RecordStep, KeepsTheTruthOfTouchingWithASeparationThatOnlyAddsCandidates) {
  const TemporaryFolder plain, wide;
  const Recorded near = record(plain);
  StepOptions options;
  options.min_separation = 0.01;
  const Recorded far = record(wide, options);
  for (const std::size_t slot : {0u, 1u}) {
    EXPECT_GT(far.candidates[slot], near.candidates[slot]);
    EXPECT_EQ(far.positives[slot], near.positives[slot]);
  }
}

/// The same step again, one that shares half of its candidates, and one chunk or many.
TEST_F(RecordStep, LeavesOutQueriesThatWereSeen) {
  StepSolver solver{
      Mesh(MeshDescription{.vertex_count = step_.vertices_t0.size(), .faces = step_.faces})};
  StepOptions half;
  half.filter = [](const ElementPair& pair) { return pair.b % 2 == 0; };
  const TemporaryFolder reference;
  record(reference);
  for (const std::size_t chunk : {kRecordChunk, std::size_t{500}}) {
    const TemporaryFolder folder;
    QuerySet seen;
    const auto record_seen = [&](const StepOptions& options, const char* name) {
      return record_step(solver, step_.vertices_t0, step_.vertices_t1, options,
                         folder.path().string(), name, chunk, &seen);
    };
    const Recorded first = record_seen(half, "first"), second = record_seen({}, "second"),
                   third = record_seen({}, "third");
    for (const Kind kind : kRecordedKinds) {
      const auto slot = static_cast<std::size_t>(kind);
      EXPECT_EQ(first.repeated[slot], 0);
      EXPECT_GT(first.queries(kind), 500);
      EXPECT_EQ(second.repeated[slot], first.queries(kind));
      EXPECT_EQ(third.queries(kind), 0);
      std::vector<Hash128> expected, written;
      io::QueryReader whole(recorded_file(reference.path().string(), kind, "step_0"), kind);
      for (io::TruthQuery item; whole.next(item);) expected.push_back(hash_of(item.query));
      for (const char* name : {"first", "second"}) {
        io::QueryReader reader(recorded_file(folder.path().string(), kind, name), kind);
        for (io::TruthQuery item; reader.next(item);) written.push_back(hash_of(item.query));
      }
      const auto before = [](const Hash128& x, const Hash128& y) {
        return std::pair(x.a, x.b) < std::pair(y.a, y.b);
      };
      std::sort(expected.begin(), expected.end(), before);
      std::sort(written.begin(), written.end(), before);
      EXPECT_TRUE(written == expected);
      EXPECT_EQ(first.positives[slot] + second.positives[slot],
                record(TemporaryFolder()).positives[slot]);
      EXPECT_FALSE(std::filesystem::exists(recorded_file(folder.path().string(), kind, "third")));
    }
  }
}

/// The smallest distance is that of the nearest query at t0, found by another function.
TEST_F(RecordStep, TellsTheSmallestDistanceAtTheStart) {
  const TemporaryFolder folder;
  const Recorded recorded = record(folder);
  for (const Kind kind : kRecordedKinds) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const io::TruthQuery& item : read(folder, kind)) {
      Options start;
      start.t_max = 0;
      start.describe_free = true;
      smallest = std::min(smallest, solve(item.query, start).distance);
    }
    EXPECT_NEAR(recorded.smallest_distance[static_cast<std::size_t>(kind)], smallest,
                1e-12 + 1e-9 * smallest);
    EXPECT_LT(smallest, 1);
  }
}

TEST(QuerySet, TakesEveryQueryOnce) {
  generate::Random random{generate::hash("query set"), 1};
  QuerySet set;
  std::vector<Query> queries(5'000);
  for (Query& query : queries) {
    query.kind = random.chance(1, 2) ? Kind::VertexFace : Kind::EdgeEdge;
    for (auto* instant : {&query.t0, &query.t1})
      for (Vec3& point : *instant)
        for (int k = 0; k < 3; ++k) point[k] = random.between(-1, 1);
  }
  for (const Query& query : queries) EXPECT_TRUE(set.insert(hash_of(query)));
  for (const Query& query : queries) EXPECT_FALSE(set.insert(hash_of(query)));
  EXPECT_EQ(set.size(), queries.size());
  EXPECT_TRUE(set.insert({}));
  EXPECT_FALSE(set.insert({}));
}

/// Every bit of every coordinate counts, and so does the kind.
TEST(QuerySet, TellsQueriesApartThatDifferInOneBit) {
  Query query;
  for (auto* instant : {&query.t0, &query.t1})
    for (Vec3& point : *instant) point = Vec3(0, 1, 2);
  QuerySet set;
  EXPECT_TRUE(set.insert(hash_of(query)));
  Query other = query;
  other.kind = Kind::EdgeEdge;
  EXPECT_TRUE(set.insert(hash_of(other)));
  for (std::size_t i = 0; i < 4; ++i)
    for (int k = 0; k < 3; ++k) {
      other = query;
      other.t1[i][k] = k == 0 ? -0.0 : std::nextafter(other.t1[i][k], 9.0);
      EXPECT_TRUE(set.insert(hash_of(other))) << i << ' ' << k;
    }
}

TEST_F(RecordStep, WritesNoFileForAKindWithoutCandidates) {
  const TemporaryFolder folder;
  StepOptions options;
  options.filter = [](const ElementPair& pair) { return pair.kind == Kind::EdgeEdge; };
  const Recorded recorded = record(folder, options);
  EXPECT_EQ(recorded.candidates[0], 0);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"edge-edge"});
}

TEST(RecordingFolder, MayBeNewOrEmptyOnly) {
  const TemporaryFolder folder;
  RecordingFolder(folder / "a/b").keep();
  RecordingFolder(folder / "a/b").keep();
  folder.make("a/b/old.fcq", "x");
  const auto message = [](const std::string& path) {
    return message_of<io::OutputError>([&] { RecordingFolder recording(path); });
  };
  EXPECT_NE(message(folder / "a/b").find("is not empty"), std::string::npos);
  EXPECT_NE(message(folder / "a/b/old.fcq").find("is not a folder"), std::string::npos);
  EXPECT_NE(message(folder / "a/b/old.fcq/c").find("cannot be made"), std::string::npos);
  EXPECT_EQ(bytes_of(folder / "a/b/old.fcq"), "x");
}

TEST_F(RecordStep, LeavesNothingUnlessTheRecordingIsKept) {
  const TemporaryFolder folder;
  StepSolver solver{
      Mesh(MeshDescription{.vertex_count = step_.vertices_t0.size(), .faces = step_.faces})};
  const auto record_into = [&](const char* name, bool keep) {
    RecordingFolder recording(folder / name);
    recording.announce("step_0");
    record_step(solver, step_.vertices_t0, step_.vertices_t1, {}, recording.path(), "step_0");
    folder.make(std::string(name) + "/vertex-face/theirs", "x");
    if (keep) recording.keep();
  };
  record_into("kept", true);
  EXPECT_TRUE(std::filesystem::exists(folder / "kept/edge-edge/step_0.fcq"));
  record_into("given up", false);
  EXPECT_FALSE(std::filesystem::exists(folder / "given up/edge-edge"));
  // What somebody else put there stays.
  EXPECT_FALSE(std::filesystem::exists(folder / "given up/vertex-face/step_0.fcq"));
  EXPECT_EQ(bytes_of(folder / "given up/vertex-face/theirs"), "x");
  { RecordingFolder recording(folder / "never begun"); }
  EXPECT_FALSE(std::filesystem::exists(folder / "never begun"));
}

}  // namespace
}  // namespace firstcontact::apps::record_step_test
