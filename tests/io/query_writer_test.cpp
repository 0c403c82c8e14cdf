#include "io/query_writer.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "io/errors.h"
#include "query_text.h"
#include "temporary_folder.h"

namespace firstcontact::io::query_writer_test {
namespace {

using testing::message_of;
using testing::TemporaryFolder;

constexpr Kind kAllKinds[] = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint,
                              Kind::PointSegment2D};

Query random_query(std::mt19937_64& random, Kind kind) {
  const auto finite = [&] {
    for (;;) {
      const double value = std::bit_cast<double>(random());
      if (std::isfinite(value)) return value;
    }
  };
  Query query;
  query.kind = kind;
  for (auto* points : {&query.t0, &query.t1}) {
    for (Vec3& point : *points) point.setZero();
    for (std::size_t i = 0; i < static_cast<std::size_t>(point_count(kind)); ++i)
      (*points)[i] = Vec3(finite(), finite(), kind == Kind::PointSegment2D ? 0.0 : finite());
  }
  return query;
}

/// The bits of all coordinates, the sign of zero aside.
std::vector<std::uint64_t> bits_of(const Query& query) {
  std::vector<std::uint64_t> out;
  for (const auto* points : {&query.t0, &query.t1})
    for (const Vec3& point : *points)
      for (const double x : point) out.push_back(x == 0 ? 0 : std::bit_cast<std::uint64_t>(x));
  return out;
}

TEST(QueryWriter, WritesTheShortestExactForm) {
  Query query = queries_in(good_rows(8))[0].query;
  query.t0[0] = Vec3(-0.0, 0.1, -3 * 0x1p70);
  std::string text;
  append_query(text, query, true);
  EXPECT_EQ(text.substr(0, text.find('\n', text.find('\n') + 1)),
            "0,1,3602879701896397,36028797018963968,-3541774862152233910272,1,1\n1,1,-3,4,7,2,1");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8);
}

TEST(QueryWriter, RoundTripsRandomBitPatternsOfEveryKind) {
  constexpr std::uint64_t kSeed = 11;
  std::mt19937_64 random(kSeed);
  const TemporaryFolder folder;
  for (const Kind kind : kAllKinds) {
    for (const char* name : {"q.csv", "q.csv.gz"}) {
      std::vector<TruthQuery> queries;
      for (int i = 0; i < 300; ++i)
        queries.push_back({random_query(random, kind), random() % 2 == 0});
      queries[0].query.t0[0].x() = -0.0;
      queries[1].query.t0[0] =
          Vec3(std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min(), 0);
      QueryWriter writer(folder / name);
      for (const TruthQuery& query : queries) writer.write(query.query, query.truth);
      writer.close();
      QueryReader reader(folder / name, kind);
      TruthQuery got;
      for (const TruthQuery& expected : queries) {
        ASSERT_TRUE(reader.next(got));
        ASSERT_EQ(got.truth, expected.truth);
        ASSERT_EQ(bits_of(got.query), bits_of(expected.query));
      }
      ASSERT_FALSE(reader.next(got));
    }
  }
}

TEST(QueryWriter, LeavesNothingWhenAbandoned) {
  const TemporaryFolder folder;
  {
    QueryWriter writer(folder / "q.csv");
    writer.write(queries_in(good_rows(8))[0].query, true);
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(QueryWriter, RefusesWhatTheReaderWouldRefuse) {
  const TemporaryFolder folder;
  const std::string path = folder.make("q.csv", "old");
  const Query good = queries_in(good_rows(8))[0].query;
  const auto error = [&](const Query& bad) {
    QueryWriter writer(path);
    writer.write(good, false);
    const std::string message = message_of<OutputError>([&] { writer.write(bad, false); });
    EXPECT_EQ(message_of<OutputError>([&] { writer.close(); }),
              path + ": not written: a query was refused");
    return message;
  };
  Query bad = good;
  bad.t1[3].z() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error(bad), path + ": query 1: a coordinate is not finite");
  bad.t1[3].z() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(error(bad), path + ": query 1: a coordinate is not finite");
  bad = good;
  bad.kind = Kind::EdgeEdge;
  EXPECT_EQ(error(bad), path + ": query 1: its kind differs from that of the queries before");
  bad.kind = Kind::PointSegment2D;
  EXPECT_EQ(message_of<OutputError>([&] { QueryWriter(path).write(bad, true); }),
            path + ": query 0: a planar query lies in z = 0");
  EXPECT_EQ(message_of<OutputError>([&] { QueryWriter(path).close(); }),
            path + ": not written: there is no query");
  EXPECT_EQ(testing::bytes_of(path), "old");
  EXPECT_EQ(folder.names().size(), 1u);
}

}  // namespace
}  // namespace firstcontact::io::query_writer_test
