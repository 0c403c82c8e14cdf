#pragma once
/// Reads the fields of JSON values. Whatever does not fit is refused by an InputError that names
/// the file, the line where it is known, and the field.
#include <firstcontact/query.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace firstcontact::io {

/// The value in a file of one JSON value. Refusals say "path:line: json: what" for what is not
/// JSON.
nlohmann::json parse_json_file(std::string_view text, const std::string& path);
/// The value in one line of a file. Refusals say "path:line: field: what".
nlohmann::json parse_json_line(std::string_view text, const std::string& path, std::size_t line);

/// A JSON value and its place in the file, such as "objects[2].box". Refers to the value and to the
/// path, which must outlive it.
class JsonField {
 public:
  /// The value of a whole file. Refusals say "path: field: what".
  JsonField(const std::string& path, const nlohmann::json& value)
      : JsonField(path, 0, value, "", "") {}
  /// The value of a line. Refusals say "path:line: field: what".
  JsonField(const std::string& path, std::size_t line, const nlohmann::json& value)
      : JsonField(path, line, value, "", "") {}

  /// The same value; refusals of it and of everything in it end with "; it is written FORM". `form`
  /// must outlive it.
  JsonField written(const char* form) const {
    return JsonField(*path_, line_, *value_, field_, form);
  }

  [[noreturn]] void refuse(const std::string& what) const;

  const nlohmann::json& value() const { return *value_; }
  const std::string& field() const { return field_; }
  const std::string& path() const { return *path_; }

  /// Refuses what is not an object, and objects with other fields.
  void expect_object(std::initializer_list<const char*> names) const;
  /// The same; the refusal lists the names that are known.
  void expect_object_listing(std::initializer_list<const char*> names) const;
  /// Refuses what is not an object with exactly these fields.
  void expect_fields(std::initializer_list<const char*> names) const;
  bool has(const char* name) const { return value_->is_object() && value_->contains(name); }
  /// A field that must be there.
  JsonField at(const char* name) const;

  /// Number of entries of an array; refuses what is not an array.
  std::size_t size() const;
  /// Refuses what is not an array of so many entries.
  void expect_size(std::size_t size) const;
  /// Precondition: an array with such an entry.
  JsonField entry(std::size_t index) const;
  std::vector<JsonField> entries() const;

  double number() const;
  double positive() const;
  /// A whole number, written without fraction or exponent, that 32 bits hold.
  std::int32_t integer() const;
  /// The same, not negative.
  std::int32_t count() const;
  bool boolean() const;
  std::string text() const;
  std::string nonempty_text() const;
  /// An array of three numbers. `entries` names them in the refusal of another number of them.
  Vec3 vector(const char* entries = "entries") const;

 private:
  JsonField(const std::string& path, std::size_t line, const nlohmann::json& value,
            std::string field, const char* form)
      : path_(&path), line_(line), value_(&value), field_(std::move(field)), form_(form) {}
  JsonField inner(const nlohmann::json& value, std::string field) const {
    return JsonField(*path_, line_, value, std::move(field), form_);
  }
  std::string name_of(const std::string& member) const {
    return field_.empty() ? member : field_ + "." + member;
  }

  const std::string* path_;
  std::size_t line_;  ///< 0: none
  const nlohmann::json* value_;
  std::string field_;
  const char* form_;
};

}  // namespace firstcontact::io
