// Every way in which a query file can be wrong: the message must name the file, the line and the
// field.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "as_other_user.h"
#include "io/query_reader.h"
#include "io/query_writer.h"
#include "query_text.h"
#include "temporary_folder.h"

namespace firstcontact::io::query_reader_errors_test {
namespace {

using testing::message_of;
using testing::TemporaryFolder;

std::string error_of(const std::string& text, Kind kind = Kind::VertexFace) {
  return message_of<InputError>([&] { queries_in(text, kind); });
}

/// One good query, then two good rows, `row` as line 11, and the rest of the query.
std::string error_of_row(const std::string& row) {
  return error_of(good_rows(10) + row + "\n" + good_rows(5));
}

TEST(QueryReaderErrors, ColumnCount) {
  EXPECT_EQ(error_of_row("1,2,3,4,5,0"), "q.csv:11: columns: found 6, a row has 7: '1,2,3,4,5,0'");
  EXPECT_EQ(error_of_row("1,2,3,4,1,1,0,0"),
            "q.csv:11: columns: found 8, a row has 7: '1,2,3,4,1,1,0,0'");
  EXPECT_EQ(error_of_row("1,2,3,4,1,1,0,"),
            "q.csv:11: columns: found 8, a row has 7: '1,2,3,4,1,1,0,'");
  EXPECT_EQ(error_of_row("hello"), "q.csv:11: columns: found 1, a row has 7: 'hello'");
  EXPECT_EQ(error_of_row("1;2;3;4;1;1;0"),
            "q.csv:11: columns: found 1, a row has 7: '1;2;3;4;1;1;0'");
}

TEST(QueryReaderErrors, RowCount) {
  for (int rows = 1; rows < 8; ++rows)
    EXPECT_EQ(error_of(good_rows(8 + rows)), "q.csv:" + std::to_string(8 + rows) +
                                                 ": row: the file ends within a query: " +
                                                 std::to_string(rows) + " of its 8 rows are there");
  EXPECT_EQ(error_of(good_rows(5) + "\n\n", Kind::PointEdge),
            "q.csv:7: row: the file ends within a query: 5 of its 6 rows are there");
}

TEST(QueryReaderErrors, RowCutInTheMiddle) {
  const std::string whole = good_rows(16);
  EXPECT_EQ(error_of(whole.substr(0, whole.size() - 4)),
            "q.csv:16: columns: found 6, a row has 7: '15,1,-3,4,7,'");
}

TEST(QueryReaderErrors, ZeroDenominator) {
  EXPECT_EQ(error_of_row("1,0,3,4,5,1,0"), "q.csv:11: column 2 (x denominator): zero denominator");
  EXPECT_EQ(error_of_row("1,1,3,000,5,1,0"),
            "q.csv:11: column 4 (y denominator): zero denominator");
  EXPECT_EQ(error_of_row("1,1,3,4,0,0,0"), "q.csv:11: column 6 (z denominator): zero denominator");
}

TEST(QueryReaderErrors, NegativeDenominator) {
  EXPECT_EQ(error_of_row("1,-2,3,4,5,1,0"),
            "q.csv:11: column 2 (x denominator): '-2' is not a positive decimal integer");
}

TEST(QueryReaderErrors, LettersAndOtherNumbers) {
  EXPECT_EQ(error_of_row("1,1,abc,4,5,1,0"),
            "q.csv:11: column 3 (y numerator): 'abc' is not a decimal integer");
  EXPECT_EQ(error_of_row("1,1,3,4,5,1x,0"),
            "q.csv:11: column 6 (z denominator): '1x' is not a decimal integer");
  EXPECT_EQ(error_of_row("nan,1,3,4,5,1,0"),
            "q.csv:11: column 1 (x numerator): 'nan' is not a decimal integer");
  EXPECT_EQ(error_of_row("1,inf,3,4,5,1,0"),
            "q.csv:11: column 2 (x denominator): 'inf' is not a decimal integer");
  EXPECT_EQ(error_of_row("1,1,3,4,-inf,1,0"),
            "q.csv:11: column 5 (z numerator): '-inf' is not a decimal integer");
  EXPECT_EQ(error_of_row("0.5,1,3,4,5,1,0"),
            "q.csv:11: column 1 (x numerator): '0.5' is not a decimal integer");
  EXPECT_EQ(error_of_row("1e5,1,3,4,5,1,0"),
            "q.csv:11: column 1 (x numerator): '1e5' is not a decimal integer");
  EXPECT_EQ(error_of_row("+1,1,3,4,5,1,0"),
            "q.csv:11: column 1 (x numerator): '+1' is not a decimal integer");
  EXPECT_EQ(error_of_row("1 2,1,3,4,5,1,0"),
            "q.csv:11: column 1 (x numerator): '1 2' is not a decimal integer");
  EXPECT_EQ(error_of_row("1,1,\"3\",4,5,1,0"),
            "q.csv:11: column 3 (y numerator): '\"3\"' is not a decimal integer");
  EXPECT_EQ(error_of_row("1\r,1,3,4,5,1,0"),
            "q.csv:11: column 1 (x numerator): '1\\x0d' is not a decimal integer");
}

TEST(QueryReaderErrors, EmptyField) {
  EXPECT_EQ(error_of_row(",1,3,4,5,1,0"),
            "q.csv:11: column 1 (x numerator): is empty, an integer is needed");
  EXPECT_EQ(error_of_row("1,1,3, ,5,1,0"),
            "q.csv:11: column 4 (y denominator): is empty, an integer is needed");
  EXPECT_EQ(error_of_row("1,1,3,4,-,1,0"),
            "q.csv:11: column 5 (z numerator): '-' is not a decimal integer");
}

TEST(QueryReaderErrors, NotADouble) {
  EXPECT_EQ(error_of_row("1,3,3,4,5,1,0"),
            "q.csv:11: columns 1-2 (x): '1' / '3' is not exactly a double");
  EXPECT_EQ(error_of_row("1,1,9007199254740993,4,5,1,0"),
            "q.csv:11: columns 3-4 (y): '9007199254740993' / '4' is not exactly a double");
  EXPECT_EQ(error_of_row("1,1,3,4,1" + std::string(400, '0') + ",1,0"),
            "q.csv:11: columns 5-6 (z): '1" + std::string(39, '0') +
                "'... (401 characters) / '1' is not exactly a double");
}

TEST(QueryReaderErrors, Truth) {
  EXPECT_EQ(error_of_row("1,1,3,4,5,1,2"), "q.csv:11: column 7 (truth): '2' is neither 0 nor 1");
  EXPECT_EQ(error_of_row("1,1,3,4,5,1,true"),
            "q.csv:11: column 7 (truth): 'true' is neither 0 nor 1");
  EXPECT_EQ(error_of_row("1,1,3,4,5,1,-1"), "q.csv:11: column 7 (truth): '-1' is neither 0 nor 1");
  EXPECT_EQ(error_of_row("1,1,3,4,5,1,01"), "q.csv:11: column 7 (truth): '01' is neither 0 nor 1");
  EXPECT_EQ(error_of_row("1,1,3,4,5,1,"), "q.csv:11: column 7 (truth): '' is neither 0 nor 1");
}

TEST(QueryReaderErrors, TruthThatDiffersWithinAQuery) {
  EXPECT_EQ(
      error_of_row("1,1,3,4,5,1,1"),
      "q.csv:11: column 7 (truth): truth 1 differs from the first row of this query (line 9)");
  for (int same = 1; same < 8; ++same)
    EXPECT_EQ(error_of(good_rows(same, true) + good_rows(8 - same)),
              "q.csv:" + std::to_string(same + 1) +
                  ": column 7 (truth): truth 0 differs from the first row of this query (line 1)");
}

TEST(QueryReaderErrors, BlankLineInTheMiddle) {
  EXPECT_EQ(error_of_row(""), "q.csv:11: row: blank line before the end of the file");
  EXPECT_EQ(error_of(std::string(1, '\n').append(good_rows(8))),
            "q.csv:1: row: blank line before the end of the file");
  EXPECT_EQ(error_of(good_rows(8) + " \r\n\n\n" + good_rows(8)),
            "q.csv:9: row: blank line before the end of the file");
}

TEST(QueryReaderErrors, EmptyFile) {
  EXPECT_EQ(error_of(""), "q.csv: holds no query: the file is empty");
  EXPECT_EQ(error_of("\r\n \n"), "q.csv: holds no query: the file is empty");
  EXPECT_EQ(error_of("\xEF\xBB\xBF"), "q.csv: holds no query: the file is empty");
}

TEST(QueryReaderErrors, BinaryContent) {
  using namespace std::string_literals;
  EXPECT_EQ(error_of_row("1,1,3\0,4,5,1,0"s),
            "q.csv:11: column 3 (y numerator): '3\\x00' is not a decimal integer (a NUL byte; is "
            "this a text file?)");
  EXPECT_EQ(error_of("\x7f"
                     "ELF\x02\x01\x01\0\0\0"s),
            "q.csv:1: columns: found 1, a row has 7: '\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00'");
  EXPECT_EQ(error_of("\0\0\0\0"s),
            "q.csv:1: columns: found 1, a row has 7: '\\x00\\x00\\x00\\x00'");
  // UTF-16 with its mark.
  EXPECT_EQ(error_of("\xff\xfe"
                     "1\0"s),
            "q.csv:1: columns: found 1, a row has 7: '\\xff\\xfe1\\x00'");
}

TEST(QueryReaderErrors, AbsurdlyLongLine) {
  EXPECT_EQ(error_of_row(std::string(200'000, '1')),
            "q.csv:11: line: longer than 65536 bytes; is this a query file?");
}

TEST(QueryReaderErrors, PlanarQueryOutOfItsPlane) {
  std::string text;
  for (int i = 0; i < 5; ++i) text += "1,2,3,4,0,1,1\n";
  EXPECT_EQ(error_of(text + "1,2,3,4,1,2,1\n", Kind::PointSegment2D),
            "q.csv:6: columns 5-6 (z): a planar query lies in z = 0");
}

TEST(QueryReaderErrors, FileThatIsNotThere) {
  const TemporaryFolder folder;
  const std::string path = folder / "q.csv";
  EXPECT_EQ(message_of<InputError>([&] { QueryReader(path, Kind::EdgeEdge); }),
            path + ": cannot be opened: No such file or directory");
}

TEST(QueryReaderErrors, FolderInsteadOfAFile) {
  const TemporaryFolder folder;
  const std::string path = folder.path();
  EXPECT_EQ(message_of<InputError>([&] { QueryReader(path, Kind::EdgeEdge); }),
            path + ": cannot be read: it is a folder");
}

TEST(QueryReaderErrors, FileThatMayNotBeRead) {
  const TemporaryFolder folder;
  const std::string path = folder.make("q.csv", good_rows(8));
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(path.c_str(), 0), 0);
  const std::string message = message_of<InputError>([&] {
    const testing::AsOtherUser other;
    QueryReader(path, Kind::EdgeEdge);
  });
  EXPECT_EQ(message, path + ": cannot be opened: Permission denied");
}

TEST(QueryReaderErrors, DamagedTruncatedAndFalseGzip) {
  const TemporaryFolder folder;
  const std::string path = folder / "q.csv.gz";
  QueryWriter writer(path);
  for (const TruthQuery& query : queries_in(good_rows(800))) writer.write(query.query, query.truth);
  writer.close();
  const std::string bytes = testing::bytes_of(path);
  const auto error = [&](const std::string& content) {
    folder.make("q.csv.gz", content);
    return message_of<InputError>([&] {
      QueryReader reader(path, Kind::EdgeEdge);
      for (TruthQuery query; reader.next(query);) {
      }
    });
  };
  EXPECT_EQ(error(bytes), "(no error)");
  EXPECT_EQ(error(bytes.substr(0, bytes.size() / 2)),
            path + ": gzip: the file ends early (truncated)");
  EXPECT_EQ(error(good_rows(8)), path + ": gzip: damaged, or not gzip (incorrect header check)");
  EXPECT_EQ(error(""), path + ": gzip: the file is empty");
  std::string damaged = bytes;
  damaged[damaged.size() - 6] =
      static_cast<char>(damaged[damaged.size() - 6] ^ 1);  // in the checksum
  EXPECT_EQ(error(damaged), path + ": gzip: damaged, or not gzip (incorrect data check)");
}

}  // namespace
}  // namespace firstcontact::io::query_reader_errors_test
