#include "common/fitted_text.h"

#include <gtest/gtest.h>

namespace firstcontact::apps::fitted_text_test {
namespace {

TEST(FittedText, ShortensInTheMiddleByCodePoints) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefgh", 5), "ab…gh");
  EXPECT_EQ(shortened("abcdefgh", 4), "ab…h");
  EXPECT_EQ(shortened("äöüäöüäöü", 5), "äö…öü");
  EXPECT_EQ(shortened("abc", 1), "…");
}

TEST(FittedText, LeavesWhatFitsAsItIs) {
  const std::string text = "label   one  two\n\n  indented\nlast";
  EXPECT_EQ(fitted(text, 20), text);
  EXPECT_EQ(fitted("", 20), "");
}

TEST(FittedText, GoesOnUnderTheTextAfterALabel) {
  EXPECT_EQ(fitted("a lot of words without a label\n", 12), "a lot of\nwords\nwithout a\nlabel\n");
  EXPECT_EQ(fitted("  words after spaces\n", 14), "  words after\n  spaces\n");
  EXPECT_EQ(fitted("is   one two three\n", 12), "is   one two\n     three\n");
}

TEST(FittedText, KeepsParenthesesTogether) {
  EXPECT_EQ(fitted("at (1, 2, 3), then at (4, 5)\n", 20), "at (1, 2, 3), then\nat (4, 5)\n");
  EXPECT_EQ(fitted("then go to (4, 5, 6) now\n", 19), "then go to\n(4, 5, 6) now\n");
  EXPECT_EQ(fitted("see (all of these words)\n", 20), "see (all of these\nwords)\n");
  EXPECT_EQ(fitted("see (words without an end\n", 20), "see (words without\nan end\n");
}

TEST(FittedText, PrefersToBreakAfterAColon) {
  EXPECT_EQ(fitted("at   noon: two of them meet\n", 22), "at   noon:\n     two of them meet\n");
  EXPECT_EQ(fitted("at   noon: two or more of them meet\n", 22),
            "at   noon: two or more\n     of them meet\n");
}

TEST(FittedText, ALabelBeyondTheMiddleIsNotHungUnder) {
  EXPECT_EQ(fitted("  a long label   text that follows", 16),
            "  a long label\n  text that\n  follows");
}

TEST(FittedText, ShortensSingleWordsThatDoNotFit) {
  EXPECT_EQ(fitted("at   0123456789abcdef end\n", 12), "at   012…def\n     end\n");
  EXPECT_EQ(fitted("0123456789abcdef", 8), "0123…def");
}

TEST(FittedText, NoLineIsWiderForAnyWidth) {
  const std::string text =
      "label      some words, a_word_that_is_rather_long and µ others\n   more of them\nx  y\n";
  for (std::size_t width = 2; width < 80; ++width) {
    const std::string out = fitted(text, width);
    for (std::size_t begin = 0; begin < out.size();) {
      const std::size_t end = std::min(out.find('\n', begin), out.size());
      EXPECT_LE(display_width(out.substr(begin, end - begin)), width);
      begin = end + 1;
    }
  }
}

}  // namespace
}  // namespace firstcontact::apps::fitted_text_test
