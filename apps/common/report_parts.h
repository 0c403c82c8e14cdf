#pragma once
/// Parts that the reports of several verbs share: numbers, points and words, for people and for
/// JSON.
#include <firstcontact/options.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace firstcontact::apps {

/// "1 pair", "1,234 pairs".
std::string counted(long long number, const char* one, const char* many);

/// "(1, 0, -0.25)", six digits each. Coordinates below 1e-12 of `scale` are rounding and shown as
/// 0.
std::string shown_vector(const Vec3& v, double scale);

/// The same vector with 0 in place of -0.
Vec3 without_negative_zeros(const Vec3& v);

/// An array of three numbers, without negative zeros.
nlohmann::ordered_json vector_json(const Vec3& v);

/// null for infinity and NaN, which JSON does not have.
nlohmann::ordered_json number_or_null(double value);

/// null where there is no value.
template <typename Number>
nlohmann::ordered_json number_or_null(const std::optional<Number>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

/// A field of a CSV file, quoted only if it has to be.
std::string csv_field(const std::string& text);

/// The words of --norm: "l2", "linf".
const char* norm_name(Norm norm);

}  // namespace firstcontact::apps
