#include <firstcontact/query_files.h>
#include <gtest/gtest.h>

#include <cstdio>

namespace firstcontact::io::query_lists_test {
namespace {

TruthQuery falling_point(double end) {
  VertexFace query;
  query.p_t0 = {0.25, 0.25, 1};
  query.p_t1 = {0.25, 0.25, end};
  query.v0_t0 = query.v0_t1 = {0, 0, 0};
  query.v1_t0 = query.v1_t1 = {1, 0, 0};
  query.v2_t0 = query.v2_t1 = {0, 1, 0};
  return {query, end <= 0};
}

TEST(QueryLists, WhatIsWrittenReadsBack) {
  const std::string path = ::testing::TempDir() + "query_lists_test.csv.gz";
  const std::vector<TruthQuery> queries = {falling_point(0.1), falling_point(-1.0 / 3)};
  write_queries(path, queries);
  const std::vector<TruthQuery> read = read_queries(path, Kind::VertexFace);
  ASSERT_EQ(read.size(), queries.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].truth, queries[i].truth);
    EXPECT_EQ(read[i].query.t1[0], queries[i].query.t1[0]);
  }
  int visited = 0;
  read_queries(path, Kind::VertexFace, [&](const TruthQuery&) { return ++visited < 1; });
  EXPECT_EQ(visited, 1);
  std::remove(path.c_str());
  EXPECT_THROW(read_queries(path, Kind::VertexFace), InputError);
  EXPECT_THROW(write_queries(path, {}), OutputError);
}

}  // namespace
}  // namespace firstcontact::io::query_lists_test
