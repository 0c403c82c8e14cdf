#include "json_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/errors.h"
#include "proofs/json_fields.h"

namespace firstcontact::apps {

using nlohmann::json;

json parse_json(std::string_view text, const std::string& path) {
  const auto line_of = [&](std::size_t byte) {
    return 1 + static_cast<std::size_t>(std::count(
                   text.begin(),
                   text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size())), '\n'));
  };
  // The parser would take it as the end of the text.
  if (const std::size_t at = text.find('\0'); at != text.npos)
    throw io::InputError(path, line_of(at), "json", "a NUL byte");
  std::string twice;
  json value;
  try {
    value = parse_once_each(text, twice);
  } catch (const json::parse_error& error) {
    throw io::InputError(path, line_of(error.byte > 0 ? error.byte - 1 : 0), "json",
                         "not JSON from here on");
  } catch (const json::out_of_range&) {
    throw io::InputError(path, "a number is beyond the range of doubles");
  } catch (const NestedTooDeep& error) {
    throw io::InputError(path, error.what());
  }
  if (!twice.empty()) throw io::InputError(path, twice + ": comes twice");
  return value;
}

void JsonPlace::refuse(const std::string& what) const {
  const std::string form = form_.empty() ? "" : "; it is written " + form_;
  throw io::InputError(*path_, (field_.empty() ? what : field_ + ": " + what) + form);
}

void JsonPlace::expect_object(std::initializer_list<const char*> names) const {
  if (!value_->is_object()) refuse("not an object");
  for (const auto& [name, value] : value_->items())
    if (std::find(names.begin(), names.end(), name) == names.end())
      inner(value, field_.empty() ? name : field_ + "." + name).refuse("unknown field");
}

JsonPlace JsonPlace::at(const char* name) const {
  const std::string field = field_.empty() ? name : field_ + "." + name;
  if (!has(name)) inner(*value_, field).refuse("missing");
  return inner((*value_)[name], field);
}

std::vector<JsonPlace> JsonPlace::entries() const {
  if (!value_->is_array()) refuse("not an array");
  std::vector<JsonPlace> out;
  for (std::size_t i = 0; i < value_->size(); ++i)
    out.push_back(inner((*value_)[i], fmt::format("{}[{}]", field_, i)));
  return out;
}

double JsonPlace::number() const {
  if (!value_->is_number()) refuse("not a number");
  const auto number = value_->get<double>();
  if (!std::isfinite(number)) refuse("not finite");
  return number;
}

double JsonPlace::positive() const {
  const double number_here = number();
  if (!(number_here > 0)) refuse(fmt::format("{} is not positive", number_here));
  return number_here;
}

std::string JsonPlace::text() const {
  if (!value_->is_string()) refuse("not a string");
  if (value_->get_ref<const std::string&>().empty()) refuse("empty");
  return value_->get<std::string>();
}

Vec3 JsonPlace::vector() const {
  const std::vector<JsonPlace> parts = entries();
  if (parts.size() != 3) refuse(fmt::format("{} numbers, not 3", parts.size()));
  return {parts[0].number(), parts[1].number(), parts[2].number()};
}

}  // namespace firstcontact::apps
