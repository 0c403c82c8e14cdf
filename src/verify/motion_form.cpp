#include "verify/motion_form.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "verify/motion_cover.h"
#include "verify/number_text.h"
#include "verify/units.h"

namespace firstcontact::verify {
namespace {

constexpr std::size_t kMaxCount = std::numeric_limits<std::int32_t>::max();

bool is_zero(const Vec3& v) {
  return compare(v.x(), 0) == 0 && compare(v.y(), 0) == 0 && compare(v.z(), 0) == 0;
}

std::string fault_of(const BodyCertificateEntry& entry, double t_max, std::size_t count_a,
                     std::size_t count_b) {
  if (!is_finite(entry.t0) || !is_finite(entry.t1)) return "a time is not finite";
  if (compare(entry.t0, 0) < 0 || compare(entry.t1, t_max) > 0)
    return "its interval leaves [0, t_max]";
  if (compare(entry.t0, entry.t1) > 0) return "it ends before it starts";
  if (!all_finite(entry.n)) return "its direction is not finite";
  if (is_zero(entry.n)) return "its direction is zero";
  const auto is_range = [](std::int32_t begin, std::int32_t end, std::size_t count) {
    return begin >= 0 && begin < end && static_cast<std::size_t>(end) <= count;
  };
  if (!is_range(entry.a_begin, entry.a_end, count_a))
    return "its range of a is empty or out of bounds";
  if (!is_range(entry.b_begin, entry.b_end, count_b))
    return "its range of b is empty or out of bounds";
  return "";
}

}  // namespace

bool all_finite(const Vec3& v) { return is_finite(v.x()) && is_finite(v.y()) && is_finite(v.z()); }

bool all_finite(const AffineMap& map) {
  for (int column = 0; column < 3; ++column)
    if (!all_finite(Vec3(map.linear.col(column)))) return false;
  return all_finite(map.offset);
}

std::string fault_of_geometry(std::span<const Vec3> vertices, std::span<const Face> triangles,
                              std::span<const std::int32_t> order) {
  if (vertices.size() > kMaxCount || triangles.size() > kMaxCount)
    return "too many vertices or triangles";
  if (triangles.empty()) return "there are no triangles";
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (!all_finite(vertices[i])) return "vertex " + std::to_string(i) + " is not finite";
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (const int vertex : triangles[i])
      if (vertex < 0 || static_cast<std::size_t>(vertex) >= vertices.size())
        return "triangle " + std::to_string(i) + ": vertex " + std::to_string(vertex) +
               " does not exist";
  if (order.size() != triangles.size())
    return "its order does not have one place for each triangle";
  std::vector<bool> placed(order.size());
  for (const std::int32_t triangle : order) {
    if (triangle < 0 || static_cast<std::size_t>(triangle) >= order.size())
      return "its order names triangle " + std::to_string(triangle) + ", which does not exist";
    if (placed[triangle]) return "its order names triangle " + std::to_string(triangle) + " twice";
    placed[triangle] = true;
  }
  return "";
}

std::string fault_of_separation(double separation) {
  return is_finite(separation) && compare(separation, 0) >= 0
             ? ""
             : "separation must be finite and not negative";
}

std::string fault_of_end(double t_max) {
  return is_finite(t_max) && compare(t_max, 0) >= 0 && compare(t_max, 1) <= 0
             ? ""
             : "t_max must lie in [0, 1]";
}

std::string entry_name(std::size_t index) { return "entry " + std::to_string(index + 1); }

std::string fault_of_entries(std::span<const BodyCertificateEntry> entries, double t_max,
                             std::size_t count_a, std::size_t count_b) {
  if (entries.empty()) return "there are no entries";
  if (entries.size() > kMaxCount / 4) return "too many entries";
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (std::string fault = fault_of(entries[i], t_max, count_a, count_b); !fault.empty())
      return entry_name(i) + ": " + fault;
  return "";
}

std::string fault_of_cover(std::span<const BodyCertificateEntry> entries, double t_max,
                           std::span<const std::int32_t> order_a,
                           std::span<const std::int32_t> order_b) {
  const auto before = [](double s, double t) { return compare(s, t) < 0; };
  std::vector<double> times = {0, t_max};
  for (const BodyCertificateEntry& entry : entries) times.insert(times.end(), {entry.t0, entry.t1});
  std::sort(times.begin(), times.end(), before);
  times.erase(std::unique(times.begin(), times.end(),
                          [](double s, double t) { return compare(s, t) == 0; }),
              times.end());
  // Cell k of time lies between the k-th and the next of the times. If there is but one time, it is
  // the cell.
  const bool instant = times.size() == 1;
  const auto place = [&](double time) {
    return static_cast<std::int32_t>(std::lower_bound(times.begin(), times.end(), time, before) -
                                     times.begin());
  };
  std::vector<CellBox> boxes;
  for (const BodyCertificateEntry& entry : entries)
    boxes.push_back({{entry.a_begin, entry.b_begin, place(entry.t0)},
                     {entry.a_end, entry.b_end, instant ? 1 : place(entry.t1)}});
  const auto size = [](const auto& list) { return static_cast<std::int32_t>(list.size()); };
  const CoverAnswer answer =
      cover(boxes, {{0, 0, 0}, {size(order_a), size(order_b), instant ? 1 : size(times) - 1}});
  if (answer.outcome == CoverAnswer::GivenUp)
    return "the entries are too entangled to see whether they cover every pair of triangles";
  if (answer.outcome == CoverAnswer::Covered) return "";
  const auto [a, b, k] = answer.gap.low;
  return "no entry covers triangle " + std::to_string(order_a[a]) + " of a and triangle " +
         std::to_string(order_b[b]) + " of b from t = " + number_text(times[k]) + " to " +
         number_text(times[std::min<std::size_t>(answer.gap.high[2], times.size() - 1)]);
}

std::vector<std::size_t> by_interval(std::span<const BodyCertificateEntry> entries) {
  std::vector<std::size_t> sequence(entries.size());
  std::iota(sequence.begin(), sequence.end(), std::size_t{0});
  std::sort(sequence.begin(), sequence.end(), [&](std::size_t i, std::size_t j) {
    if (const int order = compare(entries[i].t0, entries[j].t0); order != 0) return order < 0;
    if (const int order = compare(entries[i].t1, entries[j].t1); order != 0) return order < 0;
    return i < j;
  });
  return sequence;
}

}  // namespace firstcontact::verify
