#include "io/line_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/errors.h"
#include "temporary_folder.h"

namespace firstcontact::io::line_reader_test {
namespace {

std::vector<std::string> lines_of(const std::string& text, std::size_t chunk) {
  LineReader reader(std::make_unique<MemorySource>(text, chunk), "text");
  std::vector<std::string> out;
  std::string_view line;
  while (reader.next(line)) {
    out.emplace_back(line);
    EXPECT_EQ(reader.number(), out.size());
  }
  return out;
}

TEST(LineReader, GivesTheSameLinesWhereverTheChunksEnd) {
  const std::string text =
      "\xEF\xBB\xBF"
      "one\r\n\ntwo,three\r\r\n\xEF\xBB\xBF"
      "four\nfive";
  const std::vector<std::string> expected = {"one", "", "two,three\r",
                                             "\xEF\xBB\xBF"
                                             "four",
                                             "five"};
  for (std::size_t chunk = 1; chunk <= text.size() + 1; ++chunk)
    EXPECT_EQ(lines_of(text, chunk), expected) << chunk;
}

TEST(LineReader, GivesNothingForNothing) {
  EXPECT_TRUE(lines_of("", 1).empty());
  EXPECT_TRUE(lines_of("\xEF\xBB\xBF", 1).empty());
  EXPECT_EQ(lines_of("\xEF\xBB", 1), std::vector<std::string>{"\xEF\xBB"});
  EXPECT_EQ(lines_of("\n\n", 1), (std::vector<std::string>{"", ""}));
}

TEST(LineReader, KeepsManyLongLinesWhole) {
  std::vector<std::string> expected;
  std::string text;
  for (std::size_t i = 0; i < 40; ++i) {
    expected.push_back(std::string(kMaxLineBytes - i, static_cast<char>('a' + i % 26)));
    text += expected.back() + "\n";
  }
  for (const std::size_t chunk : {std::size_t{4096}, std::size_t{100'000}, text.size()})
    EXPECT_EQ(lines_of(text, chunk), expected);
}

TEST(LineReader, RefusesALineOverTheCapAndNamesIt) {
  for (const char* end : {"", "\n", "\r\n"}) {
    const std::string text = "short\n" + std::string(kMaxLineBytes + 1, '1') + end;
    EXPECT_EQ(testing::message_of<InputError>([&] { lines_of(text, 5000); }).substr(0, 21),
              "text:2: line: longer ")
        << end;
  }
  EXPECT_EQ(lines_of(std::string(kMaxLineBytes, '1'), 5000).size(), 1u);
}

/// Parsers run to the first byte that is no digit: there must be one, also where the buffer still
/// holds older text.
TEST(LineReader, PutsAnEndBehindEveryLine) {
  const std::string text = std::string(100, '7') + "\r\n34\n12";
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{50}, text.size()}) {
    LineReader reader(std::make_unique<MemorySource>(text, chunk), "text");
    std::string_view line;
    for (const char end : {'\r', '\n', '\n'}) {
      ASSERT_TRUE(reader.next(line));
      EXPECT_EQ(line.data()[line.size()], end);
    }
    EXPECT_FALSE(reader.next(line));
  }
}

/// Endless input without a newline: must stop at the cap, not eat memory.
class Endless : public ByteSource {
 public:
  std::size_t read(char* buffer, std::size_t size) override {
    std::fill(buffer, buffer + size, '1');
    given_ += size;
    if (given_ > 100 * kMaxLineBytes) throw std::logic_error("read on and on");
    return size;
  }

 private:
  std::size_t given_ = 0;
};

TEST(LineReader, StopsReadingAtTheCap) {
  LineReader reader(std::make_unique<Endless>(), "endless");
  std::string_view line;
  EXPECT_THROW(reader.next(line), InputError);
}

}  // namespace
}  // namespace firstcontact::io::line_reader_test
