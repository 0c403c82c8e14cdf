#pragma once
/// Exact arithmetic and queries for the tests of the certified solver.
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "narrow/tight_inclusion_support.h"

namespace firstcontact::test {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

inline constexpr std::array<Kind, 5> kEveryKind = {
    Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint, Kind::PointSegment2D};

/// mantissa * 2^exponent, exactly. Unlike a Rational it is never reduced, so it stays fast at any
/// exponent.
struct Scaled {
  Integer mantissa;
  std::int64_t exponent = 0;

  Scaled() = default;
  Scaled(double value);
  /// Sign of this - b.
  int compare(const Scaled& b) const;
  double to_double() const;
};
Scaled operator+(const Scaled& a, const Scaled& b);
Scaled operator-(const Scaled& a, const Scaled& b);
Scaled operator*(const Scaled& a, const Scaled& b);
Scaled magnitude(const Scaled& a);

using ScaledVector = std::array<Scaled, 3>;
ScaledVector operator+(const ScaledVector& a, const ScaledVector& b);
ScaledVector operator-(const ScaledVector& a, const ScaledVector& b);
ScaledVector operator*(const Scaled& s, const ScaledVector& a);
Scaled dot(const ScaledVector& a, const ScaledVector& b);
ScaledVector cross(const ScaledVector& a, const ScaledVector& b);

/// The corners of the gap set at time t without rounding, in the order of GapCorners.
std::vector<ScaledVector> exact_corners(const Query& query, const Scaled& t);

/// Whether the distance of the pair at time t is at most `distance`, decided without rounding.
/// Shares no code with the library.
bool within(const Query& query, double t, const Scaled& distance, Norm norm);

/// Largest |coordinate difference| of the two primitives at t = 0 and t = 1, rounded: the size that
/// the default tolerance refers to. Infinite where it overflows.
double size_of(const Query& query);

/// A query of a random class of the generator; nothing if the class does not make this kind.
std::optional<Query> random_generated_query(Random& random, Kind kind, std::uint64_t seed);

/// A query of a kind that the generator does not make: small integers, full mantissas, or an exact
/// contact at a chosen point and time, in equal parts.
Query small_kind_query(Random& random, Kind kind, int i);

}  // namespace firstcontact::test
