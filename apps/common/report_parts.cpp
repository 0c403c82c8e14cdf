#include "common/report_parts.h"

#include <fmt/format.h>

#include <cmath>

#include "common/table.h"

namespace firstcontact::apps {

std::string counted(long long number, const char* one, const char* many) {
  return fmt::format("{} {}", grouped(number), number == 1 ? one : many);
}

std::string shown_vector(const Vec3& v, double scale) {
  const auto plain = [&](double x) { return std::abs(x) < 1e-12 * scale ? 0.0 : x; };
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", plain(v.x()), plain(v.y()), plain(v.z()));
}

Vec3 without_negative_zeros(const Vec3& v) { return v + Vec3::Zero(); }

nlohmann::ordered_json vector_json(const Vec3& v) {
  const Vec3 plain = without_negative_zeros(v);
  return {plain.x(), plain.y(), plain.z()};
}

nlohmann::ordered_json number_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

const char* norm_name(Norm norm) { return norm == Norm::L2 ? "l2" : "linf"; }

}  // namespace firstcontact::apps
