#include "io/json_field.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/errors.h"
#include "io/json_text.h"
#include "io/shown_text.h"

namespace firstcontact::io {

using nlohmann::json;

json parse_json_file(std::string_view text, const std::string& path) {
  json value;
  const std::optional<JsonFault> fault = parse_json(text, value);
  if (!fault) return value;
  const std::size_t line = line_of(text, fault->byte > 0 ? fault->byte - 1 : 0);
  switch (fault->kind) {
    case JsonFault::Kind::NulByte: throw InputError(path, line, "json", "a NUL byte");
    case JsonFault::Kind::Syntax: throw InputError(path, line, "json", "not JSON from here on");
    case JsonFault::Kind::Repeated: throw InputError(path, fault->name + ": " + text_of(*fault));
    default: throw InputError(path, text_of(*fault));
  }
}

json parse_json_line(std::string_view text, const std::string& path, std::size_t line) {
  json value;
  if (const std::optional<JsonFault> fault = parse_json(text, value))
    throw InputError(path, line, fault->kind == JsonFault::Kind::Repeated ? fault->name : "json",
                     text_of(*fault));
  return value;
}

void JsonField::refuse(const std::string& what) const {
  const std::string text = *form_ == '\0' ? what : what + "; it is written " + form_;
  if (line_ > 0) throw InputError(*path_, line_, field_.empty() ? "json" : field_, text);
  throw InputError(*path_, field_.empty() ? text : field_ + ": " + text);
}

void JsonField::expect_object(std::initializer_list<const char*> names) const {
  if (!value_->is_object()) refuse("not an object");
  for (const auto& [name, member] : value_->items())
    if (std::find(names.begin(), names.end(), name) == names.end())
      inner(member, name_of(name)).refuse("unknown field");
}

void JsonField::expect_object_listing(std::initializer_list<const char*> names) const {
  if (!value_->is_object()) refuse("not an object");
  for (const auto& [name, ignored] : value_->items()) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    std::string known;
    for (const char* other : names) known += (known.empty() ? "" : ", ") + std::string(other);
    refuse("unknown field " + shown_text(name) + "; the fields are " + known);
  }
}

void JsonField::expect_fields(std::initializer_list<const char*> names) const {
  if (!value_->is_object()) refuse("not an object");
  for (const char* name : names)
    if (!value_->contains(name)) inner(*value_, name_of(name)).refuse("missing");
  expect_object(names);
}

JsonField JsonField::at(const char* name) const {
  if (!has(name)) inner(*value_, name_of(name)).refuse("missing");
  return inner((*value_)[name], name_of(name));
}

std::size_t JsonField::size() const {
  if (!value_->is_array()) refuse("not an array");
  return value_->size();
}

void JsonField::expect_size(std::size_t expected) const {
  if (size() != expected)
    refuse(std::to_string(size()) + " entries, not " + std::to_string(expected));
}

JsonField JsonField::entry(std::size_t index) const {
  return inner((*value_)[index], field_ + "[" + std::to_string(index) + "]");
}

std::vector<JsonField> JsonField::entries() const {
  std::vector<JsonField> out;
  for (std::size_t i = 0; i < size(); ++i) out.push_back(entry(i));
  return out;
}

double JsonField::number() const {
  if (!value_->is_number()) refuse("not a number");
  const auto number = value_->get<double>();
  if (!std::isfinite(number)) refuse("not finite");
  return number;
}

double JsonField::positive() const {
  const double found = number();
  if (!(found > 0)) refuse(value_->dump() + " is not positive");
  return found;
}

std::int32_t JsonField::integer() const {
  using Limits = std::numeric_limits<std::int32_t>;
  if (!value_->is_number_integer()) refuse("not an integer");
  const bool fits = value_->is_number_unsigned()
                        ? value_->get<std::uint64_t>() <= static_cast<std::uint64_t>(Limits::max())
                        : value_->get<std::int64_t>() >= Limits::min();
  if (!fits) refuse("beyond the range of 32-bit integers");
  return value_->get<std::int32_t>();
}

std::int32_t JsonField::count() const {
  const std::int32_t number = integer();
  if (number < 0) refuse("negative");
  return number;
}

bool JsonField::boolean() const {
  if (!value_->is_boolean()) refuse("neither true nor false");
  return value_->get<bool>();
}

std::string JsonField::text() const {
  if (!value_->is_string()) refuse("not a string");
  return value_->get<std::string>();
}

std::string JsonField::nonempty_text() const {
  std::string found = text();
  if (found.empty()) refuse("empty");
  return found;
}

Vec3 JsonField::vector(const char* entries_name) const {
  if (size() != 3) refuse(std::to_string(size()) + " " + entries_name + ", not 3");
  Vec3 v;
  for (int k = 0; k < 3; ++k) {
    const json& part = (*value_)[static_cast<std::size_t>(k)];
    // The field's name is only made for a refusal: files have very many vectors.
    if (!part.is_number() || !std::isfinite(v[k] = part.get<double>()))
      v[k] = entry(static_cast<std::size_t>(k)).number();
  }
  return v;
}

}  // namespace firstcontact::io
