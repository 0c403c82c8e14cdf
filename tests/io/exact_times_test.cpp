// The companion of a CSV file: it must belong to it, row by row.
#include "io/exact_times.h"

#include <gtest/gtest.h>

#include "io/errors.h"
#include "io/query_reader.h"
#include "query_text.h"
#include "temporary_folder.h"

namespace firstcontact::io::exact_times_test {
namespace {

using testing::message_of;
using testing::TemporaryFolder;

class ExactTimes : public ::testing::Test {
 protected:
  /// Two queries, the second touches; their companion is `times`.
  std::string read(const std::string& times, CompanionTimes wanted = CompanionTimes::ReadIfThere) {
    const std::string path = folder_.make("q.csv", good_rows(8, false) + good_rows(8, true));
    folder_.make("q.toi", times);
    read_.clear();
    const std::string message = message_of<InputError>([&] {
      QueryReader reader(path, Kind::VertexFace, wanted);
      has_times_ = reader.has_times();
      for (TruthQuery item; reader.next(item);) read_.push_back(item);
    });
    const std::string folder = folder_.path().string() + "/";
    return message.starts_with(folder) ? message.substr(folder.size()) : message;
  }

  const TemporaryFolder folder_;
  std::vector<TruthQuery> read_;
  bool has_times_ = false;
};

TEST_F(ExactTimes, AreReadWithTheQueries) {
  EXPECT_EQ(read("index,truth,toi,toi_upper\n0,0,1,1\n1,1,0.1,0.30000000000000004\n"),
            "(no error)");
  EXPECT_TRUE(has_times_);
  ASSERT_EQ(read_.size(), 2u);
  EXPECT_EQ(read_[0].toi, 1);
  EXPECT_EQ(read_[1].toi, 0.1);
  EXPECT_EQ(read_[1].toi_upper, 0.30000000000000004);
}

TEST_F(ExactTimes, AreNotLookedForUnlessAsked) {
  EXPECT_EQ(read("anything", CompanionTimes::Ignore), "(no error)");
  EXPECT_FALSE(has_times_);
  ASSERT_EQ(read_.size(), 2u);
  EXPECT_EQ(read_[1].toi, 0);
  EXPECT_EQ(read_[1].toi_upper, 1);
}

TEST_F(ExactTimes, OfAnotherFileAreRefused) {
  const std::string header = "index,truth,toi,toi_upper\n", first = header + "0,0,1,1\n";
  EXPECT_EQ(read("0,0,1,1\n"), "q.toi:1: header: should be index,truth,toi,toi_upper");
  EXPECT_EQ(read(first), "q.toi:2: row: the file ends before query 1 of the query file");
  EXPECT_EQ(read(first + "1,1,0,1\n2,1,0,1\n"), "q.toi:4: row: there are more rows than queries");
  EXPECT_EQ(read(first + "2,1,0,1\n"), "q.toi:3: index: '2' should be 1");
  EXPECT_EQ(read(first + "1,0,1,1\n"),
            "q.toi:3: truth: '0' is not that of query 1 of the query file");
  EXPECT_EQ(read(first + "1,1,a,1\n"), "q.toi:3: toi: 'a' is not a number");
  EXPECT_EQ(read(first + "1,1,0,1x\n"), "q.toi:3: toi_upper: '1x' is not a number");
  EXPECT_EQ(read(first + "1,1,0.5,0.25\n"),
            "q.toi:3: toi: the times are not in order within [0, 1]");
  EXPECT_EQ(read(first + "1,1,nan,1\n"), "q.toi:3: toi: the times are not in order within [0, 1]");
  EXPECT_EQ(read(header + "0,0,0.5,1\n"),
            "q.toi:2: toi: the times are not 1, but the pair is free");
  EXPECT_EQ(read(first + "1,1,0\n"), "q.toi:3: columns: found 3, a row has 4: '1,1,0'");
}

TEST(ExactTimesPath, IsBesideTheQueries) {
  EXPECT_EQ(times_path("a/q.csv"), "a/q.toi");
  EXPECT_EQ(times_path("a/q.csv.gz"), "a/q.toi");
}

}  // namespace
}  // namespace firstcontact::io::exact_times_test
