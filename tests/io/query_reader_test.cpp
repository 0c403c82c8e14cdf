#include "io/query_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "io/query_writer.h"
#include "query_text.h"
#include "temporary_folder.h"

namespace firstcontact::io::query_reader_test {
namespace {

using testing::TemporaryFolder;

TEST(QueryReader, GivesPointsInTheOrderOfTheRows) {
  const auto queries = queries_in(good_rows(8, true) + good_rows(8, false));
  ASSERT_EQ(queries.size(), 2u);
  EXPECT_TRUE(queries[0].truth);
  EXPECT_FALSE(queries[1].truth);
  for (const TruthQuery& query : queries) {
    EXPECT_EQ(query.query.kind, Kind::VertexFace);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(query.query.t0[i], Vec3(static_cast<double>(i), -0.75, 3.5));
      EXPECT_EQ(query.query.t1[i], Vec3(static_cast<double>(4 + i), -0.75, 3.5));
    }
  }
}

TEST(QueryReader, ReadsFewerRowsForSmallerKinds) {
  EXPECT_EQ(rows_per_query(Kind::EdgeEdge), 8);
  const auto point_edge = queries_in(good_rows(12), Kind::PointEdge);
  ASSERT_EQ(point_edge.size(), 2u);
  EXPECT_EQ(point_edge[1].query.t1[0].x(), 9);
  EXPECT_EQ(point_edge[1].query.t0[3], Vec3::Zero());
  EXPECT_EQ(point_edge[1].query.t1[3], Vec3::Zero());
  EXPECT_EQ(queries_in(good_rows(12), Kind::PointPoint).size(), 3u);
  std::string planar;
  for (int i = 0; i < 6; ++i) planar += "1,2,3,4,0,1,1\n";
  EXPECT_EQ(queries_in(planar, Kind::PointSegment2D).size(), 1u);
}

TEST(QueryReader, AcceptsLineEndsSpacesMarkAndBlankTail) {
  const auto expected = queries_in(good_rows(8));
  std::string text = good_rows(8);
  for (std::size_t i = 0; (i = text.find(',', i)) != text.npos; i += 3) text.replace(i, 1, " ,\t");
  std::string windows = "\xEF\xBB\xBF ";
  for (const char c : text) windows += c == '\n' ? " \r\n" : std::string(1, c);
  std::string no_newline = good_rows(8);
  no_newline.pop_back();
  for (const std::string& same :
       {text, windows, no_newline, windows + "\r\n \r\n\t", good_rows(8) + "\n\n\n"}) {
    const auto got = queries_in(same);
    ASSERT_EQ(got.size(), 1u);
    EXPECT_EQ(got[0].query.t0, expected[0].query.t0);
    EXPECT_EQ(got[0].query.t1, expected[0].query.t1);
  }
}

TEST(QueryReader, ReadsLongNumbersExactly) {
  const std::string digits(2000, '7');
  std::string text;
  for (int i = 0; i < 8; ++i)
    text += digits + "0," + digits + ",-" + digits + "," + digits + "000,0,9,1\n";
  EXPECT_THROW(queries_in(text), InputError);  // 1/1000 is no double
  text.clear();
  for (int i = 0; i < 8; ++i)
    text += digits + "0," + digits + ",-" + digits + "," + digits + ",0,9,1\n";
  EXPECT_EQ(queries_in(text)[0].query.t1[3], Vec3(10, -1, 0));
}

TEST(QueryReader, GivesTheSameWhereverTheChunksEnd) {
  const std::string text = good_rows(8, true) + good_rows(8);
  for (std::size_t chunk = 1; chunk < text.size(); ++chunk)
    EXPECT_EQ(queries_in(text, Kind::EdgeEdge, chunk).size(), 2u);
}

TEST(QueryReader, StaysAtTheEnd) {
  const std::string text = good_rows(8);
  QueryReader reader(std::make_unique<MemorySource>(text), "q.csv", Kind::EdgeEdge);
  TruthQuery query;
  EXPECT_TRUE(reader.next(query));
  EXPECT_FALSE(reader.next(query));
  EXPECT_FALSE(reader.next(query));
}

TEST(QueryReader, ReadsPlainAndPackedFilesAlike) {
  const TemporaryFolder folder;
  const auto queries = queries_in(good_rows(8) + good_rows(8, true), Kind::EdgeEdge);
  for (const char* name : {"q.csv", "q.csv.gz"}) {
    QueryWriter writer(folder / name);
    for (const TruthQuery& query : queries) writer.write(query.query, query.truth);
    writer.close();
    QueryReader reader(folder / name, Kind::EdgeEdge);
    TruthQuery query;
    for (const TruthQuery& expected : queries) {
      ASSERT_TRUE(reader.next(query));
      EXPECT_EQ(query.truth, expected.truth);
      EXPECT_EQ(query.query.t1, expected.query.t1);
    }
    EXPECT_FALSE(reader.next(query));
  }
  EXPECT_NE(testing::bytes_of(folder / "q.csv"), testing::bytes_of(folder / "q.csv.gz"));
}

}  // namespace
}  // namespace firstcontact::io::query_reader_test
