// Every published sample query under $FIRSTCONTACT_DATA/queries: the oracle agrees with the ground
// truth that comes with it.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "exact/oracle.h"
#include "exact/test_queries.h"

namespace firstcontact::test::oracle_sample_queries_test {
namespace {

namespace fs = std::filesystem;

/// numerator / denominator, which must be a double exactly.
double exact_double(const std::string& numerator, const std::string& denominator) {
  const Rational exact = Rational(boost::multiprecision::cpp_int(numerator)) /
                         Rational(boost::multiprecision::cpp_int(denominator));
  const double value = static_cast<double>(exact);
  EXPECT_EQ(to_rational(value), exact) << numerator << '/' << denominator;
  return value;
}

struct Tally {
  int files = 0, queries = 0, hits = 0, wrong = 0;
};

void check_file(const fs::path& path, Tally& tally) {
  const std::string folder = path.parent_path().filename().string();
  ASSERT_TRUE(folder == "vertex-face" || folder == "edge-edge") << path;
  Query query;
  query.kind = folder == "edge-edge" ? Kind::EdgeEdge : Kind::VertexFace;
  std::ifstream in(path);
  std::string line;
  int row = 0;
  while (std::getline(in, line)) {
    std::vector<std::string> fields;
    std::stringstream stream(line);
    for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
    ASSERT_EQ(fields.size(), 7u) << path;
    Vec3& point = row < 4 ? query.t0[row] : query.t1[row - 4];
    for (int k = 0; k < 3; ++k) point[k] = exact_double(fields[2 * k], fields[2 * k + 1]);
    if (++row < 8) continue;
    row = 0;
    const bool contact = exact::decide(query).contact;
    EXPECT_EQ(contact, fields[6][0] == '1') << path << " query " << tally.queries;
    ++tally.queries;
    tally.hits += contact;
  }
  EXPECT_EQ(row, 0) << path << " ends within a query";
  ++tally.files;
}

TEST(SampleQueries, OracleAgreesWithTheGroundTruthOfEveryOne) {
  const char* data = std::getenv("FIRSTCONTACT_DATA");
  if (data == nullptr)
    GTEST_SKIP() << "FIRSTCONTACT_DATA is not set: no published sample query was checked";
  Tally tally;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(fs::path(data) / "queries"))
    if (entry.path().extension() == ".csv") check_file(entry.path(), tally);
  EXPECT_GT(tally.files, 0);
  EXPECT_GT(tally.queries, 1000);
  EXPECT_GT(tally.hits, 100);
}

}  // namespace
}  // namespace firstcontact::test::oracle_sample_queries_test
