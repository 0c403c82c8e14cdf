#pragma once
/// Numbers, vectors, poses, options and answers as JSON.
///
/// JSON has no NaN and no infinity, and JavaScript writes no negative zero; they are the texts
/// "number:NaN", "number:Infinity", "number:-Infinity" and "number:-0". All other numbers are the shortest decimals of their doubles, both ways, so
/// no bit is lost.
#include <firstcontact/answer.h>
#include <firstcontact/options.h>
#include <firstcontact/pose.h>

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "call.h"
#include "flat_query.h"

namespace firstcontact::wasm {

// To JSON ----------------------------------------------------------------------------------------

Json number(double value);
Json vector(const Vec3& v);
Json pose(const Pose& pose);
/// The fields of the answer are added to `out`.
void put_outcome(const Outcome& outcome, Json& out);
void put_answer(const Answer& answer, Json& out);
void put_points(const ContactPoints& points, Json& out);

// From JSON: what is of another type throws std::invalid_argument with the field's name ------------

double to_number(const Json& value, const std::string& name);
Vec3 to_vector(const Json& value, const std::string& name);
int to_integer(const Json& value, const std::string& name);
std::string to_text(const Json& value, const std::string& name);
/// A pose as people write it (PoseInput), or the identity.
Pose to_pose(const Json& value, const std::string& name);
PoseChange to_pose_change(const Json& value, const std::string& name);

/// The field, or null.
const Json& field(const Json& object, const char* name);
/// An object that may be left out.
const Json& part(const Json& object, const char* name);

void read(const Json& object, const char* name, double& value);
void read(const Json& object, const char* name, std::optional<double>& value);
void read(const Json& object, const char* name, bool& value);
void read(const Json& object, const char* name, std::optional<bool>& value);
void read(const Json& object, const char* name, std::int64_t& value);
void read(const Json& object, const char* name, std::string& value);

template <class Enum>
using Names = std::vector<std::pair<std::string_view, Enum>>;

template <class Enum>
Enum to_enum(const Json& value, const std::string& name, const Names<Enum>& names) {
  const std::string word = to_text(value, name);
  std::string all;
  for (const auto& [text, enumerator] : names) {
    if (text == word) return enumerator;
    all += (all.empty() ? "" : ", ") + std::string(text);
  }
  throw std::invalid_argument(name + ": '" + word + "' is none of " + all);
}

template <class Enum>
void read(const Json& object, const char* name, Enum& value, const Names<Enum>& names) {
  const Json& found = field(object, name);
  if (!found.is_null()) value = to_enum(found, name, names);
}

const Names<Norm>& norm_names();
const Names<Kind>& kind_names();

/// The points of `coordinates`, three numbers each.
std::vector<Vec3> to_points(std::span<const double> coordinates, const std::string& name);

}  // namespace firstcontact::wasm
