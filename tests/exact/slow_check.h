#pragma once
/// An independent, slow check of the exact oracle. Shares no code and no method with it: rational
/// numbers, bisection in time, separating directions for freedom, exact sampling and sign changes
/// for contact. It may leave a query undecided.
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>

namespace firstcontact::test {

using Rational = boost::multiprecision::number<boost::multiprecision::cpp_rational_backend,
                                               boost::multiprecision::et_off>;

/// Exact. Precondition: finite.
Rational to_rational(double value);

struct SlowAnswer {
  /// [0, free_until) is proven free.
  Rational free_until;
  /// All of [0, t_max] is proven free.
  bool free = false;
  /// Contact at or before this time is proven.
  std::optional<Rational> contact_by;

  bool decided() const { return free || contact_by.has_value(); }
};

SlowAnswer slow_check(const Query& query, double min_separation, Norm norm, double t_max);

/// Exact contact test at one time.
bool in_contact_at(const Query& query, double min_separation, Norm norm, const Rational& time);

}  // namespace firstcontact::test
