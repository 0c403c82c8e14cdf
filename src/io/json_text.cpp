#include "io/json_text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace firstcontact::io {
namespace {

using nlohmann::json;

/// Builds a value from the events of the parser. (The parser can build it itself, but does not tell
/// names that come twice, nor where it is when it fails.)
class JsonBuilder final : public nlohmann::json_sax<json> {
 public:
  explicit JsonBuilder(int max_nesting) : max_nesting_(static_cast<std::size_t>(max_nesting)) {}

  json root;
  std::optional<JsonFault> fault;

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // JSON text has none
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Level& object = open_.back();
    const auto [at, is_new] =
        object.value->get_ref<json::object_t&>().insert_or_assign(name, json());
    object.member = &*at;
    if (!is_new && !fault) fault = {JsonFault::Kind::Repeated, 0, field(), name};
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const json::exception& error) override {
    constexpr int kNumberOutOfRange = 406;
    fault = {error.id == kNumberOutOfRange ? JsonFault::Kind::Range : JsonFault::Kind::Syntax, byte,
             field(), ""};
    return false;
  }

 private:
  using Member = json::object_t::value_type;
  struct Level {
    json* value;               ///< an array or an object that has begun and not ended
    Member* member = nullptr;  ///< of an object: the one that comes next or came last
  };

  /// Path of the value that comes next, cut off where it is nested deeper than files of ours are.
  std::string field() const {
    constexpr std::size_t kNamedLevels = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(open_.size(), kNamedLevels); ++i) {
      const Level& level = open_[i];
      if (level.value->is_array()) {
        const bool has_begun = i + 1 < open_.size();
        text += "[" + std::to_string(level.value->size() - (has_begun ? 1 : 0)) + "]";
      } else if (level.member != nullptr) {
        text += (text.empty() ? "" : ".") + level.member->first;
      }
    }
    return text;
  }

  template <class Value>
  json& place(Value&& value) {
    if (open_.empty()) return root = std::forward<Value>(value);
    const Level& level = open_.back();
    if (!level.value->is_array()) return level.member->second = std::forward<Value>(value);
    return level.value->get_ref<json::array_t&>().emplace_back(std::forward<Value>(value));
  }

  template <class Value>
  bool put(Value&& value) {
    place(std::forward<Value>(value));
    return true;
  }

  bool open(json value) {
    if (open_.size() >= max_nesting_) {
      fault = {JsonFault::Kind::TooDeep, 0, field(), ""};
      return false;
    }
    open_.push_back({&place(std::move(value))});
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::size_t max_nesting_;
  std::vector<Level> open_;
};

}  // namespace

std::optional<JsonFault> parse_json(std::string_view text, json& value, int max_nesting) {
  if (const std::size_t at = text.find('\0'); at != text.npos)
    return JsonFault{JsonFault::Kind::NulByte, at + 1, "", ""};
  JsonBuilder builder(max_nesting);
  json::sax_parse(text.begin(), text.end(), &builder);
  if (!builder.fault) value = std::move(builder.root);
  return std::move(builder.fault);
}

std::string text_of(const JsonFault& fault) {
  switch (fault.kind) {
    case JsonFault::Kind::NulByte: return "not JSON: a NUL byte";
    case JsonFault::Kind::Syntax: return "not JSON from byte " + std::to_string(fault.byte) + " on";
    case JsonFault::Kind::Range: return "a number is beyond the range of doubles";
    case JsonFault::Kind::TooDeep:
      return "more than " + std::to_string(kMaxNesting) + " arrays and objects within each other";
    case JsonFault::Kind::Repeated: return "comes twice";
  }
  return "";
}

std::size_t line_of(std::string_view text, std::size_t index) {
  const std::string_view before = text.substr(0, std::min(index, text.size()));
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

}  // namespace firstcontact::io
