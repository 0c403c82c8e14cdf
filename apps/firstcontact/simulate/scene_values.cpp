#include "scene_values.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "io/errors.h"
#include "io/json_field.h"
#include "io/shown_text.h"

namespace firstcontact::apps {
namespace {

constexpr const char* kParameterForm =
    R"("parameters": {"speed": {"value": 2.0, "unit": "m/s", "about": "at the start"}})";

bool is_name(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text)
    if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && c != '_')
      return false;
  return true;
}

std::string names_of(const std::vector<SceneParameter>& parameters) {
  std::string names;
  for (const SceneParameter& parameter : parameters)
    names += (names.empty() ? "" : ", ") + parameter.name;
  return names;
}

/// What parameters stand for.
struct ParameterValues {
  std::map<std::string, nlohmann::json> values;
  std::string known;
};

/// Reads one expression: term { ("+" | "-") term }, where a term is factor { ("*" | "/") factor }
/// and a factor is a number or a parameter.
class Expression {
 public:
  Expression(std::string_view text, const ParameterValues& parameters, const io::JsonField& field)
      : text_(text), parameters_(parameters), field_(field) {}

  nlohmann::json value() {
    if (text_.substr(0, 1) == "$" && is_name(text_.substr(1))) return parameter();
    double sum = 0;
    for (bool first = true; first || !at_end(); first = false) {
      double sign = 1;
      if (take('-'))
        sign = -1;
      else if (!take('+') && !first)
        refuse("a + or - is missing");
      sum += sign * term();
    }
    if (!std::isfinite(sum)) refuse("not finite");
    return sum;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) {
    field_.refuse(io::shown_text(whole_) + ": " + what);
  }
  void skip_spaces() {
    while (!text_.empty() && text_.front() == ' ') text_.remove_prefix(1);
  }
  bool at_end() {
    skip_spaces();
    return text_.empty();
  }
  bool take(char c) {
    if (at_end() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  double term() {
    double product = factor();
    for (;;) {
      if (take('*'))
        product *= factor();
      else if (take('/'))
        product /= factor();
      else
        return product;
    }
  }
  double factor() {
    if (at_end()) refuse("a number or parameter is missing at the end");
    if (text_.front() == '$') return parameter().get<double>();
    double number = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), number);
    if (error != std::errc() || text_.front() == '-')
      refuse("neither a number nor a parameter from " + io::shown_text(text_) + " on");
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return number;
  }
  const nlohmann::json& parameter() {
    text_.remove_prefix(1);
    std::size_t length = 0;
    while (length < text_.size() && is_name(text_.substr(length, 1))) ++length;
    const std::string name(text_.substr(0, length));
    text_.remove_prefix(length);
    const auto found = parameters_.values.find(name);
    if (found == parameters_.values.end())
      refuse(fmt::format("there is no parameter \"{}\"; the parameters are {}", name,
                         parameters_.known.empty() ? "none" : parameters_.known));
    return found->second;
  }

  std::string_view text_;
  const std::string whole_ = std::string(text_);
  const ParameterValues& parameters_;
  const io::JsonField& field_;
};

/// Fields whose text is never an expression.
bool is_text_field(const std::string& name) {
  return name == "about" || name == "name" || name == "file" || name == "shape";
}

void replace_in(nlohmann::json& value, const io::JsonField& field,
                const ParameterValues& parameters) {
  if (value.is_string()) {
    const std::string text = value.get<std::string>();
    if (text.find('$') != std::string::npos) value = Expression(text, parameters, field).value();
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) replace_in(value[i], field.entry(i), parameters);
  } else if (value.is_object()) {
    for (auto& [name, member] : value.items())
      if (!is_text_field(name)) replace_in(member, field.at(name.c_str()), parameters);
  }
}

}  // namespace

std::vector<SceneParameter> declared_parameters(const nlohmann::json& scene,
                                                const std::string& path) {
  std::vector<SceneParameter> parameters;
  const io::JsonField root(path, scene);
  if (!root.has("parameters")) return parameters;
  const io::JsonField list = root.at("parameters").written(kParameterForm);
  if (!list.value().is_object()) list.refuse("not an object");
  for (const auto& [name, ignored] : list.value().items()) {
    const io::JsonField place = list.at(name.c_str());
    if (!is_name(name)) place.refuse("a name is made of letters, digits and _");
    place.expect_object({"value", "unit", "about"});
    SceneParameter parameter{.name = name, .value = place.at("value").number()};
    if (place.has("unit")) parameter.unit = place.at("unit").text();
    if (place.has("about")) parameter.about = place.at("about").text();
    parameters.push_back(parameter);
  }
  return parameters;
}

void replace_parameters(nlohmann::json& scene, const std::string& path,
                        const std::map<std::string, double>& changes) {
  ParameterValues parameters;
  const std::vector<SceneParameter> declared = declared_parameters(scene, path);
  parameters.known = names_of(declared);
  for (const SceneParameter& parameter : declared)
    parameters.values[parameter.name] = scene["parameters"][parameter.name]["value"];
  for (const auto& [name, value] : changes) {
    const std::string setting = fmt::format("--set {}={}", name, value);
    const auto found = parameters.values.find(name);
    if (found == parameters.values.end())
      throw io::InputError(path, setting + ": there is no such parameter; " +
                                     (declared.empty() ? "the scene has none"
                                                       : "the parameters are " + parameters.known));
    if (!std::isfinite(value)) throw io::InputError(path, setting + ": not finite");
    if (!found->second.is_number_integer()) {
      found->second = value;
      continue;
    }
    // Written without a fraction, it may be a count.
    if (value == std::trunc(value) && std::abs(value) < 1e15)
      found->second = static_cast<std::int64_t>(value);
    else
      found->second = value;
  }
  const nlohmann::json original = scene;
  const io::JsonField root(path, original);
  for (auto& [name, member] : scene.items())
    if (name != "parameters" && !is_text_field(name))
      replace_in(member, root.at(name.c_str()), parameters);
}

}  // namespace firstcontact::apps
