#pragma once
/// A JSON file whose faults are told with the file and the field: what the readers of scenes and
/// paths share.
#include <firstcontact/query.h>

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::apps {

/// Throws io::InputError with the line for what is not JSON, and with the name for a field that
/// comes twice in an object.
nlohmann::json parse_json(std::string_view text, const std::string& path);

/// A value with the way to it: "objects[2].box". Refers to the value and the path, which must
/// outlive it. Every refusal is an io::InputError "path: field: what".
class JsonPlace {
 public:
  JsonPlace(const std::string& path, const nlohmann::json& value, std::string field = "")
      : path_(&path), value_(&value), field_(std::move(field)) {}

  /// The same value; refusals of it and of everything in it end with "; it is written FORM".
  JsonPlace written(std::string form) const {
    JsonPlace place = *this;
    place.form_ = std::move(form);
    return place;
  }

  [[noreturn]] void refuse(const std::string& what) const;

  const nlohmann::json& value() const { return *value_; }
  const std::string& field() const { return field_; }
  const std::string& path() const { return *path_; }

  /// Must be an object that has no other fields.
  void expect_object(std::initializer_list<const char*> names) const;
  bool has(const char* name) const { return value_->contains(name); }
  /// A field that must be there.
  JsonPlace at(const char* name) const;
  /// Of an array, which this must be.
  std::vector<JsonPlace> entries() const;

  double number() const;
  double positive() const;
  std::string text() const;
  Vec3 vector() const;

 private:
  const std::string* path_;
  const nlohmann::json* value_;
  std::string field_;
  std::string form_ = {};

  JsonPlace inner(const nlohmann::json& value, std::string field) const {
    return JsonPlace(*path_, value, std::move(field)).written(form_);
  }
};

}  // namespace firstcontact::apps
