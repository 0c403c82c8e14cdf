// The exact oracle: converts doubles to integers, chooses the search, and encloses what it finds.
#include "exact/oracle.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "exact/first_contact.h"

namespace firstcontact::exact {

namespace {

constexpr int kMantissaBits = 53;
constexpr int kSmallestExponent = -1074;
constexpr int kLargestExponent = 1023;

/// magnitude * 2^exponent as a double, toward zero or away from it. Precondition: magnitude > 0.
double round_magnitude(const Integer& magnitude, std::int64_t exponent, bool away) {
  const std::int64_t top = exponent + magnitude.bit_length() - 1;
  if (top > kLargestExponent)
    return away ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::max();
  // The unit in the last place is 2^last.
  const std::int64_t last = std::max<std::int64_t>(top - (kMantissaBits - 1), kSmallestExponent);
  const std::int64_t drop = last - exponent;
  const bool inexact = drop > magnitude.trailing_zeros();
  const Integer kept = drop > 0 ? magnitude >> drop : magnitude << -drop;
  const std::uint64_t units =
      static_cast<std::uint64_t>(kept.to_int64()) + (away && inexact ? 1 : 0);
  // A carry out of the mantissa correctly increases the exponent field. Subnormals have
  // last = kSmallestExponent.
  return std::bit_cast<double>(
      (static_cast<std::uint64_t>(last - kSmallestExponent) << (kMantissaBits - 1)) + units);
}

double round(const Dyadic& value, bool up) {
  const int sign = value.mantissa.sign();
  if (sign == 0) return 0;
  const double magnitude = round_magnitude(abs(value.mantissa), value.exponent, up == (sign > 0));
  return sign > 0 ? magnitude : -magnitude;
}

}  // namespace

double Dyadic::round_down() const { return round(*this, false); }
double Dyadic::round_up() const { return round(*this, true); }

FirstContact find_first_contact(const Query& query, const Request& request) {
  if (split(request.min_separation).mantissa == 0) {
    if (separated_by_coordinate_axis(query)) return {};
    return first_contact_with_origin(make_gap(query, 0, request.t_max));
  }
  const Gap gap = make_gap(query, request.min_separation, request.t_max);
  return request.norm == Norm::L2 ? first_contact_with_ball(gap) : first_contact_with_cube(gap);
}

Decision decide(const Query& query, const Request& request) {
  FirstContact found = find_first_contact(query, request);
  Decision decision;
  decision.candidates = found.candidates;
  if (!found.time) return decision;
  decision.contact = true;
  // t = s * t_max, and t_max = mantissa * 2^exponent < 2^magnitude.
  const SplitDouble end = split(request.t_max);
  const std::int64_t magnitude =
      std::bit_width(static_cast<std::uint64_t>(end.mantissa)) + end.exponent;
  Root& time = *found.time;
  time.refine_to(std::max<std::int64_t>(
      request.width_bits + (end.mantissa == 1 ? end.exponent : magnitude), 0));
  const std::int64_t exponent = end.exponent - time.cell_bits();
  decision.lower = {time.cell() * end.mantissa, exponent};
  decision.upper =
      time.is_exact() ? decision.lower : Dyadic{(time.cell() + 1) * end.mantissa, exponent};
  return decision;
}

}  // namespace firstcontact::exact
