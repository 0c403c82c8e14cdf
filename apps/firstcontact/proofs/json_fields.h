#pragma once
/// What the readers and writers of proofs have in common: fields of JSON objects, refused with
/// their names; numbers that read back.
#include <firstcontact/query.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace firstcontact::apps {

/// The shortest decimal that reads back as the same double. Precondition: finite.
void append_number(std::string& out, double value);
/// [x,y,z]
void append_vector(std::string& out, const Vec3& v);

/// Arrays and objects within each other; no file of ours has as many. Deeper ones are refused, so
/// that nothing that walks through a value can run out of stack.
inline constexpr int kMaxNesting = 64;
struct NestedTooDeep : std::runtime_error {
  NestedTooDeep();
};

/// json::parse, with its exceptions, and NestedTooDeep; `twice` becomes the name of a field that
/// comes twice in an object, if there is one.
nlohmann::json parse_once_each(std::string_view text, std::string& twice);

/// Reads values out of a parsed line and refuses, with the field's name, what does not fit:
/// io::InputError "path:line: field: what".
class FieldReader {
 public:
  /// `path` must outlive the reader.
  FieldReader(const std::string& path, std::size_t line) : path_(path), line_(line) {}

  [[noreturn]] void refuse(const std::string& field, const std::string& what) const;

  /// A name that comes twice in an object is refused: it has no meaning that all readers share.
  nlohmann::json parse(std::string_view text) const;
  /// `value` must be an object with exactly these fields. `prefix` comes before their names in
  /// messages.
  void expect_fields(const nlohmann::json& value, const std::string& prefix,
                     std::initializer_list<const char*> names) const;
  const nlohmann::json& array(const nlohmann::json& value, const std::string& field) const;
  const nlohmann::json& array(const nlohmann::json& value, const std::string& field,
                              std::size_t size) const;
  double number(const nlohmann::json& value, const std::string& field) const;
  /// A whole number without fraction or exponent that 32 bits hold.
  std::int32_t integer(const nlohmann::json& value, const std::string& field) const;
  Vec3 vector(const nlohmann::json& value, const std::string& field) const;
  std::string text(const nlohmann::json& value, const std::string& field) const;

 private:
  const std::string& path_;
  std::size_t line_;
};

}  // namespace firstcontact::apps
