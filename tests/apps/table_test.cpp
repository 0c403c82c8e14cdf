#include "common/table.h"

#include <gtest/gtest.h>

namespace firstcontact::apps::table_test {
namespace {

TEST(Table, AlignsTextLeftAndNumbersRightByCharactersNotBytes) {
  Table table({{"scene", Table::Align::Left}, {"mean µs"}});
  table.add_row({"a", "1"});
  table.add_rule();
  table.add_row({"longer", "12,345"});
  EXPECT_EQ(table.to_string(),
            "scene   mean µs\n"
            "---------------\n"
            "a             1\n"
            "---------------\n"
            "longer   12,345\n");
}

TEST(Table, ShortensTheWidestTextToFitAPage) {
  Table table({{"file", Table::Align::Left}, {"kind", Table::Align::Left}, {"count"}});
  table.add_row({std::string(90, 'a') + std::string(90, 'b'), std::string(12, 'k'), "1,234"});
  const std::string text = table.to_string();
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "file" + std::string(75, ' ') + "  kind" + std::string(8, ' ') + "  count");
  EXPECT_NE(
      text.find(std::string(39, 'a') + "…" + std::string(39, 'b') + "  kkkkkkkkkkkk  1,234\n"),
      std::string::npos)
      << text;
}

TEST(Table, RefusesARowOfTheWrongLength) {
  EXPECT_THROW(Table({{"one"}}).add_row({"1", "2"}), std::logic_error);
}

TEST(Numbers, AreGroupedByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(-1234567), "-1,234,567");
}

TEST(Numbers, MicrosecondsKeepThreeDigits) {
  EXPECT_EQ(microseconds(0), "0");
  EXPECT_EQ(microseconds(0.04213), "0.0421");
  EXPECT_EQ(microseconds(12.345), "12.3");
  EXPECT_EQ(microseconds(4230.4), "4,230");
}

}  // namespace
}  // namespace firstcontact::apps::table_test
