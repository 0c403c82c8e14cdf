// The published sample queries: read, and written again to the same bytes.
#include <firstcontact/query_files.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "io/query_reader.h"
#include "io/query_writer.h"
#include "temporary_folder.h"

namespace firstcontact::io::published_queries_test {
namespace {

TEST(PublishedQueries, AreWrittenAgainByteForByte) {
  const char* data = std::getenv("FIRSTCONTACT_DATA");
  if (data == nullptr)
    GTEST_SKIP() << "FIRSTCONTACT_DATA is not set: no published query file was read";
  const testing::TemporaryFolder folder;
  const auto sources = find_query_files({std::string(data) + "/queries"});
  std::size_t queries = 0, true_ones = 0;
  for (const QuerySource& source : sources) {
    SCOPED_TRACE(source.path);
    ASSERT_TRUE(source.kind == Kind::VertexFace || source.kind == Kind::EdgeEdge);
    const std::string copy = folder / "copy.csv";
    QueryReader reader(source.path, source.kind);
    QueryWriter writer(copy);
    for (TruthQuery query; reader.next(query); ++queries) {
      true_ones += query.truth;
      writer.write(query.query, query.truth);
    }
    writer.close();
    // Not EXPECT_EQ: two whole files in a message help nobody.
    EXPECT_TRUE(testing::bytes_of(copy) == testing::bytes_of(source.path));
  }
  EXPECT_GT(queries, 0u);
  EXPECT_GT(true_ones, 0u);
  EXPECT_LT(true_ones, queries);
}

}  // namespace
}  // namespace firstcontact::io::published_queries_test
