#include "io/json_field.h"

#include <gtest/gtest.h>

#include <functional>

#include "io/errors.h"
#include "io/json_text.h"

namespace firstcontact::io::json_field_test {
namespace {

using nlohmann::json;

std::string error_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// Fields of `text` are read as those of line 7 of the file "f".
std::string refusal(const char* text, const std::function<void(const JsonField&)>& read) {
  return error_of([&] {
    const std::string path = "f";
    const json value = parse_json_line(text, path, 7);
    read(JsonField(path, 7, value));
  });
}

TEST(JsonText, BuildsTheSameValueAsTheLibrary) {
  for (const char* text :
       {"null", "true", "-3", "18446744073709551615", "1.5e300", R"("a\"bA")", "[]", "{}",
        R"({"a":[1,[2,{"b":null}],"c"],"d":{"e":{"f":[[],{}]}},"":0})", " [ 1 , 2 ] "}) {
    json value;
    ASSERT_FALSE(parse_json(text, value)) << text;
    EXPECT_EQ(value, json::parse(text));
  }
}

TEST(JsonText, TellsWhatIsWrongAndWhere) {
  using Kind = JsonFault::Kind;
  const auto fault_of = [](std::string_view text, int depth = kMaxNesting) {
    json value;
    return parse_json(text, value, depth).value();
  };
  EXPECT_EQ(fault_of(R"({"a":{"b":[1,NaN]}})").field, "a.b[1]");
  EXPECT_EQ(fault_of(R"({"a":{"b":[1,NaN]}})").kind, Kind::Syntax);
  EXPECT_EQ(fault_of(R"([[1],[2,1e999]])").field, "[1][1]");
  EXPECT_EQ(fault_of(R"([[1],[2,1e999]])").kind, Kind::Range);
  EXPECT_EQ(fault_of(R"({"a":[{"b":1,"b":2}]})").field, "a[0].b");
  EXPECT_EQ(fault_of(R"({"a":[{"b":1,"b":2}]})").name, "b");
  EXPECT_EQ(fault_of(R"({"a":1,"a":})").kind, Kind::Syntax) << "what is not JSON comes first";
  EXPECT_EQ(fault_of(std::string_view("[1]\0", 4)).kind, Kind::NulByte);
  EXPECT_EQ(fault_of(std::string(65, '[')).kind, Kind::TooDeep);
  EXPECT_EQ(fault_of(std::string(64, '[')).kind, Kind::Syntax);
  EXPECT_EQ(fault_of("[[1]]", 1).kind, Kind::TooDeep);
  EXPECT_EQ(fault_of("[1] 2").byte, 5u);
}

TEST(JsonField, RefusalsNameFileLineAndField) {
  const auto size_of_a = [](const JsonField& f) { f.at("a").size(); };
  EXPECT_EQ(refusal("{}", size_of_a), "f:7: a: missing");
  EXPECT_EQ(refusal(R"({"a":1})", size_of_a), "f:7: a: not an array");
  EXPECT_EQ(refusal("[]", [](const JsonField& f) { f.expect_fields({"a"}); }),
            "f:7: json: not an object");
  EXPECT_EQ(refusal(R"({"a":1,"b":2})", [](const JsonField& f) { f.expect_fields({"a"}); }),
            "f:7: b: unknown field");
  EXPECT_EQ(refusal(R"({"a":1,"b":2})", [](const JsonField& f) { f.expect_object_listing({"a"}); }),
            "f:7: json: unknown field 'b'; the fields are a");
  const auto vector = [](const JsonField& f) { f.at("v").vector(); };
  EXPECT_EQ(refusal(R"({"v":[1,2]})", vector), "f:7: v: 2 entries, not 3");
  EXPECT_EQ(refusal(R"({"v":[1,2,"3"]})", vector), "f:7: v[2]: not a number");
  EXPECT_EQ(refusal(R"({"v":[1,2,3]})", vector), "");
  const auto integer = [](const JsonField& f) { f.entry(0).integer(); };
  EXPECT_EQ(refusal("[2147483648]", integer), "f:7: [0]: beyond the range of 32-bit integers");
  EXPECT_EQ(refusal("[-2147483648]", integer), "");
  EXPECT_EQ(refusal("[1.0]", integer), "f:7: [0]: not an integer");
  EXPECT_EQ(refusal("[-1]", [](const JsonField& f) { f.entry(0).count(); }), "f:7: [0]: negative");
  EXPECT_EQ(refusal("[0]", [](const JsonField& f) { f.entry(0).positive(); }),
            "f:7: [0]: 0 is not positive");
  EXPECT_EQ(refusal("{", vector), "f:7: json: not JSON from byte 2 on");
  EXPECT_EQ(refusal(R"({"v":1,"v":2})", vector), "f:7: v: comes twice");
}

TEST(JsonField, RefusalsInAWholeFileHaveNoLineButTellTheForm) {
  const std::string path = "f";
  const json value = parse_json_file(R"({"a":{"b":""}})", path);
  const JsonField root(path, value);
  EXPECT_EQ(error_of([&] { root.at("a").written("a: {b: x}").at("b").nonempty_text(); }),
            "f: a.b: empty; it is written a: {b: x}");
  EXPECT_EQ(error_of([&] { root.refuse("no"); }), "f: no");
  EXPECT_EQ(error_of([&] { parse_json_file("{\n,", path); }), "f:2: json: not JSON from here on");
}

}  // namespace
}  // namespace firstcontact::io::json_field_test
