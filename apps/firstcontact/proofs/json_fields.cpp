#include "json_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <vector>

#include "io/errors.h"

namespace firstcontact::apps {

using nlohmann::json;

void append_number(std::string& out, double value) {
  // "-0" would be read as an integer, which has no sign.
  if (value == 0 && std::signbit(value))
    out += "-0.0";
  else
    fmt::format_to(std::back_inserter(out), "{}", value);
}

void append_vector(std::string& out, const Vec3& v) {
  out += '[';
  for (int k = 0; k < 3; ++k) {
    if (k > 0) out += ',';
    append_number(out, v[k]);
  }
  out += ']';
}

NestedTooDeep::NestedTooDeep()
    : std::runtime_error(
          fmt::format("more than {} arrays and objects within each other", kMaxNesting)) {}

namespace {

/// Looks for a field that comes twice in an object, and for what is nested too deeply. (The
/// parser's own callbacks would do, but they search an array from its start whenever an object in
/// it ends.)
class RepeatedField final : public nlohmann::json_sax<json> {
 public:
  std::string name;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    go_deeper();
    open_.emplace_back();
    return true;
  }
  bool end_object() override {
    --depth_;
    open_.pop_back();
    return true;
  }
  bool start_array(std::size_t) override {
    go_deeper();
    return true;
  }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool key(string_t& field) override {
    if (!open_.back().insert(field).second) name = field;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception&) override {
    return false;
  }

 private:
  void go_deeper() {
    if (++depth_ > kMaxNesting) throw NestedTooDeep();
  }

  std::vector<std::set<std::string>>
      open_;       ///< fields of the objects that have begun and not ended
  int depth_ = 0;  ///< arrays and objects that have begun and not ended
};

}  // namespace

json parse_once_each(std::string_view text, std::string& twice) {
  RepeatedField repeated;
  json::sax_parse(text.begin(), text.end(),
                  &repeated);  // first, so that nothing that is too deep is built
  json value = json::parse(text.begin(), text.end());
  if (!repeated.name.empty()) twice = repeated.name;
  return value;
}

void FieldReader::refuse(const std::string& field, const std::string& what) const {
  throw io::InputError(path_, line_, field, what);
}

json FieldReader::parse(std::string_view text) const {
  // The parser would take it as the end of the line.
  if (text.find('\0') != std::string_view::npos) refuse("json", "not JSON: a NUL byte");
  json value;
  std::string twice;
  try {
    value = parse_once_each(text, twice);
  } catch (const json::parse_error& error) {
    refuse("json", fmt::format("not JSON from byte {} on", error.byte));
  } catch (const json::out_of_range&) {
    refuse("json", "a number is beyond the range of doubles");
  } catch (const NestedTooDeep& error) {
    refuse("json", error.what());
  }
  if (!twice.empty()) refuse(twice, "comes twice");
  return value;
}

void FieldReader::expect_fields(const json& value, const std::string& prefix,
                                std::initializer_list<const char*> names) const {
  if (!value.is_object()) refuse(prefix.empty() ? "json" : prefix, "not an object");
  const std::string before = prefix.empty() ? "" : prefix + ".";
  for (const char* name : names)
    if (!value.contains(name)) refuse(before + name, "missing");
  for (const auto& [name, ignored] : value.items())
    if (std::find(names.begin(), names.end(), name) == names.end())
      refuse(before + name, "unknown field");
}

const json& FieldReader::array(const json& value, const std::string& field) const {
  if (!value.is_array()) refuse(field, "not an array");
  return value;
}

const json& FieldReader::array(const json& value, const std::string& field,
                               std::size_t size) const {
  if (array(value, field).size() != size)
    refuse(field, fmt::format("{} entries, not {}", value.size(), size));
  return value;
}

double FieldReader::number(const json& value, const std::string& field) const {
  if (!value.is_number()) refuse(field, "not a number");
  const auto number = value.get<double>();
  if (!std::isfinite(number)) refuse(field, "not finite");
  return number;
}

std::int32_t FieldReader::integer(const json& value, const std::string& field) const {
  using Limits = std::numeric_limits<std::int32_t>;
  if (!value.is_number_integer()) refuse(field, "not an integer");
  const bool fits = value.is_number_unsigned()
                        ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(Limits::max())
                        : value.get<std::int64_t>() >= Limits::min();
  if (!fits) refuse(field, "beyond the range of 32-bit integers");
  return value.get<std::int32_t>();
}

Vec3 FieldReader::vector(const json& value, const std::string& field) const {
  array(value, field, 3);
  Vec3 v;
  for (int k = 0; k < 3; ++k) v[k] = number(value[k], fmt::format("{}[{}]", field, k));
  return v;
}

std::string FieldReader::text(const json& value, const std::string& field) const {
  if (!value.is_string()) refuse(field, "not a string");
  return value.get<std::string>();
}

}  // namespace firstcontact::apps
